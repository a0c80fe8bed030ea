// SPDX-License-Identifier: MIT
// Scenes and images in the inputs of `anmkit render`.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cli/files/input.hpp"
#include "cli/files/subjects.hpp"
#include "cli/render/shows.hpp"

namespace anmkit::cli {

// `use` gets the scene or script, which lives as long as the call.
using UseShow = std::function<int(Show& show)>;
struct Job {
  std::string name, about;
  // The exit status of `use`, or of the reason why nothing can be rendered.
  std::function<int(bool cell, const UseShow& use)> open;
};

class RenderJobs {
 public:
  // Borrows both.
  RenderJobs(const RenderRequest& request, const Arguments& arguments);
  RenderJobs(const RenderJobs&) = delete;
  RenderJobs& operator=(const RenderJobs&) = delete;

  // Opens the inputs; what is wrong with them is printed. The exit status: with one of usage
  // nothing is to be made, with others what is left.
  int open();
  const std::vector<Job>& jobs() const { return jobs_; }
  // How many inputs could not be read.
  std::size_t bad() const { return bad_; }
  // Folders' subjects are independent of each other; files share their companions.
  bool independent() const { return opened_.empty(); }
  // Of an image, or of one in a sheet.
  std::array<std::uint32_t, 2> size_for(bool cell) const;

 private:
  void open_subjects(const std::string& folder);
  void open_file(const std::string& path);
  void add_files();
  Result<void> check_meaning() const;
  int use_shown(Result<std::unique_ptr<Show>> show, const std::string& about,
                const ConversionReport& report, const UseShow& use) const;
  int show_step(const Step& step, const ConvertRequest& convert, CompanionPool& companions,
                bool cell, const UseShow& use) const;
  int show_script_of(const Parsed& script, const ConvertRequest& convert, CompanionPool& companions,
                     bool cell, const UseShow& use) const;
  int show_subject(const Subject& subject, const std::string& clip, bool cell,
                   const UseShow& use) const;
  int show_file(const Opened& file, const std::string& clip, bool cell, const UseShow& use);
  // One job, or with --all-clips one for each clip: `open` gets the clip's index, or what was
  // asked for.
  using OpenClip = std::function<int(const std::string& clip, bool cell, const UseShow& use)>;
  void add_jobs(const std::string& name, const std::string& about,
                const std::vector<ClipInfo>& clips, const OpenClip& open);

  const RenderRequest& request_;
  const Arguments& arguments_;
  Surroundings surroundings_;
  ConvertRequest convert_;
  Storage storage_;
  mutable FolderPool folders_{storage_};
  std::vector<std::unique_ptr<Project>> projects_;
  std::vector<std::unique_ptr<Opened>> opened_;
  std::set<std::string_view> families_;
  std::vector<Job> jobs_;
  std::size_t bad_ = 0;
  int status_ = kGood;
};

}  // namespace anmkit::cli
