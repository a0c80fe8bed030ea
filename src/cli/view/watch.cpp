// SPDX-License-Identifier: MIT
// Sizes and times of files, compared with those that were reported last.
#include "cli/view/watch.hpp"

#include <sys/stat.h>

namespace anmkit::cli {

Watch::Watch(const std::vector<std::string>& paths) {
  files_.reserve(paths.size());
  for (const std::string& path : paths)
    files_.push_back({path, see(path), {}});
}

Watch::Seen Watch::see(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
#ifdef __APPLE__
  const auto& time = status.st_mtimespec;
#else
  const auto& time = status.st_mtim;
#endif
  return {true, static_cast<std::uint64_t>(status.st_size), time.tv_sec, time.tv_nsec,
          status.st_ino};
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
