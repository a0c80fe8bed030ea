// SPDX-License-Identifier: MIT
// Converting folders: one file per subject.
#include "cli/files/subjects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "anmkit/render.hpp"
#include "cli/dry_run.hpp"
#include "cli/files/archive.hpp"
#include "cli/files/input.hpp"
#include "cli/files/output.hpp"
#include "cli/files/read_files.hpp"
#include "cli/files/storage.hpp"
#include "cli/report.hpp"
#include "cli/workers.hpp"
#include "convert/project_files.hpp"
#include "core/letters.hpp"
#include "core/paths.hpp"
#include "json_reports/json_reports.hpp"

namespace anmkit::cli {
namespace {

// Whether a family's files can become glTF at all.
bool has_scenes(std::string_view id) {
  const auto family = std::ranges::find(families(), id, &Family::id);
  return family != families().end() &&
         std::ranges::any_of(family->formats,
                             [](const Format& format) { return format.abilities.scene; });
}

// Files of no family: glTF and BVH.
bool is_exchange(const Subject& subject) {
  return subject.family == "gltf" || subject.family == "bvh";
}

// A glTF or BVH file of a folder: something to look at, as the subjects of families are.
void add_gltf(Project& project, const std::string& path, const std::string& name,
              const Arguments& arguments) {
  const Opened opened = open_input(path, arguments);
  FileInfo file = info_of(opened);
  if (!file.diagnostics.empty() || !std::holds_alternative<GltfInput>(opened)) {
    project.broken.push_back({path, path, {}, nullptr, std::move(file.diagnostics)});
    return;
  }
  Subject& subject = project.subjects.emplace_back();
  subject.name = name;
  subject.family = format_id_of(opened);
  subject.model = path;
  subject.clips = std::move(file.info.clips);
}

void add_gltf_files(Project& project, const std::string& folder,
                    const std::vector<std::string>& files, const Arguments& arguments) {
  const std::string root = folder.ends_with('/') ? folder : folder + "/";
  std::set<std::string> taken;
  for (const Subject& subject : project.subjects)
    taken.insert(lowered(subject.name));
  for (const std::string& path : files) {
    if (!has_gltf_extension(path)) continue;
    std::string name(path.starts_with(root) ? path.substr(root.size()) : path);
    if (taken.insert(lowered(without_extension(name))).second) name = without_extension(name);
    taken.insert(lowered(name));
    add_gltf(project, path, name, arguments);
  }
  std::ranges::stable_sort(project.subjects, {}, &Subject::name);
}

struct SubjectJob {
  const Subject* subject;
  std::string output;
};
using OutputsOf = Result<std::vector<OutputFile>>;

// Whether all files of the inputs are archives, by their names.
bool holds_archives(const Arguments& arguments) {
  const std::vector<std::string> paths = expand_inputs(arguments);
  return std::ranges::all_of(paths, [](const std::string& path) {
    const auto found = detect({{}, path});
    return !found.empty() && std::ranges::all_of(found, [](const Detection& one) {
      const Conversion* packs = find_conversion({}, one.format->id);
      return packs != nullptr && packs->from.empty();
    });
  });
}

struct Outcome {
  int status = kGood;
  std::uint64_t bytes = 0;  // written
  std::optional<Planned> plan = {};
  bool untextured = false, incomplete = false, bare = false, empty = false;  // missing parts
  bool left_out = false;  // nothing was written of it
};

// The images among a subject's missing files; others are display lists, meshes and animations.
bool is_image(const std::string& name) {
  const std::string small = lowered(name);
  return small.ends_with(".png") || small.ends_with(".tpl");
}

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
      const bool images =
          std::ranges::any_of(projects_, [](const auto& one) { return has_images(*one); });
      print_error("found no 3D model or animation here",
                  pictures_ > 0 ? "--to webp makes animated images of scripts"
                  : images      ? "-o FOLDER/ --to png writes its images"
                                : "anmkit info FOLDER lists its contents");
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
    pictures_ +=
        static_cast<std::size_t>(std::erase_if(project.subjects, [](const Subject& subject) {
          return !is_exchange(subject) && !has_scenes(subject.family);
        }));
    // glTF files next to others are what was made from those.
    if (!std::ranges::all_of(project.subjects, is_exchange))
      gltf_ += static_cast<std::size_t>(std::erase_if(project.subjects, is_exchange));
    if (request_.output.ends_with('/')) {
      for (const Subject& subject : project.subjects)
        jobs_.push_back({&subject, request_.output + subject.name + ".glb"});
      return;
    }
    if (project.subjects.empty()) return;
    const Subject* one =
        project.subjects.size() == 1 ? &project.subjects.front() : main_subject(project.subjects);
    if (one == nullptr || !jobs_.empty()) {
      print_error(
          fmt::format("{} contains {} models and animations: {}", folder, project.subjects.size(),
                      some_names(project.subjects)),
          fmt::format("-o {}/ writes each to its own file", without_extension(request_.output)));
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
    FolderPool pool(storage);
    std::vector<Outcome> outcomes(jobs_.size());
    Progress progress(jobs_.size());
    in_order(
        jobs_.size(),
        [&](std::size_t i, std::size_t) {
          auto folders = pool.take();
          outcomes[i] = make(jobs_[i], folders);
          pool.give(std::move(folders));
        },
        [&](std::size_t i) {
          count(outcomes[i]);
          progress.step();
        });
  }

