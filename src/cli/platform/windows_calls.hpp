// SPDX-License-Identifier: MIT
// The calls of POSIX in terms of Windows: names are UTF-8, streams are bytes, errors are in errno.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace anmkit::cli {

// No file waits and no program inherits one.
inline constexpr int O_CLOEXEC = 0, O_NONBLOCK = 0, O_NOFOLLOW = 0;
#ifndef NAME_MAX
inline constexpr int NAME_MAX = 255;
#endif

}  // namespace anmkit::cli

namespace anmkit::cli::sys {

// That of a process; below 0: none.
using Process = std::intptr_t;

inline constexpr int kAddressInUse = 10048;  // WSAEADDRINUSE
inline constexpr int kEndingSignals[] = {SIGINT, SIGTERM, SIGBREAK};

struct FileState {
  unsigned st_mode = 0;
  std::uint64_t st_size = 0, st_dev = 0, st_ino = 0;
  std::uint32_t st_nlink = 1;
  bool link = false;
  std::int64_t seconds = 0, nanoseconds = 0;
};

int open(const std::string& path, int flags, int mode = 0);
ssize_t read(int file, void* bytes, std::size_t size);
ssize_t write(int file, const void* bytes, std::size_t size);
ssize_t pread(int file, void* bytes, std::size_t size, std::int64_t offset);
int close(int file);
int fsync(int file);
// Of a console alone: other devices, such as NUL, are none.
int isatty(int file);
int state_of(const std::string& path, FileState& state);
int state_of(int file, FileState& state);
int link_state_of(const std::string& path, FileState& state);
inline bool is_link(const FileState& state) {
  return state.link;
}
inline bool is_device(const FileState& state) {
  return S_ISCHR(state.st_mode);
}
inline std::pair<std::int64_t, std::int64_t> changed_at(const FileState& state) {
  return {state.seconds, state.nanoseconds};
}
int remove_file(const char* path);
int link(const char* from, const char* to);
int rename(const char* from, const char* to);

std::filesystem::path path_of(const std::string& text);
std::string text_of(const std::filesystem::path& path);
std::filesystem::path canonical(const std::filesystem::path& path, std::error_code& error);
std::filesystem::path known_part_canonical(const std::filesystem::path& path,
                                           std::error_code& error);
void make_folder(const std::filesystem::path& path, std::error_code& error);
// Names differ by more than the case of their letters.
std::string name_key(std::string path);
std::string with_slashes(std::string path);
std::vector<std::string> with_matches(std::vector<std::string> paths);

// An interrupt comes in a thread of its own, which waits for the lock of temporary files.
class HeldSignals {
 public:
  HeldSignals() = default;
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  ~HeldSignals() {}
};

class CommandLine {
 public:
  CommandLine(int argc, char** argv);
  int count() const { return static_cast<int>(words_.size()) - 1; }
  char** words() const { return const_cast<char**>(words_.data()); }
  static bool has_own_window();

 private:
  std::vector<std::string> texts_;
  std::vector<char*> words_;
};

}  // namespace anmkit::cli::sys
