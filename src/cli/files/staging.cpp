// SPDX-License-Identifier: MIT
// Temporary files next to the target, renamed when they are whole.
#include "cli/files/staging.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <set>
#include <utility>

#include "cli/arguments/bounds.hpp"
#include "cli/files/outside.hpp"
#include "cli/files/read_files.hpp"
#include "cli/files/storage.hpp"
#include "cli/platform/calls.hpp"

namespace anmkit::cli {
namespace {

namespace fs = std::filesystem;

std::unexpected<Error> write_error(const std::string& why) {
  return fail(std::string(kCannotWrite), "cannot be written: " + why);
}

bool is_missing(int number) {
  return number == ENOENT || number == ENOTDIR;
}

// A file that cannot be examined may exist.
bool is_there(const std::string& path) {
  sys::FileState status{};
  return sys::link_state_of(path, status) == 0 || !is_missing(errno);
}

// A folder or the file itself, below `folder`, that is a link; empty: none is.
std::string link_below(const std::string& folder, const std::string& path) {
  if (folder.empty() || !path.starts_with(folder)) return {};
  for (std::size_t end = folder.size(); end != std::string::npos;) {
    end = path.find('/', end + 1);
    const std::string part = path.substr(0, end);
    sys::FileState status{};
    const bool seen = sys::link_state_of(part, status) == 0;
    if (seen ? sys::is_link(status) : !is_missing(errno)) return part;
  }
  return {};
}

// To an open file, which is closed.
Result<std::uint64_t> write_and_close(int file, const Pieces& bytes, bool durable) {
  // Pieces may be as small as a word.
  constexpr std::size_t kBlock = 1 << 16;
  Bytes waiting;
  const auto flush = [&] { return write_all(file, std::exchange(waiting, {})); };
  auto written = write_pieces(bytes, [&](ByteView piece) {
    if (piece.size() >= kBlock) return flush() && write_all(file, piece);
    waiting.insert(waiting.end(), piece.begin(), piece.end());
    return waiting.size() < kBlock || flush();
  });
  if (written && !flush()) written = write_failure(errno);
  int failed = 0;
  while (written && durable && (failed = sys::fsync(file)) != 0 && errno == EINTR) {
  }
  // Pipes and some network shares cannot; that is no failure.
  if (written && failed != 0 && errno != EINVAL && errno != ENOTSUP && errno != EROFS &&
      errno != ENOSYS)
    written = write_failure(errno);
  if (sys::close(file) != 0 && errno != EINTR && written) return write_failure(errno);
  return written;
}

struct Claimed {
  std::mutex mutex;
  std::set<std::string> paths;
};
Claimed& claimed() {
  static Claimed here;
  return here;
}

}  // namespace

Result<void> claim_output(const std::string& path) {
  std::error_code error;
  const fs::path whole = sys::known_part_canonical(sys::path_of(path), error);
  const std::scoped_lock lock(claimed().mutex);
  if (claimed().paths.insert(sys::name_key(error ? path : sys::text_of(whole))).second) return {};
  return fail(std::string(kSameName),
              "cannot be written: an earlier output of this run has the same name");
}

void forget_outputs() {
  const std::scoped_lock lock(claimed().mutex);
  claimed().paths.clear();
}

std::unexpected<Error> write_failure(int number) {
  // Who failed without saying why must not be heard saying "Success".
  return write_error(number == 0 ? "its bytes could not be made" : sys::error_text(number));
}

bool write_all(int file, ByteView bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = sys::write(file, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(wrote));
  }
  return true;
}

