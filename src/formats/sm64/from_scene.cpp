// From a scene (usually an edited glTF) back to animations (section 10.5).
#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>

#include "formats/sm64/c_write.hpp"
#include "formats/sm64/clip_back.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/gather.hpp"
#include "formats/sm64/profile.hpp"

namespace anmkit::sm64 {
namespace {

struct Back {
  std::vector<Motion> motions;
  OwnTables own;
  bool unchanged = true;             // every animation of the original and nothing else
  std::optional<Fast64Table> table;  // as the scene's keys have it
  std::vector<std::int64_t> slots;   // its elements, as places in motions; -1 = NULL
};

Result<std::vector<std::size_t>> chosen_clips(const Scene& scene, const Options& options) {
  if (scene.clips.empty()) {
    return fail(std::string(kNoSuchClip), "the scene has no animation to write");
  }
  std::vector<std::size_t> chosen(scene.clips.size());
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  if (!options.has("clip")) return chosen;
  const auto index = find_clip(scene, options.text("clip"));
  if (!index) return std::unexpected(index.error());
  return std::vector{*index};
}

// Clips whose keys name the same arrays share them, where the samples are still the same.
class Sharing {
 public:
  void share(Motion& motion) {
    if (motion.index_name.empty() || motion.values_name.empty()) return;
    const auto [place, fresh] =
        first_.try_emplace({motion.index_name, motion.values_name}, motion.index, motion.values);
    const auto& [index, values] = place->second;
    if (!std::ranges::equal(index, motion.index)) return;
    if (!std::ranges::equal(values, motion.values)) return;
    motion.index = index;
    motion.values = values;
  }

