// SPDX-License-Identifier: MIT
// anmkit render: what there is to see in the inputs, and the pictures of it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "cli/input.hpp"
#include "cli/output.hpp"
#include "cli/render_output.hpp"
#include "cli/report.hpp"
#include "cli/subjects.hpp"
#include "cli/verbs.hpp"
#include "cli/workers.hpp"
#include "core/paths.hpp"

namespace anmkit::cli {
namespace {

using Size = std::array<std::uint32_t, 2>;
constexpr Size kStill{640, 480}, kMoving{480, 360}, kCell{200, 200};

// `use` gets what there is to see. It lives as long as the call.
using UseShow = std::function<int(Show& show)>;
struct Job {
  std::string name, about;
  // The exit status of what `use` did, or of why there is nothing to see.
  std::function<int(bool cell, const UseShow& use)> open;
};

bool is_script(const Parsed& parsed) {
  return parsed.format->abilities.play && !parsed.format->abilities.scene;
}

class Rendering {
 public:
  Rendering(const RenderRequest& request, const Arguments& arguments)
      : request_(request), arguments_(arguments), surroundings_(arguments) {
    convert_.output = "picture.glb";
    convert_.clip = arguments.clip;
    convert_.options = arguments.options;
  }

  int run() {
    status_ = surroundings_.status();
    if (status_ != kGood) return status_;
    for (const std::string& path : arguments_.files)
      is_folder(path) ? open_subjects(path) : open_file(path);
    if (auto meant = check_meaning(); !meant) return refuse(meant.error(), arguments_.output);
    add_files();
    if (jobs_.empty()) {
      if (status_ == kGood) {
        print_error("there is nothing to see in it", "anmkit info says what it holds");
        status_ = kUsage;
      }
      return status_;
    }
    if (request_.folder) {
      each_to_its_file();
    } else if (jobs_.size() == 1) {
      finish(one(jobs_.front(), arguments_.output));
    } else {
      contact_sheet();
    }
    if (arguments_.json && !print_result(made_json(made_))) status_ = std::max(status_, kSystem);
    print_failures(failed_, jobs_.size() + bad_);
    return status_;
  }

 private:
  // ---- what there is to see ----

  void open_subjects(const std::string& folder) {
    projects_.push_back(std::make_unique<Project>(open_folder(folder, arguments_)));
    for (const Raw& raw : projects_.back()->broken) {
      explain(raw);
      ++bad_;
      status_ = std::max(status_, status_of(raw));
    }
    for (const Subject& subject : projects_.back()->subjects) {
      families_.insert(subject.family);
      const std::string& about = subject.model.empty() ? subject.files.front() : subject.model;
      jobs_.push_back({subject.name, about, [this, &subject, about](bool cell, const UseShow& use) {
                         return show_subject(subject, about, cell, use);
                       }});
    }
  }

  void open_file(const std::string& path) {
    Opened opened = open_input(path, arguments_);
    if (const auto* raw = std::get_if<Raw>(&opened)) {
      explain(*raw);
      ++bad_;
      status_ = std::max(status_, status_of(*raw));
      return;
    }
    opened_.push_back(std::make_unique<Opened>(std::move(opened)));
    if (const auto* parsed = std::get_if<Parsed>(opened_.back().get()))
      families_.insert(parsed->format->family);
  }

  // Models given beside animations are what the animations move.
  void add_files() {
    const auto moves = [](const std::unique_ptr<Opened>& one) {
      const auto* parsed = std::get_if<Parsed>(one.get());
      return parsed != nullptr && !parsed->document->info().clips.empty();
    };
    const bool any_moves = std::ranges::any_of(opened_, moves);
    for (const auto& one : opened_) {
      const auto* parsed = std::get_if<Parsed>(one.get());
      if (parsed != nullptr && any_moves && !moves(one)) {
        surroundings_.pool().lend(*parsed);
        continue;
      }
      if (parsed != nullptr) surroundings_.pool().link(*parsed);
      jobs_.push_back({std::string(stem_of(path_of(*one))), path_of(*one),
                       [this, file = one.get()](bool cell, const UseShow& use) {
                         return show_file(*file, cell, use);
                       }});
    }
  }

  Result<void> check_meaning() const {
    const bool folders = !projects_.empty();
    for (const auto& [given, name] : {std::pair{!arguments_.with.empty(), "with"},
                                      {!arguments_.format.empty(), "format"},
                                      {arguments_.offset != 0, "offset"}}) {
      if (folders && given)
        return fail(
            std::string(kUsageError),
            fmt::format("--{} means nothing to a folder; name the file that it is about", name));
    }
    if (families_.empty()) return {};
    const std::vector<std::string_view> ids(families_.begin(), families_.end());
    return anmkit::check_meaning(arguments_.options, ids, arguments_.verb);
  }

