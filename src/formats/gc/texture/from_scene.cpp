// SPDX-License-Identifier: MIT
// From the images of a scene to a texture palette (section 11).
#include <algorithm>

#include "core/bytes.hpp"
#include "core/counted.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/model/body.hpp"
#include "formats/gc/model/layout.hpp"
#include "formats/gc/texture/encode.hpp"
#include "scene/image.hpp"

namespace anmkit::gc {
namespace {

constexpr std::size_t kHeaderBytes = 12, kDescriptorBytes = 8;

// The settings of all materials for an image.
struct Use {
  bool opaque = true, masked = true;  // of all materials that show it
  bool used = false;
  Wrap wrap_s = Wrap::repeat, wrap_t = Wrap::repeat;
  Filter min_filter = Filter::linear, mag_filter = Filter::linear;
};

// A texture with its records; offsets count from the beginning of `data` and `clut_data`.
struct Made {
  TextureHeader header;
  Bytes data;
  std::optional<ClutHeader> clut;
  Bytes clut_data;
};

class TextureMaker {
 public:
  TextureMaker(const FromScene& from, ConversionReport& report)
      : scene_(from.scene),
        report_(report),
        numbers_(number_textures(from.scene)),
        original_(as<TextureDocument>(from.original, kTextureId)) {}

  Result<Bytes> run() {
    look_at_materials();
    std::size_t count = numbers_.count;
    if (original_ != nullptr) {
      auto bytes = original_->write();
      if (!bytes) return bytes;
      original_bytes_ = std::move(*bytes);
      count = std::max(count, original_->file.descriptors.size());
    }
    if (count == 0)
      return fail(prefixed("NO-PICTURE"), "no material of the scene's meshes shows an image");
    if (count > kMostTextures)
      return fail(prefixed("SIZE"),
                  "a palette numbers 8192 textures, expected " + std::to_string(count));
    std::vector<Made> made(count);
    std::size_t kept = 0;
    for (std::size_t number = 0; number < count; ++number) {
      const auto image = std::ranges::find(numbers_.of, static_cast<std::int32_t>(number));
      auto one = make(number, static_cast<std::size_t>(image - numbers_.of.begin()), kept);
      if (!one) return std::unexpected(one.error());
      total_ += one->data.size();
      if (total_ > kLargestFile)
        return fail(prefixed("SIZE"), "the palette would be larger than a file may be, 1 GiB");
      made[number] = std::move(*one);
    }
    if (original_ != nullptr && kept == count && count == original_->file.descriptors.size()) {
      report_.summary = "unchanged: the original bytes";
      return original_bytes_;
    }
    if (kept > 0) report_.summary = counted(kept, "texture") + " as they were";
    return lay_out(made);
  }

 private:
  void look_at_materials() {
    uses_.resize(scene_.images.size());
    for (const Material& material : scene_.materials) {
      if (material.image < 0 || static_cast<std::size_t>(material.image) >= uses_.size()) continue;
      Use& use = uses_[static_cast<std::size_t>(material.image)];
      use.opaque = use.opaque && material.alpha == AlphaMode::opaque;
      use.masked = use.masked && material.alpha == AlphaMode::mask;
      if (use.used) continue;
      use.used = true;
      use.wrap_s = material.wrap_s;
      use.wrap_t = material.wrap_t;
      use.min_filter = material.min_filter;
      use.mag_filter = material.mag_filter;
    }
  }

  // The pixels of an image, as its materials show them.
  Result<Picture> pixels(std::size_t index) const {
    const Image& image = scene_.images[index];
    auto picture = decode_image(image);
    if (!picture) {
      return fail(prefixed("PICTURE"),
                  "image " + quoted(image.name) + " cannot be read: " + picture.error().message);
    }
    return Picture{picture->width, picture->height, std::move(picture->pixels)};
  }

  void show_as(const Use& use, Picture& picture) const {
    if (!use.opaque && !use.masked) return;
    for (std::size_t i = 3; i < picture.pixels.size(); i += 4) {
      const bool shown = use.opaque || std::to_integer<unsigned>(picture.pixels[i]) >= 128;
      picture.pixels[i] = std::byte{shown ? std::uint8_t{255} : std::uint8_t{0}};
    }
  }

