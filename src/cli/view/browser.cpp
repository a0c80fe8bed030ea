// SPDX-License-Identifier: MIT
// A process of its own, that no shell reads the address for and that outlives this one.
#include "cli/view/browser.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <ranges>
#include <string_view>
#include <vector>

#include "cli/files/output.hpp"

namespace anmkit::cli {
namespace {

using Words = std::vector<std::string>;

Words command_of(std::string_view text, const std::string& url) {
  Words words;
  bool has_url = false;
  for (const auto part : std::views::split(text, ' ')) {
    std::string word(part.begin(), part.end());
    if (word.empty()) continue;
    if (const std::size_t at = word.find("%s"); at != std::string::npos) {
      word.replace(at, 2, url);
      has_url = true;
    }
    words.push_back(std::move(word));
  }
  if (!words.empty() && !has_url) words.push_back(url);
  return words;
}

std::vector<Words> commands(const std::string& url) {
  std::vector<Words> all;
  const char* wanted = std::getenv("BROWSER");
  for (const auto part : std::views::split(std::string_view(wanted ? wanted : ""), ':')) {
    Words words = command_of(std::string_view(part.begin(), part.end()), url);
    if (!words.empty()) all.push_back(std::move(words));
  }
  if (!all.empty()) return all;
#ifdef __APPLE__
  return {{"open", url}};
#else
  return {{"xdg-open", url}};
#endif
}

// -1 when it cannot be started.
pid_t start(Words words) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  // A browser's messages are not ours.
  for (int stream = 0; stream <= 2; ++stream)
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  // Ctrl-C ends the server, not the browser; a signal that is ignored here is not ignored there.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t usual;
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes,
                           static_cast<std::int16_t>(POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF));
  std::vector<char*> argv;
  for (std::string& word : words)
    argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t process = -1;
  const int failed = ::posix_spawnp(&process, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failed == 0 ? process : -1;
}

}  // namespace

bool Browser::open(const std::string& url) {
  if (!make_page(url)) return false;
  for (Words& words : commands(std::string("file://") + page_.name())) {
    process_ = start(std::move(words));
    if (process_ >= 0) return true;
  }
  return false;
}

// Every user of the machine can read a command line; only its owner can read this file.
bool Browser::make_page(const std::string& url) {
  const char* own = std::getenv("XDG_RUNTIME_DIR");
  std::error_code error;
  const bool has_own = own != nullptr && std::filesystem::is_directory(own, error);
  const std::filesystem::path folder =
      has_own ? std::filesystem::path(own) : std::filesystem::temp_directory_path(error);
  constexpr std::string_view kEnding = ".html";
  std::string name = (folder / "anmkit-XXXXXX").string() + std::string(kEnding);
  const int file = ::mkostemps(name.data(), static_cast<int>(kEnding.size()), O_CLOEXEC);
  if (file < 0) return false;
  page_.adopt(std::move(name));
  const std::string text =
      "<!DOCTYPE html><meta charset=\"utf-8\"><title>anmkit</title>"
      "<meta http-equiv=\"refresh\" content=\"0;url=" +
      url + "\"><a href=\"" + url + "\">Open the viewer</a>\n";
  const bool whole = write_all(file, to_bytes(text));
  return ::close(file) == 0 && whole;
}

bool Browser::has_failed() {
  int status = 0;
  if (process_ < 0 || ::waitpid(process_, &status, WNOHANG) != process_) return false;
  process_ = -1;
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

}  // namespace anmkit::cli
