// Which documents hold pictures. A family whose files do adds its formats here.
#include <algorithm>
#include <set>
#include <unordered_map>

#include "anmkit/cs2_pictures.hpp"
#include "core/findings.hpp"
#include "formats/cs2/document.hpp"
#include "formats/gc/document.hpp"
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
  if (document.format() == gc::kTextureId) {
    return gc::decode_textures(static_cast<const gc::TextureDocument&>(document).file);
  }
  return fail(std::string(kUnsupported),
              "a " + std::string(document.format()) + " file has no pictures inside");
}

Result<PictureScript> write_picture_script(std::span<const StoredPicture> pictures,
                                           std::span<const PictureStep> steps,
                                           std::uint32_t loops) {
  std::set<std::uint32_t> ids;
  for (const StoredPicture& one : pictures)
    ids.insert(one.id);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const PictureStep& step = steps[i];
    const bool known = ids.contains(step.id);
    if (known && step.ticks >= 1 && step.ticks <= INT32_MAX) continue;
    return fail(
        "anmkit.PICTURES",
        known ? "a picture lasts " + std::to_string(step.ticks) + " ticks; wanted 1 to 2147483647"
              : "there is no picture " + std::to_string(step.id),
        {}, path_of("steps", i));
  }
  auto packed = cs2::write_hg3(pictures);
  if (!packed) return std::unexpected(std::move(packed.error()));
  return PictureScript{cs2::write(cs2::script_of(steps, loops)), std::move(*packed)};
}

Result<PictureScript> write_picture_script(PictureAnimation animation, std::uint32_t canvas_width,
                                           std::uint32_t canvas_height) {
  if (animation.ticks_per_second == 0) return fail("anmkit.PICTURES", "the clock stands still");
  const std::vector<std::int64_t> lengths = frame_lengths(animation, 60);
  std::vector<StoredPicture> pictures;
  std::vector<PictureStep> steps;
  std::unordered_multimap<std::size_t, std::size_t> known;  // by a hash of the pixels
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    Picture& picture = animation.frames[i].picture;
    const std::size_t hash = std::hash<std::string_view>{}(as_text(picture.pixels));
    const auto [begin, end] = known.equal_range(hash);
    const auto same = std::find_if(
        begin, end, [&](const auto& one) { return pictures[one.second].picture == picture; });
    const std::size_t index = same == end ? pictures.size() : same->second;
    if (same == end) {
      StoredPicture stored;
      stored.id = static_cast<std::uint32_t>(index);
      stored.canvas_width = canvas_width;
      stored.canvas_height = canvas_height;
      stored.picture = std::move(picture);
      pictures.push_back(std::move(stored));
      known.emplace(hash, index);
    }
    const auto id = static_cast<std::uint32_t>(index);
    // A picture that follows itself stays on the screen.
    if (!steps.empty() && steps.back().id == id) {
      steps.back().ticks += lengths[i];
    } else {
      steps.push_back({id, lengths[i]});
    }
  }
  return write_picture_script(pictures, steps, animation.loops);
}

}  // namespace anmkit