 private:
  using Tables = std::pair<std::span<const std::uint16_t>, std::span<const std::uint16_t>>;
  std::map<std::pair<std::string, std::string>, Tables> first_;
};

// Further headers that the keys of a clip tell: animations of their own over the same arrays.
void add_variants(const Motion& motion, const Fast64Clip& keys, const Options& options,
                  std::vector<Motion>& motions) {
  for (std::size_t i = 0; i < keys.variants.size(); ++i) {
    const Fast64Header& from = keys.variants[i];
    Motion variant = motion;
    variant.name =
        from.name.empty() ? motion.name + "_variant_" + std::to_string(i + 1) : from.name;
    apply(from, variant.header);
    if (from.trans_divisor) {
      variant.header.animYTransDivisor = *from.trans_divisor;
      // As for clips: a divisor must not take the movement away.
      if (translation_factor(variant, y_trans_of(variant, options)) == 0) {
        variant.header.animYTransDivisor = motion.header.animYTransDivisor;
      }
    }
    motions.push_back(std::move(variant));
  }
}

// Places of the table's elements. Elements that name nothing stay empty, so that the numbers of
// the others do.
void find_slots(Back& back, Findings& findings) {
  std::map<std::string_view, std::size_t> by_name;
  for (std::size_t i = 0; i < back.motions.size(); ++i)
    by_name.emplace(back.motions[i].name, i);
  for (std::size_t i = 0; i < back.table->elements.size(); ++i) {
    const std::string& name = back.table->elements[i].header_name;
    const auto known = by_name.find(name);
    back.slots.push_back(known == by_name.end() ? -1 : static_cast<std::int64_t>(known->second));
    if (known != by_name.end() || name.empty()) continue;
    findings.warning(
        "W-FAST64",
        "the table of Fast64's keys names " + quoted(name) + ", which no animation is called", {},
        path_of(std::string(kFast64Table) + ".elements", i, "header_name"));
  }
}

Result<void> bring_back(const Scene& scene, const Document* original, bool mario,
                        const Options& options, ConversionReport& report, Back& back) {
  const auto chosen = chosen_clips(scene, options);
  if (!chosen) return std::unexpected(chosen.error());
  Findings findings(report.diagnostics);
  const MotionDocument* from = as_motions(original);
  std::vector<Motion> before;
  if (from != nullptr) before = from->motions({}, options);
  // With one clip named, the original's others stay.
  if (options.has("clip")) back.motions = before;
  back.unchanged = from != nullptr && (options.has("clip") || chosen->size() == before.size());
  back.table = fast64_table(scene, findings);
  Sharing sharing;
  for (const std::size_t i : *chosen) {
    const Clip& clip = scene.clips[i];
    const auto known = std::ranges::find(before, clip.name, &Motion::name);
    const Motion* old = known == before.end() ? nullptr : &*known;
    const auto keys = fast64_clip(clip.extensions, path_of("animations", i), findings);
    const bool told = keys && old == nullptr && clip.extras.empty();
    const bool of_mario = mario || (told && back.table && back.table->is_dma);
    auto motion = clip_back(scene, clip, old, keys ? &*keys : nullptr,
                            old != nullptr ? old->mario : of_mario, options, report, back.own);
    if (!motion) return std::unexpected(motion.error());
    if (keys && old == nullptr) {
      motion->values_name = keys->values_table;
      motion->index_name = keys->indices_table;
      sharing.share(*motion);
    }
    const bool same = old != nullptr && motion->index.data() == old->index.data();
    back.unchanged = back.unchanged && same;
    if (options.has("clip")) {
      const auto place = std::ranges::find(back.motions, motion->name, &Motion::name);
      if (place != back.motions.end()) {
        *place = std::move(*motion);
        continue;
      }
    }
    back.motions.push_back(*motion);
    if (told) add_variants(*motion, *keys, options, back.motions);
  }
  if (options.has("clip")) back.table.reset();
  if (back.table) find_slots(back, findings);
  report.summary =
      "parts in the order of the scene's nodes: " + std::to_string(scene.nodes.size()) +
      " parts, " + std::to_string(back.motions.size()) + " animations";
  return {};
}

// The animations that the table leaves out.
std::vector<std::size_t> unlisted(const Back& back) {
  std::vector<bool> listed(back.motions.size());
  for (const std::int64_t slot : back.slots) {
    if (slot >= 0) listed[static_cast<std::size_t>(slot)] = true;
  }
  std::vector<std::size_t> rest;
  for (std::size_t i = 0; i < back.motions.size(); ++i) {
    if (!listed[i]) rest.push_back(i);
  }
  return rest;
}

// All animations for a table that takes no NULL: the table's own, then those that it leaves out.
std::vector<std::size_t> order_of(const Back& back) {
  std::vector<std::size_t> order;
  for (const std::int64_t slot : back.slots) {
    if (slot >= 0) order.push_back(static_cast<std::size_t>(slot));
  }
  std::ranges::copy(unlisted(back), std::back_inserter(order));
  return order;
}

// The same for a table that also holds each animation only once.
std::vector<Motion> each_once(const Back& back, ConversionReport& report) {
  std::vector<bool> taken(back.motions.size());
  std::vector<Motion> ordered;
  const auto order = order_of(back);
  for (const std::size_t i : order) {
    if (!taken[i]) ordered.push_back(back.motions[i]);
    taken[i] = true;
  }
  const auto nulls = std::ranges::count(back.slots, -1);
  if (ordered.size() < order.size() || nulls > 0) {
    Findings(report.diagnostics)
        .warning("W-FAST64",
                 "the table of Fast64's keys has " + std::to_string(nulls) + " empty and " +
                     std::to_string(order.size() - ordered.size()) +
                     " repeated elements, which a DMA table does not hold: what follows moves up",
                 {}, std::string(kFast64Table) + ".elements");
  }
  return ordered;
}

// C with the table as the keys have it.
Result<CFile> c_file(const Back& back, const Scene& scene) {
  const bool named = back.table && !back.table->name.empty();
  const std::string title = scene.name.empty() ? "anims" : scene.name + "_anims";
  auto file = make_c(back.motions, named ? back.table->name : title, named ? 1 : 2);
  if (!file || !back.table || file->tables.empty()) return file;
  std::vector<std::string>& elements = file->tables.front().elements;
  elements.clear();
  for (const std::int64_t slot : back.slots)
    elements.push_back(slot < 0 ? "" : file->headers[static_cast<std::size_t>(slot)].name);
  for (const std::size_t i : unlisted(back))
    elements.push_back(file->headers[i].name);
  if (back.table->null_delimiter) elements.emplace_back();
  return file;
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
  const Profile usual = spec_of(told.value_or(before)).usual;
  const Profile profile = asked_profile(options, usual);
  const bool mario = profile == Profile::mario_dma;
  Back back;
  if (auto done = bring_back(scene, original, mario, options, report, back); !done) {
    return std::unexpected(done.error());
  }
  const bool alike = from != nullptr && spelling_of(profile) == before;
  if (back.unchanged && alike && !options.has("profile")) return again(*original);
  if (const auto write = spec_of(spelling_of(profile)).write) {
    return parse_made(kCId, to_bytes(write(back.motions, alike ? from->source : "")));
  }
  const auto file = c_file(back, scene);
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
  const std::vector<Motion> ordered = each_once(back, report);
  return parse_made(
      kDmaId, make_dma(ordered, buffer > 0 ? static_cast<std::uint64_t>(buffer) : kDmaBuffer));
}

Result<DocumentPtr> anim_from_scene(const Scene& scene, const Document* original,
                                    const Options& options, ConversionReport& report) {
  Back back;
  if (auto done = bring_back(scene, original, false, options, report, back); !done) {
    return std::unexpected(done.error());
  }
  if (back.unchanged && original->format() == kAnimId) return again(*original);
  return parse_made(kAnimId, make_insertable(back.motions, order_of(back)));
}

}  // namespace anmkit::sm64
