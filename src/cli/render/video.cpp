// SPDX-License-Identifier: MIT
// ffmpeg as a process: images go in through a pipe, no shell reads any name.
#include "cli/render/video.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include "cli/files/output.hpp"
#include "cli/files/storage.hpp"
#include "cli/platform/calls.hpp"

namespace anmkit::cli {
namespace {

std::unexpected<Error> cannot_write(std::string_view why) {
  return fail(std::string(kCannotWrite), "cannot be written: " + std::string(why));
}

std::vector<std::string> command(std::string_view kind, const std::string& file, double fps,
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
  if (kind == "mp4") {
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
  // The error's number; 0 when it runs. From there on it ends where this process does.
  int start(std::vector<std::string> words, TemporaryFile& made) {
    const Undisturbed undisturbed;
    const int failed = sys::start_with_input(std::move(words), undisturbed.signals(), id_, input_);
    made_ = &made;
    if (failed == 0) made.set_writer(id_);
    if (failed != 0) id_ = -1;
    return failed;
  }
  Process() = default;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() { finish(); }
  int input() const { return input_; }
  // Whether it ended well.
  bool finish() {
    if (input_ >= 0) sys::close(input_);
    input_ = -1;
    if (id_ < 0) return good_;
    // Its number is its own until its status was taken.
    sys::wait_for_end(id_);
    const Undisturbed undisturbed;
    made_->set_writer(0);
    good_ = sys::take_status(id_);
    id_ = -1;
    return good_;
  }

 private:
  TemporaryFile* made_ = nullptr;
  sys::Process id_ = -1;
  int input_ = -1;
  bool good_ = false;
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

Result<TemporaryFile> encode_video(std::string_view kind, const std::string& beside, double fps,
                                   std::uint32_t width, std::uint32_t height,
                                   const NextPicture& next) {
  std::error_code error;
  const std::filesystem::path folder = sys::path_of(beside).parent_path();
  if (!folder.empty()) sys::make_folder(folder, error);
  TemporaryFile made;
  const int file = made.make(beside);
  if (file < 0) return cannot_write(std::strerror(errno));
  sys::close(file);
  Process process;
  if (const int failed = process.start(command(kind, made.name(), fps, width, height), made);
      failed != 0) {
    if (failed != ENOENT) return cannot_write(std::string("ffmpeg: ") + std::strerror(failed));
    return fail(std::string(kUnsupported),
                "videos are made by the program ffmpeg, which is not in a folder of PATH "
                "(Debian package ffmpeg); .webp, .apng and .gif need none");
  }
  if (auto fed = feed(process, next); !fed) {
    process.finish();
    return std::unexpected(fed.error());
  }
  return made;
}

}  // namespace anmkit::cli
