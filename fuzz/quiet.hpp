// SPDX-License-Identifier: MIT
// The tool run in this process: a folder for it, and what it prints kept or thrown away.
#pragma once

#include <fcntl.h>
#include <sanitizer/common_interface_defs.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/command_line.hpp"

namespace anmkit::fuzz {

// Of this process, in memory where the system has such a place; gone with it.
class Home {
 public:
  explicit Home(const std::string& name) {
    namespace fs = std::filesystem;
    const fs::path shared = "/dev/shm";
    path_ = (fs::is_directory(shared) ? shared : fs::temp_directory_path()) /
            ("anmkit-fuzz-" + name + "-" + std::to_string(::getpid()));
    fs::create_directories(path_);
  }
  Home(const Home&) = delete;
  Home& operator=(const Home&) = delete;
  ~Home() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// Standard output and standard error of one run: the first is kept, the second thrown away.
class Quiet {
 public:
  Quiet()
      : out_(::dup(STDOUT_FILENO)),
        error_(::dup(STDERR_FILENO)),
        kept_(::memfd_create("output", 0)) {
    const int nothing = ::open("/dev/null", O_WRONLY);
    // Of faults, the sanitizers still tell.
    __sanitizer_set_report_fd(reinterpret_cast<void*>(static_cast<std::intptr_t>(error_)));
    (void)::dup2(kept_, STDOUT_FILENO);
    (void)::dup2(nothing, STDERR_FILENO);
    (void)::close(nothing);
  }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;
  ~Quiet() { finish(); }

  std::string finish() {
    if (kept_ < 0) return {};
    (void)std::fflush(stdout);
    std::string text(static_cast<std::size_t>(::lseek(kept_, 0, SEEK_END)), '\0');
    if (::pread(kept_, text.data(), text.size(), 0) < 0) text.clear();
    (void)::dup2(out_, STDOUT_FILENO);
    (void)::dup2(error_, STDERR_FILENO);
    __sanitizer_set_report_fd(reinterpret_cast<void*>(std::intptr_t{STDERR_FILENO}));
    for (const int file : {kept_, out_, error_})
      (void)::close(file);
    kept_ = -1;
    return text;
  }

 private:
  int out_, error_, kept_;
};

// The status; the words begin with the tool's name.
inline int run_tool(std::vector<std::string> words) {
  std::vector<char*> pointers;
  for (std::string& word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return cli::run(static_cast<int>(words.size()), pointers.data());
}

}  // namespace anmkit::fuzz
