// SPDX-License-Identifier: MIT
// Folders are walked, companions found as every verb finds them, and all of it gets short names.
#include "cli/view/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>

#include "anmkit/gltf.hpp"
#include "cli/arguments/bounds.hpp"
#include "cli/files/archive.hpp"
#include "cli/files/input.hpp"
#include "cli/files/subjects.hpp"
#include "cli/platform/calls.hpp"
#include "cli/report.hpp"
#include "convert/clip_part.hpp"
#include "core/paths.hpp"

namespace anmkit::cli {
namespace {

namespace fs = std::filesystem;

bool exists(const std::string& path) {
  sys::FileState state{};
  return sys::state_of(path, state) == 0;
}

bool is_file(const std::string& path) {
  sys::FileState state{};
  return sys::state_of(path, state) == 0 && S_ISREG(state.st_mode);
}

fs::path absolute(const std::string& path) {
  std::error_code error;
  fs::path whole = fs::absolute(sys::path_of(path), error).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

// The file on disk that a path means: itself, or the archive that it is inside of.
std::string on_disk(const std::string& path) {
  if (is_file(path)) return path;
  const std::string archive = path.substr(0, path.find("//"));
  return is_file(archive) ? archive : std::string();
}

fs::path common_folder(const fs::path& a, const fs::path& b) {
  fs::path common;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end() && *i == *j; ++i, ++j)
    common /= *i;
  return common;
}

class Collecting {
 public:
  Collecting(const Arguments& arguments, ViewFiles& to)
      : arguments_(arguments), to_(to), around_(arguments) {}

  int run() {
    // The companions were read already, and their errors reported.
    status_ = around_.status();
    for (const std::string& path : arguments_.files)
      take_input(path);
    if (status_ != kGood || !fits()) return status_;
    for (const Companion& companion : around_.pool().given())
      take(on_disk(companion.path), false);
    for (const std::string& path : option_files(arguments_.options))
      take(path, false);
    for (std::size_t i = 0, inputs = inputs_; i < inputs && status_ == kGood; ++i)
      take_companions(typed_[i]);
    for (const std::string& folder : named_folders_)
      take_subjects(folder);
    if (status_ != kGood || !fits()) return status_;
    give_names();
    return status_;
  }

 private:
  void fail_with(int status) { status_ = std::max(status_, status); }

  void take_input(const std::string& path) {
    if (path == "-") {
      print_error("view serves files, and standard input is none", "save it and name the file");
      return fail_with(kUsage);
    }
    if (is_folder(path)) return take_folder(path);
    if (!is_file(path)) {
      if (!exists(path) && !on_disk(path).empty()) {
        print_error(fmt::format("view serves whole files, and {} is part of one", path),
                    fmt::format("anmkit view {}", on_disk(path)));
        return fail_with(kUsage);
      }
      const char* why = exists(path) ? "it is not a file" : std::strerror(ENOENT);
      print_diagnostic(path, {Severity::error,
                              std::string(kCannotRead),
                              {},
                              {},
                              fmt::format("cannot read {}: {}", path, why)});
      return fail_with(kSystem);
    }
    take(path, true);
    hold(absolute(path).parent_path());
  }

  void take_folder(const std::string& path) {
    // One more than there may be, to see that there are more.
    const auto files = files_below(path, most(Limit::view_files) + 1);
    if (files.empty()) {
      print_diagnostic(
          path, {Severity::error, std::string(kCannotRead), {}, {}, "a folder without any file"});
      return fail_with(kSystem);
    }
    for (const std::string& file : files)
      take(file, true);
    named_folders_.push_back(path);
    hold(absolute(path));
  }

  bool fits() {
    const std::uint64_t most_files = most(Limit::view_files);
    if (typed_.size() <= most_files) return true;
    print_diagnostic(arguments_.files.front(),
                     over_limit(Limit::view_files, most_files, "there are more files to show"));
    print_note("  name a folder below, or single files");
    fail_with(kUsage);
    return false;
  }

  // False where it is taken already.
  bool take(const std::string& path, bool named) {
    if (path.empty()) return false;
    const std::string place = sys::text_of(absolute(path));
    if (!by_place_.try_emplace(place, to_.files.size()).second) return false;
    to_.files.push_back({place, {}, named});
    typed_.push_back(path);
    if (named) ++inputs_;
    return true;
  }

