// SPDX-License-Identifier: MIT
// Sizes and times of files, compared with those that were reported last.
#include "cli/view/watch.hpp"

#include "cli/platform/calls.hpp"

namespace anmkit::cli {

Watch::Watch(const std::vector<std::string>& paths) {
  files_.reserve(paths.size());
  for (const std::string& path : paths)
    files_.push_back({path, see(path), {}});
}

Watch::Seen Watch::see(const std::string& path) {
  sys::FileState status{};
  if (sys::state_of(path, status) != 0 || !S_ISREG(status.st_mode)) return {};
  const auto [seconds, nanoseconds] = sys::changed_at(status);
  return {true, static_cast<std::uint64_t>(status.st_size), seconds, nanoseconds, status.st_ino};
}

std::vector<Watch::Event> Watch::look() {
  std::vector<Event> events;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    Watched& file = files_[i];
    const Seen now = see(file.path);
    if (now == file.told) {
      file.before.reset();
    } else if (file.before != now) {
      file.before = now;
    } else {
      const What what = !now.exists ? What::gone : file.told.exists ? What::changed : What::back;
      if (now.exists) ++file.version;
      file.told = now;
      file.before.reset();
      events.push_back({i, what});
    }
  }
  return events;
}

}  // namespace anmkit::cli
