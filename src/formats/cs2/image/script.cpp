// SPDX-License-Identifier: MIT
// Images become a script that shows them and the HG-3 file it shows.
#include <set>

#include "core/counted.hpp"
#include "formats/cs2/document.hpp"
#include "formats/cs2/findings.hpp"

namespace anmkit::cs2 {
namespace {

std::unexpected<Error> refuse(std::string message, std::string path) {
  return fail("anmkit.PICTURES", std::move(message), {}, std::move(path));
}

std::unexpected<Error> too_long(std::int64_t ticks, std::size_t step) {
  return refuse("an image lasts " + counted(ticks, "tick") + "; expected 1 to 2147483647",
                path_of("steps", step));
}

}  // namespace

Result<std::vector<OutputFile>> script_from_pictures(const FromPictures& from, const Context&,
                                                     ConversionReport&) {
  const PictureSequence& sequence = from.sequence;
  if (sequence.ticks_per_second == 0) return refuse("expected 1 or more", "ticksPerSecond");
  std::set<std::uint32_t> ids;
  for (const StoredPicture& one : sequence.pictures)
    ids.insert(one.id);
  std::vector<PictureStep> steps = sequence.steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!ids.contains(steps[i].id)) {
      return refuse("there is no image " + std::to_string(steps[i].id), path_of("steps", i));
    }
    if (steps[i].ticks < 1 || steps[i].ticks > INT32_MAX) return too_long(steps[i].ticks, i);
  }
  const std::vector<std::int64_t> lengths =
      step_lengths(sequence, static_cast<std::int64_t>(kTicksPerSecond));
  for (std::size_t i = 0; i < steps.size(); ++i) {
    steps[i].ticks = lengths[i];
    if (lengths[i] > INT32_MAX) return too_long(lengths[i], i);
  }
  auto pictures = write_hg3(sequence.pictures);
  if (!pictures) return std::unexpected(std::move(pictures.error()));
  const std::string title = title_of(from.output);
  std::vector<OutputFile> files;
  files.push_back({title + ".hg3", std::move(*pictures)});
  files.push_back({title + ".anm", write(script_of(steps, sequence.loops))});
  return files;
}

}  // namespace anmkit::cs2
