// SPDX-License-Identifier: MIT
// --start, --end, --loop, --once and --rate on the way from glTF, one meaning for all families.
#include "convert/clip_part.hpp"

#include <algorithm>
#include <cmath>

#include "convert/steps.hpp"
#include "core/findings.hpp"
#include "core/number_text.hpp"
#include "core/portable.hpp"
#include "scene/cut.hpp"
#include "scene/motion.hpp"

namespace anmkit {
namespace {

// A time this near to a whole frame is that frame: people type 0.033.
constexpr double kSameFrame = 0.05;

std::unexpected<Error> usage(std::string message) {
  return fail(std::string(kUsageError), std::move(message));
}

bool is_taken(const Format& format, std::string_view name) {
  const auto family = std::ranges::find(families(), format.family, &Family::id);
  if (family == families().end()) return false;  // BVH
  const auto spec = std::ranges::find(family->options, name, &OptionSpec::name);
  return spec != family->options.end() && is_used_by(*spec, "convert");
}

double to_frame(double seconds, double rate) {
  const double frame = seconds * rate, whole = portable::round(frame);
  return std::fabs(frame - whole) <= kSameFrame ? whole : frame;
}

struct Part {
  double start = 0, end = 0;  // frames
};

// `origin`: where the clip begins without --start.
Result<Part> part_of(const Clip& clip, double origin, const ConvertRequest& request) {
  // Keys may all be before 0, where a clip's duration is 0.
  const double end = origin < 0 ? std::min(clip.duration, last_key(clip)) : clip.duration;
  Part part{request.start ? to_frame(*request.start, clip.rate) : origin, end};
  if (request.end) part.end = to_frame(*request.end, clip.rate);
  if (std::fabs(part.end - end) <= kSameFrame) part.end = end;
  const std::string name = quoted(clip.name);
  const double seconds = end / clip.rate;
  const std::string span =
      origin < 0 ? "goes from " + number_text(origin / clip.rate) + " to " : "lasts ";
  const std::string length = span + number_text(seconds) + (seconds == 1 ? " second" : " seconds");
  const auto refuse = [&](std::string_view option, double seconds, std::string_view why) {
    return usage("--" + std::string(option) + " " + number_text(seconds) + " is " +
                 std::string(why) + "; the clip " + name + " " + length);
  };
  if (request.start && !(part.start >= std::min(0.0, origin) && part.start < end))
    return refuse("start", *request.start, "not inside the clip");
  if (request.end && !(part.end > origin && part.end <= end))
    return refuse("end", *request.end, "not inside the clip");
  if (request.end && !(part.start < part.end)) {
    return usage("--start " + number_text(request.start.value_or(part.start / clip.rate)) +
                 " is not before --end " + number_text(*request.end) + "; the clip " + name + " " +
                 length);
  }
  return part;
}

// Seconds as people read them: three places are less than a frame.
std::string seconds_text(double frames, double rate) {
  return number_text(portable::round(1000 * frames / rate) / 1000) + " s";
}

// Timelines begin at frame 1 in Blender, at 1001 in film: keys specify where a clip begins.
double origin_of(const Clip& clip, bool is_export) {
  const double first = first_key(clip);
  return is_export || std::fabs(first) <= kSameFrame ? 0 : first;
}

std::string begin_of_keys(const Clip& clip, double origin) {
  return "the keys of the clip " + quoted(clip.name) + " begin at " +
         seconds_text(origin, clip.rate);
}

}  // namespace

void report_key_begins(const GltfInput& file, std::optional<std::size_t> wanted,
                       Diagnostics& notes) {
  const bool is_export = tells_unit(file.bytes);
  for (std::size_t i = 0; i < file.scene->clips.size(); ++i) {
    const Clip& clip = file.scene->clips[i];
    const double origin = wanted && *wanted != i ? 0 : origin_of(clip, is_export);
    if (origin == 0) continue;
    notes.add(Severity::info, "anmkit.KEYS-BEGIN",
              begin_of_keys(clip, origin) +
                  ": times count from 0; convert takes the clip from its first key");
  }
}

Result<void> check_clip_options(const Format& format, const ConvertRequest& request) {
  const std::string id(format.id);
  const Options& options = request.options;
  if (options.has("loop") && options.has("once"))
    return usage("--loop and --once exclude each other");
  std::string_view asked;
  for (const std::string_view name : {"rate", "loop", "once"})
    asked = options.has(name) ? name : asked;
  if (request.start) asked = "start";
  if (request.end) asked = "end";
  if (!format.abilities.animation && !asked.empty())
    return usage("--" + std::string(asked) + " does not apply to " + id + "; it has no animation");
  if (options.has("rate") && !is_taken(format, "rate")) {
    return usage("--rate does not apply to " + id + "; " +
                 (format.fixed_rate > 0
                      ? "its engine plays " + number_text(format.fixed_rate) + " frames per second"
                      : "clips keep their rate"));
  }
  if (options.number("rate", 1) < 0)
    return usage("--rate expects a number above 0; only playback runs backwards");
  for (const std::string_view name : {"loop", "once"}) {
    if (!options.has(name) || is_taken(format, name)) continue;
    return usage("--" + std::string(name) + " does not apply to " + id +
                 "; its files do not store whether a clip repeats");
  }
  return {};
}

Result<bool> shape_clips(Scene& scene, std::optional<std::size_t> wanted, bool is_export,
                         const ConvertRequest& request, Diagnostics& notes) {
  bool cut = false;
  for (std::size_t i = 0; i < scene.clips.size(); ++i) {
    if (wanted && *wanted != i) continue;
    Clip& clip = scene.clips[i];
    if (request.options.has("loop")) clip.loops = true;
    if (request.options.has("once")) clip.loops = false;
    const double origin = origin_of(clip, is_export);
    const auto part = part_of(clip, origin, request);
    if (!part) return std::unexpected(part.error());
    if (part->start == 0 && part->end == clip.duration && origin >= 0) continue;
    if (!request.start) {
      if (origin != 0) {
        notes.add(Severity::info, "anmkit.KEYS-BEGIN",
                  begin_of_keys(clip, origin) + ": taken from there" +
                      (origin > 0 ? "; --start 0 keeps the time before" : ""));
      }
    } else if (part->start > origin && origin < 0) {
      notes.add(Severity::warning, "anmkit.KEYS-BEGIN",
                begin_of_keys(clip, origin) + "; those before --start " +
                    number_text(*request.start) + " are left out");
    }
    cut = cut || request.start || request.end;
    const bool looped = clip.loop_start > 0;
    const double loop_start = clip.loop_start;
    clip = cut_clip(clip, part->start, part->end);
    if (looped && clip.loop_start == 0 && loop_start != part->start) {
      notes.add(Severity::info, "anmkit.PART",
                "the clip " + quoted(clip.name) + " repeated from frame " +
                    number_text(loop_start) + ", which the part does not have; it repeats from 0");
    }
  }
  return cut;
}

}  // namespace anmkit
