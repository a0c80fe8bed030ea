// SPDX-License-Identifier: MIT
// The fields of a file for people: a line each, or next to their bytes.
#include <fmt/format.h>

#include <algorithm>

#include "cli/explain/explain.hpp"
#include "core/counted.hpp"
#include "json_reports/json_text.hpp"

namespace anmkit::cli {
namespace {

constexpr std::size_t kScreen = 60;  // lines without --verbose
constexpr std::uint64_t kRow = 16;   // bytes in a line of --hex

// Spaces of source texts are of no interest where there is no room.
bool is_worth_a_line(const Leaf& leaf) {
  return leaf.kind != ByteKind::syntax && leaf.kind != ByteKind::padding;
}

std::string value_text(const Leaf& leaf) {
  std::string text = json_safe(leaf.value);
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  if (leaf.type == "text") text = '"' + text + '"';
  if (!leaf.shown.empty()) text += " = " + leaf.shown;
  if (leaf.cut) text += " (cut off)";
  return text;
}

std::string line_of(const Leaf& leaf) {
  const std::string name = leaf.path.empty() ? std::string(kind_name(leaf.kind)) : leaf.path;
  std::string line = fmt::format("{:08x}  {:>6}  {:<32} {:<26}", leaf.offset, leaf.length, name,
                                 leaf.path.empty() ? "" : value_text(leaf));
  line += ' ';
  line += leaf.meaning;
  if (!leaf.section.empty()) line += fmt::format(" ({})", leaf.section);
  return line + '\n';
}

std::string hex_rows(const Leaf& leaf, ByteView bytes, bool whole) {
  std::string text = fmt::format(
      "{}{}{}{}\n", leaf.path.empty() ? kind_name(leaf.kind) : std::string_view(leaf.path),
      leaf.path.empty() ? "" : " = " + value_text(leaf), leaf.meaning.empty() ? "" : ": ",
      leaf.meaning);
  const std::uint64_t most = whole ? leaf.length : std::min(leaf.length, 4 * kRow);
  for (std::uint64_t row = 0; row < most; row += kRow) {
    text += fmt::format("  {:08x} ", leaf.offset + row);
    std::string letters;
    for (std::uint64_t i = row; i < std::min(row + kRow, most); ++i) {
      const auto byte = static_cast<unsigned char>(bytes[leaf.offset + i]);
      text += fmt::format(" {:02x}", byte);
      letters += byte >= ' ' && byte < 0x7F ? static_cast<char>(byte) : '.';
    }
    text += std::string(3 * (kRow - letters.size()) + 2, ' ') + letters + '\n';
  }
  if (most < leaf.length) text += fmt::format("  ... {} more bytes\n", leaf.length - most);
  return text;
}

std::string coverage_text(const Explained& explained) {
  const Coverage& all = explained.what.coverage();
  std::string text = fmt::format("{}: {}, {}, {}", explained.file, explained.format,
                                 counted(explained.bytes.size(), "byte"),
                                 counted(all.leaves, "field or gap", "fields and gaps"));
  const auto add = [&](std::uint64_t bytes, std::string_view what) {
    if (bytes > 0) text += fmt::format(", {} {}", bytes, what);
  };
  add(all.field, "bytes of fields");
  add(all.syntax, "between them");
  add(all.padding, "padding");
  add(all.unused, "unused");
  add(all.unknown, "unknown");
  if (explained.what.limited()) text += "; further descriptions of the same bytes are left out";
  return text + '\n';
}

// "frameOffset[0]" -> "frameOffset"; empty for fields that are not items of a list of numbers.
std::string_view list_of(const Leaf& leaf) {
  if (!leaf.path.ends_with(']') || leaf.type == "text" || leaf.type == "bytes") return {};
  return std::string_view(leaf.path).substr(0, leaf.path.rfind('['));
}

// Lines of text, with one for each list of numbers.
class TextLines {
 public:
  TextLines(const Arguments& arguments, ByteView bytes, const Sink& sink)
      : hex_(arguments.explain.hex), all_(arguments.verbose), bytes_(bytes), sink_(sink) {}

  bool take(const Leaf& leaf) {
    if (!all_ && !is_worth_a_line(leaf)) return true;
    const std::string_view list = list_of(leaf);
    if (!all_ && !list.empty() && list == list_of(held_)) {
      ++items_;
      last_ = leaf.path.substr(list.size() + 1);
      held_.length = leaf.offset + leaf.length - held_.offset;
      if (items_ <= kShownItems) held_.value += ", " + leaf.value;
      return true;
    }
    if (!flush()) return false;
    held_ = leaf;
    items_ = 1;
    return true;
  }
  bool finish() {
    if (!flush()) return false;
    if (left_out_ == 0) return true;
    return sink_(as_bytes(fmt::format(
        "... {} more: --verbose prints all, --at OFFSET the one of a byte\n", left_out_)));
  }

 private:
  static constexpr std::size_t kShownItems = 4;

  bool flush() {
    if (items_ == 0) return true;
    if (items_ > 1) {
      held_.path.back() = '.';
      held_.path += ".." + last_;
      if (items_ > kShownItems) held_.value += " ...";
      held_.shown.clear();
    }
    items_ = 0;
    if (!all_ && lines_ >= kScreen) {
      ++left_out_;
      return true;
    }
    lines_ += 1;
    const std::string text = hex_ ? hex_rows(held_, bytes_, all_) : line_of(held_);
    lines_ += hex_ ? static_cast<std::size_t>(std::ranges::count(text, '\n')) - 1 : 0;
    return sink_(as_bytes(text));
  }

  bool hex_, all_;
  ByteView bytes_;
  const Sink& sink_;
  Leaf held_;
  std::size_t items_ = 0;  // that `held_` represents
  std::string last_;       // number of the last of them, and a bracket
  std::size_t lines_ = 0, left_out_ = 0;
};

}  // namespace

bool write_explained_text(const Explained& explained, const Arguments& arguments,
                          const Sink& sink) {
  if (arguments.explain.at) {
    const Leaf leaf = explained.what.at(*arguments.explain.at);
    return sink(as_bytes(arguments.explain.hex ? hex_rows(leaf, explained.bytes, arguments.verbose)
                                               : line_of(leaf)));
  }

  if (!sink(as_bytes(coverage_text(explained)))) return false;
  TextLines lines(arguments, explained.bytes, sink);
  bool good = true;
  explained.what.visit([&](const Leaf& leaf) {
    good = lines.take(leaf);
    return good;
  });
  return good && lines.finish();
}

}  // namespace anmkit::cli
