// SPDX-License-Identifier: MIT
// Several files as one glTF: their scenes merged, clips named apart, the originals inside.
#include <algorithm>
#include <set>

#include "anmkit/gltf.hpp"
#include "convert/flaws.hpp"
#include "convert/plan_exchange.hpp"
#include "convert/provenance.hpp"
#include "convert/rest_edits.hpp"
#include "convert/sample_limit.hpp"
#include "convert/share_out.hpp"
#include "convert/show.hpp"
#include "convert/steps.hpp"
#include "core/counted.hpp"
#include "core/findings.hpp"
#include "core/json.hpp"
#include "core/limits.hpp"
#include "core/listing.hpp"
#include "core/paths.hpp"
#include "exchange/gltf/write.hpp"

namespace anmkit {
namespace {

// A scene with the files it came from.
struct Part {
  Scene scene;
  std::vector<SceneSource> sources;
};

SceneSource source_of(const Parsed& input) {
  SceneSource source{
      std::string(input.document->format()), std::string(file_name(input.path)), {}, {}, {}};
  if (auto kept = input.document->kept_part()) {
    source.name += "." + kept->what;
    source.bytes = std::move(kept->bytes);
  } else {
    source.borrowed = input.bytes;
  }
  return source;
}

Result<Part> make_part(const Parsed& input, Companions companions, const SceneRequest& wanted,
                       const Options& options, Diagnostics& diagnostics) {
  Diagnostics found;
  auto scene = input.document->to_scene(wanted, {companions, options}, found);
  locate(found, *input.format, input.bytes);
  diagnostics.add_all(found);
  if (!scene) {
    Diagnostics error;
    error.add(std::move(scene.error()));
    locate(error, *input.format, input.bytes);
    return std::unexpected(std::move(error.finish().front()));
  }
  Part part{std::move(*scene), {source_of(input)}};
  for (const Clip& clip : part.scene.clips)
    part.sources.front().clips.push_back(clip.name);
  return part;
}

// Nodes that only hold meshes come last, and where no mesh was asked for there are none.
bool same_skeleton(const Scene& a, const Scene& b) {
  const std::size_t common = std::min(a.nodes.size(), b.nodes.size());
  return b.nodes.size() == common && std::equal(b.nodes.begin(), b.nodes.end(), a.nodes.begin(),
                                                [](const Node& x, const Node& y) {
                                                  return x.name == y.name && x.id == y.id &&
                                                         x.parent == y.parent;
                                                });
}

Result<void> merge(Part& whole, Part part, const std::string& path) {
  if (!same_skeleton(whole.scene, part.scene)) {
    return fail("anmkit.SKELETON",
                "has a different skeleton from the previous file: convert them to separate files "
                "(-o FOLDER/), or name one model with --with",
                {}, path);
  }
  std::ranges::move(part.scene.clips, std::back_inserter(whole.scene.clips));
  std::ranges::move(part.sources, std::back_inserter(whole.sources));
  return {};
}

// Calls visit(source, place) for each clip in order: sources list theirs in the scene's order.
template <class Visit>
void for_each_clip(std::vector<SceneSource>& sources, Visit visit) {
  std::size_t clip = 0;
  for (SceneSource& source : sources) {
    for (std::string& name : source.clips)
      visit(source, name, clip++);
  }
}

// glTF tools find clips by name: repeated names get a number. Sources remember the names that the
// clips end up with.
void make_clip_names_unique(Part& part) {
  std::set<std::string> taken;
  for (Clip& clip : part.scene.clips) {
    std::string name = clip.name;
    for (int number = 2; !taken.insert(name).second; ++number)
      name = clip.name + "_" + std::to_string(number);
    clip.name = std::move(name);
  }
  for_each_clip(part.sources, [&](SceneSource&, std::string& name, std::size_t clip) {
    name = part.scene.clips[clip].name;
  });
}

// A clip by the scene's name for it, or by that of its file, where a project has a better one.
Result<std::size_t> find_clip_of(const Part& part, const step::ToGltf& step,
                                 const std::string& wanted) {
  auto index = find_clip(part.scene, wanted);
  if (index) return index;
  std::size_t first = 0;
  for (std::size_t i = 0; i < step.inputs.size(); ++i) {
    const std::vector<ClipInfo> own = step.inputs[i]->document->info().clips;
    const auto named = std::ranges::find(own, wanted, &ClipInfo::name);
    if (named != own.end() && own.size() == part.sources[i].clips.size())
      return first + static_cast<std::size_t>(named - own.begin());
    first += part.sources[i].clips.size();
  }
  return index;
}

// Leaves one clip, and the file that it came from.
Result<void> keep_clip(Part& part, const step::ToGltf& step, const std::string& wanted) {
  const auto index = find_clip_of(part, step, wanted);
  if (!index) return std::unexpected(index.error());
  std::vector<SceneSource> kept;
  for_each_clip(part.sources, [&](SceneSource& source, std::string& name, std::size_t clip) {
    if (clip != *index) return;
    kept.push_back(source);
    kept.back().clips = {name};
  });
  part.sources = std::move(kept);
  Clip clip = std::move(part.scene.clips[*index]);
  part.scene.clips.clear();
  part.scene.clips.push_back(std::move(clip));
  return {};
}

// "2 models are near it (A.TMD, B.TMD) and none clearly matches"
std::string no_model(const std::vector<std::string>& rivals, const std::string& input,
                     bool broken) {
  if (broken) return "no model next to it can be read";
  if (rivals.empty()) return "found no model near it";
  constexpr std::size_t kMost = 6;
  std::vector<std::string> names;
  for (const std::string& path : rivals)
    names.emplace_back(folder_of(path) == folder_of(input) ? file_name(path) : path);
  const bool one = rivals.size() == 1;
  return std::to_string(rivals.size()) + (one ? " model is" : " models are") + " near it (" +
         some_of(names, kMost) + ")" +
         (one ? ", which does not match" : " and none clearly matches");
}

// The name of the first file that is a model of the family and has no animations.
std::string model_among(Companions companions, std::string_view family) {
  for (const Companion& companion : companions) {
    const Format* format =
        companion.document == nullptr ? nullptr : find_format(companion.document->format());
    if (format != nullptr && format->family == family && format->abilities.scene &&
        !format->abilities.animation)
      return std::string(file_name(companion.path));
  }
  return {};
}

// The companions of a step's inputs, each file once.
class Beside {
 public:
  void add(const CompanionPool::Set& set, const std::string& input) {
    for (const Companion& companion : set.companions) {
      if (!seen_.insert(companion.path).second) continue;
      const bool found = std::ranges::find(set.found, companion.path) != set.found.end();
      all_.push_back({companion, found, input});
    }
    for (const auto& [path, why] : set.broken) {
      if (seen_.insert(path).second) broken_.emplace_back(path, why);
    }
  }
  bool has_broken() const { return !broken_.empty(); }

