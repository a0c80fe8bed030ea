// SPDX-License-Identifier: MIT
// Attacks of a process inside the sandbox: each attempt is made, and
// refused.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <thread>

#include "cli/files/output.hpp"
#include "cli/files/sandbox.hpp"

namespace anmkit::cli {
namespace {

namespace fs = std::filesystem;

// Statuses of the process that is shut in.
enum : int { kRefused = 0, kDone = 1, kOther = 2, kNoSandbox = 77 };

// What became of an attempt that gives -1 when it fails.
int outcome(long result) {
  if (result >= 0) return kDone;
  return errno == EPERM || errno == EACCES || errno == ENOSYS ? kRefused : kOther;
}

class Sandbox : public testing::Test {
 protected:
  Sandbox() {
    std::string name = (fs::temp_directory_path() / "sandbox-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    for (const char* part : {"in", "out", "other"})
      fs::create_directories(folder_ / part);
    std::ofstream(at("in/file")) << "inside";
    std::ofstream(at("out/.profile")) << "kept";
    std::ofstream(at("out/old")) << "old";
    std::ofstream(at("other/file")) << "outside";
    fs::create_symlink(at("other/file"), at("in/link"));
  }
  ~Sandbox() override { fs::remove_all(folder_); }

  std::string at(const char* name) const { return (folder_ / name).string(); }
  int open(const char* name, int flags) const {
    return ::open(at(name).c_str(), flags | O_CLOEXEC, 0644);
  }

  std::string content(const char* name) const {
    std::ifstream file(at(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }

  // In a process of its own, since there is no way out.
  int inside(const std::function<int()>& attempt) const {
    const pid_t child = ::fork();
    if (child == 0) {
      const SandboxDoors doors{.read = {at("in")},
                               .write = {at("out")},
                               .rules = {{at("out/")}, {.force = true, .below = at("out/")}}};
      if (!enter_sandbox(doors)) ::_exit(kNoSandbox);
      ::_exit(attempt());
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  }
  void refuses(const char* what, const std::function<long()>& attempt) const {
    const int status = inside([&] { return outcome(attempt()); });
    if (status == kNoSandbox) GTEST_SKIP() << "this kernel has no Landlock or no seccomp";
    EXPECT_EQ(status, kRefused) << what;
  }

  fs::path folder_;
};

TEST_F(Sandbox, ReadsInputsAndPlacesOutputs) {
  const int status = inside([&] {
    if (open("in/file", O_RDONLY) < 0) return 10;
    const Bytes bytes(5, std::byte{'n'});
    for (const char* name : {"out/deep/er/new", "out/old"})
      if (!write_output(at(name), in_one_piece(bytes), {.force = true, .below = at("out/")}))
        return 11;
    int answer = 0;
    std::thread([&] { answer = 42; }).join();
    return answer == 42 ? 0 : 13;
  });
  if (status == kNoSandbox) GTEST_SKIP() << "this kernel has no Landlock or no seccomp";
  EXPECT_EQ(status, 0);
  EXPECT_EQ(content("out/deep/er/new"), "nnnnn");
  EXPECT_EQ(content("out/old"), "nnnnn");
  // The folder that the outputs were made in is gone.
  EXPECT_EQ(std::distance(fs::directory_iterator(at("out")), fs::directory_iterator()), 3);
}

// The process outside places what the command line names, whoever asks.
TEST_F(Sandbox, RejectsOutputsNotOnTheCommandLine) {
  for (const char* name : {"other/new", "out/../other/new", "in/file", "out/.profile"}) {
    const int status = inside([&] {
      const OutputWishes own{.force = true};
      return write_output(at(name), in_one_piece({}), own) ? kDone : kRefused;
    });
    if (status == kNoSandbox) GTEST_SKIP() << "this kernel has no Landlock or no seccomp";
    EXPECT_EQ(status, kRefused) << name;
  }
  EXPECT_FALSE(fs::exists(at("other/new")));
  EXPECT_EQ(content("in/file"), "inside");
  EXPECT_EQ(content("out/.profile"), "kept");
}

TEST_F(Sandbox, InputFilesCannotBeChanged) {
  refuses("cutting the input", [&] { return open("in/file", O_RDONLY | O_TRUNC); });
  refuses("rights of the input", [&] { return ::fchmod(open("in/file", O_RDONLY), 0777); });
  refuses("the owner of the input", [&] { return ::fchown(open("in/file", O_RDONLY), 1, 1); });
  refuses("rights of its folder", [&] { return ::fchmod(open("in", O_RDONLY), 0); });
  EXPECT_EQ(content("in/file"), "inside");
}

TEST_F(Sandbox, OtherOutputsCannotBeWritten) {
  refuses("reading an output", [&] { return open("out/old", O_RDONLY); });
  refuses("writing one", [&] { return open("out/.profile", O_WRONLY | O_APPEND); });
  refuses("removing one", [&] { return ::unlink(at("out/old").c_str()); });
  refuses("a new file", [&] { return open("out/new", O_WRONLY | O_CREAT); });
  refuses("a new folder", [&] { return ::mkdir(at("out/new").c_str(), 0777); });
  refuses("moving one", [&] { return ::rename(at("out/old").c_str(), at("out/new").c_str()); });
  refuses("a second name", [&] { return ::link(at("in/file").c_str(), at("out/new").c_str()); });
}

TEST_F(Sandbox, OtherProcessesCannotBeSignalled) {
  refuses("limits of others", [] {
    rlimit none{};
    return ::prlimit(::getppid(), RLIMIT_NOFILE, nullptr, &none);
  });
  refuses("setting limits", [] {
    const rlimit none{};
    return ::prlimit(0, RLIMIT_CPU, &none, nullptr);
  });
  refuses("signals about a file",
          [&] { return ::fcntl(open("in/file", O_RDONLY), F_SETOWN, ::getppid()); });
  refuses("a namespace",
          [] { return ::syscall(SYS_clone, CLONE_THREAD | CLONE_NEWUSER, 0, 0, 0, 0); });
}

TEST_F(Sandbox, InheritedDescriptorsAreClosed) {
  const int file = ::open(at("other/file").c_str(), O_RDWR);
  const int folder = ::open(at("other").c_str(), O_RDONLY | O_DIRECTORY);
  const auto closed = [](long result) { return result < 0 && errno == EBADF; };
  const int status = inside([&] {
    char byte = 0;
    return closed(::read(file, &byte, 1)) && closed(::openat(folder, "file", O_RDONLY)) ? kRefused
                                                                                        : kDone;
  });
  ::close(file);
  ::close(folder);
  if (status == kNoSandbox) GTEST_SKIP() << "this kernel has no Landlock or no seccomp";
  EXPECT_EQ(status, kRefused);
}

TEST_F(Sandbox, OtherFilesCannotBeRead) {
  refuses("reading elsewhere", [&] { return open("other/file", O_RDONLY); });
  refuses("reading through a link", [&] { return open("in/link", O_RDONLY); });
  refuses("writing beside the input", [&] { return open("in/new", O_WRONLY | O_CREAT); });
  refuses("changing the input", [&] { return open("in/file", O_WRONLY); });
  refuses("writing elsewhere", [&] { return open("other/new", O_WRONLY | O_CREAT); });
  refuses("removing the input", [&] { return ::unlink(at("in/file").c_str()); });
  refuses("a link out of the output",
          [&] { return ::symlink(at("other/file").c_str(), at("out/link").c_str()); });
  refuses("rights of other files", [&] { return ::chmod(at("other/file").c_str(), 0777); });
  refuses("cutting other files", [&] { return ::truncate(at("other/file").c_str(), 0); });
  EXPECT_EQ(fs::file_size(at("other/file")), 7u);
}

TEST_F(Sandbox, RefusesProcessesAndSockets) {
  refuses("a socket", [] { return ::socket(AF_INET, SOCK_STREAM, 0); });
  refuses("a local socket", [] { return ::socket(AF_UNIX, SOCK_STREAM, 0); });
  refuses("a process", [] { return ::fork(); });
  refuses("a program", [] {
    char name[] = "/bin/true";
    char* words[] = {name, nullptr};
    return ::execve(name, words, nullptr);
  });
  refuses("signals to others", [] { return ::kill(::getppid(), 0); });
  refuses("signals to their threads",
          [] { return ::syscall(SYS_tgkill, ::getppid(), ::getppid(), 0); });
}

}  // namespace
}  // namespace anmkit::cli
