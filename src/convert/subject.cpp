// SPDX-License-Identifier: MIT
// A subject of a project as one file.
#include <algorithm>
#include <memory>

#include "anmkit/project.hpp"
#include "convert/share_out.hpp"
#include "convert/show.hpp"
#include "core/paths.hpp"
#include "formats/folders.hpp"

namespace anmkit {
namespace {

// The files that a subject is made from.
class OpenFiles {
 public:
  OpenFiles(const Subject& subject, const Folders& around, const Options& options,
            const Share& share)
      : has_model_(!subject.model.empty()) {
    std::vector<std::string> paths = subject.files;
    if (has_model_) paths.insert(paths.begin(), subject.model);
    files_.resize(paths.size());
    share_out(share, paths.size(),
              [&](std::size_t i, std::size_t) { files_[i] = read(paths[i], around, options); });
  }
  // Of the first file that has one.
  const Error* problem() const {
    const auto bad = std::ranges::find_if(files_, [](const auto& file) { return !file; });
    return bad == files_.end() ? nullptr : &bad->error();
  }
  // Where there is no problem.
  const Parsed* model() const { return has_model_ ? &*files_.front() : nullptr; }
  std::vector<const Parsed*> motions() const {
    std::vector<const Parsed*> all;
    for (std::size_t i = has_model_ ? 1 : 0; i < files_.size(); ++i)
      all.push_back(&*files_[i]);
    return all;
  }

 private:
  static Result<Parsed> read(const std::string& path, const Folders& around,
                             const Options& options) {
    auto bytes = around.read(path);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    Opened opened = open(std::move(*bytes), path, {.options = options, .around = &around.around()});
    if (auto* parsed = std::get_if<Parsed>(&opened)) return std::move(*parsed);
    const auto* raw = std::get_if<Raw>(&opened);
    const Diagnostic* error = raw == nullptr ? nullptr : raw->why.first_error();
    if (error != nullptr) return std::unexpected(*error);
    return fail(std::string(kUnsupported), "it was another file when the folder was read");
  }

  bool has_model_;
  std::vector<Result<Parsed>> files_;  // the model first
};

}  // namespace

Result<void> with_subject(const Subject& subject, const ConvertRequest& request,
                          const std::shared_ptr<Folders>& folders, const UseStep& use) {
  ConvertRequest own = request;
  for (const std::string_view name : subject.options.names()) {
    if (!own.options.has(name))
      own.options.set(std::string(name), std::string(subject.options.text(name)));
  }
  const OpenFiles files(subject, *folders, own.options, own.share);
  if (const Error* problem = files.problem()) return std::unexpected(*problem);
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
