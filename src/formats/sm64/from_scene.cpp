// From a scene (usually an edited glTF) back to animations (section 10.5).
#include <algorithm>

#include "formats/sm64/c_write.hpp"
#include "formats/sm64/clip_back.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/gather.hpp"
#include "formats/sm64/spelling.hpp"

namespace anmkit::sm64 {
namespace {

struct Back {
  std::vector<Motion> motions;
  OwnTables own;
  bool unchanged = true;  // every animation of the original and nothing else
};

Result<void> bring_back(const Scene& scene, const Document* original, bool mario,
                        const Options& options, ConversionReport& report, Back& back) {
  if (scene.clips.empty()) {
    return fail(std::string(kNoSuchClip), "the scene has no animation to write");
  }
  std::vector<std::size_t> chosen;
  if (options.has("clip")) {
    const auto index = find_clip(scene, options.text("clip"));
    if (!index) return std::unexpected(index.error());
    chosen.push_back(*index);
  } else {
    for (std::size_t i = 0; i < scene.clips.size(); ++i)
      chosen.push_back(i);
  }
  const MotionDocument* from = as_motions(original);
  std::vector<Motion> before;
  if (from != nullptr) before = from->motions({}, options);
  // With one clip named, the original's others stay.
  if (options.has("clip")) back.motions = before;
  back.unchanged = from != nullptr && (options.has("clip") || chosen.size() == before.size());
  for (const std::size_t i : chosen) {
    const Clip& clip = scene.clips[i];
    const auto known = std::ranges::find(before, clip.name, &Motion::name);
    const Motion* old = known == before.end() ? nullptr : &*known;
    auto motion =
        clip_back(scene, clip, old, old != nullptr ? old->mario : mario, options, report, back.own);
    if (!motion) return std::unexpected(motion.error());
    const bool same = old != nullptr && motion->index.data() == old->index.data();
    back.unchanged = back.unchanged && same;
    const auto place = std::ranges::find(back.motions, motion->name, &Motion::name);
    if (options.has("clip") && place != back.motions.end()) {
      *place = std::move(*motion);
    } else {
      back.motions.push_back(std::move(*motion));
    }
  }
  report.summary =
      "parts in the order of the scene's nodes: " + std::to_string(scene.nodes.size()) +
      " parts, " + std::to_string(back.motions.size()) + " animations";
  return {};
}

// A copy of a document of the same format, byte for byte.
Result<DocumentPtr> again(const Document& original) {
  const Format* format = find_format(original.format());
  auto bytes = original.write();
  if (!bytes) return std::unexpected(bytes.error());
  Diagnostics unused;
  auto document = format->parse({*bytes, {}}, {}, unused);
  if (!document) return fail(std::string(kUnsupported), "the original cannot be read again");
  return document;
}

Result<DocumentPtr> parse_made(std::string_view id, const Result<Bytes>& bytes) {
  if (!bytes) return std::unexpected(bytes.error());
  Diagnostics diagnostics;
  auto document = find_format(id)->parse({*bytes, {}}, {}, diagnostics);
  if (!document) return std::unexpected(*diagnostics.first_error());
  return document;
}

}  // namespace

Result<DocumentPtr> c_from_scene(const Scene& scene, const Document* original,
                                 const Options& options, ConversionReport& report) {
  const auto* from = as<CDocument>(original, kCId);
  // The original's spelling, unless the output's name says another.
  const auto told = spelling_of_output(options);
  const Spelling before = from == nullptr ? Spelling::c : from->file.spelling;
  const Profile profile = profile_of(options, profile_of(told.value_or(before)));
  const bool mario = profile == Profile::mario_dma;
  Back back;
  if (auto done = bring_back(scene, original, mario, options, report, back); !done) {
    return std::unexpected(done.error());
  }
  const bool alike = from != nullptr && spelling_of(profile) == before;
  if (back.unchanged && alike && !options.has("profile")) return again(*original);
  if (spelling_of(profile) == Spelling::lua) {
    return parse_made(kCId, to_bytes(write_lua(back.motions)));
  }
  if (spelling_of(profile) == Spelling::saturn) {
    const std::string text = before == Spelling::saturn ? from->source : std::string();
    return parse_made(kCId, to_bytes(write_saturn(back.motions.front(), text)));
  }
  const auto file = make_c(back.motions, scene.name.empty() ? "anims" : scene.name + "_anims");
  if (!file) return std::unexpected(file.error());
  return parse_made(kCId, to_bytes(write_c(*file, {}, profile)));
}

Result<DocumentPtr> dma_from_scene(const Scene& scene, const Document* original,
                                   const Options& options, ConversionReport& report) {
  Back back;
  if (auto done = bring_back(scene, original, true, options, report, back); !done) {
    return std::unexpected(done.error());
  }
  if (back.unchanged && original->format() == kDmaId) return again(*original);
  const double buffer = options.number("buffer", kDmaBuffer);
  return parse_made(
      kDmaId, make_dma(back.motions, buffer > 0 ? static_cast<std::uint64_t>(buffer) : kDmaBuffer));
}

Result<DocumentPtr> anim_from_scene(const Scene& scene, const Document* original,
                                    const Options& options, ConversionReport& report) {
  Back back;
  if (auto done = bring_back(scene, original, false, options, report, back); !done) {
    return std::unexpected(done.error());
  }
  if (back.unchanged && original->format() == kAnimId) return again(*original);
  std::vector<std::size_t> order(back.motions.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  return parse_made(kAnimId, make_insertable(back.motions, order));
}

}  // namespace anmkit::sm64
