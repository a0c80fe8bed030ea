// SPDX-License-Identifier: MIT
// Folders, temporary files, rights and terminals of POSIX.
#include <dirent.h>
#include <sys/ioctl.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "cli/platform/calls.hpp"

namespace anmkit::cli::sys {
namespace {

namespace fs = std::filesystem;

// The process's umask. It can only be read by setting it, which threads must not
// do at once.
mode_t file_mask() {
  static const mode_t kMask = [] {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return mask;
  }();
  return kMask;
}

}  // namespace

int list_names(const std::string& folder, std::vector<std::string>& names) {
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), &::closedir);
  if (!open) return errno;
  while (true) {
    errno = 0;
    const dirent* entry = ::readdir(open.get());
    if (entry == nullptr) return errno;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
}

int make_temporary(std::string& name, int suffix) {
  return ::mkostemps(name.data(), suffix, O_CLOEXEC);
}

// mkostemps makes private files, which they stay where nothing is known.
int set_mode(int file, const std::string& target) {
  struct stat before{};
  const bool seen = ::stat(target.c_str(), &before) == 0;
  if (!seen && errno != ENOENT) return errno;
  if (!seen || !S_ISREG(before.st_mode)) {
    (void)!::fchmod(file, 0666 & ~file_mask());
    return 0;
  }
  // Only a privileged user can; others own the files they write.
  (void)!::fchown(file, before.st_uid, before.st_gid);
  (void)!::fchmod(file, before.st_mode & 0777);
  return 0;
}

void sync_folder(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  const int file =
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECTORY);
  if (file < 0) return;
  (void)!::fsync(file);
  ::close(file);
}

std::vector<std::string> files_under(const std::string& folder, std::size_t most,
                                     void (*missed)(const std::string& path, int number),
                                     std::error_code& error) {
  std::vector<std::string> found;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                         error);
  for (; !error && entry != fs::recursive_directory_iterator() && found.size() < most;
       entry.increment(error)) {
    std::error_code kind;
    // Files of version control are not inputs.
    const bool hidden = entry->path().filename().native().front() == '.';
    if (hidden && entry->is_directory(kind)) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file(kind)) {
      const std::string& path = entry->path().native();
      found.push_back(path.starts_with("./") ? path.substr(2) : path);
    }
    if (kind) missed(entry->path(), kind.value());
  }
  return found;
}

std::string error_text(int number) {
  return std::strerror(number);
}

int rename_new([[maybe_unused]] const std::string& from, [[maybe_unused]] const std::string& to) {
#ifdef RENAME_NOREPLACE
  return ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE);
#else
  errno = ENOSYS;
  return -1;
#endif
}

std::optional<std::size_t> terminal_width() {
  if (::isatty(STDOUT_FILENO) == 0) return std::nullopt;
  winsize size{};
  constexpr std::size_t kUsual = 80;
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsual;
  return size.ws_col;
}

fs::path program_file() {
  std::error_code error;
#ifdef __APPLE__
  std::array<char, 4096> name{};
  auto size = static_cast<std::uint32_t>(name.size());
  if (_NSGetExecutablePath(name.data(), &size) != 0) return {};
  return fs::canonical(name.data(), error);
#else
  return fs::canonical("/proc/self/exe", error);
#endif
}

}  // namespace anmkit::cli::sys