  // Files are written at once, not in order: finished ones would wait in memory for a large one.
  Outcome make(const SubjectJob& job, const std::shared_ptr<Folders>& folders) const {
    ConvertRequest request = request_;
    request.output = job.output;
    ConversionReport report;
    auto files = is_exchange(*job.subject)
                     ? copied(*job.subject, request, folders, report)
                     : convert_subject(*job.subject, request, folders, report);
    const std::string& about =
        job.subject->model.empty() ? job.subject->files.front() : job.subject->model;
    print_conversion(about, report);
    if (!files) {
      // Among others it is counted: sources have layouts of nothing.
      if (files.error().code == kNothingToSee && jobs_.size() > 1) {
        print_diagnostic(about,
                         {Severity::info, files.error().code, {}, {}, files.error().message});
        return {.status = kGood, .empty = true, .left_out = true};
      }
      print_diagnostic(about, files.error());
      const bool usage = files.error().code == kNoSuchClip || files.error().code == kBadOption;
      return {usage ? kUsage : kBad, 0, {}};
    }
    Outcome outcome{report.diagnostics.has_errors() ? kBad : kGood, 0, {}};
    const auto has = [&](std::string_view part) {
      return std::ranges::any_of(report.diagnostics.finish(), [&](const Diagnostic& one) {
        return one.code.find(part) != std::string::npos;
      });
    };
    const auto& missing = job.subject->missing;
    outcome.untextured = std::ranges::any_of(missing, is_image) || has("TEXTURE");
    outcome.incomplete = report.diagnostics.has_errors() || !std::ranges::all_of(missing, is_image);
    outcome.bare = has("anmkit.NO-MODEL");
    outcome.empty = has("anmkit.EMPTY");
    if (arguments_.convert.dry_run) {
      outcome.plan = planned(about, *files, report);
      return outcome;
    }
    for (const OutputFile& file : *files) {
      const int status = deliver(file.name, in_one_piece(file.bytes), arguments_);
      outcome.status = std::max(outcome.status, status);
      if (status == kGood) outcome.bytes += file.bytes.size();
    }
    return outcome;
  }

  OutputsOf copied(const Subject& subject, const ConvertRequest& request,
                   const std::shared_ptr<Folders>& folders, ConversionReport& report) const {
    const Opened file = open_input(subject.model, arguments_);
    const auto plan = plan_conversion({&file, 1}, request);
    if (!plan) return std::unexpected(plan.error());
    CompanionPool companions(folders);
    return apply(plan->steps.front(), request, companions, report);
  }

  void count(Outcome& outcome) {
    const bool made = outcome.status == kGood || outcome.bytes > 0 || outcome.plan;
    if (!outcome.left_out) ++(made ? written_ : failed_);
    untextured_ += outcome.untextured ? 1 : 0;
    incomplete_ += outcome.incomplete ? 1 : 0;
    bare_ += outcome.bare ? 1 : 0;
    empty_ += outcome.empty ? 1 : 0;
    if (outcome.plan) {
      if (!arguments_.json && !print_text(plan_text(*outcome.plan))) outcome.status = kSystem;
      plans_.push_back(std::move(*outcome.plan));
    }
    bytes_ += outcome.bytes;
    status_ = std::max(status_, outcome.status);
  }

