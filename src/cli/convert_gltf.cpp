#include "cli/convert_gltf.hpp"
#include "cli/gltf_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <vector>

#include "anmkit/gltf.hpp"
#include "cli/output.hpp"
#include "cli/report.hpp"
#include "exchange/provenance.hpp"

namespace anmkit::cli {
namespace {

std::string file_name(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

// One input as a scene, with the files it came from.
struct Part {
  Scene scene;
  std::vector<SceneSource> sources;
};

Result<Part> make_part(const Opened& input, const CompanionSet& companions,
                       const Arguments& arguments, ConversionReport& report) {
  auto scene =
      input.document->to_scene(companions.companions(), arguments.options, report.diagnostics);
  if (!scene) return std::unexpected(scene.error());
  Part part{std::move(*scene), {}};
  SceneSource source{std::string(input.document->format()), file_name(input.path), {}, {}};
  if (auto kept = input.document->kept_part()) {
    source.name += "." + kept->what;
    source.bytes = std::move(kept->bytes);
  } else {
    source.bytes = input.bytes;
  }
  for (const Clip& clip : part.scene.clips)
    source.clips.push_back(clip.name);
  part.sources.push_back(std::move(source));
  return part;
}

bool same_skeleton(const Scene& a, const Scene& b) {
  return std::ranges::equal(a.nodes, b.nodes, [](const Node& x, const Node& y) {
    return x.name == y.name && x.id == y.id && x.parent == y.parent;
  });
}

// glTF tools find clips by name: repeated names get a number.
void make_clip_names_unique(Scene& scene) {
  for (std::size_t i = 0; i < scene.clips.size(); ++i) {
    const std::string base = scene.clips[i].name;
    const auto taken = [&](const std::string& name) {
      return std::any_of(scene.clips.begin(), scene.clips.begin() + static_cast<std::ptrdiff_t>(i),
                         [&](const Clip& clip) { return clip.name == name; });
    };
    for (int number = 2; taken(scene.clips[i].name); ++number) {
      scene.clips[i].name = fmt::format("{}_{}", base, number);
    }
  }
}

Result<void> merge(Part& whole, Part part) {
  if (!same_skeleton(whole.scene, part.scene)) {
    return fail("anmkit.SKELETON",
                "moves other nodes than the file before it: convert them to separate files "
                "(-o FOLDER/), or name one model with --with");
  }
  std::ranges::move(part.scene.clips, std::back_inserter(whole.scene.clips));
  std::ranges::move(part.sources, std::back_inserter(whole.sources));
  return {};
}

int write_scene(Part& part, const std::string& path, const Arguments& arguments,
                ConversionReport& report) {
  make_clip_names_unique(part.scene);
  // The names that sources remember are those the clips end up with.
  std::size_t next = 0;
  for (SceneSource& source : part.sources) {
    for (std::string& clip : source.clips)
      clip = part.scene.clips[next++].name;
  }
  if (arguments.source) {
    if (const auto set = set_sources(part.scene, part.sources); !set) {
      print_diagnostic(path, set.error());
      return kBad;
    }
  }
  GltfWriteOptions options;
  options.keys = arguments.sparse ? GltfWriteOptions::Keys::sparse : GltfWriteOptions::Keys::bake;
  options.metres_per_unit = arguments.metres_per_unit;
  options.binary = !path.ends_with(".gltf");
  const auto bytes = write_gltf(part.scene, options, report);
  if (!bytes) {
    print_diagnostic(path, bytes.error());
    return kBad;
  }
  print_conversion(path, report);
  return deliver(path, *bytes, arguments);
}

}  // namespace

std::string stem_of(const std::string& path) {
  const std::string name = file_name(path);
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

int deliver(const std::string& path, ByteView bytes, const Arguments& arguments) {
  // Two inputs must not become one file, not even with -f.
  static std::set<std::string> delivered;
  if (path != "-" && !delivered.insert(path).second) {
    print_error(fmt::format("{} was just written from another input", path),
                "convert them to separate folders");
    return kUsage;
  }
  const auto written = write_output(path, bytes, arguments.force);
  if (!written) {
    print_error(written.error().message);
    return kSystem;
  }
  if (path != "-") print_note(fmt::format("{}: {} bytes", path, bytes.size()));
  return kGood;
}

namespace {

bool has_clips(const Opened& input) {
  return input.document && !input.document->info().clips.empty();
}

// Models given beside animations are what the animations move, not files of their own.
std::vector<const Opened*> take_models(const std::vector<Opened>& inputs) {
  std::vector<const Opened*> models;
  if (std::ranges::any_of(inputs, has_clips)) {
    for (const Opened& input : inputs) {
      if (input.document && !has_clips(input)) models.push_back(&input);
    }
  }
  return models;
}

}  // namespace

int convert_to_gltf(std::vector<Opened>& inputs, const Arguments& arguments) {
  const bool folder = arguments.output.ends_with('/');
  CompanionSet named(arguments);
  int status = named.status();
  if (status != kGood) return status;
  std::optional<Part> whole;
  ConversionReport report;
  const LinkedFiles linked(inputs);
  const std::vector<const Opened*> models =
      folder ? std::vector<const Opened*>{} : take_models(inputs);
  for (const Opened& input : inputs) {
    if (!input.document) {
      explain(input);
      status = std::max(status, input.status);
      continue;
    }
    if (std::ranges::find(models, &input) != models.end()) continue;
    CompanionSet companions(arguments);
    for (const Opened* model : models)
      companions.lend(*model);
    companions.find(input);
    for (const std::string& path : companions.found()) {
      print_note(fmt::format("{}: using {}", input.path, path));
    }
    companions.lend(linked.beside(input));
    if (folder) report = {};
    auto part = make_part(input, companions, arguments, report);
    if (!part) {
      print_diagnostic(input.path, part.error());
      status = std::max(status, part.error().code == kUnsupported ? kUsage : kBad);
    } else if (folder) {
      const std::string path =
          arguments.output + subfolder_of(input.path, arguments) + stem_of(input.path) + ".glb";
      status = std::max(status, write_scene(*part, path, arguments, report));
    } else if (!whole) {
      whole = std::move(*part);
    } else if (const auto merged = merge(*whole, std::move(*part)); !merged) {
      print_diagnostic(input.path, merged.error());
      status = std::max(status, kBad);
    }
  }
  if (!whole) return status;
  // One bad input must not leave a file that looks complete.
  if (status != kGood) {
    print_error(fmt::format("{} is not written because of the errors above", arguments.output));
    return status;
  }
  // The command ends after this: the system frees a scene at once that we would take apart vector
  // by vector.
  static auto& kept = *new std::vector<std::unique_ptr<Part>>;
  Part& part = *kept.emplace_back(std::make_unique<Part>(std::move(*whole)));
  return write_scene(part, arguments.output, arguments, report);
}

namespace {

DocumentPtr parse_source(const SceneSource* source) {
  const Format* format = source == nullptr ? nullptr : find_format(source->format);
  if (format == nullptr) return nullptr;
  Diagnostics unused;
  return format->parse({source->bytes, source->name}, {}, unused);
}

int write_clip_file(const Scene& scene, const std::string& clip, const std::string& path,
                    const Format& target, const Arguments& arguments) {
  const auto sources = sources_of(scene);
  Options options = arguments.options;
  options.set("output", path);  // its extension may choose among the format's spellings
  std::string name;
  if (!clip.empty()) {
    const auto index = find_clip(scene, clip);
    if (!index) {
      print_diagnostic(path, index.error());
      return kUsage;
    }
    options.set("clip", std::to_string(*index));
    name = scene.clips[*index].name;
  } else if (!scene.clips.empty()) {
    name = scene.clips.front().name;
  }
  const SceneSource* source = find_source(sources, target.id, name);
  // A source made into something else by name alone still says which file it was.
  if (source == nullptr && sources.size() == 1) source = find_source(sources, target.id, {});
  const DocumentPtr original = parse_source(source);
  ConversionReport report;
  const auto document = target.from_scene(scene, original.get(), options, report);
  if (!document) {
    print_diagnostic(path, document.error());
    return document.error().code == kUnsupported ? kUsage : kBad;
  }
  const auto bytes = (*document)->write();
  if (!bytes) {
    print_diagnostic(path, bytes.error());
    return kBad;
  }
  // Banks and tables take all clips, other formats one.
  const std::size_t taken = (*document)->info().clips.size();
  if (clip.empty() && taken > 0 && taken < scene.clips.size()) {
    print_note(fmt::format("{}: {} of the {} clips; --clip chooses one, -o FOLDER/ writes each",
                           path, taken, scene.clips.size()));
  }
  print_conversion(path, report);
  return deliver(path, *bytes, arguments);
}

// Several formats share an extension: the file that the scene was made from says which one is
// meant.
const Format* meant_by(const Scene& scene, const Format* guess, const Arguments& arguments) {
  if (!arguments.to.empty()) return guess;
  std::string others;
  const auto sources = sources_of(scene);
  for (const Detection& one : detect({{}, arguments.output})) {
    const auto made_it = [&](const SceneSource& source) { return source.format == one.format->id; };
    if (std::ranges::any_of(sources, made_it)) return one.format;
    if (one.format != guess && one.format->from_scene != nullptr)
      others += " " + std::string(one.format->id);
  }
  if (!others.empty()) {
    print_note(fmt::format("{}: written as {}; --to chooses another:{}", arguments.output,
                           guess->id, others));
  }
  return guess;
}

}  // namespace

int convert_from_gltf(const Opened& input, const Format& guess, const Arguments& arguments) {
  const auto scene = read_gltf(input.bytes);
  if (!scene) {
    print_diagnostic(input.path, scene.error());
    return kBad;
  }
  const Format& target = *meant_by(*scene, &guess, arguments);
  if (target.from_scene == nullptr) {
    std::string able;
    for (const Family& family : families()) {
      for (const Format& format : family.formats) {
        if (format.from_scene != nullptr) able += " " + std::string(format.id);
      }
    }
    print_error(fmt::format("glTF cannot become {}", target.id),
                "formats that can be made from glTF:" + able);
    return kUsage;
  }
  if (const auto lost = find_lost_extras(input.bytes)) print_diagnostic(input.path, *lost);
  if (!arguments.output.ends_with('/')) {
    return write_clip_file(*scene, arguments.clip, arguments.output, target, arguments);
  }
  int status = kGood;
  for (std::size_t i = 0; i < scene->clips.size(); ++i) {
    const std::string clip = std::to_string(i);
    if (!arguments.clip.empty() && arguments.clip != clip &&
        arguments.clip != scene->clips[i].name) {
      continue;
    }
    const std::string name = scene->clips[i].name.empty() ? "clip" + clip : scene->clips[i].name;
    const auto path =
        inside_folder(arguments.output, name + std::string(target.extensions.front()));
    if (!path) {
      print_diagnostic(input.path, path.error());
      status = std::max(status, kBad);
      continue;
    }
    status = std::max(status, write_clip_file(*scene, clip, *path, target, arguments));
  }
  return status;
}

}  // namespace anmkit::cli
