// SPDX-License-Identifier: MIT
// Names of files: taking them apart, putting them in order, and which ones are safe to create.
// Folders are parted by '/'; '\' counts too, since tables of games and archives have it.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "core/letters.hpp"

namespace anmkit {

// "a/b/c.x" -> "c.x"
inline std::string_view file_name(std::string_view path) {
  return path.substr(path.find_last_of("/\\") + 1);
}

// "a/b/c.x" -> "a/b/"; empty for a name alone.
inline std::string_view folder_of(std::string_view path) {
  return path.substr(0, path.find_last_of("/\\") + 1);
}

// "a/b/" -> "b"
inline std::string_view last_folder(std::string_view folder) {
  while (folder.ends_with('/'))
    folder.remove_suffix(1);
  return file_name(folder);
}

// "a/b/c.x" -> ".x", with its dot; empty when there is none. A leading dot begins a name.
inline std::string_view extension_of(std::string_view path) {
  const std::string_view name = file_name(path);
  const std::size_t dot = name.rfind('.');
  return dot == name.npos || dot == 0 ? std::string_view() : name.substr(dot);
}

// "a/b/c.x" -> "c"
inline std::string_view stem_of(std::string_view path) {
  const std::string_view name = file_name(path);
  return name.substr(0, name.size() - extension_of(name).size());
}

// The same as a text of its own: the name of a clip or model that has none in its file.
inline std::string title_of(std::string_view path) {
  return std::string(stem_of(path));
}

// "a/b/c.x" -> "a/b/c"
inline std::string_view without_extension(std::string_view path) {
  return path.substr(0, path.size() - extension_of(path).size());
}

// Whether a name stays inside the folder that it is put into, on any system: no way up, no root,
// no drive, no stream, no end inside, and not a folder itself.
inline bool is_safe_name(std::string_view name) {
  if (name.empty() || name.front() == '/' || name.front() == '\\') return false;
  if (name.find(':') != name.npos || name.find('\0') != name.npos) return false;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find_first_of("/\\", begin), name.size());
    if (name.substr(begin, end - begin) == "..") return false;
    begin = end + 1;
  }
  return name.back() != '/' && name.back() != '\\';
}

// The name that a file gets in an archive: its path inside the archive or folder that it comes
// from, or its last part where the path leads out of that.
inline std::string_view entry_name(std::string_view path) {
  if (const std::size_t inside = path.find("//"); inside != path.npos)
    path.remove_prefix(inside + 2);
  while (path.starts_with("./"))
    path.remove_prefix(2);
  return is_safe_name(path) ? path : file_name(path);
}

// The length of the name of a device that Windows finds in every folder, with any extension
// ("aux.txt"): 0 when the name is none.
inline std::size_t device_name(std::string_view name) {
  const std::string_view stem = name.substr(0, name.find_first_of(". "));
  const auto is = [&](std::string_view one) { return equal_in_any_case(stem, one); };
  const bool numbered =
      stem.size() == 4 && stem[3] >= '1' && stem[3] <= '9' &&
      (equal_in_any_case(stem.substr(0, 3), "com") || equal_in_any_case(stem.substr(0, 3), "lpt"));
  const bool device =
      numbered || is("con") || is("prn") || is("aux") || is("nul") || is("conin$") || is("conout$");
  return device ? stem.size() : 0;
}

// A name that files can have on any system, as like `name` as can be: no folders, none of the
// characters that some systems keep for themselves, not too long.
inline std::string portable_name(std::string_view name) {
  constexpr std::size_t kLongest = 200;  // bytes; an extension and a number fit after it
  if (name.size() > kLongest) {
    std::size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0u) == 0x80u)
      --end;
    name = name.substr(0, end);
  }
  std::string portable;
  for (const char c : name) {
    const bool kept = static_cast<unsigned char>(c) >= 0x20 && c != 0x7F &&
                      std::string_view("/\\:|<>?*\"").find(c) == std::string_view::npos;
    portable += kept ? c : '_';
  }
  // Hidden files, and ends that Windows cuts off.
  if (!portable.empty() && portable.front() == '.') portable.front() = '_';
  while (!portable.empty() && (portable.back() == '.' || portable.back() == ' '))
    portable.pop_back();
  if (const std::size_t device = device_name(portable); device > 0) portable.insert(device, "_");
  return portable.empty() ? "_" : portable;
}

}  // namespace anmkit