  void conclude() {
    if (!jobs_.empty() && written_ == 0) status_ = std::max(status_, kBad);
    if (!jobs_.empty() && (jobs_.size() > 1 || failed_ > 0)) {
      std::string line = fmt::format("{} of {} {} {}", written_, jobs_.size(),
                                     jobs_.size() == 1 ? "subject" : "subjects",
                                     arguments_.convert.dry_run ? "would be written" : "written");
      std::string lacks;
      for (const auto& [number, what] : {std::pair{untextured_, "without textures"},
                                         {incomplete_, "incomplete"},
                                         {bare_, "without model"},
                                         {empty_, "empty"}}) {
        if (number > 0) lacks += fmt::format("{}{} {}", lacks.empty() ? "" : ", ", number, what);
      }
      if (!lacks.empty()) line += fmt::format(" ({})", lacks);
      if (bytes_ > 0) line += fmt::format(", {:.1f} MB", static_cast<double>(bytes_) / 1e6);
      if (failed_ > 0) line += fmt::format("; {} failed", failed_);
      print_summary(line);
    }
    if (jobs_.empty() && failed_ > 0) print_unwritten(request_.output);
    if (pictures_ > 0) {
      print_summary(fmt::format(
          "{} {}: --to webp", pictures_,
          pictures_ == 1 ? "script is an image, not a scene" : "scripts are images, not scenes"));
    }
    if (gltf_ > 0) {
      print_summary(fmt::format("{} {} not converted again", gltf_,
                                gltf_ == 1 ? "glTF or BVH file is" : "glTF or BVH files are"));
    }
    if (orphans_ > 0) {
      print_summary(fmt::format(
          "{} {} to no model or animation; anmkit info FOLDER --verbose lists {}", orphans_,
          orphans_ == 1 ? "file belongs" : "files belong", orphans_ == 1 ? "it" : "them"));
    }
  }

  const ConvertRequest& request_;
  const Arguments& arguments_;
  std::vector<std::unique_ptr<Project>> projects_;
  std::vector<SubjectJob> jobs_;
  std::vector<Planned> plans_;
  std::size_t failed_ = 0, written_ = 0, orphans_ = 0, pictures_ = 0, gltf_ = 0;
  std::size_t untextured_ = 0, incomplete_ = 0, bare_ = 0, empty_ = 0;
  std::uint64_t bytes_ = 0;
  int status_ = kGood;
};

}  // namespace

std::shared_ptr<Folders> FolderPool::take() {
  const std::scoped_lock lock(mutex_);
  if (free_.empty()) return list_once(around_);
  auto folders = std::move(free_.back());
  free_.pop_back();
  return folders;
}

void FolderPool::give(std::shared_ptr<Folders> folders) {
  const std::scoped_lock lock(mutex_);
  free_.push_back(std::move(folders));
}

namespace {

// No output of one subject replaces a companion of a later one.
void note_subjects(const Project& project) {
  for (const Subject& subject : project.subjects) {
    if (!subject.model.empty()) note_read_file(subject.model);
    note_read_files(subject.files);
    note_read_files(subject.companions);
  }
}

}  // namespace

Project open_folder(const std::string& folder, const Arguments& arguments) {
  const bool archive = is_archive(folder);
  const auto files =
      archive ? Result<std::vector<std::string>>() : list_files(folder, Limit::folder_files);
  if (!files) {
    Project none;
    none.broken.push_back({folder, folder, {}, nullptr, {}});
    none.broken.back().why.add(files.error());
    return none;
  }
  const Storage storage;
  Project project = open_project(
      storage,
      {.folder = folder, .options = arguments.options, .share = &share, .workers = worker_count()});
  add_gltf_files(project, folder, *files, arguments);
  if (!arguments.output.empty()) note_subjects(project);
  return project;
}

bool has_images(const Project& project) {
  return std::ranges::any_of(project.orphans, [](const std::string& path) {
    return std::ranges::any_of(detect({{}, path}),
                               [](const Detection& one) { return one.format->abilities.pictures; });
  });
}

bool converts_subjects(const Arguments& arguments) {
  if (arguments.convert.separate || !arguments.with.empty() || !arguments.format.empty())
    return false;
  const std::string_view extension = extension_of(arguments.output);
  const bool gltf =
      arguments.to.empty() ? extension == ".glb" || extension == ".gltf" : arguments.to == "gltf";
  if (gltf) {
    return std::ranges::all_of(arguments.files, [](const std::string& path) {
      return is_folder(path) || is_archive(path);
    });
  }
  // A folder of things to look at becomes glTF; one of archives is unpacked, as an archive is.
  return arguments.to.empty() && arguments.output.ends_with('/') && arguments.options.empty() &&
         std::ranges::all_of(arguments.files, is_folder) && !holds_archives(arguments);
}

int convert_subjects(const ConvertRequest& request, const Arguments& arguments) {
  return Conversion(request, arguments).run();
}

}  // namespace anmkit::cli
