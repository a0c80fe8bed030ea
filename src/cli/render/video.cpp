// SPDX-License-Identifier: MIT
// ffmpeg as a process: images go in through a pipe, no shell reads any name.
#include "cli/render/video.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <vector>

#include "cli/files/output.hpp"
#include "cli/files/storage.hpp"

namespace anmkit::cli {
namespace {

std::unexpected<Error> cannot_write(std::string_view why) {
  return fail(std::string(kCannotWrite), "cannot be written: " + std::string(why));
}

std::vector<std::string> command(PictureKind kind, const std::string& file, double fps,
                                 std::uint32_t width, std::uint32_t height) {
  std::vector<std::string> words = {"ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin",
                                    "-y", "-f", "rawvideo", "-pix_fmt", "rgba", "-s",
                                    fmt::format("{}x{}", width, height), "-r",
                                    fmt::format("{}", fps), "-i", "pipe:0", "-an",
                                    // The codecs want even sides.
                                    "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"};
  const auto add = [&](std::initializer_list<const char*> more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  if (kind == PictureKind::mp4) {
    add({"-c:v", "libx264", "-crf", "18", "-movflags", "+faststart", "-f", "mp4"});
  } else {
    add({"-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-f", "webm"});
  }
  words.push_back("file:" + file);
  return words;
}

// The process, its input, and an end of both.
class Process {
 public:
  // The error's number; 0 when it runs.
  int start(std::vector<std::string> words, TemporaryFile& made) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return errno;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0);
    // Results of the tool alone go to standard output.
    posix_spawn_file_actions_adddup2(&actions, 2, 1);
    std::vector<char*> argv;
    for (std::string& word : words)
      argv.push_back(word.data());
    argv.push_back(nullptr);
    const int failed = spawn(actions, argv.data(), made);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[0]);
    if (failed != 0) {
      id_ = -1;
      ::close(ends[1]);
      return failed;
    }
    input_ = ends[1];
    return 0;
  }
  Process() = default;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() { finish(); }
  int input() const { return input_; }
  // Whether it ended well.
  bool finish() {
    if (input_ >= 0) ::close(input_);
    input_ = -1;
    if (id_ < 0) return good_;
    // Its number is its own until it was waited for.
    siginfo_t ended{};
    while (::waitid(P_PID, static_cast<id_t>(id_), &ended, WEXITED | WNOWAIT) < 0 &&
           errno == EINTR) {
    }
    int status = 0;
    const Undisturbed undisturbed;
    made_->set_writer(0);
    while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
    }
    id_ = -1;
    good_ = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return good_;
  }

 private:
  // From here on it ends where this process does.
  int spawn(const posix_spawn_file_actions_t& actions, char** words, TemporaryFile& made) {
    const Undisturbed undisturbed;
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &undisturbed.before());
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    const int failed = ::posix_spawnp(&id_, words[0], &actions, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    made_ = &made;
    if (failed == 0) made.set_writer(id_);
    return failed;
  }

  TemporaryFile* made_ = nullptr;
  pid_t id_ = -1;
  int input_ = -1;
  bool good_ = false;
};

// A process that ends early must not end this one.
class IgnoredPipes {
 public:
  IgnoredPipes() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
  ~IgnoredPipes() { std::signal(SIGPIPE, before_); }
  IgnoredPipes(const IgnoredPipes&) = delete;
  IgnoredPipes& operator=(const IgnoredPipes&) = delete;

 private:
  void (*before_)(int);
};

Result<void> feed(Process& process, const NextPicture& next) {
  while (true) {
    const auto picture = next();
    if (!picture) return std::unexpected(picture.error());
    if (!*picture) break;
    if (write_all(process.input(), (*picture)->pixels)) continue;
    // It may take what came for the whole, and end well.
    const int why = errno;
    process.finish();
    return cannot_write(why == EPIPE ? "ffmpeg failed" : std::strerror(why));
  }
  if (!process.finish()) return cannot_write("ffmpeg failed");
  return {};
}

}  // namespace

Result<TemporaryFile> encode_video(PictureKind kind, const std::string& beside, double fps,
                                   std::uint32_t width, std::uint32_t height,
                                   const NextPicture& next) {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::path(beside).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  TemporaryFile made;
  const int file = made.make(beside);
  if (file < 0) return cannot_write(std::strerror(errno));
  ::close(file);
  const IgnoredPipes ignored;
  Process process;
  if (const int failed = process.start(command(kind, made.name(), fps, width, height), made);
      failed != 0) {
    if (failed != ENOENT) return cannot_write(std::string("ffmpeg: ") + std::strerror(failed));
    return fail(std::string(kUnsupported),
                "videos are made by the program ffmpeg, which is not here (Debian package ffmpeg); "
                ".webp, .apng and .gif need none");
  }
  if (auto fed = feed(process, next); !fed) {
    process.finish();
    return std::unexpected(fed.error());
  }
  return made;
}

}  // namespace anmkit::cli
