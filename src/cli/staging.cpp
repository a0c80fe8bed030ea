// SPDX-License-Identifier: MIT
// Temporary files beside the target, renamed when they are whole.
#include "cli/staging.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <utility>

#include "cli/output.hpp"
#include "cli/storage.hpp"

namespace anmkit::cli {
namespace {

namespace fs = std::filesystem;

std::unexpected<Error> write_error(const std::string& why) {
  return fail(std::string(kCannotWrite), "cannot be written: " + why);
}

// Temporary files of this process, for its sudden end.
struct Temporaries {
  std::mutex mutex;
  std::vector<std::string> names;
};
Temporaries& temporaries() {
  static Temporaries all;
  return all;
}
void remember(const std::string& name) {
  const std::scoped_lock lock(temporaries().mutex);
  temporaries().names.push_back(name);
}
void forget(const std::string& name) {
  const std::scoped_lock lock(temporaries().mutex);
  std::erase(temporaries().names, name);
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

bool is_there(const std::string& path) {
  struct stat status{};
  return ::lstat(path.c_str(), &status) == 0;
}

// A folder or the file itself, below `folder`, that is a link; empty: none is.
std::string link_below(const std::string& folder, const std::string& path) {
  if (folder.empty() || !path.starts_with(folder)) return {};
  for (std::size_t end = folder.size(); end != std::string::npos;) {
    end = path.find('/', end + 1);
    const std::string part = path.substr(0, end);
    struct stat status{};
    if (::lstat(part.c_str(), &status) == 0 && S_ISLNK(status.st_mode)) return part;
  }
  return {};
}

// To an open file, which is closed.
Result<std::uint64_t> write_and_close(int file, const Pieces& bytes, bool durable) {
  auto written = write_pieces(bytes, [&](ByteView piece) { return write_all(file, piece); });
  // Pipes and some network shares cannot; that is no failure.
  if (written && durable && ::fsync(file) != 0 && errno != EINVAL && errno != ENOTSUP &&
      errno != EROFS && errno != ENOSYS)
    written = write_failure(errno);
  if (::close(file) != 0 && errno != EINTR && written) return write_failure(errno);
  return written;
}

// The same rights as the file that is replaced, else the usual ones: mkstemp makes private files.
void set_mode(int file, const std::string& target) {
  struct stat before{};
  if (::stat(target.c_str(), &before) != 0 || !S_ISREG(before.st_mode)) {
    (void)!::fchmod(file, 0666 & ~file_mask());
    return;
  }
  // Only a privileged user can; the others own what they write.
  (void)!::fchown(file, before.st_uid, before.st_gid);
  (void)!::fchmod(file, before.st_mode & 0777);
}

// The name is on the disk, too. Where a folder cannot be opened the file alone is.
void sync_folder(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  const int file =
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECTORY);
  if (file < 0) return;
  (void)!::fsync(file);
  ::close(file);
}

}  // namespace

std::unexpected<Error> write_failure(int number) {
  // Who failed without saying why must not be heard saying "Success".
  return write_error(number == 0 ? "its bytes could not be made" : std::strerror(number));
}

std::string temporary_beside(const std::string& path) {
  return (fs::path(path).parent_path() / ".anmkit-XXXXXX").string();
}

void remove_temporaries() {
  // Who holds it may be the very thread that ends.
  std::unique_lock lock(temporaries().mutex, std::try_to_lock);
  if (!lock.owns_lock()) return;
  for (const std::string& name : temporaries().names)
    ::unlink(name.c_str());
}

StagedFile::StagedFile(StagedFile&& other) noexcept {
  *this = std::move(other);
}
StagedFile& StagedFile::operator=(StagedFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(target_, other.target_);
  std::swap(temporary_, other.temporary_);
  std::swap(before_, other.before_);
  std::swap(force_, other.force_);
  std::swap(durable_, other.durable_);
  std::swap(fresh_, other.fresh_);
  std::swap(placed_, other.placed_);
  std::swap(size_, other.size_);
  return *this;
}
StagedFile::~StagedFile() {
  for (const std::string* name : {&temporary_, &before_}) {
    if (name->empty()) continue;
    ::unlink(name->c_str());
    forget(*name);
  }
}

Result<StagedFile> StagedFile::write(const std::string& path, const Pieces& bytes,
                                     const OutputWishes& wishes) {
  StagedFile staged;
  staged.path_ = path;
  staged.force_ = wishes.force;
  staged.durable_ = wishes.durable;
  if (const std::string link = link_below(wishes.below, path); !link.empty())
    return write_error(link + " is a link, and links below the output folder are not followed");
  std::error_code error;
  const fs::file_status existing = fs::status(path, error);
  // Devices and pipes are written to, never replaced.
  if (fs::exists(existing) && !fs::is_regular_file(existing) && !fs::is_directory(existing)) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) return write_failure(errno);
    const auto size = write_and_close(file, bytes, false);
    if (!size) return std::unexpected(size.error());
    staged.size_ = *size;
    return staged;
  }
  // A link stays; what it points to is replaced.
  const bool linked = fs::is_symlink(fs::symlink_status(path, error));
  const fs::path resolved = linked ? fs::canonical(path, error) : fs::path(path);
  staged.target_ = resolved.empty() ? path : resolved.string();
  if (!wishes.force && is_there(staged.target_))
    return write_error("it exists already (use -f to overwrite)");
  if (fs::is_directory(staged.target_, error)) return write_error("it is a folder");
  if (const fs::path folder = fs::path(staged.target_).parent_path(); !folder.empty()) {
    fs::create_directories(folder, error);
    if (error) return write_error(error.message());
  }
  // Before the bytes are made, and not when all the work is done.
  const std::string name = fs::path(staged.target_).filename().string();
  if (name.size() > NAME_MAX) return write_failure(ENAMETOOLONG);
  std::string temporary = temporary_beside(staged.target_);
  const int file = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (file < 0) return write_failure(errno);
  remember(temporary);
  staged.temporary_ = std::move(temporary);
  set_mode(file, staged.target_);
  const auto size = write_and_close(file, bytes, wishes.durable);
  if (!size) return std::unexpected(size.error());
  staged.size_ = *size;
  return staged;
}

