// SPDX-License-Identifier: MIT
// An animated image, or numbered PNGs with or without a list of lengths, as a file that shows
// them.
#include <algorithm>
#include <charconv>
#include <map>

#include "convert/picture_place.hpp"
#include "convert/steps.hpp"
#include "core/counted.hpp"
#include "core/findings.hpp"
#include "core/json.hpp"
#include "core/paths.hpp"
#include "core/pictures.hpp"
#include "pictures/png.hpp"

namespace anmkit {
namespace {

constexpr std::int64_t kMostUnits = INT32_MAX;

std::unexpected<Error> refuse(std::string message, std::string path = {},
                              std::optional<std::uint64_t> offset = {}) {
  return fail("anmkit.PICTURES", std::move(message), offset, std::move(path));
}

template <class Number>
bool read_number(std::string_view digits, Number& number) {
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc{} && end == digits.data() + digits.size();
}

// "walk_0012@6.png" is the image 12, shown for 6 ticks.
struct Numbered {
  std::uint32_t id = 0;
  std::int64_t ticks = 0;
};
std::optional<Numbered> numbered(std::string_view path, std::int64_t ticks) {
  if (!path.ends_with(".png")) return std::nullopt;
  std::string_view stem = stem_of(path);
  Numbered found{0, ticks};
  if (const std::size_t at = stem.rfind('@'); at != stem.npos) {
    if (!read_number(stem.substr(at + 1), found.ticks) || found.ticks < 1 ||
        found.ticks > kMostUnits) {
      return std::nullopt;
    }
    stem = stem.substr(0, at);
  }
  const std::size_t last = stem.find_last_not_of("0123456789");
  if (!read_number(stem.substr(last == stem.npos ? 0 : last + 1), found.id)) return std::nullopt;
  return found;
}

// Images with their numbers, and the order in which they are shown.
class Frames {
 public:
  explicit Frames(std::span<const Raw* const> inputs) : inputs_(inputs) {}

  Result<void> take_names(std::int64_t ticks) {
    std::map<std::uint32_t, std::int64_t> lengths;
    for (const Raw* input : inputs_) {
      const auto one = numbered(input->path, ticks);
      if (!one) continue;
      const auto [at, fresh] = files_.emplace(one->id, input);
      if (!fresh) return refuse(at->second->path + " and " + input->path + " have the same number");
      lengths[one->id] = one->ticks;
    }
    for (const auto& [id, length] : lengths)
      sequence_.steps.push_back({id, length});
    if (!sequence_.steps.empty()) return {};
    return refuse("no PNG here ends with a number (NAME_0001.png, NAME_0001@6.png)");
  }

  // frames.json: {"ticksPerSecond":60,"loops":0,"frames":[{"file":"a_1.png","ticks":6,"id":1}]}
  Result<void> take_list(const Raw& list) {
    const auto json = JsonDocument::parse(as_text(list.bytes));
    if (!json) return std::unexpected(json.error());
    const JsonValue root = json->root();
    const std::int64_t clock =
        root["ticksPerSecond"] ? root["ticksPerSecond"].integer().value_or(0) : 60;
    const std::int64_t loops = root["loops"] ? root["loops"].integer().value_or(-1) : 0;
    if (clock < 1 || clock > 1000000) return refuse("expected 1 to 1000000", "ticksPerSecond");
    if (loops < 0 || loops > INT32_MAX) return refuse("expected 0 (for ever) or more", "loops");
    sequence_.ticks_per_second = static_cast<std::uint32_t>(clock);
    sequence_.loops = static_cast<std::uint32_t>(loops);
    const std::string folder(folder_of(list.path));
    for (JsonValue entry = root["frames"].first(); entry; entry = entry.next()) {
      const auto step = listed(entry, path_of("frames", sequence_.steps.size()), folder);
      if (!step) return std::unexpected(step.error());
      sequence_.steps.push_back(*step);
    }
    if (sequence_.steps.empty()) return refuse("no frame", "frames");
    return {};
  }

  Result<PictureSequence> load(std::uint32_t width, std::uint32_t height) {
    std::uint64_t pixels = 0;
    for (const auto& [id, input] : files_) {
      auto png = decode_png(input->bytes);
      if (!png) {
        png.error().message = input->path + ": " + png.error().message;
        return std::unexpected(std::move(png.error()));
      }
      pixels += std::uint64_t{png->width} * png->height;
      if (pixels > kMaxAnimationPixels) return refuse("the images are too large for one file");
      StoredPicture& stored = sequence_.pictures.emplace_back();
      stored.id = id;
      stored.canvas_width = width;
      stored.canvas_height = height;
      stored.picture = {png->width, png->height, std::move(png->pixels)};
    }
    return std::move(sequence_);
  }

