// SPDX-License-Identifier: MIT
// Raw files with segmented pointers (sections 1.4 and 1.5).
#include <algorithm>
#include <charconv>

#include "formats/sm64/binary/pieces.hpp"
#include "formats/sm64/document.hpp"
#include "formats/sm64/findings.hpp"

namespace anmkit::sm64 {
namespace {

std::unexpected<Error> bad_option(std::string_view option, std::string_view value,
                                  std::string_view wanted) {
  return fail(std::string(kBadOption), "--" + std::string(option) + " " + quoted(value) +
                                           ": expected " + std::string(wanted));
}

// N=FILE[@OFFSET]
Result<BoundSegment> parse_binding(std::string_view text) {
  BoundSegment bound;
  const std::size_t equals = text.find('=');
  const auto number = parse_number(text.substr(0, equals));
  if (!number || *number > 255) return bad_option("segment", text, "N=FILE[@OFFSET]");
  bound.number = *number;
  if (equals == std::string_view::npos) return bound;
  std::string_view file = text.substr(equals + 1);
  if (file.empty()) return bad_option("segment", text, "N=FILE[@OFFSET]");
  const std::size_t at = file.rfind('@');
  if (at != std::string_view::npos) {
    const auto offset = parse_number(file.substr(at + 1));
    if (!offset) return bad_option("segment", text, "N=FILE[@OFFSET]");
    bound.offset = *offset;
    file = file.substr(0, at);
  }
  bound.file = file;
  return bound;
}

bool same_file(std::string_view name, std::string_view path) {
  return name.empty() || name == path;
}

// Appends the files that the segments name.
Result<void> gather_files(const Source& source, SegmentImage& image) {
  image.bytes.assign(source.bytes.begin(), source.bytes.end());
  image.own_size = static_cast<std::uint32_t>(source.bytes.size());
  image.ends.push_back(image.own_size);
  std::vector<const Companion*> placed;
  std::vector<std::uint32_t> bases;
  for (BoundSegment& bound : image.segments) {
    if (same_file(bound.file, source.path)) continue;
    const auto known = std::ranges::find(source.files, bound.file, &Companion::path);
    if (known == source.files.end()) {
      return fail(std::string(kBadOption), "--segment: the file " + quoted(bound.file) +
                                               " is neither the input nor at hand");
    }
    const auto before = std::ranges::find(placed, &*known);
    if (before != placed.end()) {
      bound.base = bases[static_cast<std::size_t>(before - placed.begin())];
      continue;
    }
    // Tables are at even places of every file.
    image.bytes.resize((image.bytes.size() + 15) / 16 * 16);
    if (image.bytes.size() + std::uint64_t{known->bytes.size()} > 0x7FFFFFFF) {
      return fail(prefixed("E-TRUNC"), "files beyond 2 GiB are not read", 0);
    }
    bound.base = static_cast<std::uint32_t>(image.bytes.size());
    image.bytes.insert(image.bytes.end(), known->bytes.begin(), known->bytes.end());
    image.ends.push_back(static_cast<std::uint32_t>(image.bytes.size()));
    placed.push_back(&*known);
    bases.push_back(bound.base);
  }
  return {};
}

class SegmentReader {
 public:
  SegmentReader(const SegmentImage& image, SegmentFile& file) : image_(image), file_(file) {}

  Result<void> table(std::string_view text) {
    const std::size_t colon = text.find(':');
    const auto address = parse_number(text.substr(0, colon));
    if (!address) return bad_option("table", text, "ADDRESS or ADDRESS:COUNT");
    std::uint32_t count = 0x10000;
    const bool counted = colon != std::string_view::npos;
    if (counted) {
      const auto given = parse_number(text.substr(colon + 1));
      if (!given) return bad_option("table", text, "ADDRESS or ADDRESS:COUNT");
      count = *given;
    }
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t at = std::uint64_t{*address} + 4 * i;
      const auto found =
          at > UINT32_MAX ? std::nullopt : image_.place(static_cast<std::uint32_t>(at), 4);
      if (!found) {
        if (!counted && i > 0) return {};
        return fail(
            prefixed("E-PTR"),
            "table element " + std::to_string(i) + " at " + hex_number(at) + " does not resolve",
            {}, "table");
      }
      const auto pointer = load<std::uint32_t, std::endian::big>(image_.bytes.data() + *found);
      // Without a count the table ends at the first word that is no pointer (section 1.5).
      if (!counted && (pointer == 0 || !image_.place(pointer, kHeaderSize))) return {};
      file_.addresses.push_back(pointer);
    }
    return {};
  }

