// SPDX-License-Identifier: MIT
// Carrying out one step.
#include <algorithm>
#include <functional>
#include <set>

#include "anmkit/convert.hpp"
#include "anmkit/gltf.hpp"
#include "convert/flaws.hpp"
#include "convert/steps.hpp"
#include "core/counted.hpp"
#include "core/letters.hpp"
#include "core/paths.hpp"
#include "exchange/gltf/container.hpp"

namespace anmkit {
namespace {

Outputs one_file(const std::string& name, Result<Bytes> bytes) {
  if (!bytes) return std::unexpected(std::move(bytes.error()));
  std::vector<OutputFile> files;
  files.push_back({name, std::move(*bytes)});
  return files;
}

Bytes collect(const Pieces& pieces) {
  Bytes whole;
  pieces([&](ByteView piece) {
    whole.insert(whole.end(), piece.begin(), piece.end());
    return true;
  });
  return whole;
}

Input input_of(const Opened& file) {
  Input input;
  input.path = path_of(file);
  input.name = name_of(file);
  if (const auto* parsed = std::get_if<Parsed>(&file)) input.document = parsed->document.get();
  input.bytes = std::visit([](const auto& one) -> ByteView { return one.bytes; }, file);
  return input;
}

// A glTF file as it is, or repacked where the output's name means the other container.
Result<Bytes> in_container_of(const std::string& output, const GltfInput& gltf) {
  const std::string extension = lowered(extension_of(output));
  const bool other = extension == (is_glb(gltf.bytes) ? ".gltf" : ".glb");
  if (!other) return gltf.bytes;
  std::vector<Companion> beside;
  for (const auto& [name, bytes] : gltf.beside)
    beside.push_back({name, bytes, nullptr});
  return repacked_gltf(gltf.bytes, beside);
}

// The entries of an archive below the output folder; those of one name are numbered. `take` gets
// each when the report is whole.
void extract_files(const Step& step, const Parsed& archive, ConversionReport& report,
                   const std::function<void(const std::string& name, ByteView bytes)>& take) {
  // A warning about all entries is about their names, which become those of the files.
  for (Diagnostic finding : Diagnostics(archive.findings).finish()) {
    if (finding.path == "entries") finding.severity = std::max(finding.severity, Severity::error);
    report.diagnostics.add(std::move(finding));
  }
  std::vector<ArchiveEntry> entries = archive.document->entries();
  std::set<std::string> given;
  for (const ArchiveEntry& entry : entries)
    given.insert(entry.name);
  std::set<std::string> used;
  std::erase_if(entries, [&](ArchiveEntry& entry) {
    if (!is_safe_name(entry.name)) {
      report.diagnostics.add(
          Severity::error, "anmkit.UNSAFE-NAME",
          "'" + entry.name + "' is left out: it would not stay in the output folder", {},
          entry.name);
      return true;
    }
    if (used.insert(entry.name).second) return false;
    const std::string_view extension = extension_of(entry.name);
    const std::string stem = entry.name.substr(0, entry.name.size() - extension.size());
    std::string name;
    for (std::size_t number = 2; name.empty() || given.contains(name); ++number)
      name = stem + "_" + std::to_string(number) + std::string(extension);
    report.diagnostics.add(
        Severity::warning, "anmkit.SAME-NAME",
        "'" + entry.name + "' is in the archive more than once: written as '" + name + "'", {},
        entry.name);
    given.insert(name);
    entry.name = std::move(name);
    return false;
  });
  for (const ArchiveEntry& entry : entries)
    take(step.output + entry.name, entry.bytes);
}

class Application {
 public:
  Application(const Step& step, const ConvertRequest& request, CompanionPool& companions,
              ConversionReport& report)
      : step_(step), request_(request), companions_(companions), report_(report) {}

  Outputs operator()(const step::Copy& copy) const {
    if (const auto* parsed = std::get_if<Parsed>(copy.input)) {
      return one_file(step_.output, parsed->document->write());
    }
    const auto& gltf = std::get<GltfInput>(*copy.input);
    if (gltf.format != nullptr) return one_file(step_.output, gltf.bytes);
    if (gltf.scene->nodes.empty())
      return fail("anmkit.NOTHING", "nothing to convert: the file has no nodes");
    auto bytes = in_container_of(step_.output, gltf);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    if (const auto left = gltf_files(*bytes); !left.empty()) {
      report_.diagnostics.add(
          Severity::info, "anmkit.BESIDE",
          "the files that it keeps its data in are not copied: " + left.front());
    }
    return one_file(step_.output, std::move(bytes));
  }

