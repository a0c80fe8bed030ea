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

bool write_all(int file, ByteView bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(file, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(wrote));
  }
  return true;
}

Result<void> write_through(const std::string& path, ByteView bytes) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return write_error(std::strerror(errno));
  const bool written = write_all(file, bytes);
  const int why = errno;
  if (::close(file) != 0 || !written) return write_error(std::strerror(why));
  return {};
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

Result<void> write_output(const std::string& path, ByteView bytes, bool force) {
  if (path == "-") {
    if (!print_result(as_text(bytes))) return write_error(std::strerror(errno));
    return {};
  }
  const mode_t mask = file_mask();
  std::error_code error;
  const fs::file_status existing = fs::status(path, error);
  // Devices and pipes are written to, never replaced.
  if (fs::exists(existing) && !fs::is_regular_file(existing) && !fs::is_directory(existing)) {
    return write_through(path, bytes);
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
  const bool written = write_all(file, bytes);
  const int why = errno;
  // mkstemp makes private files; give the new one the usual permissions.
  ::fchmod(file, 0666 & ~mask);
  if (::close(file) != 0 || !written) return write_error(std::strerror(why));
  // Without force, a file that appeared meanwhile must not be lost either: link() refuses.
  if (!force) {
    if (::link(name.c_str(), target.c_str()) != 0) return write_error(std::strerror(errno));
    return {};
  }
  if (std::rename(name.c_str(), target.c_str()) != 0) return write_error(std::strerror(errno));
  temporary.keep();
  return {};
}

int deliver(const std::string& path, ByteView bytes, const Arguments& arguments) {
  const auto written = write_output(path, bytes, arguments.force);
  if (!written) {
    print_diagnostic(path, written.error());
    return kSystem;
  }
  if (path != "-") print_note(fmt::format("{}: {} bytes", path, bytes.size()));
  return kGood;
}

}  // namespace anmkit::cli