  Size size_for(bool cell) const {
    const bool moving = request_.kind != PictureKind::png && !is_video(request_.kind);
    return request_.size.value_or(cell ? kCell : moving ? kMoving : kStill);
  }

  int use_shown(Result<std::unique_ptr<Show>> show, const std::string& about,
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

  int show_step(const Step& step, const ConvertRequest& convert, CompanionPool& companions,
                bool cell, const UseShow& use) const {
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
    }
    return use_shown(show_of(first, own, companions, request_, size_for(cell), report), step.about,
                     report, use);
  }

  int show_script_of(const Parsed& script, const ConvertRequest& convert, CompanionPool& companions,
                     bool cell, const UseShow& use) const {
    for (const auto& [given, name] : {std::pair{request_.has_camera, "camera"},
                                      {request_.fps.has_value(), "fps"},
                                      {request_.options.grid, "grid"},
                                      {arguments_.line_width.has_value(), "lines"},
                                      {arguments_.stepped, "stepped"},
                                      {arguments_.smooth, "smooth"}}) {
      if (given && jobs_.size() == 1) {
        print_error(fmt::format(
            "--{} means nothing to a script, which shows pictures at its own times", name));
        return kUsage;
      }
    }
    ConversionReport report;
    const auto fit = cell ? std::optional(size_for(true)) : std::nullopt;
    return use_shown(show_of(script, convert, companions, request_, fit, report), script.path,
                     report, use);
  }

  int show_subject(const Subject& subject, const std::string& about, bool cell,
                   const UseShow& use) const {
    const Storage storage;
    int status = kGood;
    const auto done = with_subject(subject, convert_, storage,
                                   [&](const Step& step, const ConvertRequest& own,
                                       CompanionPool& companions) -> Result<void> {
                                     status = show_step(step, own, companions, cell, use);
                                     return {};
                                   });
    return done ? status : refuse(done.error(), about);
  }

  int show_file(const Opened& file, bool cell, const UseShow& use) {
    if (const auto* gltf = std::get_if<GltfInput>(&file)) {
      ConversionReport report;
      return use_shown(show_of(*gltf, convert_, request_, size_for(cell), report), gltf->path,
                       report, use);
    }
    const auto& parsed = std::get<Parsed>(file);
    if (is_script(parsed)) return show_script_of(parsed, convert_, surroundings_.pool(), cell, use);
    if (!parsed.format->abilities.scene) {
      print_error(fmt::format("{}: a {} moves nothing", parsed.path, parsed.format->title),
                  parsed.document->entries().empty()
                      ? "anmkit convert FILE -o FOLDER/ writes its pictures"
                      : "name what is inside: ARCHIVE//NAME");
      return kUsage;
    }
    return show_step({step::ToGltf{{&parsed}, {}}, convert_.output, parsed.path}, convert_,
                     surroundings_.pool(), cell, use);
  }

  // ---- what becomes of it ----

  struct Outcome {
    int status = kGood;
    std::optional<Made> made = {};
  };

  Outcome one(const Job& job, const std::string& output) const {
    Outcome outcome;
    outcome.status = job.open(request_.sheet.has_value(), [&](Show& show) {
      Made made{.file = output, .about = job.about, .kind = request_.kind};
      const int status = request_.sheet ? write_strip(show, request_, arguments_, made)
                         : request_.kind == PictureKind::png
                             ? write_still(show, request_, arguments_, made)
                             : write_moving(show, request_, arguments_, made);
      if (status == kGood) outcome.made = std::move(made);
      return status;
    });
    return outcome;
  }

  void finish(Outcome outcome) {
    status_ = std::max(status_, outcome.status);
    if (outcome.status != kGood) ++failed_;
    if (outcome.made) made_.push_back(std::move(*outcome.made));
  }

  // Folders' subjects are independent of each other; files share their companions.
  void for_each_job(const std::function<void(std::size_t)>& work,
                    const std::function<void(std::size_t)>& done) const {
    if (opened_.empty())
      return in_order(jobs_.size(), [&](std::size_t i, std::size_t) { work(i); }, done);
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      work(i);
      done(i);
    }
  }

  void each_to_its_file() {
    std::vector<std::string> outputs;
    std::set<std::string> taken;
    for (const Job& job : jobs_) {
      outputs.push_back(
          fmt::format("{}{}.{}", arguments_.output, job.name, name_of(request_.kind)));
      if (taken.insert(outputs.back()).second) continue;
      print_error(fmt::format("{} would be written of more than one input", outputs.back()),
                  "render them to separate folders");
      status_ = kUsage;
      return;
    }
    std::vector<Outcome> outcomes(jobs_.size());
    for_each_job([&](std::size_t i) { outcomes[i] = one(jobs_[i], outputs[i]); },
                 [&](std::size_t i) { finish(std::move(outcomes[i])); });
  }

