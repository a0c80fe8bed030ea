// SPDX-License-Identifier: MIT
// Files of Windows with the rules of POSIX: open files may be renamed, and names are replaced at
// once.
#include <io.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <random>

#include "cli/platform/calls.hpp"
#include "cli/platform/windows/wide.hpp"

#include <shlwapi.h>

namespace anmkit::cli::sys {
namespace {

namespace fs = std::filesystem;

struct Closing {
  using pointer = HANDLE;
  void operator()(HANDLE handle) const { ::CloseHandle(handle); }
};
using Handle = std::unique_ptr<void, Closing>;

constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

// Null: GetLastError() says why.
Handle opened(const std::wstring& path, DWORD access, DWORD flags) {
  const HANDLE handle = ::CreateFileW(path.c_str(), access, kShared, nullptr, OPEN_EXISTING,
                                      flags | FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  return Handle(handle == INVALID_HANDLE_VALUE ? nullptr : handle);
}

HANDLE handle_of(int file) {
  return reinterpret_cast<HANDLE>(::_get_osfhandle(file));
}

int state_of(HANDLE handle, FileState& state) {
  state = {};
  const DWORD type = ::GetFileType(handle);
  if (type == FILE_TYPE_CHAR) state.st_mode = S_IFCHR;
  if (type == FILE_TYPE_PIPE) state.st_mode = S_IFIFO;
  if (type == FILE_TYPE_CHAR || type == FILE_TYPE_PIPE) return 0;
  BY_HANDLE_FILE_INFORMATION info{};
  if (::GetFileInformationByHandle(handle, &info) == 0) return failed();
  const auto both = [](DWORD high, DWORD low) { return std::uint64_t{high} << 32 | low; };
  state.st_mode = (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? S_IFDIR : S_IFREG;
  state.link = (info.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
  state.st_size = both(info.nFileSizeHigh, info.nFileSizeLow);
  state.st_dev = info.dwVolumeSerialNumber;
  state.st_ino = both(info.nFileIndexHigh, info.nFileIndexLow);
  state.st_nlink = info.nNumberOfLinks;
  // Since 1601, in tenths of a microsecond.
  const auto time = static_cast<std::int64_t>(
      both(info.ftLastWriteTime.dwHighDateTime, info.ftLastWriteTime.dwLowDateTime));
  state.seconds = time / 10'000'000;
  state.nanoseconds = time % 10'000'000 * 100;
  return 0;
}

int state_of(const std::string& path, FileState& state, DWORD flags) {
  const Handle handle = opened(wide_path(path), FILE_READ_ATTRIBUTES, flags);
  return handle ? state_of(handle.get(), state) : failed();
}

// Programs that look at each new file, against viruses or for an index, have it open for a while.
int moved(const std::string& from, const std::string& to, DWORD flags) {
  const std::wstring source = wide_path(from), target = wide_path(to);
  constexpr DWORD kLongest = 320;
  for (DWORD wait = 5;; wait *= 2) {
    if (::MoveFileExW(source.c_str(), target.c_str(), flags | MOVEFILE_WRITE_THROUGH) != 0)
      return 0;
    const DWORD error = ::GetLastError();
    const bool busy = error == ERROR_SHARING_VIOLATION || error == ERROR_ACCESS_DENIED;
    if (!busy || wait > kLongest) return failed();
    ::Sleep(wait);
  }
}

bool is_folder(const WIN32_FIND_DATAW& entry) {
  return (entry.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

// Other reparse points are files and folders as others are, kept elsewhere or compressed.
bool is_link(const WIN32_FIND_DATAW& entry) {
  return (entry.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
         IsReparseTagNameSurrogate(entry.dwReserved0);
}

// Calls with each entry until that is false. 0, or the error's number.
template <typename Take>
int each_entry(const std::string& pattern, const Take& take) {
  WIN32_FIND_DATAW entry{};
  const HANDLE found = ::FindFirstFileW(wide_path(pattern).c_str(), &entry);
  if (found == INVALID_HANDLE_VALUE) {
    failed();
    return errno;
  }
  bool more = true;
  do {
    const std::wstring_view name = entry.cFileName;
    if (name != L"." && name != L"..") more = take(entry);
  } while (more && ::FindNextFileW(found, &entry) != 0);
  const bool whole = !more || ::GetLastError() == ERROR_NO_MORE_FILES;
  if (!whole) failed();
  ::FindClose(found);
  return whole ? 0 : errno;
}

}  // namespace

int open(const std::string& path, int flags, int) {
  const bool writes = (flags & O_WRONLY) != 0;
  const DWORD made = (flags & O_EXCL) != 0    ? CREATE_NEW
                     : (flags & O_TRUNC) != 0 ? CREATE_ALWAYS
                                              : OPEN_EXISTING;
  const HANDLE handle =
      ::CreateFileW(wide_path(path).c_str(), writes ? GENERIC_WRITE : GENERIC_READ, kShared,
                    nullptr, made, FILE_ATTRIBUTE_NORMAL | FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  if (handle == INVALID_HANDLE_VALUE) return failed();
  const int file = ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle),
                                     O_BINARY | (writes ? O_WRONLY : O_RDONLY));
  if (file < 0) ::CloseHandle(handle);
  return file;
}

ssize_t read(int file, void* bytes, std::size_t size) {
  constexpr std::size_t kMost = 1 << 30;
  const int got = ::_read(file, bytes, static_cast<unsigned>(std::min(size, kMost)));
  // The other end of a pipe is closed.
  return got < 0 && errno == EPIPE ? 0 : got;
}

ssize_t write(int file, const void* bytes, std::size_t size) {
  // Consoles take no more at a time.
  constexpr std::size_t kMost = 16 << 10, kMostOfFile = 1 << 30;
  size = std::min(size, isatty(file) != 0 ? kMost : kMostOfFile);
  DWORD wrote = 0;
  if (::WriteFile(handle_of(file), bytes, static_cast<DWORD>(size), &wrote, nullptr) == 0)
    return failed();
  return static_cast<ssize_t>(wrote);
}

ssize_t pread(int file, void* bytes, std::size_t size, std::int64_t offset) {
  return ::_lseeki64(file, offset, SEEK_SET) < 0 ? -1 : read(file, bytes, size);
}

int close(int file) {
  return ::_close(file);
}

int fsync(int file) {
  return ::FlushFileBuffers(handle_of(file)) != 0 ? 0 : failed();
}

int isatty(int file) {
  DWORD mode = 0;
  return ::GetConsoleMode(handle_of(file), &mode) != 0 ? 1 : 0;
}

int state_of(const std::string& path, FileState& state) {
  return state_of(path, state, 0);
}

int state_of(int file, FileState& state) {
  return state_of(handle_of(file), state);
}

int link_state_of(const std::string& path, FileState& state) {
  return state_of(path, state, FILE_FLAG_OPEN_REPARSE_POINT);
}

int remove_file(const char* path) {
  return ::DeleteFileW(wide_path(path).c_str()) != 0 ? 0 : failed();
}

int link(const char* from, const char* to) {
  // Neither name of a file that another program has open could be removed again.
  const std::wstring source = wide_path(from);
  if (!opened(source, DELETE, 0)) return failed();
  return ::CreateHardLinkW(wide_path(to).c_str(), source.c_str(), nullptr) != 0 ? 0 : failed();
}

int rename(const char* from, const char* to) {
  return moved(from, to, MOVEFILE_REPLACE_EXISTING);
}

int rename_new(const std::string& from, const std::string& to) {
  return moved(from, to, 0);
}

int list_names(const std::string& folder, std::vector<std::string>& names) {
  return each_entry(folder + "/*", [&](const WIN32_FIND_DATAW& entry) {
    names.push_back(narrow(entry.cFileName));
    return true;
  });
}

std::vector<std::string> files_under(const std::string& folder, std::size_t most,
                                     void (*)(const std::string& path, int number),
                                     std::error_code& error) {
  std::vector<std::string> found, folders = {folder};
  while (!folders.empty() && found.size() < most) {
    const std::string here = std::move(folders.back());
    folders.pop_back();
    const std::string before = here == "." ? "" : here.ends_with('/') ? here : here + "/";
    const int failure = each_entry(here + "/*", [&](const WIN32_FIND_DATAW& entry) {
      const std::string name = narrow(entry.cFileName);
      if (!is_folder(entry)) found.push_back(before + name);
      // Files of version control are not inputs.
      if (is_folder(entry) && !is_link(entry) && !name.starts_with('.'))
        folders.push_back(before + name);
      return found.size() < most;
    });
    if (failure != 0 && failure != EACCES) {
      error = std::error_code(failure, std::generic_category());
      break;
    }
  }
  return found;
}

int make_temporary(std::string& name, int suffix) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
  constexpr std::size_t kRandom = 6;
  std::random_device source;
  const std::size_t at = name.size() - kRandom - static_cast<std::size_t>(suffix);
  for (int tries = 0; tries < 100; ++tries) {
    for (std::size_t i = 0; i < kRandom; ++i)
      name[at + i] = kLetters[source() % kLetters.size()];
    const int file = open(name, O_WRONLY | O_CREAT | O_EXCL);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

// New files have the rights of their folder.
int set_mode(int, const std::string&) {
  return 0;
}

// Renaming writes the name through.
void sync_folder(const std::string&) {}

// A path that is made from text directly is an exception where that is not UTF-8.
fs::path path_of(const std::string& text) {
  return wide(text);
}

std::string text_of(const fs::path& path) {
  return with_slashes(narrow(path.native()));
}

fs::path canonical(const fs::path& path, std::error_code& error) {
  error.clear();
  const Handle handle = opened(wide_path(text_of(path)), FILE_READ_ATTRIBUTES, 0);
  if (!handle) {
    failed();
    error = std::error_code(errno, std::generic_category());
    return {};
  }
  std::array<wchar_t, 1 << 15> name{};
  const DWORD size =
      ::GetFinalPathNameByHandleW(handle.get(), name.data(), static_cast<DWORD>(name.size()), 0);
  // Drives in memory and some shares have no such name.
  if (size == 0 || size >= name.size()) return fs::absolute(path, error).lexically_normal();
  std::wstring whole(name.data(), size);
  constexpr std::wstring_view kShare = L"\\\\?\\UNC\\", kDrive = L"\\\\?\\";
  if (whole.starts_with(kShare)) return L"\\\\" + whole.substr(kShare.size());
  return whole.starts_with(kDrive) ? whole.substr(kDrive.size()) : whole;
}

fs::path known_part_canonical(const fs::path& path, std::error_code& error) {
  fs::path known = fs::absolute(path, error), rest;
  while (!error) {
    if (const fs::path whole = sys::canonical(known, error); !error)
      return (rest.empty() ? whole : whole / rest).lexically_normal();
    const bool missing =
        error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory;
    if (!missing || !known.has_relative_path()) break;
    error.clear();
    rest = rest.empty() ? known.filename() : known.filename() / rest;
    known = known.parent_path();
  }
  return {};
}

void make_folder(const fs::path& path, std::error_code& error) {
  error.clear();
  FileState state{};
  const std::string name = text_of(path);
  if (state_of(name, state) == 0) {
    if (!S_ISDIR(state.st_mode)) error = std::make_error_code(std::errc::not_a_directory);
    return;
  }
  if (path.has_relative_path() && path.has_parent_path() && path.parent_path() != path)
    make_folder(path.parent_path(), error);
  // Another process may be as far.
  if (!error && ::CreateDirectoryW(wide_path(name).c_str(), nullptr) == 0 &&
      ::GetLastError() != ERROR_ALREADY_EXISTS) {
    failed();
    error = std::error_code(errno, std::generic_category());
  }
}

std::string name_key(std::string path) {
  std::wstring text = wide(path);
  ::CharLowerBuffW(text.data(), static_cast<DWORD>(text.size()));
  return narrow(text);
}

std::string with_slashes(std::string path) {
  std::ranges::replace(path, '\\', '/');
  return path;
}

// Shells here leave patterns to programs.
std::vector<std::string> with_matches(std::vector<std::string> paths) {
  std::vector<std::string> all;
  for (std::string& typed : paths) {
    std::string path = with_slashes(std::move(typed));
    const std::size_t name = path.find_last_of('/') + 1;
    const auto first = static_cast<std::ptrdiff_t>(all.size());
    if (path.find_first_of("*?", name) != path.npos) {
      const std::wstring pattern = wide(path.substr(name));
      each_entry(path, [&](const WIN32_FIND_DATAW& entry) {
        // A file also has a short name, in which extensions are cut: *.anm finds a.anm~ by it.
        const bool matches =
            pattern.ends_with(L'*') || ::PathMatchSpecW(entry.cFileName, pattern.c_str()) != 0;
        if (matches && !is_folder(entry))
          all.push_back(path.substr(0, name) + narrow(entry.cFileName));
        return true;
      });
    }
    std::sort(all.begin() + first, all.end());
    // Without a file that matches the pattern is an error of the verb.
    if (std::ssize(all) == first) all.push_back(std::move(path));
  }
  return all;
}

fs::path program_file() {
  std::array<wchar_t, 1 << 15> name{};
  return std::wstring(name.data(), ::GetModuleFileNameW(nullptr, name.data(), name.size()));
}

}  // namespace anmkit::cli::sys
