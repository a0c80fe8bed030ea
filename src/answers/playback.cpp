// SPDX-License-Identifier: MIT
// What an engine shows, tick by tick.
#include <optional>

#include "answers/answers.hpp"

namespace anmkit {
namespace {

void write_ticks(JsonWriter& json, const FramePlayback& playback) {
  json.member("clip", std::string_view(json_safe(playback.clip)));
  json.key("ticks");
  json.begin_array();
  for (const FrameTick& tick : playback.ticks) {
    json.begin_object();
    json.member("tick", tick.tick);
    json.member("frame", tick.frame);
    json.end_object();
  }
  json.end_array();
}

void write_ticks(JsonWriter& json, const ImagePlayback& playback) {
  json.key("ended");
  if (playback.ended) {
    json.value(*playback.ended);
  } else {
    json.null();
  }
  json.key("ticks");
  json.begin_array();
  for (const ImageTick& tick : playback.ticks) {
    json.begin_object();
    json.member("tick", tick.tick);
    json.member("image", tick.image);
    json.member("blend", tick.blend);
    json.member("visible", tick.visible);
    json.member("x", tick.x);
    json.member("y", tick.y);
    json.end_object();
  }
  json.end_array();
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

void write_playback(JsonWriter& json, const Parsed& played, const Playback& playback) {
  json.begin_object();
  json.member("file", std::string_view(json_safe(played.path)));
  json.member("format", played.document->format());
  if (const auto* frames = std::get_if<FramePlayback>(&playback)) write_ticks(json, *frames);
  if (const auto* images = std::get_if<ImagePlayback>(&playback)) {
    write_loop(json, played.document->info());
    write_ticks(json, *images);
  }
  json.end_object();
}

}  // namespace anmkit