Result<std::uint64_t> write_pieces(const Pieces& bytes, const Sink& write) {
  const std::uint64_t limit = most(Limit::output_bytes);
  std::uint64_t size = 0;
  int why = 0;
  bool over = false;
  const bool whole = bytes([&](ByteView piece) {
    if (over || piece.size() > limit - size) {
      over = true;
      return false;
    }
    errno = 0;
    if (!write(piece)) {
      why = errno;
      return false;
    }
    size += piece.size();
    return true;
  });
  if (over) {
    return std::unexpected(
        over_limit(Limit::output_bytes, limit, "the output has more bytes than are written"));
  }
  if (!whole) return write_failure(why);
  return size;
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

Result<StagedFile> StagedFile::aim(const std::string& path, const OutputWishes& wishes) {
  StagedFile staged;
  staged.path_ = path;
  staged.force_ = wishes.force;
  staged.durable_ = wishes.durable;
  if (const std::string link = link_below(wishes.below, path); !link.empty())
    return write_error(link + " is a link, and links below the output folder are not followed");
  if (const std::string missed = unread(); !missed.empty()) return write_error(missed);
  sys::FileState existing{}, own{};
  const bool exists = sys::state_of(path, existing) == 0;
  if (!exists && !is_missing(errno)) return write_failure(errno);
  // Devices and pipes are written to, never replaced.
  if (exists && !S_ISREG(existing.st_mode) && !S_ISDIR(existing.st_mode)) {
    // Nobody named it: a pipe would be waited for.
    if (!wishes.below.empty()) return write_error("it is not a regular file");
    return staged;
  }
  // A link stays; its target is replaced.
  const bool is_named = sys::link_state_of(path, own) == 0;
  if (!is_named && !is_missing(errno)) return write_failure(errno);
  std::error_code error;
  const fs::path named = sys::path_of(path);
  const fs::path resolved = is_named && sys::is_link(own) ? sys::canonical(named, error) : named;
  if (resolved.empty() && error != std::errc::no_such_file_or_directory)
    return write_error(error.message());
  staged.target_ = resolved.empty() ? path : sys::text_of(resolved);
  if (auto fresh = claim_output(staged.target_); !fresh)
    return std::unexpected(std::move(fresh.error()));
  if (is_read_file(staged.target_))
    return fail(std::string(kUsageError),
                "this file is read here and is kept; name another output");
  if (!wishes.force && is_there(staged.target_))
    return write_error("it exists already (use -f to overwrite)");
  if (exists && S_ISDIR(existing.st_mode)) return write_error("it is a folder");
  // Before the bytes are made, and not when all the work is done.
  if (sys::path_of(staged.target_).filename().native().size() > NAME_MAX)
    return write_failure(ENAMETOOLONG);
  return staged;
}

Result<void> StagedFile::make_folder() const {
  const fs::path folder = sys::path_of(target_).parent_path();
  std::error_code error;
  if (!folder.empty()) sys::make_folder(folder, error);
  if (error) return write_error(error.message());
  return {};
}

Result<StagedFile> StagedFile::write(const std::string& path, const Pieces& bytes,
                                     const OutputWishes& wishes) {
  auto staged = aim(path, wishes);
  if (!staged) return staged;
  const bool device = staged->target_.empty();
  int file = -1;
  if (device) {
    file = open_file(path, O_WRONLY | O_CLOEXEC);
  } else if (is_shut_in()) {
    file = staged->temporary_.make(workplace_of(staged->target_));
  } else {
    if (auto made = staged->make_folder(); !made) return std::unexpected(std::move(made.error()));
    file = staged->temporary_.make(staged->target_);
  }
  if (file < 0) return write_failure(errno);
  if (const int failed = device || is_shut_in() ? 0 : sys::set_mode(file, staged->target_);
      failed != 0) {
    sys::close(file);
    return write_failure(failed);
  }
  const auto size = write_and_close(file, bytes, wishes.durable && !device);
  if (!size) return std::unexpected(size.error());
  staged->size_ = *size;
  return staged;
}

Result<StagedFile> StagedFile::adopt(const std::string& path, const std::string& temporary,
                                     const OutputWishes& wishes) {
  auto staged = aim(path, wishes);
  if (!staged) return staged;
  if (staged->target_.empty()) return write_failure(EACCES);
  if (auto made = staged->make_folder(); !made) return std::unexpected(std::move(made.error()));
  const int file = open_file(temporary, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return write_failure(errno);
  sys::FileState status{};
  const bool plain =
      sys::state_of(file, status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 1;
  if (plain) staged->temporary_.adopt(temporary);
  int failed = plain ? sys::set_mode(file, staged->target_) : EACCES;
  if (failed == 0 && wishes.durable && sys::fsync(file) != 0 && errno == EIO) failed = errno;
  sys::close(file);
  if (failed != 0) return write_failure(failed);
  staged->size_ = static_cast<std::uint64_t>(status.st_size);
  return staged;
}

// Refuses where a file appeared meanwhile. Where the system has no such rename link() does it, in
// two steps; file systems without either (FAT, some network shares) are looked at a last time.
Result<void> StagedFile::place_new() {
  const auto is_unknown = [] {
    return errno == EINVAL || errno == ENOSYS || errno == ENOTSUP || errno == EPERM;
  };
  if (sys::rename_new(temporary_.name(), target_) == 0) return {};
  if (!is_unknown()) return write_failure(errno);
  if (sys::link(temporary_.name(), target_.c_str()) == 0) {
    sys::remove_file(temporary_.name());
    return {};
  }
  if (!is_unknown()) return write_failure(errno);
  if (is_there(target_)) return write_failure(EEXIST);
  if (sys::rename(temporary_.name(), target_.c_str()) != 0) return write_failure(errno);
  return {};
}

Result<void> StagedFile::place() {
  if (!temporary_) return {};
  if (const std::string missed = unread(); !missed.empty()) return write_error(missed);
  if (is_shut_in()) {
    auto placed = place_outside({this, 1});
    if (placed) temporary_.release();
    if (!placed) placed.error().path.clear();
    return placed;
  }
  const Undisturbed undisturbed;
  if (!force_) {
    if (auto placed = place_new(); !placed) return placed;
  } else if (sys::rename(temporary_.name(), target_.c_str()) != 0) {
    return write_failure(errno);
  }
  temporary_.release();
  placed_ = true;
  return {};
}

void StagedFile::keep_before() {
  fresh_ = !is_there(target_);
  if (!temporary_ || fresh_) return;
  // A second name for what is there, which never misses from its own.
  TemporaryFile before;
  const int file = before.make(target_);
  if (file < 0) return;
  sys::close(file);
  sys::remove_file(before.name());
  if (sys::link(target_.c_str(), before.name()) == 0) before_ = std::move(before);
}

void StagedFile::withdraw() {
  if (!placed_) return;
  placed_ = false;
  if (!before_) {
    if (fresh_) sys::remove_file(target_.c_str());
    return;
  }
  if (sys::rename(before_.name(), target_.c_str()) == 0) before_.release();
}

void StagedFile::sync_name() const {
  if (durable_ && placed_) sys::sync_folder(target_);
}

namespace {

// Those that were placed are taken back where one cannot be.
Result<void> place_each(std::vector<StagedFile>& files) {
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
  return {};
}

}  // namespace

Result<void> place_all(std::vector<StagedFile>& files) {
  if (is_shut_in()) {
    if (const std::string missed = unread(); !missed.empty()) return write_error(missed);
    return place_outside(files);
  }
  {
    // Whoever ends the process meanwhile sees all of them as well.
    const Undisturbed undisturbed;
    if (auto placed = place_each(files); !placed) return placed;
  }
  for (const StagedFile& file : files)
    file.sync_name();
  return {};
}

}  // namespace anmkit::cli
