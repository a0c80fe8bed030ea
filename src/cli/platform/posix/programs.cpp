// SPDX-License-Identifier: MIT
// Standard streams and other programs of POSIX. No shell reads any word.
#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>

#include "cli/platform/calls.hpp"

namespace anmkit::cli::sys {
namespace {

std::vector<char*> argv_of(Words& words) {
  std::vector<char*> argv;
  for (std::string& word : words)
    argv.push_back(word.data());
  argv.push_back(nullptr);
  return argv;
}

void fill_standard_files() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(file, F_GETFD) >= 0 || errno != EBADF) continue;
    // Open the wrong way round, so that each read and write fails.
    if (::open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

}  // namespace

void prepare_streams() {
  fill_standard_files();
  std::signal(SIGPIPE, SIG_IGN);
}

Words page_opener() {
#ifdef __APPLE__
  return {"open"};
#else
  return {"xdg-open"};
#endif
}

Process start_detached(Words words) {
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
  const std::vector<char*> argv = argv_of(words);
  pid_t process = -1;
  const int failed = ::posix_spawnp(&process, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failed == 0 ? process : -1;
}

bool has_ended(Process process, bool& good) {
  int status = 0;
  if (::waitpid(process, &status, WNOHANG) != process) return false;
  good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return true;
}

int start_with_input(Words words, const HeldSignals& held, Process& process, int& input) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return errno;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], 0);
  posix_spawn_file_actions_adddup2(&actions, 2, 1);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &held.before());
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  const std::vector<char*> argv = argv_of(words);
  const int failed = ::posix_spawnp(&process, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[0]);
  if (failed != 0) ::close(ends[1]);
  if (failed == 0) input = ends[1];
  return failed;
}

void wait_for_end(Process process) {
  siginfo_t ended{};
  while (::waitid(P_PID, static_cast<id_t>(process), &ended, WEXITED | WNOWAIT) < 0 &&
         errno == EINTR) {
  }
}

bool take_status(Process process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void kill_and_wait(Process process) {
  ::kill(process, SIGKILL);
  ::waitpid(process, nullptr, 0);
}

}  // namespace anmkit::cli::sys
