// SPDX-License-Identifier: MIT
// Reading through streams, folders and archives, with bounds.
#include "cli/files/storage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

#include "cli/arguments/bounds.hpp"
#include "cli/files/archive.hpp"
#include "cli/platform/calls.hpp"
#include "core/letters.hpp"
#include "core/paths.hpp"

namespace anmkit::cli {
namespace {

namespace fs = std::filesystem;

fs::path full_path(const std::string& path) {
  std::error_code unknown;
  return fs::absolute(sys::path_of(path.empty() ? "." : path), unknown).lexically_normal();
}
// The name of a folder that is only a way up from here.
std::string named_path(const std::string& path) {
  if (path.find_first_not_of("./") != std::string::npos) return path;
  const fs::path whole = full_path(path);
  return sys::text_of(whole.has_filename() ? whole : whole.parent_path());
}

std::unexpected<Error> read_error(const std::string& path, const char* why) {
  return fail(std::string(kCannotRead), fmt::format("cannot read {}: {}", named_path(path), why));
}

std::unexpected<Error> too_large(const std::string& path, Limit limit) {
  return std::unexpected(
      over_limit(limit, most(limit), fmt::format("{} has more bytes than are read", path)));
}

// The first is reported.
struct Unread {
  std::mutex mutex;
  std::string what;
};
Unread& unread_here() {
  static Unread here;
  return here;
}

// Whether an error says no more than that there is nothing for this user.
bool is_absent(int number) {
  return number == ENOENT || number == ENOTDIR || number == EACCES || number == EPERM ||
         number == ELOOP || number == ENAMETOOLONG || number == EINVAL || number == EISDIR;
}

void note_unread(const std::string& path, int number) {
  if (is_absent(number)) return;
  const std::scoped_lock lock(unread_here().mutex);
  if (std::string& what = unread_here().what; what.empty())
    what = fmt::format("cannot read {}: {}", named_path(path), sys::error_text(number));
}

std::unexpected<Error> read_failure(const std::string& path, int number) {
  note_unread(path, number);
  return read_error(path, sys::error_text(number).c_str());
}

std::set<std::string>& named_files() {
  static std::set<std::string> paths;
  return paths;
}

// Closes a file that was opened by name.
class InputFile {
 public:
  // Without O_NONBLOCK a pipe is waited for until somebody writes to it.
  InputFile(const std::string& path, bool wait)
      : named_(path != "-"),
        file_(named_ ? open_file(path, O_RDONLY | O_CLOEXEC | (wait ? 0 : O_NONBLOCK))
                     : STDIN_FILENO) {}
  ~InputFile() {
    if (named_ && file_ >= 0) sys::close(file_);
  }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  int number() const { return file_; }

