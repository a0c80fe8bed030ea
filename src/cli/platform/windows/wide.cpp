// SPDX-License-Identifier: MIT
// Text of files and messages between UTF-8, UTF-16 and Shift-JIS.
#include "cli/platform/windows/wide.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "cli/platform/calls.hpp"

namespace anmkit::cli::sys {
namespace {
// Empty where bytes are no text.
std::wstring decoded(std::string_view text, unsigned page, DWORD flags) {
  const int size = static_cast<int>(text.size());
  std::wstring out(text.size(), L'\0');
  const int got =
      size == 0 ? 0 : ::MultiByteToWideChar(page, flags, text.data(), size, out.data(), size);
  out.resize(static_cast<std::size_t>(std::max(got, 0)));
  return out;
}

}  // namespace

std::wstring wide(std::string_view text) {
  return decoded(text, CP_UTF8, 0);
}

std::string narrow(std::wstring_view text) {
  if (text.empty()) return {};
  const int size = static_cast<int>(text.size());
  std::string out(text.size() * 3, '\0');
  const int got = ::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, out.data(),
                                        static_cast<int>(out.size()), nullptr, nullptr);
  out.resize(static_cast<std::size_t>(std::max(got, 0)));
  return out;
}

std::wstring wide_path(const std::string& path) {
  constexpr DWORD kShort = 240;  // with room for a name below it
  std::wstring text = wide(path);
  std::ranges::replace(text, L'/', L'\\');
  // The C library and old versions of Windows see no folder behind a separator.
  while (text.size() > 1 && text.ends_with(L'\\') && !text.ends_with(L":\\"))
    text.pop_back();
  // What counts is the length with the current folder.
  const DWORD needed = ::GetFullPathNameW(text.c_str(), 0, nullptr, nullptr);
  if (needed < kShort || text.starts_with(L"\\\\?\\")) return text;
  std::wstring absolute(needed, L'\0');
  const DWORD size = ::GetFullPathNameW(text.c_str(), needed, absolute.data(), nullptr);
  if (size == 0 || size >= needed) return text;
  absolute.resize(size);
  if (absolute.starts_with(L"\\\\")) return L"\\\\?\\UNC" + absolute.substr(1);
  return L"\\\\?\\" + absolute;
}

int failed() {
  switch (::GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME:
    case ERROR_INVALID_DRIVE:
      errno = ENOENT;
      break;
    case ERROR_DIRECTORY:
      errno = ENOTDIR;
      break;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
      errno = EEXIST;
      break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
      errno = EACCES;
      break;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
      errno = ENOSPC;
      break;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
      errno = ENOMEM;
      break;
    case ERROR_TOO_MANY_OPEN_FILES:
      errno = EMFILE;
      break;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
    case ERROR_PIPE_NOT_CONNECTED:
      errno = EPIPE;
      break;
    case ERROR_INVALID_HANDLE:
      errno = EBADF;
      break;
    case ERROR_FILENAME_EXCED_RANGE:
      errno = ENAMETOOLONG;
      break;
    case ERROR_NOT_SUPPORTED:
    case ERROR_INVALID_FUNCTION:
    case ERROR_CALL_NOT_IMPLEMENTED:
      errno = ENOSYS;
      break;
    default:
      errno = EIO;
  }
  return -1;
}

std::string error_text(int number) {
  // Both are one error here.
  if (number == EACCES) return "permission denied, or another program has it open";
  return std::strerror(number);
}

std::string from_shift_jis(std::string_view line) {
  constexpr unsigned kShiftJis = 932;
  std::wstring text;
  while (!line.empty()) {
    const bool pair = ::IsDBCSLeadByteEx(kShiftJis, static_cast<BYTE>(line.front())) != 0;
    std::size_t size = pair ? std::min<std::size_t>(line.size(), 2) : 1;
    const std::wstring character = decoded(line.substr(0, size), kShiftJis, MB_ERR_INVALID_CHARS);
    if (character.empty()) size = 1;
    text += character.empty() ? L"\xFFFD" : character;
    line.remove_prefix(size);
  }
  return narrow(text);
}

}  // namespace anmkit::cli::sys
