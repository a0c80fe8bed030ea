#include <fmt/format.h>

#include <algorithm>

#include "cli/convert_gltf.hpp"
#include "cli/convert_pictures.hpp"
#include "cli/gltf_input.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"
#include "cli/report.hpp"
#include "cli/verbs.hpp"

namespace anmkit::cli {
namespace {

bool names_gltf(const std::string& path) {
  return path.ends_with(".glb") || path.ends_with(".gltf");
}

// The format that --to or the output's extension means; `from` settles extensions that several
// families use. "gltf" has no Format: then the result is null.
struct Target {
  bool known = false;
  const Format* format = nullptr;
};

Target target_of(const Arguments& arguments, const Format* from) {
  if (arguments.to == "gltf" || (arguments.to.empty() && names_gltf(arguments.output))) {
    return {true, nullptr};
  }
  if (!arguments.to.empty()) {
    const Format* format = find_format(arguments.to);
    return {format != nullptr, format};
  }
  Target found;
  for (const Detection& detection : detect({{}, arguments.output})) {
    const bool own = from != nullptr && detection.format->family == from->family;
    if (!found.known || (own && found.format->family != from->family)) {
      found = {true, detection.format};
    }
    if (detection.format == from) return {true, from};
  }
  // No extension says anything: the same format again. JSON is what `dump` writes, unless a profile
  // is one of JSON.
  const bool json = arguments.output.ends_with(".json") && !arguments.options.has("profile");
  if (!found.known && from != nullptr && !json) return {true, from};
  return found;
}

// The conversion that makes the target from files of any kind.
const Conversion* from_anything(const Target& target) {
  return target.format == nullptr ? nullptr : find_conversion({}, target.format->id);
}

int unknown_target(const Arguments& arguments) {
  if (arguments.to.empty() && arguments.output.ends_with(".json")) {
    print_error("no format is written as .json by convert",
                "anmkit dump writes any file as JSON; or name a format with --to ID");
    return kUsage;
  }
  print_error(arguments.to.empty()
                  ? fmt::format("cannot tell what '{}' should become", arguments.output)
                  : fmt::format("no format '{}'", arguments.to),
              "name a format with --to ID; `anmkit formats` lists the ids");
  return kUsage;
}

std::string_view extension_of(std::string_view path) {
  const std::size_t dot = path.find_last_of("./");
  return dot == path.npos || path[dot] == '/' ? std::string_view() : path.substr(dot);
}

// Where a copy of an input goes.
std::string output_path(const Arguments& arguments, const std::string& input) {
  if (!arguments.output.ends_with('/')) return arguments.output;
  return arguments.output + subfolder_of(input, arguments) +
         input.substr(input.find_last_of('/') + 1);
}

// The same format again, byte for byte.
int copy(const Opened& input, const Arguments& arguments) {
  const auto bytes = input.document->write();
  if (!bytes) {
    print_diagnostic(input.path, bytes.error());
    return kBad;
  }
  return deliver(output_path(arguments, input.path), *bytes, arguments);
}

int copy_gltf(const Opened& input, const Arguments& arguments) {
  const Diagnostics findings = check_gltf(input.bytes);
  if (findings.has_errors()) {
    print_diagnostics(input.path, findings);
    return kBad;
  }
  return deliver(output_path(arguments, input.path), input.bytes, arguments);
}

int deliver_all(const std::vector<OutputFile>& files, const Arguments& arguments,
                const std::string& default_name) {
  const bool folder = arguments.output.ends_with('/');
  if (files.size() > 1 && !folder) {
    print_error(fmt::format("this makes {} files", files.size()),
                "name a folder for them: -o FOLDER/");
    return kUsage;
  }
  int status = kGood;
  for (const OutputFile& file : files) {
    if (!folder) {
      status = std::max(status, deliver(arguments.output, file.bytes, arguments));
      continue;
    }
    const auto path = inside_folder(arguments.output, file.name.empty() ? default_name : file.name);
    if (!path) {
      print_error(path.error().message);
      status = std::max(status, kBad);
    } else {
      status = std::max(status, deliver(*path, file.bytes, arguments));
    }
  }
  return status;
}

int run_conversion(const Conversion& conversion, const std::vector<Opened>& inputs,
                   const Arguments& arguments) {
  CompanionSet companions(arguments);
  if (companions.status() != kGood) return companions.status();
  if (inputs.size() == 1 && inputs.front().document) companions.find(inputs.front());
  std::vector<Input> documents;
  for (const Opened& input : inputs) {
    documents.push_back(
        {input.path, input.document.get(), input.bytes, name_inside(input.path, arguments)});
  }
  ConversionReport report;
  // Some formats have several spellings: the name of the output may say which, and a folder asks
  // for all the files that belong together.
  Options options = arguments.options;
  options.set("output", arguments.output);
  const auto files = conversion.run(documents, companions.companions(), options, report);
  if (!files) {
    print_conversion(inputs.front().path, report);
    print_diagnostic(inputs.front().path, files.error());
    return files.error().code == kBadOption ? kUsage : kBad;
  }
  print_conversion(inputs.front().path, report);
  const Format* to = find_format(conversion.to);
  const std::string extension = to->extensions.empty() ? "" : std::string(to->extensions.front());
  return deliver_all(*files, arguments, stem_of(inputs.front().path) + extension);
}

// Documents that show or hold pictures, when the output asks for them. Empty when it does not.
std::optional<int> convert_pictures(const std::vector<Opened>& inputs, const Arguments& arguments) {
  const bool folder = arguments.output.ends_with('/');
  const bool kind = names_picture("." + arguments.to);
  if (!kind && (!arguments.to.empty() || !(folder || names_picture(arguments.output)))) {
    return std::nullopt;
  }
  if (!std::ranges::all_of(inputs, [](const Opened& input) { return input.document != nullptr; })) {
    return std::nullopt;
  }
  if (!folder && inputs.size() > 1) {
    print_error("several files cannot become one picture",
                "-o FOLDER/ --to webp, or one file at a time");
    return kUsage;
  }
  if (kind && folder) return convert_all_to_pictures(inputs, arguments);
  if (!folder) return convert_to_picture(inputs.front(), arguments);
  int status = kGood;
  for (const Opened& input : inputs) {
    const auto done = convert_to_folder(input, arguments);
    if (!done && &input == &inputs.front()) return std::nullopt;
    if (!done) print_error(fmt::format("{} holds no pictures", input.path));
    status = std::max(status, done.value_or(kUsage));
  }
  return status;
}

// The files inside archives, into a folder. Empty when something else is asked for.
std::optional<int> extract_archives(const std::vector<Opened>& inputs, const Arguments& arguments) {
  if (!arguments.output.ends_with('/') || !arguments.to.empty()) return std::nullopt;
  const bool archives = std::ranges::all_of(inputs, [](const Opened& input) {
    return input.document && !input.document->entries().empty();
  });
  if (!archives) return std::nullopt;
  int status = kGood;
  for (const Opened& input : inputs) {
    // Each of several archives gets a folder of its own.
    const std::string folder =
        arguments.output + (inputs.size() == 1 ? "" : stem_of(input.path) + "/");
    print_diagnostics(input.path, input.diagnostics);
    for (const ArchiveEntry& entry : input.document->entries()) {
      const auto path = inside_folder(folder, entry.name);
      if (!path) {
        print_error(path.error().message);
        status = std::max(status, kBad);
      } else {
        status = std::max(status, deliver(*path, entry.bytes, arguments));
      }
    }
  }
  return status;
}

int no_conversion(const Format& from, const Format& to) {
  std::string hint = "from " + std::string(from.id) + " to:";
  for (const Family& family : families()) {
    for (const Conversion& conversion : family.conversions) {
      if (conversion.from == from.id && conversion.to != from.id) {
        hint += " " + std::string(conversion.to);
      }
    }
  }
  if (from.abilities.scene) hint += " gltf";
  print_error(fmt::format("{} cannot become {}", from.id, to.id), hint);
  return kUsage;
}

int convert_native(std::vector<Opened>& inputs, const Format& from, const Format& to,
                   const Arguments& arguments) {
  const Conversion* conversion = find_conversion(from.id, to.id);
  // The same format under another extension may be another spelling of it.
  const bool renamed = inputs.size() == 1 && !arguments.output.ends_with('/') &&
                       extension_of(inputs.front().path) != extension_of(arguments.output);
  const bool plain = arguments.options.empty() && !renamed;
  if (&from == &to && (conversion == nullptr || plain)) {
    if (inputs.size() > 1 && !arguments.output.ends_with('/')) {
      print_error("several files of one format need a folder", "-o FOLDER/");
      return kUsage;
    }
    int status = kGood;
    for (const Opened& input : inputs)
      status = std::max(status, copy(input, arguments));
    return status;
  }
  if (conversion == nullptr) return no_conversion(from, to);
  return run_conversion(*conversion, inputs, arguments);
}

}  // namespace

int run_convert(const Arguments& arguments) {
  if (is_picture_folder(arguments)) return convert_from_folder(arguments);
  if (is_animation_input(arguments)) return convert_from_animation(arguments);
  int status = kGood;
  std::vector<Opened> inputs;
  const Target wanted = target_of(arguments, nullptr);
  const Conversion* from_any = from_anything(wanted);
  // Conversions between two formats work on documents; only glTF and archives take the files'
  // own bytes too.
  const bool keeps_bytes = wanted.format == nullptr || from_any != nullptr;
  const std::vector<std::string> paths = expand_inputs(arguments, from_any != nullptr);
  {
    Progress progress(paths.size());
    for (const std::string& path : paths) {
      Opened opened = open_input(path, arguments);
      progress.step();
      const bool gltf = !opened.format && is_gltf(opened.bytes);
      const bool welcome = from_any != nullptr && opened.status != kSystem;
      if (!opened.document && !gltf && !welcome) {
        explain(opened);
        status = std::max(status, opened.status);
        continue;
      }
      if (opened.document && !keeps_bytes) opened.bytes = Bytes();
      inputs.push_back(std::move(opened));
    }
  }
  const std::size_t bad = paths.size() - inputs.size();
  // One picture is made of one file, a folder of pictures of those files that are good.
  if (!inputs.empty() && (bad == 0 || arguments.output.ends_with('/'))) {
    auto done = extract_archives(inputs, arguments);
    if (!done) done = convert_pictures(inputs, arguments);
    if (done) {
      print_failures(bad, paths.size());
      return std::max(status, *done);
    }
  }
  if (!inputs.empty()) {
    const Format* from = inputs.front().format;
    const Target target = target_of(arguments, from);
    if (!target.known) return unknown_target(arguments);
    const bool mixed =
        std::ranges::any_of(inputs, [&](const Opened& input) { return input.format != from; });
    // A file that should hold everything must not be made from half of it.
    const bool one_output = !arguments.output.ends_with('/');
    if (bad > 0 && one_output) {
      print_error(fmt::format("{} is not written because of the errors above", arguments.output));
      return status;
    }
    int result = kGood;
    if (target.format == nullptr && from != nullptr) {
      result = convert_to_gltf(inputs, arguments);
    } else if (from_any != nullptr && (mixed || (from == nullptr && !is_gltf(inputs[0].bytes)))) {
      result = run_conversion(*from_any, inputs, arguments);
    } else if (mixed) {
      print_error("the inputs are of different formats", "convert them one format at a time");
      result = kUsage;
    } else if (from == nullptr && target.format != nullptr) {
      for (const Opened& input : inputs) {
        result = std::max(result, convert_from_gltf(input, *target.format, arguments));
      }
    } else if (from == nullptr) {
      for (const Opened& input : inputs) {
        result = std::max(result, copy_gltf(input, arguments));
      }
    } else {
      result = convert_native(inputs, *from, *target.format, arguments);
    }
    status = std::max(status, result);
  }
  print_failures(bad, bad + inputs.size());
  return status;
}

}  // namespace anmkit::cli
