// SPDX-License-Identifier: MIT
// Files with their companions, subjects of folders, scripts.
#include "cli/render/jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/files/archive.hpp"
#include "cli/files/read_files.hpp"
#include "cli/files/subjects.hpp"
#include "cli/report.hpp"
#include "convert/option_effects.hpp"
#include "convert/project_files.hpp"
#include "core/letters.hpp"
#include "core/paths.hpp"
#include "json_reports/json_reports.hpp"

namespace anmkit::cli {
namespace {

using Size = std::array<std::uint32_t, 2>;
constexpr Size kStill{640, 480}, kMoving{480, 360}, kCell{200, 200};

bool is_script(const Parsed& parsed) {
  return parsed.format->abilities.play && !parsed.format->abilities.scene;
}

// Leaves the input that has a clip of all of theirs; its index becomes that of the input.
void choose_input(std::vector<const Parsed*>& inputs, std::string& clip) {
  std::size_t index = std::stoul(clip);
  for (const Parsed* input : inputs) {
    const std::size_t own = input->document->info().clips.size();
    if (index < own) {
      clip = std::to_string(index);
      inputs = {input};
      return;
    }
    index -= own;
  }
}

}  // namespace

RenderJobs::RenderJobs(const RenderRequest& request, const Arguments& arguments)
    : request_(request), arguments_(arguments), surroundings_(arguments) {
  convert_.output = "picture.glb";
  convert_.clip = arguments.clip;
  convert_.options = arguments.options;
}

int RenderJobs::open() {
  status_ = surroundings_.status();
  if (status_ != kGood) return status_;
  for (const std::string& path : arguments_.files)
    is_folder(path) || is_archive(path) ? open_subjects(path) : open_file(path);
  if (auto meant = check_meaning(); !meant) {
    jobs_.clear();
    return refuse(meant.error(), arguments_.output);
  }
  surroundings_.tell_unused();
  add_files();
  if (jobs_.empty() && status_ == kGood) {
    const bool images =
        std::ranges::any_of(projects_, [](const auto& one) { return has_images(*one); });
    print_error("nothing to render",
                images ? "anmkit convert FOLDER -o OUT/ --to png writes its images"
                       : "anmkit info lists what it contains");
    return kUsage;
  }
  return status_;
}

void RenderJobs::open_subjects(const std::string& folder) {
  projects_.push_back(std::make_unique<Project>(open_folder(folder, arguments_)));
  for (const Raw& raw : projects_.back()->broken) {
    explain(raw);
    ++bad_;
    status_ = std::max(status_, status_of(raw));
  }
  for (const Subject& subject : projects_.back()->subjects) {
    const std::string& about = subject.model.empty() ? subject.files.front() : subject.model;
    if (has_gltf_extension(about)) {
      add_jobs(subject.name, about, subject.clips,
               [this, about](const std::string& clip, bool cell, const UseShow& use) {
                 return show_file(open_input(about, arguments_), clip, cell, use);
               });
      continue;
    }
    families_.insert(subject.family);
    add_jobs(subject.name, about, subject.clips,
             [this, &subject](const std::string& clip, bool cell, const UseShow& use) {
               return show_subject(subject, clip, cell, use);
             });
  }
}

void RenderJobs::add_jobs(const std::string& name, const std::string& about,
                          const std::vector<ClipInfo>& clips, const OpenClip& open) {
  if (!arguments_.render.all_clips || clips.size() < 2) {
    jobs_.push_back({name, about, [open, clip = arguments_.clip](bool cell, const UseShow& use) {
                       return open(clip, cell, use);
                     }});
    return;
  }
  std::set<std::string> taken;
  for (std::size_t i = 0; i < clips.size(); ++i) {
    std::string own = name + "/" + portable_name(clips[i].name);
    if (clips[i].name.empty() || !taken.insert(lowered(own)).second)
      own = fmt::format("{}/{}", name, i);
    jobs_.push_back({own, about, [open, clip = std::to_string(i)](bool cell, const UseShow& use) {
                       return open(clip, cell, use);
                     }});
  }
}

void RenderJobs::open_file(const std::string& path) {
  Opened opened = open_input(path, arguments_);
  if (const auto* raw = std::get_if<Raw>(&opened)) {
    explain(*raw);
    ++bad_;
    status_ = std::max(status_, status_of(*raw));
    return;
  }
  opened_.push_back(std::make_unique<Opened>(std::move(opened)));
  surroundings_.pool().use_for(*opened_.back());
  if (const auto* parsed = std::get_if<Parsed>(opened_.back().get()))
    families_.insert(parsed->format->family);
}

// Models given next to animations are moved by these.
void RenderJobs::add_files() {
  const auto moves = [](const std::unique_ptr<Opened>& one) {
    const auto* parsed = std::get_if<Parsed>(one.get());
    return parsed != nullptr && !parsed->document->info().clips.empty();
  };
  const bool any_moves = std::ranges::any_of(opened_, moves);
  for (const auto& one : opened_) {
    const auto* parsed = std::get_if<Parsed>(one.get());
    if (parsed != nullptr && any_moves && !moves(one)) {
      surroundings_.pool().add(*parsed);
      continue;
    }
    if (parsed != nullptr) surroundings_.pool().link(*parsed);
    add_jobs(std::string(stem_of(path_of(*one))), path_of(*one), info_of(*one).info.clips,
             [this, file = one.get()](const std::string& clip, bool cell, const UseShow& use) {
               return show_file(*file, clip, cell, use);
             });
  }
}

Result<void> RenderJobs::check_meaning() const {
  const bool folders = !projects_.empty();
  for (const auto& [given, name] : {std::pair{!arguments_.with.empty(), "with"},
                                    {!arguments_.format.empty(), "format"},
                                    {arguments_.offset != 0, "offset"}}) {
    if (folders && given)
      return fail(
          std::string(kUsageError),
          fmt::format("--{} does not apply to a folder; name the file that it is about", name));
  }
  std::vector<const Format*> formats;
  for (const auto& one : opened_) {
    if (const auto* parsed = std::get_if<Parsed>(one.get())) formats.push_back(parsed->format);
  }
  const std::vector<std::string_view> ids(families_.begin(), families_.end());
  // What could not be read may have been of the family.
  if (ids.empty() && (bad_ > 0 || opened_.empty())) return {};
  if (auto meant = anmkit::check_meaning(arguments_.options, ids, arguments_.verb); !meant)
    return meant;
  return folders ? Result<void>() : check_addresses(arguments_.options, formats);
}

Size RenderJobs::size_for(bool cell) const {
  const bool moving = request_.kind != kStillKind && !is_video(request_.kind);
  return request_.size.value_or(cell ? kCell : moving ? kMoving : kStill);
}

int RenderJobs::use_shown(Result<std::unique_ptr<Show>> show, const std::string& about,
                          const ConversionReport& report, const UseShow& use) const {
  print_conversion(about, report);
  if (show) return use(**show);
  // One of many things may be only a place for others.
  if (show.error().code == kNothingToSee && jobs_.size() > 1) {
    Diagnostic note = show.error();
    note.severity = Severity::info;
    print_diagnostic(about, note);
    return kGood;
  }
  return refuse(show.error(), about);
}

int RenderJobs::show_step(const Step& step, const ConvertRequest& convert,
                          CompanionPool& companions, bool cell, const UseShow& use) const {
  ConversionReport report;
  const auto& files = std::get<step::ToGltf>(step.action).inputs;
  if (is_script(*files.front()))
    return show_script_of(*files.front(), convert, companions, cell, use);
  // The first clip alone, where that saves work.
  Step first = step;
  ConvertRequest own = convert;
  const bool clips = !files.front()->document->info().clips.empty();
  if (convert.clip.empty() && clips) {
    std::get<step::ToGltf>(first.action).inputs.resize(1);
    own.clip = "0";
  } else if (arguments_.render.all_clips && clips) {
    choose_input(std::get<step::ToGltf>(first.action).inputs, own.clip);
  }
  auto show = show_of(first, own, companions, request_, size_for(cell), report);
  note_read_files(companions.take_found());
  return use_shown(std::move(show), step.about, report, use);
}

int RenderJobs::show_script_of(const Parsed& script, const ConvertRequest& convert,
                               CompanionPool& companions, bool cell, const UseShow& use) const {
  for (const auto& [given, name] : {std::pair{request_.has_camera, "camera"},
                                    {request_.fps.has_value(), "fps"},
                                    {request_.options.grid, "grid"},
                                    {arguments_.render.line_width.has_value(), "lines"},
                                    {arguments_.stepped, "stepped"},
                                    {arguments_.render.smooth, "smooth"}}) {
    if (given && jobs_.size() == 1) {
      print_error(fmt::format(
          "--{} does not apply to a script, which shows images at its own times", name));
      return kUsage;
    }
  }
  ConversionReport report;
  const auto fit = cell ? std::optional(size_for(true)) : std::nullopt;
  auto show = show_of(script, convert, companions, request_, fit, report);
  note_read_files(companions.take_found());
  return use_shown(std::move(show), script.path, report, use);
}

int RenderJobs::show_subject(const Subject& subject, const std::string& clip, bool cell,
                             const UseShow& use) const {
  auto folders = folders_.take();
  int status = kGood;
  ConvertRequest request = convert_;
  request.clip = clip;
  const std::string& about = subject.model.empty() ? subject.files.front() : subject.model;
  const auto done = with_subject(
      subject, request, folders,
      [&](const Step& step, const ConvertRequest& own, CompanionPool& companions) -> Result<void> {
        status = show_step(step, own, companions, cell, use);
        return {};
      });
  folders_.give(std::move(folders));
  return done ? status : refuse(done.error(), about);
}

int RenderJobs::show_file(const Opened& file, const std::string& clip, bool cell,
                          const UseShow& use) {
  ConvertRequest convert = convert_;
  convert.clip = clip;
  if (const auto* gltf = std::get_if<GltfInput>(&file)) {
    ConversionReport report;
    return use_shown(show_of(*gltf, convert, request_, size_for(cell), report), gltf->path, report,
                     use);
  }
  const auto& parsed = std::get<Parsed>(file);
  if (is_script(parsed)) return show_script_of(parsed, convert, surroundings_.pool(), cell, use);
  if (!parsed.format->abilities.scene) {
    print_error(fmt::format("{}: a {} has no animation", parsed.path, parsed.format->title),
                !parsed.document->entries().empty() ? "name what is inside: ARCHIVE//NAME"
                : parsed.format->abilities.pictures
                    ? "anmkit convert FILE -o FOLDER/ writes its images"
                    : "it is a part of a model: render that, or an animation of it");
    return kUsage;
  }
  return show_step({step::ToGltf{{&parsed}, {}}, convert_.output, parsed.path}, convert,
                   surroundings_.pool(), cell, use);
}

}  // namespace anmkit::cli
