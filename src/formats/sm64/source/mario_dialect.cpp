// SPDX-License-Identifier: MIT
// Mario's dialect, as the decompilation's converter reads it (section 4.2).
#include <algorithm>
#include <charconv>
#include <set>

#include "core/paths.hpp"
#include "formats/sm64/check.hpp"
#include "formats/sm64/source/c_link.hpp"

namespace anmkit::sm64 {
namespace {

struct Line {
  std::string text;
  std::uint32_t at = 0;
};

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Reads the lines as the converter does and remembers the first thing it would choke on.
class DialectCheck {
 public:
  explicit DialectCheck(std::string_view source) : source_(source) {}

  struct Problem {
    std::string what;
    std::uint32_t at = 0;
  };
  std::optional<Problem> run() {
    if (!split()) return problem_;
    bool any = false;
    while (problem_.what.empty() && next_ < lines_.size()) {
      std::size_t headers = 0;
      while (problem_.what.empty() && opens("static const struct Animation ")) {
        header();
        ++headers;
      }
      if (!problem_.what.empty()) break;
      if (headers == 0) {
        fail("a header, then its index, then its values");
        break;
      }
      any = true;
      array("static const u16 ");
      array("static const s16 ");
    }
    if (problem_.what.empty() && !any && !lines_.empty()) fail("a header");
    return problem_.what.empty() ? std::nullopt : std::optional(problem_);
  }

 private:
  bool split() {
    std::uint32_t at = 0;
    while (at < source_.size()) {
      std::size_t end = source_.find('\n', at);
      if (end == std::string_view::npos) end = source_.size();
      std::string line(source_.substr(at, end - at));
      if (const std::size_t open = line.find("/*"); open != std::string::npos) {
        const std::size_t close = line.find("*/", open + 2);
        if (close == std::string::npos) {
          problem_ = {"a comment that spans lines", at};
          return false;
        }
        line.erase(open, close + 2 - open);
      }
      if (const std::size_t comment = line.find("//"); comment != std::string::npos) {
        line.resize(comment);
      }
      const std::string_view rest = trim(line);
      if (!rest.empty()) lines_.push_back({std::string(rest), at});
      at = static_cast<std::uint32_t>(end + 1);
    }
    return true;
  }

  bool opens(std::string_view start) const {
    return next_ < lines_.size() && lines_[next_].text.starts_with(start);
  }
  void fail(std::string_view wanted) {
    if (!problem_.what.empty()) return;
    const bool end = next_ >= lines_.size();
    problem_.at = end ? static_cast<std::uint32_t>(source_.size()) : lines_[next_].at;
    problem_.what = "expected " + std::string(wanted) + ", found " +
                    (end ? std::string("the end") : quoted(lines_[next_].text.substr(0, 60)));
  }

  void header() {
    if (!lines_[next_].text.ends_with("[] = {")) return fail("'NAME[] = {'");
    ++next_;
    for (int field = 0; field < 9; ++field, ++next_) {
      if (next_ >= lines_.size() || lines_[next_].text == "};")
        return fail("nine lines of a header");
      std::string_view value = lines_[next_].text;
      if (value.ends_with(',')) value.remove_suffix(1);
      value = trim(value);
      if (value.find(',') != std::string_view::npos) return fail("one initialiser a line");
      if (field < 5 && !is_literal(value)) return fail("a plain integer");
      if ((field == 6 || field == 7) && !is_name(value)) return fail("the name of an array");
    }
    if (next_ >= lines_.size() || lines_[next_].text != "};") return fail("'};' after nine lines");
    ++next_;
  }
  void array(std::string_view start) {
    if (!problem_.what.empty()) return;
    if (!opens(start) || !lines_[next_].text.ends_with("[] = {")) {
      return fail("'" + std::string(start) + "NAME[] = {'");
    }
    ++next_;
    while (next_ < lines_.size() && lines_[next_].text != "};") {
      if (lines_[next_].text.find_first_of("{}[]=;") != std::string::npos) return fail("numbers");
      ++next_;
    }
    if (next_ >= lines_.size()) return fail("'};'");
    ++next_;
  }
  static bool is_literal(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    return parse_literal(text).has_value();
  }
  static bool is_name(std::string_view text) {
    return !text.empty() && is_identifier_start(text[0]) &&
           std::ranges::all_of(text, [](char c) { return is_identifier_start(c) || is_digit(c); });
  }

  std::string_view source_;
  std::vector<Line> lines_;
  std::size_t next_ = 0;
  Problem problem_;
};

// The id that a name such as anim_6F says.
std::optional<std::size_t> id_of(std::string_view name) {
  const std::size_t mark = name.rfind('_');
  if (mark == std::string_view::npos) return {};
  const std::string_view digits = name.substr(mark + 1);
  std::size_t id = 0;
  const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), id, 16);
  if (digits.empty() || end.ec != std::errc{} || end.ptr != digits.data() + digits.size())
    return {};
  return id;
}

}  // namespace

void check_mario(const CDocument& document, Companions companions, Findings& findings) {
  if (const auto problem = DialectCheck(document.source).run()) {
    findings.error("E-MARIODIALECT",
                   problem->what + "; mario_anims_converter would reject or misread this",
                   problem->at);
  }
  if (!document.is_in_mario_folder()) return;
  // Ids are given by the order of headers over the files in byte order of their names.
  std::vector<std::pair<std::string_view, const CDocument*>> files = {
      {file_name(document.path), &document}};
  for (const Companion& companion : companions) {
    const auto* other = as<CDocument>(companion.document, kCId);
    if (other == nullptr || other == &document || other->file.headers.empty()) continue;
    if (folder_of(other->path) == folder_of(document.path)) {
      files.emplace_back(file_name(other->path), other);
    }
  }
  std::ranges::sort(files);
  std::optional<std::size_t> last;
  for (const auto& [name, file] : files) {
    for (std::size_t i = 0; i < file->file.headers.size(); ++i) {
      const auto id = id_of(file->file.headers[i].name);
      const bool wrong = id && last && *id <= *last;
      if (wrong && file == &document) {
        findings.warning("W-MARIOORDER",
                         std::string(name) + " is after id " + hex_number(*last) +
                             " in the order of file names: renumbers animations " +
                             hex_number(*id) + "..",
                         file->file.headers[i].range.begin, path_of("headers", i, "name"));
        return;
      }
      if (id) last = std::max(last.value_or(0), *id);
    }
  }
}

}  // namespace anmkit::sm64
