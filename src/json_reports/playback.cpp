// SPDX-License-Identifier: MIT
// Engine playback, tick by tick.
#include <optional>

#include "json_reports/json_reports.hpp"

namespace anmkit {
namespace {

void write_tick(JsonWriter& json, const FrameTick& tick) {
  json.begin_object();
  json.member("tick", tick.tick);
  json.member("frame", tick.frame);
  json.end_object();
}

void write_tick(JsonWriter& json, const ImageTick& tick) {
  json.begin_object();
  json.member("tick", tick.tick);
  json.member("image", tick.image);
  json.member("blend", tick.blend);
  json.member("visible", tick.visible);
  json.member("x", tick.x);
  json.member("y", tick.y);
  json.end_object();
}

// Where the first clip repeats for ever, when the document knows.
void write_loop(JsonWriter& json, const DocumentInfo& info) {
  json.key("loop");
  if (info.clips.empty() || !info.clips[0].loop) return json.null();
  const ClipInfo& clip = info.clips[0];
  json.begin_object();
  json.member("intro", clip.loop_start);
  json.member("period", clip.frames - clip.loop_start);
  json.end_object();
}

}  // namespace

void begin_playback(JsonWriter& json, const Parsed& played, const Playback& head) {
  json.begin_object();
  json.member("file", std::string_view(json_safe(played.path)));
  json.member("format", played.document->format());
  if (const auto* frames = std::get_if<FramePlayback>(&head))
    json.member("clip", std::string_view(json_safe(frames->clip)));
  if (const auto* images = std::get_if<ImagePlayback>(&head)) {
    write_loop(json, played.document->info());
    json.key("ended");
    if (images->ended) {
      json.value(*images->ended);
    } else {
      json.null();
    }
  }
  json.key("ticks");
  json.begin_array();
}

void write_ticks(JsonWriter& json, const Playback& part) {
  std::visit(
      [&](const auto& playback) {
        for (const auto& tick : playback.ticks)
          write_tick(json, tick);
      },
      part);
}

void end_playback(JsonWriter& json) {
  json.end_array();
  json.end_object();
}

void write_playback(JsonWriter& json, const Parsed& played, const Playback& playback) {
  begin_playback(json, played, playback);
  write_ticks(json, playback);
  end_playback(json);
}

}  // namespace anmkit