  // `told`: those reported as unused by every input.
  // Images are used where an image of the scene has their bytes. Many are those of a folder that
  // was named, where it is no mistake that some are not.
  void report(const Scene& scene, const std::vector<std::string>& told, Diagnostics& notes) const {
    constexpr std::size_t kMany = 8;
    std::vector<std::string_view> idle;
    for (const auto& [companion, found, input] : all_) {
      const bool shown = companion.document != nullptr || !is_picture(companion.bytes) ||
                         std::ranges::any_of(scene.images, [&](const Image& image) {
                           return std::ranges::equal(image.bytes, companion.bytes);
                         });
      if (found && shown) {
        notes.add(Severity::info, "anmkit.USING", "shown with " + companion.path, {}, input);
      } else if (!found && !shown) {
        idle.push_back(companion.path);
      }
    }
    for (const auto& [path, why] : broken_)
      notes.add(Severity::warning, "anmkit.BROKEN",
                "not used: " + path + ", which cannot be read: " + why.message + " (" + why.code +
                    (why.offset ? " at " + hex_number(*why.offset) : "") + ")");
    if (idle.size() > kMany) return;
    for (const std::string_view path : idle) {
      if (std::ranges::find(told, path) != told.end()) continue;
      notes.add(Severity::warning, "anmkit.UNUSED",
                "not used: " + std::string(path) + "; no material shows this image");
    }
  }
  // `told`: as for `report`.
  void report_errors(const Options& options, const std::vector<std::string>& told,
                     Diagnostics& notes) const {
    std::vector<Companion> companions;
    for (const File& file : all_)
      companions.push_back(file.companion);
    for (const Companion& one : companions) {
      if (std::ranges::find(told, one.path) == told.end())
        report_flaws(one, {companions, options}, notes);
    }
  }

