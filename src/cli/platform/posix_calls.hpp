// SPDX-License-Identifier: MIT
// Calls of POSIX by their own names.
#pragma once

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace anmkit::cli::sys {

using ::close;
using ::fsync;
using ::isatty;
using ::pread;
using ::read;
using ::write;
using FileState = struct ::stat;
using Process = pid_t;

inline constexpr int kAddressInUse = EADDRINUSE;
inline constexpr int kEndingSignals[] = {SIGINT, SIGTERM, SIGHUP};

inline int open(const std::string& path, int flags, mode_t mode = 0) {
  return ::open(path.c_str(), flags, mode);
}
inline int state_of(const std::string& path, FileState& state) {
  return ::stat(path.c_str(), &state);
}
inline int state_of(int file, FileState& state) {
  return ::fstat(file, &state);
}
// Of a link itself.
inline int link_state_of(const std::string& path, FileState& state) {
  return ::lstat(path.c_str(), &state);
}
inline bool is_link(const FileState& state) {
  return S_ISLNK(state.st_mode);
}
inline bool is_device(const FileState& state) {
  return S_ISCHR(state.st_mode) || S_ISBLK(state.st_mode);
}
// Seconds and nanoseconds of the last change of its bytes.
inline std::pair<std::int64_t, std::int64_t> changed_at(const FileState& state) {
#ifdef __APPLE__
  return {state.st_mtimespec.tv_sec, state.st_mtimespec.tv_nsec};
#else
  return {state.st_mtim.tv_sec, state.st_mtim.tv_nsec};
#endif
}
inline int remove_file(const char* path) {
  return ::unlink(path);
}
inline int link(const char* from, const char* to) {
  return ::link(from, to);
}
// Replaces `to`.
inline int rename(const char* from, const char* to) {
  return std::rename(from, to);
}

// Folders are parted by '/' in texts, which may come from files and be in any encoding.
inline std::string text_of(const std::filesystem::path& path) {
  return path.string();
}
inline std::filesystem::path path_of(const std::string& text) {
  return text;
}
inline std::filesystem::path canonical(const std::filesystem::path& path, std::error_code& error) {
  return std::filesystem::canonical(path, error);
}
// Links of the part that exists are followed.
inline std::filesystem::path known_part_canonical(const std::filesystem::path& path,
                                                  std::error_code& error) {
  // weakly_canonical() leaves a name without a folder relative where no such file exists.
  const std::filesystem::path whole = std::filesystem::absolute(path, error);
  return error ? std::filesystem::path() : std::filesystem::weakly_canonical(whole, error);
}
// With the folders above it.
inline void make_folder(const std::filesystem::path& path, std::error_code& error) {
  std::filesystem::create_directories(path, error);
}
// Equal for names of one file.
inline std::string name_key(std::string path) {
  return path;
}
// Paths that were typed: with '/' between folders, and patterns of names as the files that match.
inline std::string with_slashes(std::string path) {
  return path;
}
inline std::vector<std::string> with_matches(std::vector<std::string> paths) {
  return paths;
}

// Signals that end a process wait while it lives.
class HeldSignals {
 public:
  HeldSignals() {
    sigset_t ends;
    sigemptyset(&ends);
    for (const int number : kEndingSignals)
      sigaddset(&ends, number);
    ::pthread_sigmask(SIG_BLOCK, &ends, &before_);
  }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  ~HeldSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  // What signals were let in before.
  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_{};
};

// The words of the command line, in UTF-8.
class CommandLine {
 public:
  CommandLine(int argc, char** argv) : argc_(argc), argv_(argv) {}
  int count() const { return argc_; }
  char** words() const { return argv_; }
  // Whether files were dropped onto the program, which has a window of its own then.
  static bool has_own_window() { return false; }

 private:
  int argc_;
  char** argv_;
};

}  // namespace anmkit::cli::sys
