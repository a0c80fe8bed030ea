// SPDX-License-Identifier: MIT
// Conversions between the spellings, for the command line.
#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/motion.hpp"

namespace anmkit::craftstudio {
namespace {

using Outputs = Result<std::vector<OutputFile>>;

// One output an input. `convert` gives the bytes of one; several are named after their inputs.
template <class T, class Convert>
Outputs each(std::span<const Input> inputs, std::string_view from, std::string_view extension,
             Convert convert) {
  std::vector<OutputFile> files;
  for (const Input& input : inputs) {
    const T* document = as<T>(input.document, from);
    if (document == nullptr) {
      return fail(std::string(kUnsupported), input.path + " is not a " + std::string(from));
    }
    const std::string title = title_of(input.path);
    Result<Bytes> bytes = convert(*document, title);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    files.push_back({inputs.size() == 1 ? "" : title + std::string(extension), std::move(*bytes)});
  }
  return files;
}

Outputs animation_to_js(const ConversionRequest& request, const Context&,
                        ConversionReport& report) {
  const auto inputs = request.inputs;
  return each<AnimationDocument>(
      inputs, kAnimationId, ".csjsmodelanim",
      [&](const AnimationDocument& document, const std::string& title) -> Result<Bytes> {
        return to_bytes(write_text(to_js(document.animation, title, report.diagnostics)));
      });
}

Outputs animation_to_binary(const ConversionRequest& request, const Context&,
                            ConversionReport& report) {
  const auto inputs = request.inputs;
  return each<JsAnimationDocument>(
      inputs, kJsAnimationId, ".csmodelanim",
      [&](const JsAnimationDocument& document, const std::string&) -> Result<Bytes> {
        const auto animation = to_binary(document.animation, report.diagnostics);
        if (!animation) return std::unexpected(animation.error());
        return write(*animation);
      });
}

Outputs model_to_js(const ConversionRequest& request, const Context&, ConversionReport& report) {
  const auto inputs = request.inputs;
  return each<ModelDocument>(
      inputs, kModelId, ".csjsmodel",
      [&](const ModelDocument& document, const std::string& title) -> Result<Bytes> {
        return to_bytes(write_text(to_js(document.model, title, report.diagnostics)));
      });
}

Outputs model_to_binary(const ConversionRequest& request, const Context& context,
                        ConversionReport& report) {
  const auto inputs = request.inputs;
  const Companions companions = context.companions;
  return each<JsModelDocument>(
      inputs, kJsModelId, ".csmodel",
      [&](const JsModelDocument& document, const std::string&) -> Result<Bytes> {
        const auto model = to_binary(document.model, find_picture(companions), report.diagnostics);
        if (!model) return std::unexpected(model.error());
        return write(*model);
      });
}

// The same format again, without the stale bytes when --drop-tail asks for it (section 13).
Outputs animation_again(const ConversionRequest& request, const Context& context,
                        ConversionReport&) {
  const auto inputs = request.inputs;
  const Options& options = context.options;
  return each<AnimationDocument>(inputs, kAnimationId, ".csmodelanim",
                                 [&](const AnimationDocument& document, const auto&) {
                                   Animation animation = document.animation;
                                   if (options.has("drop-tail")) animation.trailing.clear();
                                   return write(animation);
                                 });
}
Outputs model_again(const ConversionRequest& request, const Context& context, ConversionReport&) {
  const auto inputs = request.inputs;
  const Options& options = context.options;
  return each<ModelDocument>(inputs, kModelId, ".csmodel",
                             [&](const ModelDocument& document, const auto&) {
                               Model model = document.model;
                               if (options.has("drop-tail")) model.trailing.clear();
                               return write(model);
                             });
}
Outputs project_again(const ConversionRequest& request, const Context& context, ConversionReport&) {
  const auto inputs = request.inputs;
  const Options& options = context.options;
  return each<ProjectDocument>(inputs, kProjectId, ".dat",
                               [&](const ProjectDocument& document, const auto&) {
                                 Project project = document.project;
                                 if (options.has("drop-tail")) project.trailing.clear();
                                 return write(project);
                               });
}

}  // namespace

std::vector<Conversion> conversions() {
  return {{kAnimationId, kJsAnimationId, &animation_to_js},
          {kJsAnimationId, kAnimationId, &animation_to_binary},
          {kModelId, kJsModelId, &model_to_js},
          {kJsModelId, kModelId, &model_to_binary},
          {kAnimationId, kAnimationId, &animation_again},
          {kModelId, kModelId, &model_again},
          {kProjectId, kProjectId, &project_again}};
}

}  // namespace anmkit::craftstudio
