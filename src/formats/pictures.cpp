// Which documents hold pictures. A family whose files do adds its formats here.
#include "anmkit/cs2_pictures.hpp"
#include "formats/cs2/document.hpp"
#include "formats/psx/document.hpp"

namespace anmkit {

Result<std::vector<StoredPicture>> pictures_of(const Document& document) {
  for (const std::string_view id : {cs2::kHg3Id, cs2::kHg2Id}) {
    const auto* file = cs2::as<cs2::HgDocument>(&document, id);
    if (file != nullptr) return cs2::decode_hg(file->source, file->file);
  }
  if (const auto* file = psx::as<psx::TimDocument>(&document, psx::kTimId)) {
    return psx::decode_palettes(file->tim);
  }
  return fail(std::string(kUnsupported),
              "a " + std::string(document.format()) + " file has no pictures inside");
}

Result<PictureScript> write_picture_script(std::span<const StoredPicture> pictures,
                                           std::span<const std::int64_t> ticks) {
  auto packed = cs2::write_hg3(pictures);
  if (!packed) return std::unexpected(std::move(packed.error()));
  return PictureScript{cs2::write(cs2::script_of(pictures, ticks)), std::move(*packed)};
}

}  // namespace anmkit
