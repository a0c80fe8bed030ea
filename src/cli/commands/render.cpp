// SPDX-License-Identifier: MIT
// anmkit render: an image of one thing, of each, or of all on one sheet.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "cli/commands/verbs.hpp"
#include "cli/files/output.hpp"
#include "cli/render/jobs.hpp"
#include "cli/render/output.hpp"
#include "cli/render/reel.hpp"
#include "cli/report.hpp"
#include "cli/workers.hpp"
#include "core/paths.hpp"

namespace anmkit::cli {
namespace {

using Size = std::array<std::uint32_t, 2>;

class Rendering {
 public:
  Rendering(const RenderRequest& request, const Arguments& arguments)
      : request_(request),
        arguments_(arguments),
        inputs_(request, arguments),
        jobs_(inputs_.jobs()) {}

  int run() {
    status_ = inputs_.open();
    if (jobs_.empty()) return status_;
    if (request_.folder) {
      each_to_its_file();
      if (made_.empty() && status_ == kGood) nothing_at_all();
    } else if (jobs_.size() == 1) {
      finish(one(jobs_.front(), arguments_.output));
    } else if (request_.kind != kStillKind && arguments_.render.all_clips) {
      one_after_the_other();
    } else {
      contact_sheet();
    }
    if (arguments_.json && !print_result(made_json(made_))) status_ = std::max(status_, kSystem);
    print_failures(failed_ + inputs_.bad(), jobs_.size() + inputs_.bad());
    return status_;
  }

 private:
  struct Outcome {
    int status = kGood;
    std::optional<Made> made = {};
  };

  Outcome one(const Job& job, const std::string& output) const {
    Outcome outcome;
    outcome.status = job.open(request_.sheet.has_value(), [&](Show& show) {
      Made made{.file = output, .about = job.about, .kind = request_.kind};
      const int status = request_.sheet ? write_strip(show, request_, arguments_, made)
                         : request_.kind == kStillKind
                             ? write_still(show, request_, arguments_, made)
                             : write_moving(show, request_, arguments_, made, !shares_jobs());
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

  void for_each_job(const std::function<void(std::size_t)>& work,
                    const std::function<void(std::size_t)>& done) const {
    Progress progress(jobs_.size());
    const auto step = [&](std::size_t i) {
      done(i);
      progress.step();
    };
    if (shares_jobs())
      return in_order(jobs_.size(), [&](std::size_t i, std::size_t) { work(i); }, step);
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      work(i);
      step(i);
    }
  }
  // Else the frames of each are shared out.
  bool shares_jobs() const { return inputs_.independent() && jobs_.size() > 1; }

  void each_to_its_file() {
    std::vector<std::string> outputs;
    std::set<std::string> taken;
    for (const Job& job : jobs_) {
      outputs.push_back(fmt::format("{}{}.{}", arguments_.output, job.name, request_.kind));
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

  // Written when all of it can be drawn.
  void one_after_the_other() {
    Made made{.file = arguments_.output, .about = arguments_.output, .kind = request_.kind};
    Reel reel;
    Progress progress(jobs_.size());
    for (const Job& job : jobs_) {
      const int status = job.open(false, [&](Show& show) {
        const auto added = reel.add(show, request_);
        if (!added) return refuse(added.error(), job.about);
        made.subjects.push_back(job.name);
        return kGood;
      });
      progress.step();
      finish({status, {}});
    }
    if (status_ != kGood) return;
    if (reel.empty()) return nothing_at_all();
    const int status = write_moving(reel, request_, arguments_, made, true);
    finish({status, status == kGood ? std::optional(std::move(made)) : std::nullopt});
  }

  void contact_sheet() {
    if (request_.kind != kStillKind) {
      print_error(fmt::format("{} models and animations do not fit into one {}", jobs_.size(),
                              request_.kind),
                  fmt::format("--all-clips shows all clips one after the other, -o {}/ --to {} "
                              "writes each, -o SHEET.png all on one sheet",
                              without_extension(arguments_.output), request_.kind));
      status_ = kUsage;
      return;
    }
    constexpr std::array<std::uint8_t, 3> kWhite = {255, 255, 255};
    SheetOptions options{.background = request_.options.background.value_or(kWhite)};
    const Size size = inputs_.size_for(true);
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
    common_folder_ = common_folder();
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

  // Of one of several things it is no fault, of all of them it is.
  void nothing_at_all() {
    const auto error = fail(std::string(kNothingToSee),
                            fmt::format("nothing to render in any of {}", jobs_.size()));
    status_ = refuse(error.error(), arguments_.output);
  }

  // As many as there are subjects for, or as fit on one image.
  std::uint32_t rows_of(const SheetOptions& options) const {
    auto rows = static_cast<std::uint32_t>((jobs_.size() + options.columns - 1) / options.columns);
    while (rows > 1 && !check_sheet(options, rows))
      --rows;
    return rows;
  }

  // How much of all names is the folder that they share.
  std::size_t common_folder() const {
    std::string_view shared = folder_of(jobs_.front().name);
    for (const Job& job : jobs_) {
      while (!job.name.starts_with(shared))
        shared = folder_of(shared.substr(0, shared.size() - 1));
    }
    return shared.size();
  }

  int draw_cell(const Job& job, SheetCell& cell) const {
    cell.name = job.name.substr(common_folder_);
    return job.open(true, [&](Show& show) {
      auto still = draw_still(show, request_, job.about);
      if (!still) return refuse(still.error(), job.about);
      cell.picture = std::move(still->picture);
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
      print_error("several pages cannot be written to standard output",
                  "--sheet CxR makes a larger page");
      status_ = std::max(status_, kUsage);
      return;
    }
    const std::size_t first = page * size, last = std::min(first + size, cells.size());
    const std::span<SheetCell> shown = std::span(cells).subspan(first, last - first);
    // A page of nothing is none.
    if (std::ranges::all_of(shown,
                            [](const SheetCell& cell) { return cell.picture.pixels.empty(); })) {
      if (last == cells.size() && made_.empty() && status_ == kGood) nothing_at_all();
      return;
    }
    for (std::size_t i = first; i < last; ++i)
      made.subjects.push_back(jobs_[i].name);
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
  RenderJobs inputs_;
  const std::vector<Job>& jobs_;
  std::vector<Made> made_;
  std::size_t failed_ = 0, common_folder_ = 0;
  int status_ = kGood;
};

}  // namespace

int run_render(const Arguments& given) {
  const Arguments arguments = with_motions_as_inputs(given);
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
