// SPDX-License-Identifier: MIT
// Native files to glTF and BVH, BVH to glTF, and copies of both.
#include "convert/plan_exchange.hpp"

#include <algorithm>
#include <set>

#include "core/letters.hpp"
#include "exchange/bvh/bvh.hpp"

namespace anmkit {
namespace {

using Steps = Result<std::vector<Step>>;

std::unexpected<Error> usage(std::string message) {
  return fail(std::string(kUsageError), std::move(message));
}

class Exchange {
 public:
  Exchange(std::span<const Opened> inputs, const ConvertRequest& request, const Target& target)
      : inputs_(inputs),
        request_(request),
        target_(target),
        folder_(request.output.ends_with('/')) {}

  std::optional<Steps> plan() {
    if (std::holds_alternative<Parsed>(inputs_.front())) {
      sort_inputs();
      if (target_.gltf) return to_gltf();
      if (target_.format == &bvh_format()) return to_bvh();
      return std::nullopt;
    }
    const bool bvh_again =
        target_.format == &bvh_format() && std::ranges::all_of(inputs_, [](const Opened& input) {
          return std::get<GltfInput>(input).format == &bvh_format();
        });
    if (target_.gltf || bvh_again) return copies();
    return std::nullopt;
  }

 private:
  void add(decltype(Step::action) action, std::string output, std::string about) {
    steps_.push_back({std::move(action), std::move(output), std::move(about)});
  }
  // Models given next to animations are what the animations move, not files of their own.
  void sort_inputs() {
    for (const Opened& input : inputs_) {
      const auto& parsed = std::get<Parsed>(input);
      (parsed.document->info().clips.empty() ? models_ : clips_).push_back(&parsed);
    }
  }
  void need_clips() {
    if (clips_.empty()) clips_.swap(models_);
  }
  // "walk.glb"; "walk.anm.glb" where another input of another extension has that name already.
  std::string place(const Opened& input) {
    std::string place = place_for(request_, input, ".glb");
    if (places_.insert(lowered(place)).second) return place;
    return place_for(request_, input, {}) + ".glb";
  }

  Steps to_gltf() {
    if (folder_) {
      for (const Opened& input : inputs_)
        add(step::ToGltf{{&std::get<Parsed>(input)}, {}}, place(input), path_of(input));
      return std::move(steps_);
    }
    need_clips();
    const std::string about = clips_.front()->path;
    add(step::ToGltf{std::move(clips_), std::move(models_)}, request_.output, about);
    return std::move(steps_);
  }

  // A file per clip, in a folder of their own where several inputs have several.
  Steps to_bvh() {
    need_clips();
    const auto flat = [](const Parsed* input) { return !input->format->abilities.scene; };
    if (folder_) {
      // Each finds its companions in its own folder, where textures are as well.
      models_.clear();
      if (!std::ranges::all_of(clips_, flat)) std::erase_if(clips_, flat);
    }
    for (const Parsed* input : clips_) {
      if (!flat(input)) continue;
      return usage(std::string(input->format->id) + " cannot become bvh; from " +
                   std::string(input->format->id) + " to:" + made_from(*input->format));
    }
    if (!folder_ && clips_.size() > 1) {
      return usage("a BVH file has one clip, found " + std::to_string(clips_.size()) +
                   " inputs: -o FOLDER/ writes a file for each");
    }
    for (const Parsed* input : clips_) {
      std::string output = request_.output;
      // A source without clips may be a table of those of other files.
      const std::size_t clips = input->document->info().clips.size();
      const bool one = clips == 1 || (clips == 0 && !input->format->linked);
      if (folder_ && (one || clips_.size() > 1))
        output = place_for(request_, input->path, input->name, one ? ".bvh" : "/");
      add(step::ToGltf{{input}, models_, nullptr, &bvh_format()}, std::move(output), input->path);
    }
    return std::move(steps_);
  }

  // glTF stays glTF and BVH stays BVH; a BVH becomes glTF.
  Steps copies() {
    const std::string what = target_.gltf ? "glTF" : "BVH";
    if (!folder_ && inputs_.size() > 1) {
      return usage("several files cannot become one " + what + ": one at a time, or -o FOLDER/");
    }
    for (const Opened& input : inputs_) {
      const auto& scene = std::get<GltfInput>(input);
      if (scene.format != target_.format) {
        add(step::ToGltf{{}, {}, &scene}, folder_ ? place(input) : request_.output, scene.path);
        continue;
      }
      if (!request_.clip.empty()) {
        return usage("--clip does not apply where " + what + " stays " + what +
                     "; all of it is copied");
      }
      add(step::Copy{&input}, folder_ ? place_for(request_, input, {}) : request_.output,
          scene.path);
    }
    return std::move(steps_);
  }

  std::span<const Opened> inputs_;
  const ConvertRequest& request_;
  const Target& target_;
  bool folder_;
  std::vector<const Parsed*> clips_, models_;
  std::set<std::string> places_;  // in lower case
  std::vector<Step> steps_;
};

}  // namespace

std::optional<Result<std::vector<Step>>> plan_exchange(std::span<const Opened> inputs,
                                                       const ConvertRequest& request,
                                                       const Target& target) {
  return Exchange(inputs, request, target).plan();
}

void use_bvh_unit(Scene& scene, const ConvertRequest& request, Diagnostics& notes) {
  if (request.metres_per_unit > 0) {
    scene.metres_per_unit = request.metres_per_unit;
  } else {
    report_bvh_unit(scene, notes);
  }
}

}  // namespace anmkit