 private:
  bool named_;
  int file_;
};

Result<Bytes> read_file(const std::string& path) {
  const bool named = path == "-" || named_files().contains(path);
  const InputFile file(path, named);
  if (file.number() < 0) return read_failure(path, errno);
  sys::FileState status{};
  Bytes bytes;
  Limit limit = Limit::pipe_bytes;
  std::size_t known = 0;
  if (sys::state_of(file.number(), status) == 0) {
    if (S_ISDIR(status.st_mode)) return read_error(path, "it is a folder");
    if (!named && !S_ISREG(status.st_mode)) return read_error(path, "it is not a regular file");
    if (path != "-" && sys::is_device(status))
      return read_error(path, "it is a device; use - for standard input");
    const bool whole = S_ISREG(status.st_mode);
    limit = whole ? Limit::file_bytes : Limit::pipe_bytes;
    if (whole && std::cmp_greater(status.st_size, most(limit))) return too_large(path, limit);
    if (whole) known = static_cast<std::size_t>(status.st_size);
    bytes.reserve(whole ? known + 1 : 0);
  }
  // A file of known size is read in one go, with room for one byte more to see that it ends there;
  // what grows or has no size comes in pieces.
  std::size_t size = 0;
  while (true) {
    if (bytes.size() == size)
      bytes.resize(bytes.capacity() > size ? bytes.capacity()
                                           : size + std::max<std::size_t>(size, 65536));
    const ssize_t got = sys::read(file.number(), bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return read_failure(path, errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
    if (size > most(limit)) return too_large(path, limit);
    // Less than was asked for, and as much as there was to be.
    if (known > 0 && size == known && size < bytes.size()) break;
  }
  bytes.resize(size);
  return bytes;
}

// Splits "ARCHIVE//NAME"; false when there is no such separator.
bool split_archive(const std::string& path, std::string& archive, std::string& name) {
  const std::size_t at = path.find("//");
  if (at == std::string::npos || at == 0) return false;
  archive = path.substr(0, at);
  name = path.substr(at + 2);
  return !name.empty() && !is_folder(archive);
}

}  // namespace

void set_named_files(std::vector<std::string> paths) {
  named_files() = {paths.begin(), paths.end()};
}

std::string path_below(const std::string& folder, const std::string& name) {
  std::error_code error;
  const fs::path real = sys::canonical(sys::path_of(folder.empty() ? "." : folder), error);
  const fs::path file = error ? fs::path() : sys::canonical(sys::path_of(folder + name), error);
  if (error) return {};
  const auto [end, unused] = std::ranges::mismatch(real, file);
  return end == real.end() ? sys::text_of(file) : std::string();
}

int open_file(const std::string& path, int flags) {
  int file = -1;
  do {
    file = sys::open(path, flags);
  } while (file < 0 && errno == EINTR);
  return file;
}

std::string unread() {
  const std::scoped_lock lock(unread_here().mutex);
  return unread_here().what;
}

bool is_folder(const std::string& path) {
  sys::FileState state{};
  if (sys::state_of(path, state) == 0) return S_ISDIR(state.st_mode);
  note_unread(path, errno);
  return false;
}

std::vector<std::string> files_below(const std::string& folder, std::size_t most) {
  std::vector<std::string> found;
  std::error_code error;
  do {
    error.clear();
    found = sys::files_under(folder, most, note_unread, error);
  } while (error == std::errc::interrupted);
  if (error) note_unread(folder, error.value());
  std::ranges::sort(found);
  return found;
}

Result<std::vector<std::string>> list_files(const std::string& folder, Limit limit) {
  auto found = files_below(folder, most(limit) + 1);
  if (found.size() <= most(limit)) return found;
  return std::unexpected(over_limit(limit, most(limit), "there are more files below it"));
}

Result<Bytes> read_path(const std::string& path) {
  std::string archive_path, name;
  if (!split_archive(path, archive_path, name)) return read_file(path);
  const auto archive = open_archive(archive_path);
  if (!archive) return std::unexpected(archive.error());
  auto bytes = (*archive)->read(name);
  // Errors of the archive keep their codes.
  if (!bytes && bytes.error().code == kCannotRead)
    return read_error(path, bytes.error().message.c_str());
  return bytes;
}

namespace {

bool begins_with(std::string_view text, std::string_view prefix, bool any_case) {
  if (!any_case) return text.starts_with(prefix);
  return equal_in_any_case(text.substr(0, prefix.size()), prefix);
}

// First path elements below a prefix, each once. Archives that find entries whatever the case of
// their letters have folders of that kind too.
std::vector<std::string> names_below(const Archive& archive, std::string prefix) {
  if (!prefix.empty() && !prefix.ends_with('/')) prefix += '/';
  std::vector<std::string> names;
  const std::vector<std::string> entries = archive.names();
  const bool any_case = std::ranges::none_of(
      entries, [&](const std::string& entry) { return entry.starts_with(prefix); });
  for (const std::string& entry : entries) {
    if (!begins_with(entry, prefix, any_case)) continue;
    const std::string first =
        entry.substr(prefix.size(), entry.find('/', prefix.size()) - prefix.size());
    if (!first.empty()) names.push_back(first);
  }
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

}  // namespace

Result<Bytes> StorageBelow::read(const std::string& path) const {
  // Archives have no links.
  if (named_files().contains(path) || path.find("//") != path.npos) return read_path(path);
  const std::string real =
      path.starts_with(folder_) ? path_below(folder_, path.substr(folder_.size())) : std::string();
  if (real.empty()) return read_error(path, "it is not in the folder of the file that names it");
  return read_path(real);
}

std::vector<std::string> Storage::files(const std::string& folder) const {
  if (is_archive(folder)) {
    std::vector<std::string> names = (*open_archive(folder))->names();
    for (std::string& name : names)
      name.insert(0, folder + "//");
    std::ranges::sort(names);
    return names;
  }
  std::vector<std::string> found =
      files_below(folder.empty() ? "." : folder, most(Limit::folder_files));
  // Formats open archives of their own; ZIP is none of them.
  for (std::size_t i = 0, count = found.size(); i < count; ++i) {
    const std::string extension = lowered(extension_of(found[i]));
    if (extension != ".cspack" && extension != ".zip") continue;
    const auto archive = open_archive(found[i]);
    if (!archive) continue;
    for (const std::string& name : (*archive)->names())
      found.push_back(found[i] + "//" + name);
  }
  std::ranges::sort(found);
  return found;
}

std::vector<std::string> Storage::roots() const {
  std::vector<std::string> folders;
  for (const std::string& path : named_files()) {
    if (path != "-" && is_folder(path)) folders.push_back(path == "." || path == "./" ? "" : path);
  }
  return folders;
}

std::string Storage::full_name(const std::string& folder) const {
  return folder.find("//") == std::string::npos ? sys::text_of(full_path(folder) / "") : folder;
}

std::vector<std::string> Storage::list(const std::string& folder) const {
  std::size_t at = folder.find("//");
  // Up to its last slash "ARCHIVE//NAME" is "ARCHIVE/".
  if (at == std::string::npos && folder.ends_with('/')) at = folder.size() - 1;
  if (at != std::string::npos && at > 0 && !is_folder(folder.substr(0, at))) {
    const auto archive = open_archive(folder.substr(0, at));
    const std::string below = folder.substr(std::min(at + 2, folder.size()));
    return archive ? names_below(**archive, below) : std::vector<std::string>{};
  }
  std::vector<std::string> names;
  int error = 0;
  do {
    names.clear();
    error = sys::list_names(folder.empty() ? "." : folder, names);
  } while (error == EINTR);
  if (error != 0) note_unread(folder, error);
  std::ranges::sort(names);
  return names;
}

}  // namespace anmkit::cli
