// SPDX-License-Identifier: MIT
// Reading, writing, checking and playing of the toy format.
#include "toy.hpp"

#include <cmath>
#include <numeric>

#include "core/fields.hpp"
#include "core/findings.hpp"
#include "formats/choose_clip.hpp"
#include "formats/play_in_parts.hpp"
#include "import/fit_report.hpp"
#include "scene/frame_walk.hpp"

namespace anmkit::toy {

template <class Archive, Of<Key> T>
void fields(Archive& archive, T& key) {
  archive("frame", key.frame);
  archive("place", key.place);
}
template <class Archive, Of<Bounce> T>
void fields(Archive& archive, T& bounce) {
  archive("rate", bounce.rate);
  archive("keys", bounce.keys);
}

namespace {

constexpr std::size_t kHead = 8, kKeySize = 8;

double last_frame(const Bounce& bounce) {
  return bounce.keys.empty() ? 0 : bounce.keys.back().frame;
}

// A tetrahedron, 20 centimetres high.
Mesh ball() {
  Primitive sides;
  constexpr std::array<std::array<float, 3>, 4> kCorners = {
      {{-10, 0, -10}, {10, 0, -10}, {0, 0, 10}, {0, 20, 0}}};
  for (const auto& corners : {std::array{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}) {
    for (const int corner : corners)
      sides.positions.push_back(kCorners[static_cast<std::size_t>(corner)]);
  }
  sides.indices.resize(sides.positions.size());
  std::iota(sides.indices.begin(), sides.indices.end(), 0u);
  Mesh mesh;
  mesh.primitives.push_back(std::move(sides));
  return mesh;
}

}  // namespace

Result<Bounce> parse_bounce(ByteView bytes, Diagnostics& diagnostics) {
  Findings findings("toy", diagnostics);
  LittleReader in(bytes);
  if (in.get<std::uint32_t>("magic") != 0x31594F54)
    findings.error("E-MAGIC", "bad magic at 0x0, expected TOY1", 0, "magic");
  Bounce bounce;
  bounce.rate = in.get<std::uint16_t>("rate");
  const std::size_t count = in.get<std::uint16_t>("count");
  if (!in.ok() || bytes.size() != kHead + kKeySize * count) {
    findings.error("E-SIZE",
                   "file has " + std::to_string(bytes.size()) + " bytes, expected " +
                       std::to_string(kHead + kKeySize * count) + " for " + std::to_string(count) +
                       " keys",
                   6, "count");
  }
  if (findings.failed()) return first_error(diagnostics);
  bounce.keys.resize(count);
  for (Key& key : bounce.keys) {
    key.frame = in.get<std::uint16_t>("frame");
    for (std::int16_t& value : key.place)
      value = in.get<std::int16_t>("place");
  }
  return bounce;
}

Bytes write(const Bounce& bounce) {
  LittleWriter out;
  out.put(std::uint32_t{0x31594F54});
  out.put(bounce.rate);
  out.put(static_cast<std::uint16_t>(bounce.keys.size()));
  for (const Key& key : bounce.keys) {
    out.put(key.frame);
    for (const std::int16_t value : key.place)
      out.put(value);
  }
  return out.take();
}

void BounceDocument::dump(JsonWriter& writer) const {
  write_fields(writer, bounce);
}
Result<DocumentPtr> build_bounce(const JsonValue& object, Diagnostics&) {
  auto bounce = read_fields<Bounce>(object);
  if (!bounce) return std::unexpected(std::move(bounce.error()));
  return std::make_unique<BounceDocument>(std::move(*bounce));
}

void BounceDocument::check(const Context&, Diagnostics& diagnostics) const {
  Findings findings("toy", diagnostics);
  for (std::size_t i = 1; i < bounce.keys.size(); ++i) {
    if (bounce.keys[i].frame <= bounce.keys[i - 1].frame) {
      findings.warning("W-ORDER", "key " + std::to_string(i) + " is not after the one before it",
                       kHead + kKeySize * i, path_of("keys", i));
    }
  }
}

DocumentInfo BounceDocument::info() const {
  return {.clips = {{.name = "bounce", .frames = last_frame(bounce), .rate = double(bounce.rate)}},
          .nodes = {"ball"},
          .facts = {}};
}

FileRole BounceDocument::file_role(const std::string&, Folders&) const {
  return {.role = FileRole::Role::subject};
}

Result<Scene> BounceDocument::to_scene(const SceneRequest&, const Context&, Diagnostics&) const {
  Scene scene;
  scene.name = "bounce";
  scene.metres_per_unit = kMetresPerUnit;
  scene.meshes.push_back(ball());
  Node& node = scene.nodes.emplace_back();
  node.name = "ball";
  node.mesh = 0;
  Clip clip;
  clip.name = "bounce";
  clip.rate = bounce.rate;
  clip.duration = last_frame(bounce);
  Track track;
  for (const Key& key : bounce.keys) {
    track.times.push_back(key.frame);
    track.values.insert(track.values.end(), key.place.begin(), key.place.end());
  }
  clip.tracks.push_back(std::move(track));
  scene.clips.push_back(std::move(clip));
  return scene;
}

Result<Playback> BounceDocument::play(const PlayRequest& request, const Context&) const {
  if (const auto clip = choose_clip(request.clip, {"bounce"}); !clip)
    return std::unexpected(clip.error());
  const double end = last_frame(bounce);
  return play_in_parts(FramePlayback{"bounce", {}}, request, [&](std::int64_t tick) {
    return FrameTick{tick, end > 0 ? std::fmod(static_cast<double>(tick), end + 1) : 0};
  });
}

Result<Bytes> bounce_from_scene(const FromScene& from, const Context&, ConversionReport& report) {
  const Clip& clip = from.scene.clips[from.clip.value_or(0)];
  FrameWalk walk(from.scene, clip);
  Bounce bounce;
  bounce.rate = static_cast<std::uint16_t>(clip.rate);
  for (std::size_t frame = 0; frame <= walk.last(); ++frame) {
    const Vec3 at = walk.pose(static_cast<double>(frame))[0].local.translation;
    Key& key = bounce.keys.emplace_back();
    key.frame = static_cast<std::uint16_t>(frame);
    key.place = {static_cast<std::int16_t>(std::lround(at.x)),
                 static_cast<std::int16_t>(std::lround(at.y)),
                 static_cast<std::int16_t>(std::lround(at.z))};
  }
  const Bytes bytes = write(bounce);
  Diagnostics unused;
  const auto made = BounceDocument(bounce).to_scene({}, {}, unused);
  report_fits(from.scene, clip, *made, made->clips[0], std::array{NodePair{0, 0, "ball"}}, {},
              report);
  return bytes;
}

}  // namespace anmkit::toy