  void contact_sheet() {
    if (request_.kind != PictureKind::png) {
      print_error(fmt::format("{} things to look at do not make one {}", jobs_.size(),
                              name_of(request_.kind)),
                  fmt::format("-o {}/ --to {} writes each, -o SHEET.png all on one sheet",
                              without_extension(arguments_.output), name_of(request_.kind)));
      status_ = kUsage;
      return;
    }
    SheetOptions options{.background = request_.options.background};
    const Size size = size_for(true);
    options.cell_width = size[0];
    options.cell_height = size[1];
    options.columns = request_.sheet
                          ? (*request_.sheet)[0]
                          : static_cast<std::uint32_t>(std::ceil(std::sqrt(jobs_.size())));
    std::uint32_t rows = request_.sheet ? (*request_.sheet)[1] : 0;
    if (auto fits = check_sheet(options, std::max(1u, rows)); !fits) {
      status_ = refuse(fits.error(), arguments_.output);
      return;
    }
    if (rows == 0) rows = rows_of(options);
    const std::size_t page = std::size_t{options.columns} * rows;
    std::vector<SheetCell> cells(jobs_.size());
    std::vector<int> statuses(jobs_.size(), kGood);
    for_each_job([&](std::size_t i) { statuses[i] = draw_cell(jobs_[i], cells[i]); },
                 [&](std::size_t i) {
                   finish({statuses[i], {}});
                   // A full page goes out; what is on it is not needed any more.
                   if ((i + 1) % page == 0 || i + 1 == jobs_.size())
                     write_page(cells, i / page, page, options);
                 });
  }

  // As many as there are subjects for, or as fit on one picture.
  std::uint32_t rows_of(const SheetOptions& options) const {
    auto rows = static_cast<std::uint32_t>((jobs_.size() + options.columns - 1) / options.columns);
    while (rows > 1 && !check_sheet(options, rows))
      --rows;
    return rows;
  }

  int draw_cell(const Job& job, SheetCell& cell) const {
    cell.name = job.name;
    return job.open(true, [&](Show& show) {
      const auto frame = show.still(request_);
      if (!frame) return refuse(frame.error(), job.about);
      auto picture = show.draw(*frame);
      if (!picture) return refuse(picture.error(), job.about);
      cell.picture = std::move(*picture);
      return kGood;
    });
  }

  // "sheet.png", "sheet-2.png" and so on.
  void write_page(std::vector<SheetCell>& cells, std::size_t page, std::size_t size,
                  const SheetOptions& options) {
    const std::string& output = arguments_.output;
    Made made{.file = output, .about = output};
    if (page > 0 && output != "-") {
      made.file = fmt::format("{}-{}{}", without_extension(output), page + 1, extension_of(output));
    } else if (page > 0) {
      print_error("several pages do not go to standard output", "--sheet CxR makes a larger page");
      status_ = std::max(status_, kUsage);
      return;
    }
    const std::size_t first = page * size, last = std::min(first + size, cells.size());
    const std::span<SheetCell> shown = std::span(cells).subspan(first, last - first);
    for (const SheetCell& cell : shown)
      made.subjects.push_back(cell.name);
    const auto rows = cells.size() > size ? static_cast<std::uint32_t>(size / options.columns) : 0;
    const auto sheet =
        make_contact_sheet(shown, options, request_.sheet ? (*request_.sheet)[1] : rows);
    if (!sheet) {
      status_ = std::max(status_, refuse(sheet.error(), output));
      return;
    }
    for (SheetCell& cell : shown)
      cell.picture = {};
    status_ = std::max(status_, write_picture(*sheet, arguments_, made));
    made_.push_back(std::move(made));
  }

  const RenderRequest& request_;
  const Arguments& arguments_;
  Surroundings surroundings_;
  ConvertRequest convert_;
  std::vector<std::unique_ptr<Project>> projects_;
  std::vector<std::unique_ptr<Opened>> opened_;
  std::set<std::string_view> families_;
  std::vector<Job> jobs_;
  std::vector<Made> made_;
  std::size_t failed_ = 0, bad_ = 0;
  int status_ = kGood;
};

}  // namespace

int run_render(const Arguments& arguments) {
  const auto request = read_render_request(arguments);
  if (!request) {
    const Error& error = request.error();
    if (error.code != kUsageError) {
      print_error(error.message);
      return kUsage;
    }
    return refuse(error, arguments.output);
  }
  return Rendering(*request, arguments).run();
}

}  // namespace anmkit::cli
