// SPDX-License-Identifier: MIT
// Defaults of documents, and options by name.
#include "anmkit/document.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/json.hpp"

namespace anmkit {
namespace {

// Decimal or 0x hexadecimal, with an optional sign.
std::optional<double> parse_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  const std::string_view digits = negative ? text.substr(1) : text;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    std::uint64_t value = 0;
    const char* end = digits.data() + digits.size();
    const auto result = std::from_chars(digits.data() + 2, end, value, 16);
    if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
    return negative ? -static_cast<double>(value) : static_cast<double>(value);
  }
  return parse_double(text);
}

bool is_choice(std::string_view value, std::string_view choices) {
  while (!choices.empty()) {
    const std::size_t bar = choices.find('|');
    if (choices.substr(0, bar) == value) return true;
    choices = bar == std::string_view::npos ? std::string_view{} : choices.substr(bar + 1);
  }
  return false;
}

// Of "N!=0", which only playback backwards takes below 0.
constexpr const char* kRates = "0.01 to 1000 frames per second";
bool is_rate(double number) {
  return std::fabs(number) >= 0.01 && std::fabs(number) <= 1000;
}

}  // namespace

constinit const Options kNoOptions{};

void Options::set(std::string name, std::string value) {
  values_.emplace_back(std::move(name), std::move(value));
}

bool Options::has(std::string_view name) const {
  return std::ranges::any_of(values_, [&](const auto& entry) { return entry.first == name; });
}

std::string_view Options::text(std::string_view name, std::string_view fallback) const {
  // The last one given wins, as on every command line.
  for (auto entry = values_.rbegin(); entry != values_.rend(); ++entry) {
    if (entry->first == name) return entry->second;
  }
  return fallback;
}

double Options::number(std::string_view name, double fallback) const {
  return has(name) ? parse_number(text(name)).value_or(fallback) : fallback;
}

std::vector<std::string_view> Options::all(std::string_view name) const {
  std::vector<std::string_view> found;
  for (const auto& [key, value] : values_) {
    if (key == name) found.push_back(value);
  }
  return found;
}

std::vector<std::string_view> Options::names() const {
  std::vector<std::string_view> names;
  for (const auto& [key, value] : values_)
    names.push_back(key);
  return names;
}

Result<void> check_options(const Options& options, std::span<const OptionSpec> specs) {
  for (const OptionSpec& spec : specs) {
    for (const std::string_view value : options.all(spec.name)) {
      const bool positive = spec.values == "N>0", turns = spec.values == "N!=0";
      const bool number = spec.values == "N" || positive || turns;
      const bool choice = spec.values.find('|') != std::string_view::npos;
      const std::optional<double> parsed = number ? parse_number(value) : std::nullopt;
      const bool in_range = parsed && (!positive || *parsed > 0) && (!turns || is_rate(*parsed));
      if ((number && !in_range) || (choice && !is_choice(value, spec.values))) {
        return fail(std::string(kBadOption), "--" + std::string(spec.name) + " expects " +
                                                 (positive ? "a number above 0"
                                                  : turns  ? kRates
                                                  : number ? "a number"
                                                           : "one of " + std::string(spec.values)) +
                                                 ", found '" + std::string(value) + "'");
      }
    }
  }
  return {};
}

std::vector<std::string> Neighbourhood::walk(const Neighbourhood& around,
                                             const std::string& folder) {
  std::vector<std::string> found, waiting = {folder};
  while (!waiting.empty()) {
    const std::string at = std::move(waiting.back());
    waiting.pop_back();
    for (const std::string& name : around.list(at)) {
      std::string path = at.empty() || at.ends_with('/') ? at + name : at + "/" + name;
      // A path without a listing is a file.
      if (around.list(path).empty()) {
        found.push_back(std::move(path));
      } else if (!name.starts_with('.')) {
        waiting.push_back(std::move(path));
      }
    }
  }
  std::ranges::sort(found);
  return found;
}

std::vector<std::string> Document::find_companions(const std::string&, Folders&) const {
  return {};
}

std::vector<std::string> Document::rivals(const std::string&, Folders&) const {
  return {};
}

FileRole Document::file_role(const std::string&, Folders&) const {
  return {};
}

Result<Scene> Document::to_scene(const SceneRequest&, const Context&, Diagnostics&) const {
  return fail(std::string(kUnsupported),
              "a " + std::string(format()) +
                  " file has no 3D model or animation; `anmkit formats` lists what "
                  "each format converts to");
}

Result<Playback> Document::play(const PlayRequest&, const Context&) const {
  return fail(
      std::string(kUnsupported),
      "a " + std::string(format()) + " file has nothing to play; name an animation or a script");
}

Result<std::vector<StoredPicture>> Document::pictures(const Context&) const {
  return fail(std::string(kUnsupported),
              "a " + std::string(format()) + " file has no images inside");
}

std::optional<ByteView> Document::find_entry(std::string_view name) const {
  for (const ArchiveEntry& entry : entries()) {
    if (entry.name == name) return entry.bytes;
  }
  return std::nullopt;
}

Result<std::string> Document::trace(const PlayRequest&, const Context&) const {
  return fail(std::string(kUnsupported), "a " + std::string(format()) + " file has no trace");
}

Result<std::string> Document::graph(std::string_view) const {
  return fail(std::string(kUnsupported), "a " + std::string(format()) + " file has no flow");
}

}  // namespace anmkit
