// SPDX-License-Identifier: MIT
// The plan of a request: decided before anything is made.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "anmkit/convert.hpp"
#include "anmkit/gltf.hpp"
#include "convert/clip_choice.hpp"
#include "convert/clip_part.hpp"
#include "convert/import.hpp"
#include "convert/option_effects.hpp"
#include "convert/plan_exchange.hpp"
#include "convert/plan_pictures.hpp"
#include "convert/provenance.hpp"
#include "convert/steps.hpp"
#include "convert/target.hpp"
#include "core/c_name.hpp"
#include "core/paths.hpp"

namespace anmkit {
namespace {

std::unexpected<Error> usage(std::string message) {
  return fail(std::string(kUsageError), std::move(message));
}

class Planner {
 public:
  Planner(std::span<const Opened> inputs, const ConvertRequest& request)
      : inputs_(inputs), request_(request), folder_(request.output.ends_with('/')) {}

  Result<Plan> run() {
    if (inputs_.empty()) return usage("nothing to convert");
    if (auto done = decide(); !done) return std::unexpected(std::move(done.error()));
    if (auto meant = check_options(); !meant) return std::unexpected(std::move(meant.error()));
    if (auto apart = outputs_differ(); !apart) return std::unexpected(std::move(apart.error()));
    return std::move(plan_);
  }

 private:
  Result<void> decide() {
    auto pictures = plan_pictures(inputs_, request_);
    if (!pictures) return std::unexpected(std::move(pictures.error()));
    if (!pictures->empty()) {
      plan_.steps = std::move(*pictures);
      return {};
    }
    if (is_extraction()) return extract();
    const auto target = target_of(request_, inputs_);
    if (!target) return std::unexpected(target.error());
    if (auto fits = check_extension(request_, *target); !fits) return fits;
    if (const auto archive = archive_of(*target)) {
      if (const auto* gltf = first<GltfInput>()) {
        plan_.notes.add(Severity::warning, "anmkit.PACKED",
                        "the archive contains " + std::string(file_name(gltf->path)) +
                            " as it is, which no game reads: convert it first, extract the old "
                            "archive (-o FOLDER/), replace the file there and pack the folder");
      }
      return convert_native(*archive, pointers());
    }
    if (const auto* raw = first<Raw>()) return broken(*raw);
    const bool gltf_in = first<GltfInput>() != nullptr, native_in = first<Parsed>() != nullptr;
    if (gltf_in && native_in) {
      return usage(name_of_exchange() +
                   " and other files cannot be converted together: one kind at a time");
    }
    if (const auto exchange = plan_exchange(inputs_, request_, *target)) {
      if (!*exchange) return std::unexpected(exchange->error());
      plan_.steps = **exchange;
      return {};
    }
    return gltf_in ? from_gltf(*target) : native(*target->format);
  }

  // Options are those of the families that read or are written.
  Result<void> check_options() const {
    std::vector<std::string_view> ids;
    std::vector<const Format*> read;
    for (const Opened& input : inputs_) {
      if (const Format* format = format_of(input)) {
        ids.push_back(format->family);
        read.push_back(format);
      } else if (std::holds_alternative<Raw>(input) && !takes_pictures(request_)) {
        return {};
      }
    }
    for (const Step& step : plan_.steps) {
      if (const auto* made = std::get_if<step::FromGltf>(&step.action))
        ids.push_back(made->target->family);
      if (const auto* made = std::get_if<step::FromPictures>(&step.action))
        ids.push_back(made->target->family);
    }
    if (auto used = check_effects(plan_.steps, request_, ids); !used) return used;
    if (auto meant = check_meaning(request_.options, ids, "convert"); !meant) return meant;
    return check_addresses(request_.options, read);
  }

  std::string name_of_exchange() const {
    const auto* scene = first<GltfInput>();
    return scene != nullptr && scene->format != nullptr ? "BVH" : "glTF";
  }
  template <class Kind>
  const Kind* first() const {
    for (const Opened& input : inputs_) {
      if (const auto* one = std::get_if<Kind>(&input)) return one;
    }
    return nullptr;
  }
  std::vector<const Opened*> pointers() const {
    std::vector<const Opened*> all;
    for (const Opened& input : inputs_)
      all.push_back(&input);
    return all;
  }
  static std::unexpected<Error> broken(const Raw& raw) {
    const Diagnostic* error = raw.why.first_error();
    return std::unexpected(error != nullptr ? *error : Error{});
  }

  void add(decltype(Step::action) action, std::string output, std::string about) {
    plan_.steps.push_back({std::move(action), std::move(output), std::move(about)});
  }

  // ---- archives ----

