// SPDX-License-Identifier: MIT
// GPL: bytes -> GeometryPalette -> bytes (sections 9.1 to 9.3).
#include <set>

#include "core/counted.hpp"
#include "formats/gc/model/fields.hpp"
#include "formats/gc/model/layout.hpp"
#include "formats/gc/model/records.hpp"
#include "formats/gc/unclaimed_bytes.hpp"

namespace anmkit::gc {
namespace {

struct Header {
  std::uint32_t version = 0, user_data_size = 0, user_data = 0, count = 0, descriptors = 0;
};
template <class Archive, Of<Header> T>
void fields(Archive& archive, T& header) {
  archive("version", header.version);
  archive("user_data_size", header.user_data_size);
  archive("user_data", header.user_data);
  archive("count", header.count);
  archive("descriptors", header.descriptors);
}

// Reads the records that an object's layout names. Hostile objects may share them; `budget` counts
// those read and keeps them within the size of the file.
class ObjectReader {
 public:
  explicit ObjectReader(ByteView bytes) : bytes_(bytes), budget_(bytes.size() / 4 + 64) {}

  bool read(DisplayObject& object) {
    if (!read_big_record(bytes_, object.offset, 24, object)) return false;
    const std::uint64_t base = object.offset;
    header(object.positions, base, object.position_header, 8);
    header(object.colors, base, object.color_header, 8);
    header(object.lighting, base, object.lighting_header, 12);
    if (object.texture_header != 0 &&
        take(base + object.texture_header, std::uint64_t{16} * object.texture_channels,
             object.texture_channels)) {
      object.textures.resize(object.texture_channels);
      for (std::size_t i = 0; i < object.textures.size(); ++i)
        read_big_record(bytes_, base + object.texture_header + 16 * std::uint64_t{i}, 16,
                        object.textures[i]);
    }
    header(object.display, base, object.display_header, 12);
    if (object.display &&
        take(base + object.display->state_list, std::uint64_t{16} * object.display->state_count,
             object.display->state_count)) {
      object.display->states.resize(object.display->state_count);
      for (std::size_t i = 0; i < object.display->states.size(); ++i)
        read_big_record(bytes_, base + object.display->state_list + 16 * std::uint64_t{i}, 16,
                        object.display->states[i]);
    }
    return true;
  }
  bool exhausted() const { return exhausted_; }

 private:
  bool take(std::uint64_t offset, std::uint64_t size, std::uint64_t records) {
    if (!fits(offset, size, bytes_.size())) return false;
    if (records > budget_) {
      exhausted_ = true;
      return false;
    }
    budget_ -= records;
    return true;
  }
  template <class T>
  void header(std::optional<T>& to, std::uint64_t base, std::uint32_t offset, std::uint64_t size) {
    if (offset == 0) return;
    if (T value; read_big_record(bytes_, base + offset, size, value)) to = value;
  }

  ByteView bytes_;
  std::uint64_t budget_;
  bool exhausted_ = false;
};

bool put_object(const DisplayObject& object, Bytes& file) {
  const std::uint64_t base = object.offset;
  bool good = place_big_record(object, base, file);
  if (object.positions)
    good &= place_big_record(*object.positions, base + object.position_header, file);
  if (object.colors) good &= place_big_record(*object.colors, base + object.color_header, file);
  if (object.lighting)
    good &= place_big_record(*object.lighting, base + object.lighting_header, file);
  for (std::size_t i = 0; i < object.textures.size(); ++i)
    good &= place_big_record(object.textures[i],
                             base + object.texture_header + 16 * std::uint64_t{i}, file);
  if (!object.display) return good;
  good &= place_big_record(*object.display, base + object.display_header, file);
  for (std::size_t i = 0; i < object.display->states.size(); ++i)
    good &= place_big_record(object.display->states[i],
                             base + object.display->state_list + 16 * std::uint64_t{i}, file);
  return good;
}

}  // namespace

Result<GeometryPalette> read_geometry(ByteView bytes, Diagnostics& diagnostics) {
  const auto stop = [&](std::string_view code, std::string message, std::uint64_t offset) {
    Error error{Severity::error, prefixed(code), offset, "", std::move(message)};
    diagnostics.add(error);
    return std::unexpected(std::move(error));
  };
  Header header;
  if (!read_big_record(bytes, 0, 20, header)) {
    return stop("GPL001", "the header takes 20 bytes, the file has " + std::to_string(bytes.size()),
                bytes.size());
  }
  if (header.version != kGeometryVersion && header.version != kLaterGeometryVersion) {
    return stop("GPL002",
                "version " + std::to_string(header.version) + ", expected 12012000 or 6012001", 0);
  }
  if (!fits(header.descriptors, std::uint64_t{8} * header.count, bytes.size())) {
    return stop("GPL003",
                counted(header.count, "descriptor") + " at " + hex_number(header.descriptors) +
                    " beyond the end of the file",
                12);
  }
  GeometryPalette palette;
  palette.version_number = header.version;
  palette.user_data_size = header.user_data_size;
  palette.user_data = header.user_data;
  palette.descriptor_array = header.descriptors;
  palette.size = bytes.size();
  palette.descriptors.resize(header.count);
  ObjectReader reader(bytes);
  std::set<std::uint32_t> seen;
  for (std::size_t i = 0; i < palette.descriptors.size(); ++i) {
    ObjectDescriptor& descriptor = palette.descriptors[i];
    read_big_record(bytes, header.descriptors + 8 * std::uint64_t{i}, 8, descriptor);
    DisplayObject object;
    object.offset = descriptor.layout;
    if (seen.insert(object.offset).second && reader.read(object))
      palette.objects.push_back(std::move(object));
  }
  if (reader.exhausted()) {
    return stop("GPL004", "objects share their records so often that they outgrow the file", 16);
  }
  return palette;
}

Result<GeometryPalette> parse_geometry(ByteView bytes, Diagnostics& diagnostics) {
  return with_gaps(read_geometry(bytes, diagnostics), bytes);
}

Result<Bytes> write(const GeometryPalette& palette) {
  const auto bad = [](const char* what) {
    return fail(std::string(kBadJson), std::string(what) + " outside the file");
  };
  if (palette.size < 20 || palette.size > kLargestFile)
    return fail(std::string(kBadJson), "size is too small for the records", {}, "size");
  if (palette.descriptors.size() > palette.size / 8) return bad("the descriptors are");
  Bytes file(static_cast<std::size_t>(palette.size));
  const Header header{palette.version_number, palette.user_data_size, palette.user_data,
                      static_cast<std::uint32_t>(palette.descriptors.size()),
                      palette.descriptor_array};
  place_big_record(header, 0, file);
  for (std::size_t i = 0; i < palette.descriptors.size(); ++i) {
    if (!place_big_record(palette.descriptors[i], palette.descriptor_array + 8 * std::uint64_t{i},
                          file))
      return bad("a descriptor is");
  }
  for (const DisplayObject& object : palette.objects)
    if (!put_object(object, file)) return bad("an object's record is");
  if (!lay_over(palette.gaps, file)) return bad("a gap is");
  return file;
}

}  // namespace anmkit::gc
