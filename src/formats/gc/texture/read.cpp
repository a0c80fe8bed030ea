// SPDX-License-Identifier: MIT
// TPL: bytes -> TexturePalette -> bytes (section 11).
#include <set>

#include "core/counted.hpp"
#include "formats/gc/model/fields.hpp"
#include "formats/gc/model/layout.hpp"
#include "formats/gc/model/records.hpp"
#include "formats/gc/unclaimed_bytes.hpp"

namespace anmkit::gc {
namespace {

struct Header {
  std::uint32_t version = 0, count = 0, descriptors = 0;
};
template <class Archive, Of<Header> T>
void fields(Archive& archive, T& header) {
  archive("version", header.version);
  archive("count", header.count);
  archive("descriptors", header.descriptors);
}

}  // namespace

Result<TexturePalette> read_textures(ByteView bytes, Diagnostics& diagnostics) {
  const auto stop = [&](std::string_view code, std::string message, std::uint64_t offset) {
    Error error{Severity::error, prefixed(code), offset, "", std::move(message)};
    diagnostics.add(error);
    return std::unexpected(std::move(error));
  };
  Header header;
  if (!read_big_record(bytes, 0, 12, header)) {
    return stop("TPL001", "the header takes 12 bytes, the file has " + std::to_string(bytes.size()),
                bytes.size());
  }
  if (header.version != kTextureVersion) {
    return stop("TPL002", "version " + std::to_string(header.version) + ", expected 2142000", 0);
  }
  if (!fits(header.descriptors, std::uint64_t{8} * header.count, bytes.size())) {
    return stop("TPL003",
                counted(header.count, "descriptor") + " at " + hex_number(header.descriptors) +
                    " beyond the end of the file",
                4);
  }
  TexturePalette palette;
  palette.version_number = header.version;
  palette.descriptor_array = header.descriptors;
  palette.size = bytes.size();
  palette.descriptors.resize(header.count);
  std::set<std::uint32_t> images, cluts;
  for (std::size_t i = 0; i < palette.descriptors.size(); ++i) {
    TextureDescriptor& descriptor = palette.descriptors[i];
    read_big_record(bytes, header.descriptors + 8 * std::uint64_t{i}, 8, descriptor);
    TextureHeader image;
    image.offset = descriptor.image;
    if (images.insert(image.offset).second &&
        read_big_record(bytes, image.offset, kTextureHeaderSize, image))
      palette.images.push_back(image);
    ClutHeader clut;
    clut.offset = descriptor.clut;
    if (clut.offset != 0 && cluts.insert(clut.offset).second &&
        read_big_record(bytes, clut.offset, kClutHeaderSize, clut))
      palette.cluts.push_back(clut);
  }
  return palette;
}

Result<TexturePalette> parse_textures(ByteView bytes, Diagnostics& diagnostics) {
  return with_gaps(read_textures(bytes, diagnostics), bytes);
}

Result<Bytes> write(const TexturePalette& palette) {
  const auto bad = [](const char* what) {
    return fail(std::string(kBadJson), std::string(what) + " outside the file");
  };
  if (palette.size < 12 || palette.size > kLargestFile)
    return fail(std::string(kBadJson), "size is too small for the records", {}, "size");
  Bytes file(static_cast<std::size_t>(palette.size));
  if (palette.descriptors.size() > palette.size / 8) return bad("the descriptors are");
  const Header header{palette.version_number,
                      static_cast<std::uint32_t>(palette.descriptors.size()),
                      palette.descriptor_array};
  place_big_record(header, 0, file);
  for (std::size_t i = 0; i < palette.descriptors.size(); ++i) {
    if (!place_big_record(palette.descriptors[i], palette.descriptor_array + 8 * std::uint64_t{i},
                          file))
      return bad("a descriptor is");
  }
  for (const TextureHeader& image : palette.images)
    if (!place_big_record(image, image.offset, file)) return bad("an image header is");
  for (const ClutHeader& clut : palette.cluts)
    if (!place_big_record(clut, clut.offset, file)) return bad("a palette header is");
  if (!lay_over(palette.gaps, file)) return bad("a gap is");
  return file;
}

}  // namespace anmkit::gc
