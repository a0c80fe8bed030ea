// SPDX-License-Identifier: MIT
// Files are compared by device and number, so that links and other spellings are seen through.
#include "cli/report_place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "cli/files/storage.hpp"
#include "cli/platform/calls.hpp"

namespace anmkit::cli {
namespace {

bool same_file(const sys::FileState& a, const std::string& path) {
  sys::FileState b{};
  return sys::state_of(path, b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool lies_below(const std::string& path, const std::string& folder) {
  std::error_code ignored;
  const auto inside = std::filesystem::weakly_canonical(path, ignored);
  const auto outside = std::filesystem::weakly_canonical(folder, ignored);
  return std::ranges::mismatch(outside, inside).in1 == outside.end();
}

// Empty, or begins as each line of a report does.
bool is_report(const std::string& path) {
  constexpr std::string_view kBegin = "{\"file\":";
  const int file = open_file(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return false;
  std::array<char, kBegin.size()> head{};
  const ssize_t got = sys::read(file, head.data(), head.size());
  sys::close(file);
  return got == 0 || (got == static_cast<ssize_t>(head.size()) &&
                      std::string_view(head.data(), head.size()) == kBegin);
}

std::unexpected<Error> refused(std::string message) {
  return fail(std::string(kUsageError), std::move(message));
}

}  // namespace

Result<void> check_report_place(const Arguments& arguments) {
  sys::FileState there{};
  const std::string& place = arguments.report;
  if (place.empty() || sys::state_of(place, there) != 0 || !S_ISREG(there.st_mode)) return {};
  std::vector<std::string> read = arguments.files;
  read.insert(read.end(), arguments.with.begin(), arguments.with.end());
  for (const std::string& one : {arguments.convert.map, arguments.convert.pose})
    if (!one.empty()) read.push_back(one);
  const bool report = is_report(place);
  for (const std::string& path : read) {
    // The archive of ARCHIVE//NAME is read as well.
    const bool own = same_file(there, path) || same_file(there, path.substr(0, path.find("//")));
    if (own || (!report && is_folder(path) && lies_below(place, path)))
      return refused(fmt::format("--report {}: this file is an input; name another one", place));
  }
  if (report || arguments.force) return {};
  return refused(
      fmt::format("--report {}: the file exists and is not a report; -f overwrites it", place));
}

}  // namespace anmkit::cli
