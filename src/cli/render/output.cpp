// SPDX-License-Identifier: MIT
// Stills, strips, moving images and videos.
#include "cli/render/output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>

#include "cli/files/output.hpp"
#include "cli/files/storage.hpp"
#include "cli/platform/calls.hpp"
#include "cli/render/video.hpp"
#include "cli/report.hpp"
#include "cli/workers.hpp"
#include "core/pictures.hpp"
#include "json_reports/json_text.hpp"
#include "pictures/png.hpp"

namespace anmkit::cli {
namespace {

int refuse(const Made& made, const Error& error) {
  print_diagnostic(error.code == kCannotWrite ? made.file : made.about, error);
  return error.code == kCannotWrite || error.code == kCannotRead ? kSystem : status_for(error);
}

double seconds_of(const Moments& moments) {
  std::int64_t ticks = 0;
  for (const std::int64_t one : moments.ticks)
    ticks += one;
  return static_cast<double>(ticks) / moments.ticks_per_second;
}

// The bytes of a file, piece by piece.
Pieces contents_of(const std::string& path) {
  return [path](const Sink& sink) {
    const int file = open_file(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    Bytes piece(1 << 20);
    bool good = true;
    while (good) {
      const ssize_t got = sys::read(file, piece.data(), piece.size());
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) {
        good = got == 0;
        break;
      }
      good = sink(ByteView(piece).first(static_cast<std::size_t>(got)));
    }
    sys::close(file);
    return good;
  };
}

// Images of one clock rate: one that stays longer is repeated.
int write_video(Show& show, const Moments& moments, const RenderRequest& request,
                const Arguments& arguments, Made& made) {
  auto first = show.draw(moments.frames.front());
  if (!first) return refuse(made, first.error());
  made.width = first->width;
  made.height = first->height;
  constexpr double kScriptRate = 60;
  // Of a scene every moment is as long as the others, but for the end of a loop.
  const bool script = !made.told.camera;
  const std::int64_t ticks = moments.ticks.front();
  const double fps =
      script ? kScriptRate
             : static_cast<double>(moments.ticks_per_second) / static_cast<double>(ticks);
  std::size_t index = 0;
  std::int64_t left = 0;
  Picture picture;
  const auto next = [&]() -> Result<std::optional<Picture>> {
    if (left == 0) {
      if (index == moments.frames.size()) return std::nullopt;
      auto drawn = show.draw(moments.frames[index]);
      if (!drawn) return std::unexpected(std::move(drawn.error()));
      picture = std::move(*drawn);
      left = script
                 ? std::max<std::int64_t>(1, moments.ticks[index] * 60 / moments.ticks_per_second)
                 : 1;
      ++index;
    }
    --left;
    return picture;
  };
  const auto file = encode_video(request.kind, made.file, request.fps.value_or(fps), made.width,
                                 made.height, next);
  if (!file) return refuse(made, file.error());
  return deliver(made.file, contents_of(file->name()), arguments);
}

// Draws the frames until something is seen.
void report_blank(const Show& show, const Moments& moments, const std::string& about) {
  for (const double frame : moments.frames) {
    const auto picture = show.draw(frame);
    if (!picture || !is_blank(*picture, show.background())) return;
  }
  print_diagnostic(about,
                   {Severity::warning,
                    "anmkit.BLANK",
                    {},
                    {},
                    fmt::format("nothing is visible in any of {} images", moments.frames.size())});
}

void write_camera(JsonWriter& json, const RenderCamera& camera) {
  json.key("camera");
  json.begin_object();
  json.member("yaw", camera.angles.yaw);
  json.member("pitch", camera.angles.pitch);
  json.member("distance", camera.distance);
  json.key("target");
  write_numbers(json, {camera.target.x, camera.target.y, camera.target.z});
  json.member("fieldOfView", to_degrees(camera.vertical_fov));
  json.end_object();
}

}  // namespace

int write_picture(const Picture& picture, const Arguments& arguments, Made& made) {
  made.width = picture.width;
  made.height = picture.height;
  const auto bytes = encode_png(picture.pixels, picture.width, picture.height);
  if (!bytes) return refuse(made, bytes.error());
  return deliver(made.file, in_one_piece(*bytes), arguments);
}

Result<Still> draw_still(const Show& show, const RenderRequest& request, const std::string& about) {
  constexpr std::size_t kLooks = 16;
  const auto frame = show.still(request);
  if (!frame) return std::unexpected(frame.error());
  auto first = show.draw(*frame);
  if (!first) return std::unexpected(first.error());
  if (!is_blank(*first, show.background())) return Still{*frame, std::move(*first)};
  const auto say = [&](Severity severity, std::string message) {
    print_diagnostic(about, {severity, "anmkit.BLANK", {}, {}, std::move(message)});
  };
  const auto moments = request.frames ? Result<Moments>() : show.moments(request, kLooks);
  for (std::size_t i = 0; moments && i < moments->frames.size(); ++i) {
    const double later = std::floor(moments->frames[i]);
    auto picture = show.draw(later);
    if (!picture) return std::unexpected(std::move(picture.error()));
    if (is_blank(*picture, show.background())) continue;
    say(Severity::info,
        fmt::format("nothing is visible at frame {}, rendered frame {} instead; --frame N "
                    "chooses",
                    *frame, later));
    return Still{later, std::move(*picture)};
  }
  say(Severity::warning, fmt::format("nothing is visible at frame {}", *frame));
  return Still{*frame, std::move(*first)};
}

int write_still(Show& show, const RenderRequest& request, const Arguments& arguments, Made& made) {
  const auto still = draw_still(show, request, made.about);
  if (!still) return refuse(made, still.error());
  made.frames = {still->frame};
  made.told = show.notes();
  return write_picture(still->picture, arguments, made);
}

int write_strip(Show& show, const RenderRequest& request, const Arguments& arguments, Made& made) {
  const auto& [columns, rows] = *request.sheet;
  const auto moments = show.moments(request, std::size_t{columns} * rows);
  if (!moments) return refuse(made, moments.error());
  std::vector<SheetCell> cells;
  SheetOptions options{.columns = columns, .names = false, .background = show.background()};
  for (const double frame : moments->frames) {
    auto picture = show.draw(frame);
    if (!picture) return refuse(made, picture.error());
    options.cell_width = std::max(options.cell_width, picture->width);
    options.cell_height = std::max(options.cell_height, picture->height);
    // Before many are drawn: whether they fit.
    if (cells.empty()) {
      if (auto fits = check_sheet(options, rows); !fits) return refuse(made, fits.error());
    }
    cells.push_back({std::move(*picture), {}});
  }
  const auto sheet = make_contact_sheet(cells, options, rows);
  if (!sheet) return refuse(made, sheet.error());
  made.frames = moments->frames;
  made.told = show.notes();
  return write_picture(*sheet, arguments, made);
}

int write_moving(Show& show, const RenderRequest& request, const Arguments& arguments, Made& made,
                 bool shared) {
  const auto moments = show.moments(request, {});
  if (!moments) return refuse(made, moments.error());
  made.frames = moments->frames;
  made.seconds = seconds_of(*moments);
  made.told = show.notes();
  report_blank(show, *moments, made.about);
  if (is_video(request.kind)) return write_video(show, *moments, request, arguments, made);
  const auto first = show.draw(moments->frames.front());
  if (!first) return refuse(made, first.error());
  const std::uint64_t pixels = std::uint64_t{first->width} * first->height;
  if (pixels * moments->frames.size() > kMaxAnimationPixels) {
    return refuse(made, {Severity::error,
                         std::string(kBadOption),
                         {},
                         {},
                         fmt::format("{} images of {} x {} pixels; at most {} pixels are written: "
                                     "--size, --fps or --frame A..B make it less",
                                     moments->frames.size(), first->width, first->height,
                                     kMaxAnimationPixels)});
  }
  made.width = first->width;
  made.height = first->height;
  MovingPicture animation;
  animation.width = first->width;
  animation.height = first->height;
  animation.ticks_per_second = moments->ticks_per_second;
  animation.loops = moments->loops;
  animation.ticks = moments->ticks;
  animation.draw = [&](std::size_t frame) { return show.draw(moments->frames[frame]); };
  if (shared) animation.share = &share;
  // A clip that ends as it began is not shown standing still for a moment.
  if (!request.frames && made.told.camera && animation.ticks.size() > 2) {
    const auto last = animation.draw(animation.ticks.size() - 1);
    if (!last) return refuse(made, last.error());
    if (*last == *first) {
      made.seconds -= static_cast<double>(animation.ticks.back()) / animation.ticks_per_second;
      animation.ticks.pop_back();
      made.frames.pop_back();
    }
  }
  const auto bytes = encode_animation(request.kind, animation);
  if (!bytes) return refuse(made, bytes.error());
  return deliver(made.file, in_one_piece(*bytes), arguments);
}

std::string made_json(const std::vector<Made>& all) {
  JsonWriter json(JsonWriter::Style::indented);
  json.begin_object();
  json.key("pictures");
  json.begin_array();
  for (const Made& made : all) {
    json.begin_object();
    json.member("file", std::string_view(json_safe(made.file)));
    json.member("from", std::string_view(json_safe(made.about)));
    json.member("format", made.kind);
    json.member("width", made.width);
    json.member("height", made.height);
    if (made.subjects.empty()) {
      json.member("clip", std::string_view(json_safe(made.told.clip)));
      json.key("frames");
      json.begin_array(true);
      for (const double frame : made.frames)
        json.value(frame);
      json.end_array();
      if (made.told.camera) write_camera(json, *made.told.camera);
    } else {
      json.key("subjects");
      json.begin_array();
      for (const std::string& name : made.subjects)
        json.value(std::string_view(json_safe(name)));
      json.end_array();
    }
    if (made.seconds > 0) json.member("seconds", made.seconds);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take() + "\n";
}

}  // namespace anmkit::cli
