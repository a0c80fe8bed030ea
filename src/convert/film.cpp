// SPDX-License-Identifier: MIT
// Scripts as animated images, or as sprite sheets with an atlas.
#include <algorithm>
#include <memory>
#include <utility>

#include "convert/playback_pictures.hpp"
#include "convert/show.hpp"
#include "convert/steps.hpp"
#include "core/counted.hpp"
#include "core/limits.hpp"
#include "core/listing.hpp"
#include "core/paths.hpp"
#include "pictures/png.hpp"

namespace anmkit {
namespace {

// Random scripts have no length of their own.
constexpr std::int64_t kUndecidedTicks = 600;

std::unexpected<Error> unsupported(std::string message) {
  return fail(std::string(kUnsupported), std::move(message));
}

class Film {
 public:
  // `kind` of the file: "webp" and so on.
  Film(const Parsed& input, std::string_view kind, const ConvertRequest& request,
       CompanionPool& companions, ConversionReport& report)
      : input_(input),
        kind_(kind),
        request_(request),
        companions_(companions.of(input_).companions),
        report_(report) {}

  Outputs make(const std::string& output) {
    const auto shown = animation({});
    if (!shown) return std::unexpected(shown.error());
    return is_sheet() ? sheet(*shown, output) : film(*shown, output);
  }

  Result<MovingPicture> animation(std::optional<TickRange> ticks) {
    auto found = script_pictures(input_, companions_);
    if (!found) return std::unexpected(std::move(found.error()));
    const auto pictures = std::make_shared<const std::vector<StoredPicture>>(std::move(*found));
    if (ticks) {
      intro_ = ticks->first;
      end_ = ticks->last + 1;
      loops_ = true;
    } else {
      choose_span();
    }
    const std::uint64_t most = limit_in(request_.options, Limit::ticks);
    if (std::cmp_greater(end_, most)) {
      return std::unexpected(over_limit(Limit::ticks, most, "it lasts " + counted(end_, "tick")));
    }
    const auto playback = input_.document->play({.clip = request_.clip, .ticks = end_ + 1},
                                                {companions_, request_.options});
    if (!playback) return std::unexpected(playback.error());
    const auto* images = std::get_if<ImagePlayback>(&*playback);
    if (images == nullptr) return unsupported("the file moves nodes and shows no images");
    std::vector<std::int64_t> missing;
    auto animation = show_parts(*images, pictures, missing);
    if (!animation) return animation;
    const std::uint64_t most_pictures = limit_in(request_.options, Limit::pictures);
    if (animation->ticks.size() > most_pictures) {
      return std::unexpected(over_limit(Limit::pictures, most_pictures,
                                        "it shows " + counted(animation->ticks.size(), "image")));
    }
    if (!missing.empty()) return lacks(missing, *pictures);
    animation->loops = loops_ ? 0 : 1;
    return animation;
  }

 private:
  bool is_sheet() const { return kind_ == "png"; }

  // The part of the animation that is written, and whether it repeats.
  void choose_span() {
    const DocumentInfo info = input_.document->info();
    if (request_.length) {
      end_ = *request_.length;
    } else if (info.clips.empty() || info.clips.front().frames <= 0) {
      end_ = kUndecidedTicks;
      note("no length is known, the first " + counted(end_, "tick is", "ticks are") +
           " shown; --length chooses");
    } else {
      const ClipInfo& clip = info.clips.front();
      end_ = static_cast<std::int64_t>(clip.frames);
      loops_ = clip.loop;
      intro_ = static_cast<std::int64_t>(clip.loop_start);
    }
  }