  bool is_extraction() const {
    return folder_ && request_.to.empty() && std::ranges::all_of(inputs_, [](const Opened& input) {
             const auto* parsed = std::get_if<Parsed>(&input);
             return parsed != nullptr && !parsed->document->entries().empty();
           });
  }
  Result<void> extract() {
    for (const Opened& input : inputs_) {
      // Each of several archives gets a folder of its own.
      std::string output = request_.output;
      if (inputs_.size() > 1) output += std::string(stem_of(path_of(input))) + "/";
      add(step::Extract{&std::get<Parsed>(input)}, std::move(output), path_of(input));
    }
    return {};
  }
  // The conversion that packs files of any kind, where the inputs are not of the target's own
  // format already: those are written again.
  std::optional<const Conversion*> archive_of(const Target& target) const {
    if (target.gltf) return std::nullopt;
    const Conversion* packs = find_conversion({}, target.format->id);
    if (packs == nullptr || !packs->from.empty()) return std::nullopt;
    const bool own = std::ranges::all_of(
        inputs_, [&](const Opened& input) { return format_of(input) == target.format; });
    return own ? std::nullopt : std::optional(packs);
  }
  static const Format* format_of(const Opened& input) {
    if (const auto* parsed = std::get_if<Parsed>(&input)) return parsed->format;
    if (const auto* raw = std::get_if<Raw>(&input)) return raw->format;
    return nullptr;
  }
  Result<void> convert_native(const Conversion* conversion, std::vector<const Opened*> inputs) {
    const std::string about = path_of(*inputs.front());
    add(step::ConvertNative{conversion, std::move(inputs)}, request_.output, about);
    return {};
  }

  // ---- glTF ----

  Result<void> from_gltf(const Target& target) {
    if (!folder_ && inputs_.size() > 1) {
      return usage("several " + name_of_exchange() +
                   " files cannot become one file: -o FOLDER/, or one at a time");
    }
    for (const Opened& input : inputs_) {
      const auto& gltf = std::get<GltfInput>(input);
      Diagnostics notes = gltf.notes;
      const std::size_t first = plan_.steps.size();
      Scene scene = *gltf.scene;
      name_clips(scene, gltf.path);
      if (gltf.format != nullptr) use_bvh_unit(scene, request_, notes);
      if (auto done = from_scene(gltf, std::move(scene), target, notes); !done) return done;
      std::get<step::FromGltf>(plan_.steps[first].action).notes = std::move(notes);
    }
    return {};
  }

  // The clips that each of the scene's own files gave, together and under its name.
  void add_original_files(const std::shared_ptr<Import>& import, const Scene& scene,
                          std::vector<bool>& done) {
    std::multimap<std::string_view, std::size_t> by_name;
    for (std::size_t i = 0; i < scene.clips.size(); ++i)
      by_name.emplace(scene.clips[i].name, i);
    for (const SceneSource& source : sources_of(scene)) {
      if (source.format != import->target->id || !is_safe_name(source.name)) continue;
      std::vector<std::size_t> own;
      for (const std::string& clip : source.clips) {
        const auto [begin, end] = by_name.equal_range(clip);
        for (auto it = begin; it != end; ++it) {
          if (!done[it->second]) own.push_back(it->second);
          done[it->second] = true;
        }
      }
      if (own.empty()) continue;
      std::ranges::sort(own);
      places_.insert(lowered(request_.output + source.name));
      add(step::FromGltf{import, import->target, {}, std::move(own), {}},
          request_.output + source.name, import->input->path);
    }
  }

  Result<void> from_scene(const GltfInput& input, Scene given, const Target& target,
                          Diagnostics& notes) {
    const Format& format = *meant_by(given, target, request_, plan_.notes);
    if (format.from_scene == nullptr) {
      return usage(name_of_exchange() + " cannot become " + std::string(format.id) +
                   "; formats that it converts to:" + made_from_gltf());
    }
    std::optional<std::size_t> wanted;
    if (request_.merge) {
      if (!request_.clip.empty()) return usage("--merge and --clip cannot be combined");
      if (auto done = merge_clips(given, input.path); !done) return done;
    }
    if (!request_.clip.empty()) {
      const auto index = find_clip(given, request_.clip);
      if (!index) return std::unexpected(index.error());
      wanted = *index;
    }
    const bool takes_clips = format.abilities.animation;
    if (auto meant = check_clip_options(format, request_); !meant) return meant;
    const bool part = request_.start || request_.end;
    if (part && given.clips.size() != 1 && !wanted && !folder_) {
      return usage("--start and --end apply to one clip, found " +
                   std::to_string(given.clips.size()) +
                   "; --clip chooses one, -o FOLDER/ writes "
                   "the range of each");
    }
    const auto cut = shape_clips(given, wanted, tells_unit(input.bytes), request_, notes);
    if (!cut) return std::unexpected(cut.error());
    const auto import = std::make_shared<Import>(&input, nullptr, &format, *cut);
    std::vector<bool> done(given.clips.size());
    const bool each = folder_ && takes_clips && !given.clips.empty();
    // Formats whose files refer to each other by name come back as the files that they were.
    if (each && format.linked && !wanted) add_original_files(import, given, done);
    if (each && format.linked) part_names(given, done, notes);
    import->scene = std::make_shared<const Scene>(std::move(given));
    const auto& scene = import->scene;
    const auto step = [&](std::optional<std::size_t> clip) {
      return step::FromGltf{import, &format, clip, {}, {}};
    };
    if (!each) {
      const std::string name =
          folder_ ? place_for(request_, input.path, input.name, format.extensions[0])
                  : request_.output;
      add(step(wanted), name, input.path);
      return {};
    }
    for (std::size_t i = 0; i < scene->clips.size(); ++i) {
      if (done[i] || (wanted && *wanted != i)) continue;
      add(step(i), clip_place(scene->clips[i].name, format), input.path);
    }
    return {};
  }

