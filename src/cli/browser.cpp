// SPDX-License-Identifier: MIT
// A process of its own, that no shell reads the address for and that outlives this one.
#include "cli/browser.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ranges>
#include <string_view>
#include <vector>

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
  // What a browser says is not what this program says.
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
  for (Words& words : commands(url)) {
    process_ = start(std::move(words));
    if (process_ >= 0) return true;
  }
  return false;
}

bool Browser::has_failed() {
  int status = 0;
  if (process_ < 0 || ::waitpid(process_, &status, WNOHANG) != process_) return false;
  process_ = -1;
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

}  // namespace anmkit::cli
