// SPDX-License-Identifier: MIT
// Converting folders: one file a subject.
#include "cli/subjects.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/dry_run.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"
#include "cli/report.hpp"
#include "cli/storage.hpp"
#include "cli/workers.hpp"
#include "core/paths.hpp"

namespace anmkit::cli {
namespace {

// Whether a family's files can become glTF at all.
bool has_scenes(std::string_view id) {
  const auto family = std::ranges::find(families(), id, &Family::id);
  return family != families().end() &&
         std::ranges::any_of(family->formats,
                             [](const Format& format) { return format.abilities.scene; });
}

struct Job {
  const Subject* subject;
  std::string output;
};
struct Outcome {
  int status = kGood;
  std::uint64_t bytes = 0;  // written
  std::optional<Planned> plan = {};
};

// Of several subjects in one model file the one that has most to show; null when they are of
// different files.
const Subject* main_subject(const std::vector<Subject>& subjects) {
  const Subject* best = nullptr;
  for (const Subject& subject : subjects) {
    if (subject.model.empty() || subject.model != subjects.front().model) return nullptr;
    if (best == nullptr || subject.clips.size() > best->clips.size()) best = &subject;
  }
  return best;
}

std::string some_names(const std::vector<Subject>& subjects) {
  constexpr std::size_t kShown = 5;
  std::string names;
  for (std::size_t i = 0; i < std::min(subjects.size(), kShown); ++i)
    names += (i == 0 ? "" : ", ") + subjects[i].name;
  return subjects.size() > kShown ? names + " ..." : names;
}

class Conversion {
 public:
  Conversion(const ConvertRequest& request, const Arguments& arguments)
      : request_(request), arguments_(arguments) {}

  int run() {
    for (const std::string& folder : arguments_.files)
      open(folder);
    if (jobs_.empty() && status_ == kGood) {
      print_error("there is nothing to show in three dimensions here",
                  pictures_ > 0 ? "--to webp makes moving pictures of scripts"
                                : "anmkit info FOLDER says what there is");
      return kUsage;
    }
    convert();
    if (arguments_.json && !print_result(plan_json(plans_))) status_ = kSystem;
    conclude();
    return status_;
  }

 private:
  void open(const std::string& folder) {
    projects_.push_back(std::make_unique<Project>(open_folder(folder, arguments_)));
    Project& project = *projects_.back();
    for (const Raw& raw : project.broken) {
      explain(raw);
      ++failed_;
      status_ = std::max(status_, status_of(raw));
    }
    orphans_ += project.orphans.size();
    pictures_ += static_cast<std::size_t>(std::erase_if(
        project.subjects, [](const Subject& subject) { return !has_scenes(subject.family); }));
    if (request_.output.ends_with('/')) {
      for (const Subject& subject : project.subjects)
        jobs_.push_back({&subject, request_.output + subject.name + ".glb"});
      return;
    }
    if (project.subjects.empty()) return;
    const Subject* one =
        project.subjects.size() == 1 ? &project.subjects.front() : main_subject(project.subjects);
    if (one == nullptr || !jobs_.empty()) {
      print_error(fmt::format("{} holds {} things to look at: {}", folder, project.subjects.size(),
                              some_names(project.subjects)),
                  fmt::format("-o {}/ writes each to a file of its own",
                              without_extension(request_.output)));
      status_ = std::max(status_, kUsage);
      return;
    }
    if (project.subjects.size() > 1) {
      print_note(fmt::format("{} is written, which has most to show of {}; -o FOLDER/ writes each",
                             one->name, some_names(project.subjects)));
    }
    jobs_.push_back({one, request_.output});
  }

  void convert() {
    if (status_ == kUsage) return;
    const Storage storage;
    std::vector<Outcome> outcomes(jobs_.size());
    Progress progress(jobs_.size());
    in_order(
        jobs_.size(), [&](std::size_t i, std::size_t) { outcomes[i] = make(jobs_[i], storage); },
        [&](std::size_t i) {
          count(outcomes[i]);
          progress.step();
        });
  }

  // Files are written at once, not in order: finished ones would wait in memory for a large one.
  Outcome make(const Job& job, const Storage& storage) const {
    ConvertRequest request = request_;
    request.output = job.output;
    ConversionReport report;
    auto files = convert_subject(*job.subject, request, storage, report);
    const std::string& about =
        job.subject->model.empty() ? job.subject->files.front() : job.subject->model;
    print_conversion(about, report);
    if (!files) {
      print_diagnostic(about, files.error());
      const bool usage = files.error().code == kNoSuchClip || files.error().code == kBadOption;
      return {usage ? kUsage : kBad, 0, {}};
    }
    Outcome outcome{report.diagnostics.has_errors() ? kBad : kGood, 0, {}};
    if (arguments_.dry_run) {
      outcome.plan = planned(about, *files, report);
      return outcome;
    }
    for (const OutputFile& file : *files) {
      outcome.status =
          std::max(outcome.status, deliver(file.name, in_one_piece(file.bytes), arguments_));
      outcome.bytes += file.bytes.size();
    }
    return outcome;
  }

  void count(Outcome& outcome) {
    ++(outcome.status == kGood ? written_ : failed_);
    if (outcome.plan) {
      if (!arguments_.json && !print_text(plan_text(*outcome.plan))) outcome.status = kSystem;
      plans_.push_back(std::move(*outcome.plan));
    }
    bytes_ += outcome.bytes;
    status_ = std::max(status_, outcome.status);
  }

  void conclude() {
    if (jobs_.size() > 1 || failed_ > 0) {
      std::string line = fmt::format("{} of {} subjects {}", written_, jobs_.size(),
                                     arguments_.dry_run ? "would be written" : "written");
      if (bytes_ > 0) line += fmt::format(", {:.1f} MB", static_cast<double>(bytes_) / 1e6);
      if (failed_ > 0) line += fmt::format("; {} failed", failed_);
      print_summary(line);
    }
    if (pictures_ > 0) {
      print_summary(fmt::format("{} scripts are pictures, not scenes: --to webp", pictures_));
    }
    if (orphans_ > 0) {
      print_summary(
          fmt::format("{} files belong to none of them; anmkit info FOLDER names them", orphans_));
    }
  }

  const ConvertRequest& request_;
  const Arguments& arguments_;
  std::vector<std::unique_ptr<Project>> projects_;
  std::vector<Job> jobs_;
  std::vector<Planned> plans_;
  std::size_t failed_ = 0, written_ = 0, orphans_ = 0, pictures_ = 0;
  std::uint64_t bytes_ = 0;
  int status_ = kGood;
};

}  // namespace

Project open_folder(const std::string& folder, const Arguments& arguments) {
  if (auto files = list_files(folder, Limit::folder_files); !files) {
    Project none;
    none.broken.push_back({folder, folder, {}, nullptr, {}});
    none.broken.back().why.add(std::move(files.error()));
    return none;
  }
  const Storage storage;
  return open_project(
      storage,
      {.folder = folder, .options = arguments.options, .share = &share, .workers = worker_count()});
}

bool converts_subjects(const Arguments& arguments) {
  const std::string_view extension = extension_of(arguments.output);
  const bool gltf =
      arguments.to.empty() ? extension == ".glb" || extension == ".gltf" : arguments.to == "gltf";
  return gltf && !arguments.separate && arguments.with.empty() && arguments.format.empty() &&
         std::ranges::all_of(arguments.files, is_folder);
}

int convert_subjects(const ConvertRequest& request, const Arguments& arguments) {
  return Conversion(request, arguments).run();
}

}  // namespace anmkit::cli