// link() refuses where a file appeared meanwhile. File systems without links (FAT, some network
// shares) may know a rename that refuses, too; else what is there is looked at a last time.
Result<void> StagedFile::place_new() {
  if (::link(temporary_.c_str(), target_.c_str()) == 0) {
    ::unlink(temporary_.c_str());
    return {};
  }
  if (errno == EEXIST) return write_failure(EEXIST);
  const int why = errno;
#ifdef RENAME_NOREPLACE
  if (::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, target_.c_str(), RENAME_NOREPLACE) == 0)
    return {};
  if (errno == EEXIST) return write_failure(EEXIST);
#endif
  if (why == ENOENT || why == EACCES || why == ENOSPC || why == EROFS) return write_failure(why);
  if (is_there(target_)) return write_failure(EEXIST);
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) return write_failure(errno);
  return {};
}

Result<void> StagedFile::place() {
  if (temporary_.empty()) return {};
  if (!force_) {
    if (auto placed = place_new(); !placed) return placed;
  } else if (std::rename(temporary_.c_str(), target_.c_str()) != 0) {
    return write_failure(errno);
  }
  forget(temporary_);
  temporary_.clear();
  placed_ = true;
  return {};
}

void StagedFile::keep_before() {
  fresh_ = !is_there(target_);
  if (temporary_.empty() || fresh_) return;
  // A second name for what is there, which never misses from its own.
  std::string name = temporary_beside(target_);
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) return;
  ::close(file);
  ::unlink(name.c_str());
  if (::link(target_.c_str(), name.c_str()) != 0) return;
  remember(name);
  before_ = std::move(name);
}

void StagedFile::withdraw() {
  if (!placed_) return;
  placed_ = false;
  if (before_.empty()) {
    if (fresh_) ::unlink(target_.c_str());
    return;
  }
  if (std::rename(before_.c_str(), target_.c_str()) != 0) return;
  forget(before_);
  before_.clear();
}

void StagedFile::sync_name() const {
  if (durable_ && placed_) sync_folder(target_);
}

Result<void> place_all(std::vector<StagedFile>& files) {
  if (files.size() > 1) {
    for (StagedFile& file : files)
      file.keep_before();
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    auto placed = files[i].place();
    if (placed) continue;
    for (std::size_t k = i; k-- > 0;)
      files[k].withdraw();
    placed.error().path = files[i].path();
    return placed;
  }
  for (const StagedFile& file : files)
    file.sync_name();
  return {};
}

}  // namespace anmkit::cli
