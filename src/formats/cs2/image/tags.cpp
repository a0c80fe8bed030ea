// SPDX-License-Identifier: MIT
// The tags of a frame, found and proved, and their streams unpacked.
#include "formats/cs2/image/tags.hpp"

#include <algorithm>

#include "core/counted.hpp"
#include "core/zlib.hpp"

namespace anmkit::cs2 {

std::unexpected<Error> bad_image(std::string_view code, std::string message, const HgFrame& frame,
                                 std::uint64_t offset) {
  return fail("cs2." + std::string(code), std::move(message), offset,
              "images[" + std::to_string(frame.id) + "]");
}

std::vector<HgTag> tags_of(ByteView bytes, const HgFrame& frame) {
  std::vector<HgTag> tags;
  std::uint64_t at = frame.offset + 8;
  for (const std::string& name : frame.tags) {
    LittleReader header(bytes, at + 8);
    const std::uint64_t next = header.get<std::uint32_t>("offsetNext");
    const std::uint64_t length = header.get<std::uint32_t>("length");
    tags.push_back({name, at, header.get_bytes(length, "payload")});
    at += next;
  }
  return tags;
}

Result<Bytes> unpack_part(ByteView packed, std::uint64_t size, const HgFrame& frame,
                          std::uint64_t offset, Diagnostics* warnings) {
  std::optional<Error> wrong;
  auto bytes = inflate_zlib(packed, size, &wrong);
  if (!bytes) return bad_image("HG-ZLIB", bytes.error().message, frame, offset);
  if (wrong && warnings != nullptr) {
    Error finding = bad_image("HG-SUM", wrong->message, frame, offset).error();
    finding.severity = Severity::warning;
    warnings->add(std::move(finding));
  }
  return bytes;
}

#ifdef ANMKIT_HAVE_CODECS
namespace {

const HgTag* find_tag(std::span<const HgTag> tags, std::string_view name) {
  const auto found = std::ranges::find(tags, name, &HgTag::name);
  return found == tags.end() ? nullptr : &*found;
}

Result<Picture> decode_tag(const HgTag& tag, std::string_view code, const HgFrame& frame) {
  auto decoded = decode_animation(tag.payload);
  if (!decoded) return bad_image(code, decoded.error().message, frame, tag.offset);
  Picture& picture = decoded->frames.front().picture;
  if (picture.width != frame.width || picture.height != frame.height) {
    return bad_image(code,
                     "the image in '" + std::string(tag.name) + "' has " +
                         std::to_string(picture.width) + " x " + std::to_string(picture.height) +
                         " pixels, the image " + std::to_string(frame.width) + " x " +
                         std::to_string(frame.height),
                     frame, tag.offset);
  }
  return std::move(picture);
}

// One byte a pixel, in the order of the JPEG's pixels.
Result<void> join_alpha(const HgTag& tag, const HgFrame& frame, Diagnostics* warnings,
                        Picture& picture) {
  LittleReader reader(tag.payload);
  const std::uint64_t packed = reader.get<std::uint32_t>("packed");
  const std::uint64_t size = reader.get<std::uint32_t>("size");
  const ByteView stream = reader.get_bytes(packed, "alpha");
  if (!reader.ok()) return bad_image("HG-SLICE", "the alpha is cut short", frame, tag.offset);
  const std::uint64_t pixels = std::uint64_t{picture.width} * picture.height;
  if (size != pixels) {
    return bad_image("HG-LENGTH",
                     "the alpha has " + counted(size, "byte") + ", the image has " +
                         std::to_string(pixels) + " pixels",
                     frame, tag.offset);
  }
  const auto alpha = unpack_part(stream, size, frame, tag.offset, warnings);
  if (!alpha) return std::unexpected(alpha.error());
  for (std::size_t i = 0; i < alpha->size(); ++i)
    picture.pixels[4 * i + 3] = (*alpha)[i];
  return {};
}

}  // namespace

std::optional<Result<Picture>> decode_embedded(ByteView bytes, const HgFrame& frame,
                                               Diagnostics* warnings) {
  const std::vector<HgTag> tags = tags_of(bytes, frame);
  if (const HgTag* webp = find_tag(tags, "img_wbp")) return decode_tag(*webp, "HG-WEBP", frame);
  const HgTag* jpeg = find_tag(tags, "img_jpg");
  if (jpeg == nullptr) return std::nullopt;
  auto picture = decode_tag(*jpeg, "HG-JPEG", frame);
  if (!picture) return picture;
  // Section 8.1: with this tag red and blue have changed places.
  if (find_tag(tags, "imgmode") != nullptr) {
    for (std::size_t i = 0; i < picture->pixels.size(); i += 4)
      std::swap(picture->pixels[i], picture->pixels[i + 2]);
  }
  if (const HgTag* alpha = find_tag(tags, "img_al")) {
    if (auto joined = join_alpha(*alpha, frame, warnings, *picture); !joined) {
      return std::unexpected(joined.error());
    }
  }
  return picture;
}
#else
std::optional<Result<Picture>> decode_embedded(ByteView, const HgFrame&, Diagnostics*) {
  return std::nullopt;
}
#endif

}  // namespace anmkit::cs2
