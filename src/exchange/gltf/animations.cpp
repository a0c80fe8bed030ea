// SPDX-License-Identifier: MIT
// One glTF animation a clip: samplers, channels, extras.
#include "exchange/gltf/animations.hpp"

#include <optional>
#include <span>

#include "exchange/gltf/channel.hpp"
#include "exchange/gltf/extras.hpp"
#include "exchange/gltf/json_lines.hpp"
#include "exchange/gltf/lens.hpp"
#include "exchange/gltf/names.hpp"

namespace anmkit {
namespace {

std::string_view channel_pattern(GltfPath path) {
  switch (path) {
    case GltfPath::translation:
      return R"({"sampler":#,"target":{"node":#,"path":"translation"}})";
    case GltfPath::rotation:
      return R"({"sampler":#,"target":{"node":#,"path":"rotation"}})";
    case GltfPath::scale:
      break;
  }
  return R"({"sampler":#,"target":{"node":#,"path":"scale"}})";
}

std::string_view sampler_pattern(Interpolation interpolation) {
  switch (interpolation) {
    case Interpolation::step:
      return R"({"input":#,"output":#,"interpolation":"STEP"})";
    case Interpolation::cubic:
      return R"({"input":#,"output":#,"interpolation":"CUBICSPLINE"})";
    default:
      return R"({"input":#,"output":#})";
  }
}

// Values that glTF cannot express, as members of an object.
void write_clip_members(const Clip& clip, const std::string& name, JsonWriter& json) {
  json.member("rate", clip.rate);
  json.member("duration", clip.duration);
  json.member("loops", clip.loops);
  json.member("loopStart", clip.loop_start);
  if (name != clip.name) write_name("title", clip.name, json);
}

std::string take_name(UniqueNames& names, const Clip& clip, std::size_t index) {
  return names.take(clip.name, "clip" + std::to_string(index));
}

class AnimationWriter {
 public:
  AnimationWriter(const Scene& scene, const Rig& rig, GltfWriteOptions::Keys keys,
                  const std::vector<bool>& extensions, GltfBuffer& buffer, JsonWriter& json,
                  ConversionReport& report, const ClipDone& done)
      : scene_(scene),
        rig_(rig),
        keys_(keys),
        extensions_(extensions),
        buffer_(buffer),
        json_(json),
        report_(report),
        done_(done) {}

  Result<void> write() {
    UniqueNames names;
    SpareValues spare;
    json_.key("animations");
    json_.begin_array();
    for (std::size_t i = 0; i < scene_.clips.size(); ++i) {
      const Clip& clip = scene_.clips[i];
      auto channels = clip_channels(scene_, rig_, clip, keys_, spare, report_);
      if (!channels) {
        Error error = channels.error();
        error.path = "clips[" + std::to_string(i) + "]";
        return std::unexpected(std::move(error));
      }
      const std::string name = take_name(names, clip, i);
      json_.begin_object();
      json_.member("name", name);
      const bool last = i + 1 == scene_.clips.size();
      write_channels(*channels, lens_channels(scene_, rig_, clip, channels->dense_times.size()),
                     last ? nullptr : &spare);
      if (extensions_[i]) {
        json_.key("extensions");
        json_.raw(clip.extensions);
      };
      write_clip_extras(clip, i, name);
      json_.end_object();
      if (done_) done_(i);
      if (buffer_.size() > kMostGltfBytes) break;
    }
    json_.end_array();
    return {};
  }

 private:
  void write_clip_extras(const Clip& clip, std::size_t index, const std::string& name) {
    begin_extras(json_);
    write_clip_members(clip, name, json_);
    append_foreign(clip.extras, "clips[" + std::to_string(index) + "].extras", json_, report_);
    end_extras(json_);
  }

  struct KeyAccessors {
    std::size_t input, output;
    Interpolation interpolation;
  };

  // The memory of a written channel is released: to `spare`, if there is one.
  void write_channels(ClipChannels& clip, const std::vector<LensChannel>& lenses,
                      SpareValues* spare) {
    std::vector<KeyAccessors> accessors;
    accessors.reserve(clip.channels.size());
    buffer_.begin_view(GltfTarget::none);
    std::optional<std::size_t> dense;
    json_.key("channels");
    json_.begin_array();
    for (Channel& channel : clip.channels) {
      if (channel.dense && !dense) dense = buffer_.add_times(clip.dense_times);
      const std::size_t input = channel.dense ? *dense : buffer_.add_times(channel.times);
      const std::size_t output =
          buffer_.add(std::span<const float>(channel.values), path_components(channel.path));
      write_line(json_, channel_pattern(channel.path), {accessors.size(), channel.rig_node});
      accessors.push_back({input, output, channel.interpolation});
      std::vector<float> values = std::move(channel.values);
      if (spare != nullptr) spare->push_back(std::move(values));
    }
    for (const LensChannel& lens : lenses) {
      const std::size_t input = buffer_.add_times(clip.dense_times);
      const std::size_t output = buffer_.add(std::span<const float>(lens.values), 1);
      write_lens(lens, accessors.size(), json_);
      accessors.push_back({input, output, lens.interpolation});
    }
    json_.end_array();
    json_.key("samplers");
    json_.begin_array();
    for (const auto& [input, output, interpolation] : accessors) {
      write_line(json_, sampler_pattern(interpolation), {input, output});
    }
    json_.end_array();
  }

  const Scene& scene_;
  const Rig& rig_;
  GltfWriteOptions::Keys keys_;
  const std::vector<bool>& extensions_;
  GltfBuffer& buffer_;
  JsonWriter& json_;
  ConversionReport& report_;
  const ClipDone& done_;
};

}  // namespace

void append_foreign(std::string_view extras, std::string path, JsonWriter& json,
                    ConversionReport& report) {
  if (auto done = append_members(extras, json); !done) {
    report.diagnostics.add(Severity::warning, "anmkit.GLTF-EXTRAS", done.error().message, {},
                           std::move(path));
  }
}

void write_clip_list(const Scene& scene, JsonWriter& json) {
  if (scene.clips.empty()) return;
  UniqueNames names;
  json.key("clips");
  json.begin_array();
  for (std::size_t i = 0; i < scene.clips.size(); ++i) {
    const std::string name = take_name(names, scene.clips[i], i);
    json.begin_object();
    json.member("name", name);
    write_clip_members(scene.clips[i], name, json);
    // Text that is no object is reported with the animation.
    [[maybe_unused]] const auto reported = append_members(scene.clips[i].extras, json);
    json.end_object();
  }
  json.end_array();
}

Result<void> write_animations(const Scene& scene, const Rig& rig, GltfWriteOptions::Keys keys,
                              const std::vector<bool>& extensions, GltfBuffer& buffer,
                              JsonWriter& json, ConversionReport& report, const ClipDone& done) {
  return AnimationWriter(scene, rig, keys, extensions, buffer, json, report, done).write();
}

}  // namespace anmkit