  // Files that refer to each other by name are compiled together: a clip whose name, or that of one
  // of its arrays, another file has gets a number. `done`: those that keep the names of their file.
  void part_names(Scene& scene, const std::vector<bool>& done, Diagnostics& notes) {
    const auto take = [&](const std::string& name) {
      const std::string symbol = lowered(c_name(name));
      const std::array all = {symbol, symbol + "_values", symbol + "_indices"};
      for (const std::string& one : all) {
        if (symbols_.contains(one)) return false;
      }
      symbols_.insert(all.begin(), all.end());
      return true;
    };
    for (std::size_t i = 0; i < done.size(); ++i) {
      if (done[i]) take(scene.clips[i].name);
    }
    for (std::size_t i = 0; i < done.size(); ++i) {
      std::string& name = scene.clips[i].name;
      if (done[i]) continue;
      const std::string given = name;
      for (int number = 2; !take(name); ++number)
        name = given + "_" + std::to_string(number);
      if (name == given) continue;
      notes.add(Severity::info, "anmkit.RENAMED",
                "another file of the folder has the name '" + c_name(given) +
                    "' (case ignored): this clip becomes '" + c_name(name) + "'",
                {}, given);
    }
  }

  // A file of the output folder for a clip, whatever other programs let a clip be called.
  std::string clip_place(const std::string& name, const Format& format) {
    const std::string stem = portable_name(name);
    std::string place = request_.output + stem + std::string(format.extensions[0]);
    for (int number = 2; !places_.insert(lowered(place)).second; ++number) {
      place =
          request_.output + stem + "_" + std::to_string(number) + std::string(format.extensions[0]);
    }
    return place;
  }

  // ---- between the formats of a family ----

  Result<void> native(const Format& to) {
    const Format& from = *std::get<Parsed>(inputs_.front()).format;
    const bool mixed = std::ranges::any_of(
        inputs_, [&](const Opened& input) { return std::get<Parsed>(input).format != &from; });
    if (mixed) {
      return usage(
          "the inputs are of different formats: convert those of one at a time; --to gltf "
          "converts all of them, a folder to one file per model or animation");
    }
    if (!request_.clip.empty()) {
      return usage("--clip does not apply from " + std::string(from.id) + " to " +
                   std::string(to.id) + "; it applies to glTF and BVH inputs and outputs");
    }
    const Conversion* conversion = find_conversion(from.id, to.id);
    // The same format under another extension may be another spelling of it.
    const bool renamed = inputs_.size() == 1 && !folder_ &&
                         extension_of(path_of(inputs_.front())) != extension_of(request_.output);
    const bool plain = request_.options.empty() && !renamed;
    if (&from == &to && (conversion == nullptr || plain)) {
      if (inputs_.size() > 1 && !folder_) {
        return usage("several files of one format need a folder: -o FOLDER/");
      }
      for (const Opened& input : inputs_)
        add(step::Copy{&input}, folder_ ? place_for(request_, input, {}) : request_.output,
            path_of(input));
      return {};
    }
    if (conversion == nullptr) {
      return usage(std::string(from.id) + " cannot become " + std::string(to.id) + "; from " +
                   std::string(from.id) + " to:" + made_from(from));
    }
    return convert_native(conversion, pointers());
  }

  // Two inputs must not become one file, not even when overwriting is allowed.
  Result<void> outputs_differ() const {
    std::set<std::string_view> outputs;
    for (const Step& step : plan_.steps) {
      if (step.output == "-" || step.output.ends_with('/')) continue;
      if (outputs.insert(step.output).second) continue;
      return usage(step.output +
                   " would be written from more than one input: convert them to "
                   "separate folders");
    }
    return {};
  }

  std::span<const Opened> inputs_;
  const ConvertRequest& request_;
  bool folder_;
  std::set<std::string> places_;   // in lower case
  std::set<std::string> symbols_;  // of files that are compiled together, in lower case
  Plan plan_;
};

}  // namespace

Result<Plan> plan_conversion(std::span<const Opened> inputs, const ConvertRequest& request) {
  return Planner(inputs, request).run();
}

bool takes_any_file(const ConvertRequest& request) {
  const auto target = target_of(request, {});
  if (!target || target->gltf) return false;
  const Conversion* packs = find_conversion({}, target->format->id);
  return packs != nullptr && packs->from.empty();
}

}  // namespace anmkit