  Outputs operator()(const step::ConvertNative& native) const {
    std::vector<Input> inputs;
    std::vector<Companion> beside = companions_.given();
    for (const Opened* file : native.inputs)
      inputs.push_back(input_of(*file));
    if (const auto* only = std::get_if<Parsed>(native.inputs.front());
        only != nullptr && inputs.size() == 1) {
      beside = companions_.of(*only).companions;
    }
    auto files =
        native.conversion->run({inputs, step_.output}, {beside, request_.options}, report_);
    if (!files) return files;
    for (const Opened* file : native.inputs) {
      const auto* parsed = std::get_if<Parsed>(file);
      if (parsed == nullptr) continue;
      // The same bytes again are no other reading of them.
      const bool same = std::ranges::any_of(*files, [&](const OutputFile& output) {
        return std::ranges::equal(output.bytes, parsed->bytes);
      });
      if (!same) report_flaws(*parsed, {beside, request_.options}, report_.diagnostics);
    }
    place(*files, inputs.front().path, *native.conversion);
    return files;
  }

  Outputs operator()(const step::Extract& extract) const {
    std::vector<OutputFile> files;
    extract_files(step_, *extract.input, report_, [&](const std::string& name, ByteView bytes) {
      files.push_back({name, Bytes(bytes.begin(), bytes.end())});
    });
    return files;
  }

#ifdef ANMKIT_HAVE_CODECS
  Outputs operator()(const step::Draw& draw) const {
    return make_pictures(draw, step_.output, request_, companions_, report_);
  }
  Outputs operator()(const step::Film& film) const {
    return make_film(film, step_.output, request_, companions_, report_);
  }
  Outputs operator()(const step::FromPictures& pictures) const {
    return make_from_pictures(pictures, step_.output, request_, companions_, report_);
  }
#else
  template <class Pictures>
  Outputs operator()(const Pictures&) const {
    return fail(std::string(kUnsupported), "this build has no codecs for images");
  }
#endif
  Outputs operator()(const step::ToGltf& to_gltf) const {
    if (to_gltf.target != nullptr)
      return make_bvh(to_gltf, step_.output, request_, companions_, report_);
    Bytes file;
    const auto made = make_gltf(to_gltf, step_.output, request_, companions_, report_,
                                [&](const Pieces& pieces) { file = collect(pieces); });
    if (!made) return std::unexpected(made.error());
    return one_file(step_.output, std::move(file));
  }
#ifdef ANMKIT_NO_WAYS_BACK
  Outputs operator()(const step::FromGltf&) const {
    return fail(std::string(kUnsupported), "this build makes no files of glTF");
  }
#else
  Outputs operator()(const step::FromGltf& from_gltf) const {
    return one_file(step_.output,
                    make_from_gltf(from_gltf, step_.output, request_, companions_, report_));
  }
#endif

 private:
  // Names of a conversion's files are below the output folder; a single file takes the name that
  // was asked for.
  void place(std::vector<OutputFile>& files, const std::string& input,
             const Conversion& conversion) const {
    const bool folder = step_.output.ends_with('/');
    if (!folder) {
      if (files.size() == 1) files.front().name = step_.output;
      return;
    }
    const Format* to = find_format(conversion.to);
    for (OutputFile& file : files) {
      if (file.name.empty()) {
        file.name = std::string(stem_of(input));
        if (!to->extensions.empty()) file.name += to->extensions.front();
      }
      file.name = step_.output + file.name;
    }
  }

  const Step& step_;
  const ConvertRequest& request_;
  CompanionPool& companions_;
  ConversionReport& report_;
};

}  // namespace

Result<std::vector<OutputFile>> apply(const Step& step, const ConvertRequest& request,
                                      CompanionPool& companions, ConversionReport& report) {
  auto files = std::visit(Application(step, request, companions, report), step.action);
  const bool respelled = std::holds_alternative<step::ConvertNative>(step.action);
  if (files && files->size() > 1 && respelled && !step.output.ends_with('/')) {
    return fail(std::string(kUsageError), "this makes " + counted(files->size(), "file") +
                                              ": name a folder for them, -o FOLDER/");
  }
  return files;
}

Result<void> apply(const Step& step, const ConvertRequest& request, CompanionPool& companions,
                   ConversionReport& report, const TakeFile& take) {
  if (const auto* to_gltf = std::get_if<step::ToGltf>(&step.action);
      to_gltf != nullptr && to_gltf->target == nullptr) {
    return make_gltf(*to_gltf, step.output, request, companions, report,
                     [&](const Pieces& pieces) { take(step.output, pieces); });
  }
  // Straight from the archive: no second copy of all entries.
  if (const auto* extract = std::get_if<step::Extract>(&step.action)) {
    extract_files(step, *extract->input, report, [&](const std::string& name, ByteView bytes) {
      take(name, [&](const Sink& sink) { return sink(bytes); });
    });
    return {};
  }
  const auto files = apply(step, request, companions, report);
  if (!files) return std::unexpected(files.error());
  for (const OutputFile& file : *files)
    take(file.name, [&](const Sink& sink) { return sink(file.bytes); });
  return {};
}

}  // namespace anmkit
