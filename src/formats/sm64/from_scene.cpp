// SPDX-License-Identifier: MIT
// From a scene (usually an edited glTF) to a file in each spelling (section 10.5).
#include "formats/sm64/from_scene.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "formats/sm64/findings.hpp"
#include "formats/sm64/scene.hpp"
#include "formats/sm64/source/c_write.hpp"
#include "formats/sm64/source/profiles.hpp"

namespace anmkit::sm64 {
namespace {

// The animations that the table leaves out.
std::vector<std::size_t> unlisted(const Back& back) {
  std::vector<bool> listed(back.clips.size());
  for (const std::int64_t slot : back.slots) {
    if (slot >= 0) listed[static_cast<std::size_t>(slot)] = true;
  }
  std::vector<std::size_t> rest;
  for (std::size_t i = 0; i < back.clips.size(); ++i) {
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

// The same for a table that also contains each animation only once.
std::vector<std::size_t> once_each(const Back& back, ConversionReport& report) {
  std::vector<bool> taken(back.clips.size());
  std::vector<std::size_t> once;
  const auto order = order_of(back);
  for (const std::size_t i : order) {
    if (!taken[i]) once.push_back(i);
    taken[i] = true;
  }
  const auto nulls = std::ranges::count(back.slots, -1);
  if (once.size() < order.size() || nulls > 0) {
    Findings(report.diagnostics)
        .warning(
            "W-FAST64",
            "the table of Fast64's keys has " + std::to_string(nulls) + " empty and " +
                std::to_string(order.size() - once.size()) +
                " repeated elements, which a DMA table cannot contain: the following ones move up",
            {}, std::string(kFast64Table) + ".elements");
  }
  return once;
}

std::vector<std::size_t> as_they_stand(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

// Everything that each spelling's way back begins with.
Result<void> begin(const FromScene& from, const Context& context, Reader reader, Back& back,
                   ConversionReport& report) {
  // The layout that the user named decides what the parts are.
  Scene scene;
  Diagnostics unused;
  const auto drawn = add_skeleton(scene, context.companions, context.options, 0, unused, false);
  if (!drawn) return std::unexpected(drawn.error());
  if (*drawn) {
    back.layout = std::move(scene.nodes);
    back.turns = **drawn;
  }
  // Only parts are animated; other nodes of the model come after them.
  std::erase_if(back.layout, [](const Node& node) { return node.id < 0; });
  return read_clips_back(from, reader, back, report);
}

// C with the table as the keys have it.
Result<CFile> c_file(const Back& back, const Scene& scene) {
  const bool named = back.table && !back.table->name.empty();
  const std::string title = scene.name.empty() ? "anims" : scene.name + "_anims";
  auto file = make_c(back.motions(), named ? back.table->name : title, named ? 1 : 2);
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

Result<std::string> c_text(const FromScene& from, const Back& back, const CDocument* original,
                           Profile profile, bool edit) {
  if (edit) return edited_document(*original, back);
  if (const auto write = spec_of(spelling_of(profile)).write) {
    const bool alike = original != nullptr && spelling_of(profile) == original->file.spelling;
    return write(back.motions(), alike ? original->source : "");
  }
  const auto file = c_file(back, from.scene);
  if (!file) return std::unexpected(file.error());
  return write_c(*file, {}, profile);
}

void report_bytes(const FromScene& from, const Back& back, std::string_view format,
                  const Bytes& bytes, std::span<const std::size_t> order,
                  ConversionReport& report) {
  Diagnostics unused;
  const DocumentPtr written = find_format(format)->parse({bytes, "written"}, {}, unused);
  if (const MotionDocument* document = as_motions(written.get())) {
    report_written(from, back, document->motions({}, back.options), order, report);
  }
}

// A binary file whose tables were edited in place; its playback proves it.
template <class Document>
std::optional<Bytes> in_place(const Document& edited, const Back& back) {
  auto bytes = edited.write();
  if (!bytes) return {};
  const auto motions = edited.motions({}, back.options);
  for (std::size_t i = 0; i < motions.size(); ++i) {
    if (!std::ranges::equal(motions[i].index, back.clips[i].motion.index)) return {};
    if (!std::ranges::equal(motions[i].values, back.clips[i].motion.values)) return {};
  }
  Diagnostics unused;
  const DocumentPtr again = find_format(edited.format())->parse({*bytes, {}}, {}, unused);
  const MotionDocument* document = as_motions(again.get());
  if (document == nullptr) return {};
  const auto played = document->motions({}, back.options);
  if (played.size() != motions.size()) return {};
  for (std::size_t i = 0; i < motions.size(); ++i) {
    if (!std::ranges::equal(motions[i].index, played[i].index)) return {};
    if (!std::ranges::equal(motions[i].values, played[i].values)) return {};
    if (!(motions[i].header == played[i].header)) return {};
  }
  return std::move(*bytes);
}

// Scripts and packs are read by sm64coopdx alone.
bool writes_coopdx(const FromScene& from, std::optional<Profile> named,
                   std::optional<Spelling> told) {
  if (named) return *named == Profile::coopdx_lua || *named == Profile::dynos;
  const auto* original = as<CDocument>(from.original, kCId);
  if (!told && original != nullptr) told = original->file.spelling;
  return told == Spelling::lua;
}

}  // namespace

std::shared_ptr<const void> find_scene_facts(const FromScene& from, const Context& context) {
  return std::make_shared<const ImportFacts>(from, context.options);
}

Result<Bytes> c_from_scene(const FromScene& from, const Context& context,
                           ConversionReport& report) {
  const Options& options = context.options;
  const auto told = spelling_of_output(from.output);
  Back back(from, context);
  const auto named = profile_named(options.text("profile"));
  const Reader reader = named == Profile::mario_dma ? Reader::mario : Reader::any;
  if (writes_coopdx(from, named, told)) back.options.set("coopdx", "");
  if (auto done = begin(from, context, reader, back, report); !done) {
    return std::unexpected(done.error());
  }
  // The original's spelling, unless the output's name specifies another.
  const auto* original = as<CDocument>(back.document, kCId);
  const auto* hint = original != nullptr ? original : as<CDocument>(from.original, kCId);
  const Spelling before =
      hint == nullptr ? back.facts.spelling.value_or(Spelling::c) : hint->file.spelling;
  Profile usual = spec_of(told.value_or(before)).usual;
  if (usual == Profile::vanilla_actor && back.all_mario()) usual = Profile::mario_dma;
  const Profile profile = asked_profile(options, from.output, usual);
  const bool edit = original != nullptr && spelling_of(profile) == original->file.spelling &&
                    !options.has("profile");
  if (edit && back.unchanged) return original->write();
  auto text = c_text(from, back, hint, profile, edit);
  if (!text) return std::unexpected(text.error());
  Bytes bytes = to_bytes(*text);
  report_bytes(from, back, kCId, bytes, as_they_stand(back.clips.size()), report);
  return bytes;
}

Result<Bytes> dma_from_scene(const FromScene& from, const Context& context,
                             ConversionReport& report) {
  Back back(from, context);
  if (auto done = begin(from, context, Reader::mario, back, report); !done) {
    return std::unexpected(done.error());
  }
  const auto* original = as<DmaDocument>(back.document, kDmaId);
  if (original != nullptr && back.unchanged) return original->write();
  if (original != nullptr) {
    if (auto pieces = edited_pieces(original->table.file, original->table.entry_reference, back)) {
      DmaDocument edited(original->table);
      edited.table.file = std::move(*pieces);
      edited.before = original->before;
      edited.after = original->after;
      edited.swapped_bytes = original->swapped_bytes;
      if (auto bytes = in_place(edited, back)) {
        report_bytes(from, back, kDmaId, *bytes, as_they_stand(back.clips.size()), report);
        return std::move(*bytes);
      }
    }
  }
  const double buffer = context.options.number("buffer", kDmaBuffer);
  const auto order = once_each(back, report);
  std::vector<Motion> ordered;
  for (const std::size_t i : order)
    ordered.push_back(back.clips[i].motion);
  auto bytes = make_dma(ordered, buffer > 0 ? static_cast<std::uint64_t>(buffer) : kDmaBuffer);
  if (bytes) report_bytes(from, back, kDmaId, *bytes, order, report);
  return bytes;
}

Result<Bytes> anim_from_scene(const FromScene& from, const Context& context,
                              ConversionReport& report) {
  Back back(from, context);
  if (auto done = begin(from, context, Reader::actor, back, report); !done) {
    return std::unexpected(done.error());
  }
  const auto* original = as<AnimDocument>(back.document, kAnimId);
  if (original != nullptr && back.unchanged) return original->write();
  if (original != nullptr && original->insertable) {
    const Insertable& file = *original->insertable;
    if (auto pieces = edited_pieces(file.file, file.clip_reference, back)) {
      Insertable edited = file;
      edited.file = std::move(*pieces);
      if (auto bytes = in_place(AnimDocument(std::move(edited)), back)) {
        report_bytes(from, back, kAnimId, *bytes, as_they_stand(back.clips.size()), report);
        return std::move(*bytes);
      }
    }
  }
  const auto motions = back.motions();
  const auto order = order_of(back);
  auto bytes = make_insertable(motions, order);
  if (!bytes) return bytes;
  // One data set has its headers in order, a table its elements.
  const bool single = load<std::uint32_t, std::endian::big>(bytes->data()) == 2;
  report_bytes(from, back, kAnimId, *bytes, single ? as_they_stand(motions.size()) : order, report);
  return bytes;
}

}  // namespace anmkit::sm64