 private:
  struct File {
    Companion companion;
    bool found;  // not named
    std::string input;
  };
  std::vector<File> all_;
  std::vector<std::pair<std::string, Diagnostic>> broken_;
  std::set<std::string> seen_;
};

// Whether a clip hides each node that has a mesh; where none has, each node.
bool hides_all(const Scene& scene, const Clip& clip) {
  std::vector<bool> hidden(scene.nodes.size());
  for (std::size_t i = 0; i < hidden.size(); ++i)
    hidden[i] = !scene.nodes[i].visible || (scene.nodes[i].mesh < 0 && !scene.meshes.empty());
  for (const Track& track : clip.tracks) {
    if (track.node >= hidden.size()) continue;
    const bool own = scene.nodes[track.node].mesh >= 0 || scene.meshes.empty();
    if (track.property == Property::visibility && own)
      hidden[track.node] = std::ranges::all_of(track.values, [](double v) { return v == 0; });
  }
  return !hidden.empty() && std::ranges::find(hidden, false) == hidden.end();
}

void report_hidden(const Scene& scene, Diagnostics& notes) {
  std::string first;
  std::size_t count = 0;
  for (const Clip& clip : scene.clips) {
    if (hides_all(scene, clip) && count++ == 0) first = clip.name;
  }
  if (count == 0) return;
  notes.add(Severity::warning, "anmkit.BLANK",
            "nothing is ever visible in the clip " + quoted(first) +
                (count > 1 ? " (and " + std::to_string(count - 1) + " more)" : ""));
}

// Who names animations alone does not ask for the model without them.
Result<void> check_motion(const step::ToGltf& step, const Scene& scene) {
  const auto is_motion = [](const Parsed* file) { return file->format->abilities.animation; };
  if (!scene.clips.empty() || !std::ranges::all_of(step.inputs, is_motion)) return {};
  return fail("anmkit.NOTHING",
              "found no animation in " + std::string(file_name(step.inputs.front()->path)) +
                  "; where it includes or lists other files, name those or their folder");
}

// All inputs of a step together, cut to the requested clip.
Result<Part> gather(const step::ToGltf& step, const ConvertRequest& request,
                    CompanionPool& companions, Diagnostics& notes, Flaws flaws = Flaws::report) {
  // A single file with clips that move different nodes shows those of the clip that is asked for.
  const SceneRequest wanted{.clip = step.inputs.size() == 1 ? std::string_view(request.clip)
                                                            : std::string_view()};
  for (const Parsed* model : step.models)
    companions.add(*model);
  std::vector<CompanionPool::Set> beside;
  beside.reserve(step.inputs.size());
  for (const Parsed* input : step.inputs)
    beside.push_back(companions.of(*input));
  std::vector<Result<Part>> parts(step.inputs.size());
  std::vector<Diagnostics> found(step.inputs.size());
  share_out(request.share, step.inputs.size(), [&](std::size_t i, std::size_t) {
    SceneRequest own = wanted;
    own.meshes = i == 0 && step.target == nullptr;  // one body is enough
    parts[i] = make_part(*step.inputs[i], beside[i].companions, own, request.options, found[i]);
    if (parts[i] && flaws == Flaws::report)
      report_flaws(*step.inputs[i], {beside[i].companions, request.options}, found[i]);
  });
  std::optional<Part> whole;
  std::vector<std::string> rivals;
  std::string rivals_of;
  std::string model;  // that was used and shows nothing
  Beside files;
  for (std::size_t i = 0; i < step.inputs.size(); ++i) {
    const Parsed& input = *step.inputs[i];
    files.add(beside[i], input.name);
    if (rivals.empty()) {
      rivals = beside[i].rivals;
      rivals_of = input.path;
    }
    if (model.empty()) model = model_among(beside[i].companions, input.format->family);
    notes.add_all(found[i]);
    if (!parts[i]) return std::unexpected(std::move(parts[i].error()));
    if (!whole) {
      whole = std::move(*parts[i]);
    } else if (auto merged = merge(*whole, std::move(*parts[i]), input.path); !merged) {
      return std::unexpected(std::move(merged.error()));
    }
  }
  if (!whole) return fail(std::string(kUnsupported), "nothing to show");
  if (auto moves = check_motion(step, whole->scene); !moves)
    return std::unexpected(std::move(moves.error()));
  const std::vector<std::string> unused = companions.unused();
  files.report(whole->scene, unused, notes);
  if (flaws == Flaws::report) files.report_errors(request.options, unused, notes);
  if (!request.clip.empty()) {
    if (auto kept = keep_clip(*whole, step, request.clip); !kept) {
      return std::unexpected(std::move(kept.error()));
    }
  }
  if (whole->scene.meshes.empty() && whole->scene.clips.empty() && whole->scene.nodes.empty())
    return fail("anmkit.NOTHING", "nothing to convert: no clip, no mesh and no node");
  if (step.target != nullptr) {
    make_clip_names_unique(*whole);
    return std::move(*whole);
  }
  if (whole->scene.meshes.empty() && whole->scene.clips.empty())
    notes.add(Severity::warning, "anmkit.EMPTY", "no mesh and no clip: only nodes are shown");
  if (whole->scene.meshes.empty() && !whole->scene.clips.empty()) {
    notes.add(
        Severity::info, "anmkit.NO-MODEL",
        (model.empty() ? no_model(rivals, rivals_of, files.has_broken()) : model + " has no mesh") +
            ", so bones are shown; choose a model with --with FILE");
  }
  report_hidden(whole->scene, notes);
  make_clip_names_unique(*whole);
  return std::move(*whole);
}

// The scene of a BVH, whose own clip is the only one.
Result<Part> take_bvh(const GltfInput& input, const ConvertRequest& request, Diagnostics& notes) {
  Part part{*input.scene, {}};
  notes.add_all(input.notes);
  use_bvh_unit(part.scene, request, notes);
  if (!request.clip.empty()) {
    const auto clip = find_clip(part.scene, request.clip);
    if (!clip) return std::unexpected(clip.error());
  }
  return part;
}

}  // namespace

Result<Scene> show_scene(const step::ToGltf& step, const ConvertRequest& request,
                         CompanionPool& companions, ConversionReport& report, Flaws flaws) {
  auto whole = gather(step, request, companions, report.diagnostics, flaws);
  if (!whole) return std::unexpected(std::move(whole.error()));
  return std::move(whole->scene);
}

Result<void> make_gltf(const step::ToGltf& step, const std::string& output,
                       const ConvertRequest& request, CompanionPool& companions,
                       ConversionReport& report, const TakePieces& take) {
  auto whole = step.scene != nullptr ? take_bvh(*step.scene, request, report.diagnostics)
                                     : gather(step, request, companions, report.diagnostics);
  if (!whole) return std::unexpected(std::move(whole.error()));
  for (const Clip& clip : whole->scene.clips) {
    if (auto fits = check_samples(clip, request.options); !fits) return fits;
  }
  WriteMembers sources;
  if (request.keep_sources && step.scene == nullptr) {
    // Those of before go; the new ones are written straight from the inputs.
    if (auto set = set_sources(whole->scene, {}); !set)
      return std::unexpected(std::move(set.error()));
    note_rests(whole->scene);
    sources = [&whole](GltfText& text) { write_sources(whole->sources, text); };
  }
  GltfWriteOptions options;
  options.keys = request.sparse ? GltfWriteOptions::Keys::sparse : GltfWriteOptions::Keys::bake;
  options.metres_per_unit = request.metres_per_unit;
  options.binary = extension_of(output) != ".gltf";
  return stream_gltf(std::move(whole->scene), options, sources, report, take);
}

}  // namespace anmkit