  Result<Made> make(std::size_t number, std::size_t image, std::size_t& kept) {
    auto stored = stored_texture(number);
    if (image >= scene_.images.size()) {  // nothing shows this number
      if (stored) {
        ++kept;
        return std::move(*stored);
      }
      return new_texture({4, 4, Bytes(64)}, {});
    }
    auto picture = pixels(image);
    if (!picture) return std::unexpected(picture.error());
    if (stored && same_picture(number, *picture)) {
      ++kept;
      return std::move(*stored);
    }
    if (std::max(picture->width, picture->height) > kLongestSide) {
      return fail(prefixed("PICTURE"), "image " + quoted(scene_.images[image].name) + " has " +
                                           std::to_string(picture->width) + " x " +
                                           std::to_string(picture->height) +
                                           " pixels; textures have at most 1024 x 1024");
    }
    show_as(uses_[image], *picture);
    Made made = new_texture(*picture, uses_[image]);
    if (stored) {
      made.header.wrap_s = stored->header.wrap_s;
      made.header.wrap_t = stored->header.wrap_t;
      if (stored->header.min_lod != stored->header.max_lod)
        Findings(report_.diagnostics)
            .warning("LOSS", "texture " + std::to_string(number) + " loses its smaller levels");
    }
    return made;
  }

  static Made new_texture(const Picture& picture, const Use& use) {
    Made made;
    made.header.width = static_cast<std::uint16_t>(picture.width);
    made.header.height = static_cast<std::uint16_t>(picture.height);
    made.header.format = kRgba8;
    made.header.wrap_s = number_of(use.wrap_s);
    made.header.wrap_t = number_of(use.wrap_t);
    made.header.min_filter = number_of(use.min_filter);
    made.header.mag_filter = number_of(use.mag_filter);
    made.data = encode_rgba8(picture);
    return made;
  }

  // A texture of the original with the bytes of all its levels.
  std::optional<Made> stored_texture(std::size_t number) const {
    if (original_ == nullptr) return std::nullopt;
    const Textures textures(original_->file);
    const TextureHeader* header = textures.image(number);
    if (header == nullptr || tile_format(header->format).bytes == 0) return std::nullopt;
    Made made{*header, {}, {}, {}};
    std::uint64_t size = 0;
    const unsigned levels = header->min_lod != header->max_lod ? header->max_lod : 0u;
    for (unsigned level = 0; level <= levels; ++level)
      size += *level_size(*header, level);
    if (!fits(header->data, size, original_bytes_.size())) return std::nullopt;
    const auto copy = [&](std::uint64_t at, std::uint64_t count) {
      const ByteView view =
          ByteView(original_bytes_)
              .subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(count));
      return Bytes(view.begin(), view.end());
    };
    made.data = copy(header->data, size);
    if (const ClutHeader* clut = textures.clut(number)) {
      const std::uint64_t entries = std::uint64_t{2} * clut->entries;
      if (!fits(clut->data, entries, original_bytes_.size())) return std::nullopt;
      made.clut = *clut;
      made.clut_data = copy(clut->data, entries);
    }
    return made;
  }

  bool same_picture(std::size_t number, const Picture& picture) const {
    const Textures textures(original_->file);
    const auto decoded = decode(original_bytes_, *textures.image(number), textures.clut(number));
    if (!decoded || decoded->width != picture.width || decoded->height != picture.height)
      return false;
    // Invisible texels may have any colour.
    for (std::size_t i = 0; i < picture.pixels.size(); i += 4) {
      if (picture.pixels[i + 3] != decoded->pixels[i + 3]) return false;
      if (picture.pixels[i + 3] != std::byte{0} &&
          !std::equal(&picture.pixels[i], &picture.pixels[i] + 3, &decoded->pixels[i]))
        return false;
    }
    return true;
  }

  static Result<Bytes> lay_out(std::vector<Made>& made) {
    TexturePalette palette;
    std::uint64_t end = kHeaderBytes + kDescriptorBytes * made.size();
    for (Made& one : made) {
      one.header.offset = static_cast<std::uint32_t>(end);
      end += kTextureHeaderSize;
      if (!one.clut) continue;
      one.clut->offset = static_cast<std::uint32_t>(end);
      end += kClutHeaderSize;
    }
    const auto place = [&](Bytes& bytes) {
      end = (end + 31) / 32 * 32;
      const auto at = static_cast<std::uint32_t>(end);
      end += bytes.size();
      palette.gaps.push_back({at, std::move(bytes)});
      return at;
    };
    for (Made& one : made) {
      one.header.data = place(one.data);
      palette.descriptors.push_back({one.header.offset, one.clut ? one.clut->offset : 0});
      palette.images.push_back(one.header);
      if (!one.clut) continue;
      one.clut->data = place(one.clut_data);
      palette.cluts.push_back(*one.clut);
    }
    palette.size = (end + 31) / 32 * 32;
    return gc::write(palette);
  }

  const Scene& scene_;
  ConversionReport& report_;
  TextureNumbers numbers_;
  const TextureDocument* original_;
  Bytes original_bytes_;
  std::vector<Use> uses_;
  std::uint64_t total_ = 0;
};

}  // namespace

Result<Bytes> textures_from_scene(const FromScene& from, const Context&, ConversionReport& report) {
  return TextureMaker(from, report).run();
}

}  // namespace anmkit::gc