  void hold(const fs::path& folder) {
    folder_ = folder_ ? common_folder(*folder_, folder) : folder;
  }

  // The companions that the library finds for a file, by its family's convention.
  void take_companions(const std::string& path) {
    sys::FileState state{};
    if (sys::state_of(path, state) != 0 ||
        static_cast<std::uint64_t>(state.st_size) > most(Limit::view_bytes)) {
      print_note(fmt::format(
          "{}: larger than the limit view-bytes; its companions are not searched, name them "
          "with --with",
          path));
      return;
    }
    const Opened opened = open_input(path, arguments_);
    if (const auto* parsed = std::get_if<Parsed>(&opened)) {
      for (const std::string& found : around_.pool().of(*parsed).found)
        take(on_disk(found), false);
    } else if (const auto id = format_id_of(opened); id == "gltf" || id == "bvh") {
      const Bytes& bytes =
          std::visit([](const auto& one) -> const Bytes& { return one.bytes; }, opened);
      if (const auto* gltf = std::get_if<GltfInput>(&opened)) {
        Diagnostics notes;
        report_key_begins(*gltf, {}, notes);
        print_diagnostics(path, notes);
      }
      for (const std::string& name : gltf_files(bytes))
        take_below(std::string(folder_of(path)), name);
    } else if (const auto& raw = std::get<Raw>(opened); status_of(raw) == kUsage) {
      // What is wrong with the file itself is the page's to say; this is wrong with the request.
      explain(raw);
      fail_with(kUsage);
    }
  }

  // Not where a link leads out of the folder.
  void take_below(const std::string& folder, const std::string& name) {
    if (!path_below(folder, name).empty()) take(on_disk(folder + name), false);
  }

  // What the things in a folder are shown with, as `info` says.
  void take_subjects(const std::string& folder) {
    const Project project = open_folder(folder, arguments_);
    for (const Subject& subject : project.subjects) {
      if (!subject.model.empty()) take(on_disk(subject.model), false);
      for (const std::string& path : subject.companions)
        take(on_disk(path), false);
      for (const std::string& path : subject.files) {
        // Files of the folder are included already, with their companions.
        if (take(on_disk(path), false)) take_companions(path);
      }
    }
  }

  std::string name_of(const std::string& path) const {
    const std::string disk = on_disk(path);
    const auto found = by_place_.find(sys::text_of(absolute(disk)));
    if (disk.empty() || found == by_place_.end()) return path;
    return to_.files[found->second].path + path.substr(disk.size());
  }

  void give_names() {
    for (const ViewFile& file : to_.files)
      hold(sys::path_of(file.place).parent_path());
    for (ViewFile& file : to_.files)
      file.path = sys::text_of(sys::path_of(file.place).lexically_relative(*folder_));
    for (const Companion& companion : around_.pool().given())
      to_.with.push_back(name_of(companion.path));
    const auto files = option_files(arguments_.options);
    for (const std::string_view name : arguments_.options.names()) {
      if (name == kLimitOption) continue;
      give_option(std::string(name), files);
    }
  }

  // All values of an option at once; a file among them is called as the page calls it.
  void give_option(const std::string& name, const std::vector<std::string>& files) {
    if (to_.options.has(name)) return;
    for (const std::string_view value : arguments_.options.all(name)) {
      std::string text(value);
      for (const std::string& file : files) {
        const std::size_t at = text.find("=" + file);
        if (at == text.npos) continue;
        text.replace(at + 1, file.size(), name_of(file));
        break;
      }
      to_.options.set(name, std::move(text));
    }
  }

  const Arguments& arguments_;
  ViewFiles& to_;
  Surroundings around_;
  int status_ = kGood;
  std::vector<std::string> typed_;  // as the command line leads to them, by id
  std::size_t inputs_ = 0;          // that many of them are named
  std::vector<std::string> named_folders_;
  std::map<std::string, std::size_t> by_place_;
  std::optional<fs::path> folder_;  // contains all that was named
};

}  // namespace

int collect_view_files(const Arguments& arguments, ViewFiles& to) {
  return Collecting(arguments, to).run();
}

}  // namespace anmkit::cli
