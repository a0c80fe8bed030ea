// SPDX-License-Identifier: MIT
// Sources in the extras of a scene, by name and base64.
#include "convert/provenance.hpp"

#include <algorithm>

#include "core/json.hpp"
#include "exchange/gltf/extras.hpp"

namespace anmkit {
namespace {

constexpr std::string_view kSources = "sources";

// `write_bytes` writes the value of the last member.
template <class WriteBytes>
void write_source(JsonWriter& json, const SceneSource& source, WriteBytes write_bytes) {
  json.begin_object();
  json.member("format", std::string_view(source.format));
  write_name("name", source.name, json);
  json.key("clips");
  json.begin_array();
  for (const std::string& clip : source.clips) {
    if (is_utf8(clip)) {
      json.value(std::string_view(clip));
      continue;
    }
    json.begin_object();
    write_name("name", clip, json);
    json.end_object();
  }
  json.end_array();
  json.key("bytes");
  write_bytes(source.contents());
  json.end_object();
}

template <class WriteBytes>
void write_list(JsonWriter& json, const std::vector<SceneSource>& sources, WriteBytes write_bytes) {
  if (sources.empty()) return;
  json.key(kSources);
  json.begin_array();
  for (const SceneSource& source : sources)
    write_source(json, source, write_bytes);
  json.end_array();
}

std::optional<SceneSource> read_source(JsonValue value) {
  const auto format = value["format"].string();
  const auto text = value["bytes"].string();
  auto bytes = text ? from_base64(*text) : std::nullopt;
  if (!format || !bytes) return std::nullopt;
  SceneSource source{std::string(*format), read_name(value, "name", {}), {}, std::move(*bytes)};
  for (JsonValue clip = value["clips"].first(); clip; clip = clip.next()) {
    source.clips.push_back(std::string(clip.string().value_or(read_name(clip, "name", {}))));
  }
  return source;
}

}  // namespace

Result<void> set_sources(Scene& scene, const std::vector<SceneSource>& sources) {
  JsonWriter json;
  std::size_t room = scene.extras.size() + 1000;
  for (const SceneSource& source : sources)
    room += source.contents().size() / 3 * 4 + 50 * source.clips.size() + 1000;
  json.reserve(room);
  json.begin_object();
  if (!scene.extras.empty()) {
    const auto parsed = JsonDocument::parse(scene.extras);
    if (!parsed) return std::unexpected(parsed.error());
    for (JsonValue member = parsed->root().first(); member; member = member.next()) {
      if (member.key() == kSources) continue;
      json.key(member.key());
      json.raw(parsed->text().substr(member.begin_offset(),
                                     member.end_offset() - member.begin_offset()));
    }
  }
  write_list(json, sources, [&](ByteView bytes) { json.base64(bytes); });
  json.end_object();
  scene.extras = json.take();
  return {};
}

void write_sources(const std::vector<SceneSource>& sources, GltfText& text) {
  write_list(text.json, sources, [&](ByteView bytes) {
    text.base64({}, bytes.size(), [bytes](const Sink& sink) { return sink(bytes); });
  });
}

std::vector<SceneSource> sources_of(const Scene& scene) {
  std::vector<SceneSource> sources;
  const auto parsed = JsonDocument::parse(scene.extras);
  if (!parsed) return sources;
  for (JsonValue value = parsed->root()[kSources].first(); value; value = value.next()) {
    if (auto source = read_source(value)) sources.push_back(std::move(*source));
  }
  return sources;
}

const SceneSource* find_source(const std::vector<SceneSource>& sources, std::string_view format,
                               std::string_view clip) {
  for (const SceneSource& source : sources) {
    const bool gave = clip.empty() || std::ranges::find(source.clips, clip) != source.clips.end();
    if (source.format == format && gave) return &source;
  }
  return nullptr;
}

}  // namespace anmkit