  // The two parts of a script that loops after an introduction meet at a frame of their own, so
  // that an atlas can name it.
  Result<MovingPicture> show_parts(const ImagePlayback& playback, const SharedPictures& pictures,
                                   std::vector<std::int64_t>& missing) const {
    ScreenOptions options;
    options.background = request_.background;
    options.width = request_.canvas_width;
    options.height = request_.canvas_height;
    options.first_tick = intro_;
    options.last_tick = end_;
    auto body = show(playback, pictures, options, missing);
    if (!body || !is_sheet() || intro_ == 0) return body;
    options.first_tick = 0;
    options.last_tick = intro_;
    auto whole = show(playback, pictures, options, missing);
    if (!whole) return whole;
    whole->draw = [intro = whole->draw, loop = body->draw,
                   first = whole->ticks.size()](std::size_t frame) {
      return frame < first ? intro(frame) : loop(frame - first);
    };
    whole->ticks.insert(whole->ticks.end(), body->ticks.begin(), body->ticks.end());
    return whole;
  }

  std::unexpected<Error> lacks(const std::vector<std::int64_t>& missing,
                               std::span<const StoredPicture> pictures) const {
    std::vector<std::uint32_t> ids;
    for (const StoredPicture& one : pictures)
      ids.push_back(one.id);
    constexpr std::size_t kShown = 16;
    const auto number = [](std::int64_t one) { return std::to_string(one); };
    return fail("anmkit.PICTURES",
                "it shows the image " + listed(missing, kShown, number) +
                    ", which is not among its images (ids: " + listed(ids, kShown, number) + ")");
  }

  Outputs film(MovingPicture animation, const std::string& output) {
    animation.share = request_.share;
    if (intro_ > 0) {
      note("the loop is written, without the " + counted(intro_, "tick") + " before it; --length " +
           std::to_string(end_) + " writes both once");
    }
    note_blank(animation);
    auto bytes = encode_animation(kind_, animation);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    std::vector<OutputFile> files;
    files.push_back({output, std::move(*bytes)});
    return files;
  }

  Outputs sheet(const MovingPicture& animation, const std::string& output) {
    note_blank(animation);
    std::optional<std::size_t> loop_start;
    if (loops_) {
      std::int64_t tick = 0;
      std::size_t frame = 0;
      for (; tick < intro_ && frame < animation.ticks.size(); ++frame)
        tick += animation.ticks[frame];
      loop_start = frame;
    }
    const auto frames = draw_all(animation);
    if (!frames) return std::unexpected(frames.error());
    const auto made = make_sheet(*frames, std::string(file_name(output)), loop_start);
    if (!made) return std::unexpected(made.error());
    auto png = encode_png(made->picture.pixels, made->picture.width, made->picture.height);
    if (!png) return std::unexpected(std::move(png.error()));
    std::vector<OutputFile> files;
    files.push_back({output, std::move(*png)});
    if (output != "-") {
      files.push_back({std::string(without_extension(output)) + ".json", to_bytes(made->atlas)});
    }
    return files;
  }

  void note_blank(const MovingPicture& animation) {
    if (!is_blank(animation, request_.background)) return;
    report_.diagnostics.add(
        Severity::warning, "anmkit.BLANK",
        "nothing is visible in any of " + counted(animation.ticks.size(), "image"));
  }
  void note(std::string message) {
    report_.diagnostics.add(Severity::info, "anmkit.PART", std::move(message));
  }

  const Parsed& input_;
  std::string_view kind_;
  const ConvertRequest& request_;
  std::vector<Companion> companions_;
  ConversionReport& report_;
  std::int64_t intro_ = 0, end_ = 0;  // ticks
  bool loops_ = false;
};

}  // namespace

Outputs make_film(const step::Film& step, const std::string& output, const ConvertRequest& request,
                  CompanionPool& companions, ConversionReport& report) {
  return Film(*step.input, step.kind, request, companions, report).make(output);
}

Result<MovingPicture> show_script(const Parsed& script, const ConvertRequest& request,
                                  CompanionPool& companions, ConversionReport& report,
                                  std::optional<TickRange> ticks) {
  return Film(script, "webp", request, companions, report).animation(ticks);
}

}  // namespace anmkit