 private:
  // One entry of the list; its length is in the list's own units.
  Result<PictureStep> listed(JsonValue entry, const std::string& where, const std::string& folder) {
    const auto name = entry["file"].string();
    const auto length = entry["ticks"].integer();
    if (!name || !length || *length < 1 || *length > kMostUnits) {
      return refuse("a frame needs \"file\" and \"ticks\" of 1 or more", where,
                    entry.begin_offset());
    }
    const std::string path = folder + std::string(*name);
    const auto input = std::ranges::find(inputs_, path, [](const Raw* one) { return one->path; });
    if (input == inputs_.end()) {
      return refuse(std::string(*name) + " is not among the images of the folder", where,
                    entry.begin_offset());
    }
    const auto by_name = numbered(path, 1);
    std::optional<std::int64_t> id = entry["id"].integer();
    if (!entry["id"] && by_name) id = by_name->id;
    if (!id || *id < 0 || *id > INT32_MAX) {
      return refuse(std::string(*name) + " does not end with a number, and no \"id\" gives one",
                    where, entry.begin_offset());
    }
    const auto [at, fresh] = files_.emplace(static_cast<std::uint32_t>(*id), *input);
    if (!fresh && at->second != *input) {
      return refuse(at->second->path + " and " + path + " have the same number", where,
                    entry.begin_offset());
    }
    return PictureStep{at->first, *length};
  }

  std::span<const Raw* const> inputs_;
  std::map<std::uint32_t, const Raw*> files_;  // by id
  PictureSequence sequence_;
};

// Stills with their numbers and places: those that anmkit wrote into them, else a number at the end
// of the name.
Result<PictureSequence> stills_of(const step::FromPictures& step, const ConvertRequest& request,
                                  Diagnostics& notes) {
  PictureSequence sequence;
  std::map<std::uint32_t, const Raw*> files;
  std::uint64_t pixels = 0;
  for (const Raw* input : step.inputs) {
    auto animation = decode_animation(input->bytes);
    if (!animation) {
      if (step.inputs.size() > 1)
        animation.error().message = input->path + ": " + animation.error().message;
      return std::unexpected(std::move(animation.error()));
    }
    if (animation->frames.size() != 1) {
      return refuse(input->path + " is an animation of " +
                    counted(animation->frames.size(), "frame") + "; expected a still");
    }
    auto place = read_place(input->bytes);
    if (!place) {
      Diagnostic lost = std::move(place.error());
      lost.severity = Severity::warning;
      lost.message = input->path + ": " + lost.message;
      notes.add(std::move(lost));
    }
    StoredPicture stored = place ? place->value_or(StoredPicture{}) : StoredPicture{};
    const bool placed = stored.canvas_width > 0;
    stored.picture = std::move(animation->frames.front().picture);
    const auto by_name = numbered(input->path, 1);
    if (!placed && by_name) stored.id = by_name->id;
    sequence.numbered = sequence.numbered && (placed || by_name);
    if (!placed || request.canvas_width > 0) {
      stored.canvas_width = request.canvas_width;
      stored.canvas_height = request.canvas_height;
    }
    const auto [at, fresh] = files.emplace(stored.id, input);
    if (!fresh) return refuse(at->second->path + " and " + input->path + " have the same number");
    pixels += std::uint64_t{stored.picture.width} * stored.picture.height;
    if (pixels > kMaxAnimationPixels) return refuse("the images are too large for one file");
    sequence.pictures.push_back(std::move(stored));
  }
  if (!sequence.numbered && sequence.pictures.size() > 1)
    return refuse("an image's name does not end with a number (NAME_0001.png)");
  std::ranges::sort(sequence.pictures, {}, &StoredPicture::id);
  return sequence;
}

Result<PictureSequence> sequence_of(const step::FromPictures& step, const ConvertRequest& request,
                                    Diagnostics& notes) {
  if (step.target->takes != Format::Pictures::frames) return stills_of(step, request, notes);
  // Files of a folder are stills; a file that was named may be a whole animation.
  const Raw* only = step.inputs.size() == 1 ? step.inputs.front() : nullptr;
  if (step.list == nullptr && only != nullptr && only->name == only->path) {
    auto animation = decode_animation(only->bytes);
    if (!animation) return std::unexpected(std::move(animation.error()));
    return make_sequence(std::move(*animation), request.canvas_width, request.canvas_height);
  }
  Frames frames(step.inputs);
  const std::int64_t ticks = std::clamp<std::int64_t>(request.length.value_or(6), 1, 1000000);
  if (auto done = step.list != nullptr ? frames.take_list(*step.list) : frames.take_names(ticks);
      !done) {
    return std::unexpected(std::move(done.error()));
  }
  return frames.load(request.canvas_width, request.canvas_height);
}

}  // namespace

Outputs make_from_pictures(const step::FromPictures& step, const std::string& output,
                           const ConvertRequest& request, CompanionPool& companions,
                           ConversionReport& report) {
  const auto sequence = sequence_of(step, request, report.diagnostics);
  if (!sequence) return std::unexpected(sequence.error());
  const std::vector<Companion> beside = companions.given();
  auto files = step.target->from_pictures(
      {*sequence, output}, {.companions = beside, .options = request.options}, report);
  if (!files) return files;
  for (OutputFile& file : *files)
    file.name = std::string(folder_of(output)) + file.name;
  return files;
}

}  // namespace anmkit
