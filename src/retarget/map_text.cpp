// SPDX-License-Identifier: MIT
// Maps as text.
#include <algorithm>
#include <set>

#include "anmkit/retarget.hpp"
#include "core/json.hpp"
#include "core/nearest.hpp"
#include "retarget/skeleton.hpp"

namespace anmkit {
namespace {

constexpr std::string_view kMapCode = "anmkit.MAP";

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == ':' || c == '-';
}

std::string spelled(const std::string& name) {
  if (!name.empty() && std::ranges::all_of(name, is_plain)) return name;
  JsonWriter json;
  json.value(std::string_view(name));
  return json.take();
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

class MapReader {
 public:
  MapReader(std::string_view text, const Scene& source, const Scene& target)
      : text_(text),
        source_(bones::by_name(source, bones::find_twins(source).others)),
        target_(bones::by_name(target)) {}

  Result<BoneMap> run() {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
    const std::size_t first = text_.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && text_[first] == '{') {
      if (auto done = object(); !done) return std::unexpected(std::move(done.error()));
      text_ = {};
    }
    for (std::size_t at = 0; at < text_.size(); ++line_) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      begin_ = at;
      if (auto done = line(trimmed(text_.substr(at, end - at))); !done)
        return std::unexpected(std::move(done.error()));
      at = end + 1;
    }
    if (map_.pairs.empty()) {
      return fail(std::string(kMapCode), "the map names no bone; expected lines 'target = source'");
    }
    return std::move(map_);
  }

 private:
  std::unexpected<Error> wrong(const std::string& message) const {
    Error error{Severity::error, std::string(kMapCode), begin_, {}, message};
    error.line = static_cast<std::uint32_t>(line_);
    error.column = 1;
    return std::unexpected(std::move(error));
  }

  Result<void> line(std::string_view rest) {
    if (rest.empty() || rest.front() == '#') return {};
    const auto target = name(rest);
    if (!target) return std::unexpected(target.error());
    rest = trimmed(rest);
    if (!rest.starts_with('=')) return wrong("expected '=' after " + spelled(*target));
    rest = trimmed(rest.substr(1));
    std::string source;
    if (!rest.empty() && rest.front() != '#') {
      auto read = name(rest);
      if (!read) return std::unexpected(std::move(read.error()));
      source = std::move(*read);
    }
    rest = trimmed(rest);
    if (!rest.empty() && rest.front() != '#')
      return wrong("a comment after the names begins with '#'");
    return add(*target, source);
  }

  Result<void> add(const std::string& target, const std::string& source) {
    if (auto known = is_in(target_, target, "target"); !known) return known;
    if (!seen_.insert(target).second) return wrong(spelled(target) + " appears twice");
    if (source.empty()) {
      map_.at_rest.push_back(target);
      return {};
    }
    if (auto known = is_in(source_, source, "source"); !known) return known;
    map_.pairs.push_back({target, source, BonePair::Reason::given,
                          static_cast<std::int64_t>(target_.at(target)),
                          static_cast<std::int64_t>(source_.at(source))});
    return {};
  }

  // {"target": "source", "other": null}
  Result<void> object() {
    const auto json = JsonDocument::parse(text_, kMapCode);
    if (!json) return std::unexpected(json.error());
    for (JsonValue member = json->root().first(); member; member = member.next()) {
      begin_ = member.key_offset();
      line_ = JsonDocument::position(text_, begin_).line;
      const auto source = member.string();
      if (!source && !member.is(JsonKind::null)) return wrong("expected a name or null");
      if (auto done = add(std::string(member.key()), std::string(source.value_or(""))); !done)
        return done;
    }
    return {};
  }

  // Takes a name off the front.
  Result<std::string> name(std::string_view& rest) const {
    if (!rest.starts_with('"')) {
      const auto end = std::ranges::find_if_not(rest, is_plain);
      const auto size = static_cast<std::size_t>(end - rest.begin());
      if (size == 0)
        return wrong("expected a name; names with other letters are written in quotes");
      std::string plain(rest.substr(0, size));
      rest.remove_prefix(size);
      return plain;
    }
    std::size_t end = 1;
    while (end < rest.size() && rest[end] != '"')
      end += rest[end] == '\\' ? 2 : 1;
    if (end >= rest.size()) return wrong("the quotes are not closed");
    const auto json = JsonDocument::parse(rest.substr(0, end + 1));
    const auto text = json ? json->root().string() : std::nullopt;
    if (!text) return wrong("the name in quotes is not a JSON string");
    std::string quoted(*text);
    rest.remove_prefix(end + 1);
    return quoted;
  }

  using Names = std::map<std::string_view, std::size_t>;
  Result<void> is_in(const Names& names, const std::string& wanted, std::string_view which) const {
    if (names.contains(wanted)) return {};
    std::vector<std::string_view> known;
    for (const auto& [name, node] : names)
      known.push_back(name);
    const std::string_view meant = nearest(wanted, known);
    return wrong("the " + std::string(which) + " has no " + spelled(wanted) +
                 (meant.empty() ? "" : "; did you mean " + spelled(std::string(meant)) + "?"));
  }

  std::string_view text_;
  Names source_, target_;
  BoneMap map_;
  std::set<std::string> seen_;
  std::size_t line_ = 1, begin_ = 0;
};

}  // namespace

std::string write_bones(const BoneMap& map) {
  std::string text =
      "# Pairs of bones: target = source. An empty source keeps the pose of the target.\n";
  for (const BonePair& pair : map.pairs) {
    text += spelled(pair.target) + " = " + spelled(pair.source);
    if (pair.reason != BonePair::Reason::given)
      text += "  # " + std::string(reason_name(pair.reason));
    text += "\n";
  }
  for (const BoneMap::Missing& one : map.missing) {
    text += spelled(one.target) + " =  # no bone was found";
    for (std::size_t i = 0; i < one.candidates.size(); ++i)
      text += (i == 0 ? "; candidates: " : ", ") + spelled(one.candidates[i]);
    text += "\n";
  }
  for (const std::string& name : map.at_rest)
    text += spelled(name) + " =\n";
  return text;
}

Result<BoneMap> read_bones(std::string_view text, const Scene& source, const Scene& target) {
  return MapReader(text, source, target).run();
}

}  // namespace anmkit
