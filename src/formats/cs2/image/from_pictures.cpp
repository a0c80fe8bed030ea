// SPDX-License-Identifier: MIT
// Images become an HG-3 file, or replace those of one that was named.
#include <algorithm>

#include "core/counted.hpp"
#include "formats/cs2/document.hpp"
#include "formats/cs2/findings.hpp"
#include "formats/cs2/image/pixels.hpp"

namespace anmkit::cs2 {
namespace {

using Stored = std::vector<StoredPicture>;

// The number of the image that one without a number replaces: the one that --picture names, or
// the only one.
Result<std::uint32_t> chosen_id(const Stored& old, const Options& options) {
  if (options.has("picture")) {
    const double id = options.number("picture", -1);
    const auto named =
        std::ranges::find_if(old, [&](const StoredPicture& one) { return one.id == id; });
    if (named != old.end()) return named->id;
    return fail(std::string(kUsageError),
                "the file that --with names has no image " + std::string(options.text("picture")));
  }
  if (old.size() == 1) return old.front().id;
  return fail(std::string(kUsageError), "the file of --with contains " +
                                            counted(old.size(), "image") +
                                            "; choose one with --picture N");
}

// A canvas that lacks room for its image is written as it was asked for, and reported.
void report_places(const Stored& images, ConversionReport& report) {
  Findings findings(report.diagnostics);
  for (const StoredPicture& one : images) {
    HgFrame frame;
    frame.id = one.id;
    frame.width = one.picture.width;
    frame.height = one.picture.height;
    frame.offset_x = one.x;
    frame.offset_y = one.y;
    frame.canvas_width = one.canvas_width;
    frame.canvas_height = one.canvas_height;
    if (const auto outside = outside_canvas(frame)) findings.warning("HG-CANVAS", *outside);
  }
}

// Whether a given image shows what the stored one does.
bool take_over(StoredPicture& stored, const StoredPicture& given, bool placed) {
  StoredPicture wanted = stored;
  if (placed) wanted = given;
  wanted.picture = given.picture;
  const bool same = wanted.picture == stored.picture && wanted.x == stored.x &&
                    wanted.y == stored.y && wanted.canvas_width == stored.canvas_width &&
                    wanted.canvas_height == stored.canvas_height &&
                    wanted.origin_x == stored.origin_x && wanted.origin_y == stored.origin_y;
  stored = std::move(wanted);
  return same;
}

// The original with the given images in place of its own; the same bytes where all are the same.
Result<Bytes> replace(const HgDocument& original, const PictureSequence& sequence,
                      const Options& options, ConversionReport& report) {
  auto old = original.pictures({});
  if (!old) return std::unexpected(std::move(old.error()));
  std::size_t changed = 0, added = 0;
  for (const StoredPicture& given : sequence.pictures) {
    std::uint32_t id = given.id;
    if (!sequence.numbered) {
      const auto chosen = chosen_id(*old, options);
      if (!chosen) return std::unexpected(chosen.error());
      id = *chosen;
    }
    auto place = std::ranges::find(*old, id, &StoredPicture::id);
    // A single still of a file with a single image is that image, whatever its name.
    if (place == old->end() && old->size() == 1 && sequence.pictures.size() == 1)
      place = old->begin();
    if (place == old->end()) {
      old->push_back(given);
      ++added;
      continue;
    }
    // The original's place represents stills that have lost theirs.
    const bool placed = given.canvas_width > 0;
    const std::uint32_t number = place->id;
    changed += take_over(*place, given, placed) ? 0 : 1;
    place->id = number;
  }
  if (changed == 0 && added == 0 && original.format() == kHg3Id) {
    report.summary = "unchanged: the original bytes";
    return original.write();
  }
  report.summary = std::to_string(changed) + " of " + counted(old->size() - added, "image") +
                   " changed, " + std::to_string(added) + " added";
  report_places(*old, report);
  return write_hg3(*old);
}

}  // namespace

Result<std::vector<OutputFile>> hg3_from_pictures(const FromPictures& from, const Context& context,
                                                  ConversionReport& report) {
  const HgDocument* original = find_pictures(context.companions);
  if (original == nullptr && !context.companions.empty()) {
    return fail(std::string(kUsageError), "--with " + context.companions.front().path +
                                              " contains no images whose positions new ones could "
                                              "take");
  }
  if (original == nullptr && context.options.has("picture"))
    return fail(std::string(kUsageError),
                "--picture expects --with X.hg3, an image of which it chooses");
  Result<Bytes> bytes;
  if (original != nullptr) {
    bytes = replace(*original, from.sequence, context.options, report);
  } else {
    const auto unplaced =
        std::ranges::count(from.sequence.pictures, 0U, &StoredPicture::canvas_width);
    if (unplaced > 0) {
      report.diagnostics.add(Severity::info, "cs2.HG-PLACE",
                             counted(unplaced, "image names no position: it fills its",
                                     "images name no position: they fill their") +
                                 " canvas; --with X.hg3 keeps the positions of another "
                                 "file, --canvas WxH makes a larger canvas");
    }
    report_places(from.sequence.pictures, report);
    bytes = write_hg3(from.sequence.pictures);
  }
  if (!bytes) return std::unexpected(std::move(bytes.error()));
  std::vector<OutputFile> files;
  files.push_back({std::string(file_name(from.output)), std::move(*bytes)});
  return files;
}

}  // namespace anmkit::cs2