  void locate(std::vector<Located>& located) const {
    for (const std::uint32_t address : file_.addresses) {
      const auto at = image_.place(address, kHeaderSize);
      const bool good = at && (address != 0 || file_.segments.empty());
      file_.clip_reference.push_back(good ? static_cast<std::int32_t>(located.size()) : -1);
      if (!good) continue;
      Located one;
      one.header = *at;
      one.limit = static_cast<std::uint32_t>(image_.bytes.size());
      const Header header = read_header(image_.bytes.data() + *at);
      if (header.index % 2 == 0 && header.index != 0) one.index = image_.place(header.index, 2);
      if (header.values % 2 == 0 && header.values != 0) one.values = image_.place(header.values, 2);
      located.push_back(one);
    }
  }

 private:
  const SegmentImage& image_;
  SegmentFile& file_;
};

}  // namespace

std::optional<std::uint32_t> parse_number(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  }
  std::uint32_t value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || end.ec != std::errc{} || end.ptr != text.data() + text.size()) return {};
  return value;
}

std::optional<std::uint32_t> SegmentImage::place(std::uint32_t address,
                                                 std::uint64_t length) const {
  if (segments.empty()) {
    if (!fits(address, length, own_size)) return {};
    return address;
  }
  for (const BoundSegment& segment : segments) {
    if (segment.number != address >> 24) continue;
    const std::uint64_t at = std::uint64_t{segment.base} + segment.offset + (address & 0xFFFFFF);
    if (fits(at, length, end_of(segment.base))) return static_cast<std::uint32_t>(at);
  }
  return {};
}
std::uint32_t SegmentImage::end_of(std::uint32_t at) const {
  const auto end = std::ranges::upper_bound(ends, at);
  return end == ends.end() ? static_cast<std::uint32_t>(bytes.size()) : *end;
}

Result<SegmentImage> bind_segments(const Source& source, const Options& options) {
  SegmentImage image;
  if (source.bytes.size() > 0x7FFFFFFF) {
    return fail(prefixed("E-TRUNC"), "files beyond 2 GiB are not read", 0);
  }
  for (const std::string_view text : options.all("segment")) {
    auto bound = parse_binding(text);
    if (!bound) return std::unexpected(bound.error());
    image.segments.push_back(std::move(*bound));
  }
  if (auto done = gather_files(source, image); !done) return std::unexpected(done.error());
  return image;
}

SegmentImage image_of(const SegmentFile& file) {
  SegmentImage image{put_together(file.file), file.own_size, {file.own_size}, file.segments};
  // A file ends where the next begins, but for a few bytes of padding.
  for (const BoundSegment& bound : file.segments) {
    if (bound.base > file.own_size) image.ends.push_back(bound.base);
  }
  image.ends.push_back(static_cast<std::uint32_t>(image.bytes.size()));
  std::ranges::sort(image.ends);
  return image;
}

Result<SegmentFile> parse_segment(const Source& source, const Options& options) {
  const auto image = bind_segments(source, options);
  if (!image) return std::unexpected(image.error());
  SegmentFile file;
  file.segments = image->segments;
  file.own_size = image->own_size;
  SegmentReader reader(*image, file);
  for (const std::string_view text : options.all("header")) {
    const auto address = parse_number(text);
    if (!address) return bad_option("header", text, "an address");
    if (!image->place(*address, kHeaderSize)) {
      return fail(
          prefixed(image->place(*address, 1) ? "E-TRUNC" : "E-PTR"),
          "animation header at " + hex_number(*address) + " needs 24 bytes of a bound segment", {},
          "header");
    }
    file.addresses.push_back(*address);
  }
  for (const std::string_view text : options.all("table")) {
    if (auto table = reader.table(text); !table) return std::unexpected(table.error());
  }
  if (file.addresses.empty()) {
    // Without options: a header at the start of the file, with file offsets.
    if (source.bytes.size() < kHeaderSize) {
      return fail(prefixed("E-TRUNC"),
                  "animation header at 0x0 needs 24 bytes, " + std::to_string(source.bytes.size()) +
                      " available",
                  0);
    }
    if (!file.segments.empty()) {
      return fail(std::string(kBadOption),
                  "--segment needs --header ADDRESS or --table ADDRESS:COUNT");
    }
    file.addresses.push_back(0);
  }
  std::vector<Located> located;
  reader.locate(located);
  file.file = take_apart(image->bytes, located, {}, image->ends);
  return file;
}

Result<void> check_segments(const Options& options) {
  for (const std::string_view text : options.all("segment")) {
    if (auto bound = parse_binding(text); !bound) return std::unexpected(std::move(bound.error()));
  }
  return {};
}

std::vector<std::string> segment_files(const Options& options) {
  std::vector<std::string> files;
  for (const std::string_view text : options.all("segment")) {
    const auto bound = parse_binding(text);
    if (bound && !bound->file.empty()) files.push_back(bound->file);
  }
  return files;
}

}  // namespace anmkit::sm64
