// SPDX-License-Identifier: MIT
// Temporary files beside the target, renamed when they are whole.
#include "cli/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "cli/report.hpp"
#include "cli/storage.hpp"

namespace anmkit::cli {

bool write_all(int file, ByteView bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(file, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(wrote));
  }
  return true;
}
namespace {

namespace fs = std::filesystem;

std::unexpected<Error> write_error(const std::string& why) {
  return fail(std::string(kCannotWrite), "cannot be written: " + why);
}

// Removes the temporary file unless it was renamed to its place.
class Temporary {
 public:
  explicit Temporary(std::string path) : path_(std::move(path)) {}
  ~Temporary() {
    if (!kept_) ::unlink(path_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  void keep() { kept_ = true; }

 private:
  std::string path_;
  bool kept_ = false;
};

// Hands pieces to `write` until one fails: the reason is kept from there.
Result<std::uint64_t> write_pieces(const Pieces& bytes, const Sink& write) {
  std::uint64_t size = 0;
  int why = 0;
  const bool whole = bytes([&](ByteView piece) {
    if (!write(piece)) {
      why = errno;
      return false;
    }
    size += piece.size();
    return true;
  });
  if (!whole) return write_error(std::strerror(why));
  return size;
}

// To an open file, which is closed.
Result<std::uint64_t> write_and_close(int file, const Pieces& bytes) {
  auto written = write_pieces(bytes, [&](ByteView piece) { return write_all(file, piece); });
  if (::close(file) != 0 && written) return write_error(std::strerror(errno));
  return written;
}

// What the process makes files without. It can only be read by setting it, which threads must not
// do at once.
mode_t file_mask() {
  static const mode_t kMask = [] {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return mask;
  }();
  return kMask;
}

}  // namespace

Result<std::uint64_t> write_output(const std::string& path, const Pieces& bytes, bool force) {
  if (path == "-")
    return write_pieces(bytes, [](ByteView piece) { return print_result(as_text(piece)); });
  const mode_t mask = file_mask();
  std::error_code error;
  const fs::file_status existing = fs::status(path, error);
  // Devices and pipes are written to, never replaced.
  if (fs::exists(existing) && !fs::is_regular_file(existing) && !fs::is_directory(existing)) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) return write_error(std::strerror(errno));
    return write_and_close(file, bytes);
  }
  // A link stays; what it points to is replaced.
  const bool linked = fs::is_symlink(fs::symlink_status(path, error));
  const fs::path resolved = linked ? fs::canonical(path, error) : fs::path(path);
  const fs::path target = resolved.empty() ? fs::path(path) : resolved;
  if (!force && fs::exists(fs::symlink_status(target, error))) {
    return write_error("it exists already (use -f to overwrite)");
  }
  if (fs::is_directory(target, error)) return write_error("it is a folder");
  if (target.has_parent_path()) {
    fs::create_directories(target.parent_path(), error);
    if (error) return write_error(error.message());
  }
  std::string name = target.string() + ".XXXXXX";
  const int file = ::mkstemp(name.data());
  if (file < 0) return write_error(std::strerror(errno));
  Temporary temporary(name);
  // mkstemp makes private files; give the new one the usual permissions.
  ::fchmod(file, 0666 & ~mask);
  auto written = write_and_close(file, bytes);
  if (!written) return written;
  // Without force, a file that appeared meanwhile must not be lost either: link() refuses.
  if (!force) {
    if (::link(name.c_str(), target.c_str()) != 0) return write_error(std::strerror(errno));
    return written;
  }
  if (std::rename(name.c_str(), target.c_str()) != 0) return write_error(std::strerror(errno));
  temporary.keep();
  return written;
}

int deliver(const std::string& path, const Pieces& bytes, const Arguments& arguments) {
  const auto written = write_output(path, bytes, arguments.force);
  if (!written) {
    print_diagnostic(path, written.error());
    return kSystem;
  }
  if (path != "-") print_note(fmt::format("{}: {} bytes", path, *written));
  return kGood;
}

}  // namespace anmkit::cli
