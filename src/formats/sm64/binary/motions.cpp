// SPDX-License-Identifier: MIT
// The animations of binary documents.
#include <charconv>
#include <numeric>

#include "formats/sm64/findings.hpp"
#include "formats/sm64/write.hpp"

namespace anmkit::sm64 {
namespace {

Motion motion_of(const BinaryFile& file, std::int32_t place) {
  Motion motion;
  if (place < 0) return motion;
  const Reference& reference = file.references[static_cast<std::size_t>(place)];
  const PlacedHeader& header = file.headers[reference.header];
  motion.header = header.header;
  motion.offset = header.offset;
  motion.path = path_of("headers", reference.header);
  if (reference.index >= 0) {
    motion.index = file.indexTables[static_cast<std::size_t>(reference.index)].elements;
  }
  if (reference.values >= 0) {
    motion.values = file.valueTables[static_cast<std::size_t>(reference.values)].elements;
  }
  return motion;
}

}  // namespace

std::vector<Motion> DmaDocument::motions(Companions, const Options&) const {
  std::vector<Motion> motions;
  motions.reserve(table.entries.size());
  for (std::size_t i = 0; i < table.entries.size(); ++i)
    motions.push_back(entry(i));
  return motions;
}

Result<Motion> DmaDocument::motion(std::string_view clip, Companions companions,
                                   const Options& options) const {
  std::size_t index = 0;
  const char* const last = clip.data() + clip.size();
  const auto read = std::from_chars(clip.data(), last, index);
  const bool number = clip.empty() || (read.ec == std::errc{} && read.ptr == last);
  if (number && index < table.entries.size()) return entry(index);
  // By its name, or the error that lists the names.
  return MotionDocument::motion(clip, companions, options);
}

Motion DmaDocument::entry(std::size_t index) const {
  Motion motion = motion_of(table.file, table.entry_reference[index]);
  motion.name = dma_name(index);
  motion.mario = motion.dma = true;
  if (motion.offset) *motion.offset += before.size();
  return motion;
}

std::vector<Motion> AnimDocument::motions(Companions, const Options& options) const {
  std::vector<Motion> motions;
  const auto& clips = insertable ? insertable->clip_reference : segment->clip_reference;
  const bool table = insertable && insertable->type == 5;
  const std::string title = path.empty() ? "anim" : title_of(path);
  for (std::size_t i = 0; i < clips.size(); ++i) {
    Motion& motion = motions.emplace_back(motion_of(pieces(), clips[i]));
    motion.name = clips.size() == 1 ? title : title + "_" + std::to_string(i);
    motion.mario = motion.dma = table;
    if (table) motion.name = dma_name(i);
    motion.coopdx = options.has("coopdx");
  }
  return motions;
}

std::optional<KeptPart> DmaDocument::kept_part() const {
  if (before.empty() && after.empty() && swapped_bytes == 0) return {};
  return KeptPart{sm64::write(table),
                  before.empty() ? "table" : "table-at-" + hex_number(before.size())};
}

std::optional<KeptPart> AnimDocument::kept_part() const {
  if (!segment) return {};
  const auto all = motions({}, {});
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  auto made = make_insertable(all, order);
  if (!made) return {};
  return KeptPart{std::move(*made), "animations"};
}

}  // namespace anmkit::sm64
