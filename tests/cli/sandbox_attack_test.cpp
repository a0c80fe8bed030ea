// SPDX-License-Identifier: MIT
// What a file that took over the process could do in the sandbox: each attempt is made, and
// refused.
#include <fcntl.h>
#include <gtest/gtest.h>
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
#include <thread>

#include "cli/sandbox.hpp"

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
    std::ofstream(at("other/file")) << "outside";
    fs::create_symlink(at("other/file"), at("in/link"));
  }
  ~Sandbox() override { fs::remove_all(folder_); }

  std::string at(const char* name) const { return (folder_ / name).string(); }
  int open(const char* name, int flags) const {
    return ::open(at(name).c_str(), flags | O_CLOEXEC, 0644);
  }

  // In a process of its own, since there is no way out.
  int inside(const std::function<int()>& attempt) const {
    const pid_t child = ::fork();
    if (child == 0) {
      if (!enter_sandbox({.read = {at("in")}, .write = {at("out")}})) ::_exit(kNoSandbox);
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

TEST_F(Sandbox, FilesBehindTheDoorsWorkAsEver) {
  const int status = inside([&] {
    if (open("in/file", O_RDONLY) < 0) return 10;
    std::ofstream(at("out/new")) << "new";
    if (std::rename(at("out/new").c_str(), at("out/renamed").c_str()) != 0) return 11;
    if (!fs::create_directories(at("out/deep/er"))) return 12;
    int answer = 0;
    std::thread([&] { answer = 42; }).join();
    return answer == 42 ? 0 : 13;
  });
  if (status == kNoSandbox) GTEST_SKIP() << "this kernel has no Landlock or no seccomp";
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(fs::exists(at("out/renamed")));
}

TEST_F(Sandbox, OtherFilesStayClosed) {
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

TEST_F(Sandbox, NothingIsStartedOrSent) {
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
