// SPDX-License-Identifier: MIT
// Regular files that were read, each by its device and number.
#include "cli/files/read_files.hpp"

#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "cli/platform/calls.hpp"

namespace anmkit::cli {
namespace {

using Number = std::pair<decltype(sys::FileState::st_dev), decltype(sys::FileState::st_ino)>;

struct ReadHere {
  std::mutex mutex;
  std::set<Number> files;
};
ReadHere& read_here() {
  static ReadHere here;
  return here;
}

std::optional<Number> number_of(const std::string& path) {
  sys::FileState status{};
  if (sys::state_of(path, status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return Number{status.st_dev, status.st_ino};
}

}  // namespace

void begin_read_files(const std::vector<std::string>& paths) {
  {
    const std::scoped_lock lock(read_here().mutex);
    read_here().files.clear();
  }
  note_read_files(paths);
}

void note_read_files(const std::vector<std::string>& paths) {
  for (const std::string& path : paths)
    note_read_file(path);
}

void note_read_file(const std::string& path) {
  auto number = number_of(path);
  if (!number) number = number_of(path.substr(0, path.find("//")));
  if (!number) return;
  const std::scoped_lock lock(read_here().mutex);
  read_here().files.insert(*number);
}

bool is_read_file(const std::string& path) {
  const auto number = number_of(path);
  const std::scoped_lock lock(read_here().mutex);
  return number && read_here().files.contains(*number);
}

}  // namespace anmkit::cli
