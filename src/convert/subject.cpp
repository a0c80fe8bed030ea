// SPDX-License-Identifier: MIT
// A subject of a project as one file.
#include <memory>

#include "anmkit/project.hpp"
#include "convert/show.hpp"
#include "core/paths.hpp"
#include "formats/folders.hpp"

namespace anmkit {
namespace {

// The files that a subject is made of.
class OpenFiles {
 public:
  OpenFiles(const Subject& subject, const Folders& around, const Options& options)
      : around_(around), options_(options) {
    if (!subject.model.empty()) model_ = read(subject.model);
    for (const std::string& path : subject.files)
      motions_.push_back(read(path));
  }
  const std::optional<Error>& problem() const { return problem_; }
  const Parsed* model() const { return model_; }
  const std::vector<const Parsed*>& motions() const { return motions_; }

 private:
  const Parsed* read(const std::string& path) {
    auto bytes = around_.read(path);
    if (!bytes) return fault(std::move(bytes.error()));
    files_.push_back(std::make_unique<Opened>(
        open(std::move(*bytes), path, {.options = options_, .around = &around_.around()})));
    if (const auto* parsed = std::get_if<Parsed>(files_.back().get())) return parsed;
    const auto* raw = std::get_if<Raw>(files_.back().get());
    const Diagnostic* error = raw == nullptr ? nullptr : raw->why.first_error();
    return fault(error == nullptr ? Error{Severity::error,
                                          std::string(kUnsupported),
                                          {},
                                          {},
                                          "it was another file when the folder was read"}
                                  : *error);
  }
  const Parsed* fault(Error error) {
    if (!problem_) problem_ = std::move(error);
    return nullptr;
  }

  const Folders& around_;
  const Options& options_;
  std::vector<std::unique_ptr<Opened>> files_;
  const Parsed* model_ = nullptr;
  std::vector<const Parsed*> motions_;
  std::optional<Error> problem_;
};

}  // namespace

Result<void> with_subject(const Subject& subject, const ConvertRequest& request,
                          const std::shared_ptr<Folders>& folders, const UseStep& use) {
  ConvertRequest own = request;
  for (const std::string_view name : subject.options.names()) {
    if (!own.options.has(name))
      own.options.set(std::string(name), std::string(subject.options.text(name)));
  }
  const OpenFiles files(subject, *folders, own.options);
  if (files.problem()) return std::unexpected(*files.problem());
  CompanionPool companions(folders);
  for (const Parsed* motion : files.motions())
    companions.link(*motion);
  step::ToGltf step{files.motions(), {}};
  const std::string about = subject.model.empty() ? subject.files.front() : subject.model;
  if (files.model() != nullptr) {
    if (step.inputs.empty()) {
      step.inputs.push_back(files.model());
    } else {
      step.models.push_back(files.model());
    }
  }
  return use({std::move(step), request.output, about}, own, companions);
}

Result<std::vector<OutputFile>> convert_subject(const Subject& subject,
                                                const ConvertRequest& request,
                                                const std::shared_ptr<Folders>& folders,
                                                ConversionReport& report) {
  std::vector<OutputFile> files;
  const auto done = with_subject(
      subject, request, folders,
      [&](const Step& step, const ConvertRequest& own, CompanionPool& companions) -> Result<void> {
        auto made = apply(step, own, companions, report);
        if (!made) return std::unexpected(std::move(made.error()));
        files = std::move(*made);
        return {};
      });
  if (!done) return std::unexpected(done.error());
  return files;
}

}  // namespace anmkit
