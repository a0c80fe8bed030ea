// SPDX-License-Identifier: MIT
// The calls of Windows behind the tool, alone: compiled and run in Wine within a minute, in an
// empty folder.
#include <windows.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "cli/platform/calls.hpp"
#include "cli/platform/windows/wide.hpp"

namespace {

namespace fs = std::filesystem;
namespace sys = anmkit::cli::sys;

int failures = 0, checks = 0;

void check(bool good, std::string_view what, int line) {
  ++checks;
  if (good) return;
  ++failures;
  std::printf("platform_test.cpp:%d: %.*s (errno %d)\n", line, static_cast<int>(what.size()),
              what.data(), errno);
}
#define CHECK(...) check((__VA_ARGS__), #__VA_ARGS__, __LINE__)

// A line end, the end of files in old programs, and bytes that are no text.
const std::string kBytes("a\r\n\x1A\n\xFF\0b", 8);

bool put(const std::string& name, std::string_view bytes) {
  const int file = sys::open(name, O_WRONLY | O_CREAT | O_TRUNC);
  if (file < 0) return false;
  const bool whole = sys::write(file, bytes.data(), bytes.size()) == std::ssize(bytes);
  return sys::fsync(file) == 0 && sys::close(file) == 0 && whole;
}

std::string got(const std::string& name) {
  std::string bytes(64, '\0');
  const int file = sys::open(name, O_RDONLY);
  if (file < 0) return "cannot be opened";
  const auto size = sys::read(file, bytes.data(), bytes.size());
  sys::close(file);
  bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  return bytes;
}

// Has a file open as a program does that lets nobody else have it.
HANDLE held(const char* name) {
  return ::CreateFileA(name, GENERIC_READ, 0, nullptr, OPEN_EXISTING, 0, nullptr);
}

void check_text() {
  for (const std::string text : {"歩く é", "Müller & Söhne", "🎬", ""})
    CHECK(sys::narrow(sys::wide(text)) == text);
  CHECK(!sys::wide("\xFF\xFE").empty());
  CHECK(sys::from_shift_jis("\x95\xE0\x82\xAD a \x81") == "歩く a \xEF\xBF\xBD");
  CHECK(sys::name_key("ÄÖ/Walk.ANM") == sys::name_key("äö/wALK.anm"));
  CHECK(sys::name_key("a.anm") != sys::name_key("b.anm"));
  CHECK(sys::error_text(EACCES).find("another program") != std::string::npos);
  CHECK(sys::error_text(ENOENT) == "No such file or directory");
}

void check_bytes() {
  CHECK(put("歩く.bin", kBytes) && got("歩く.bin") == kBytes);
  const int file = sys::open("歩く.bin", O_RDONLY);
  char two[2] = {};
  CHECK(sys::pread(file, two, 2, 1) == 2 && two[0] == '\r' && two[1] == '\n');
  sys::FileState by_file, by_name;
  CHECK(sys::state_of(file, by_file) == 0 && sys::state_of("歩く.BIN", by_name) == 0);
  CHECK(by_file.st_ino == by_name.st_ino && by_file.st_size == kBytes.size());
  CHECK(S_ISREG(by_name.st_mode) && !sys::is_link(by_name) && sys::isatty(file) == 0);
  sys::close(file);
  CHECK(sys::state_of("NUL", by_name) == 0 && sys::is_device(by_name));
  CHECK(sys::state_of("missing/x", by_name) < 0 && errno == ENOENT);
  CHECK(sys::open("missing", O_RDONLY) < 0 && errno == ENOENT);
}

void check_replacing() {
  CHECK(put("old", "old") && put("new", "new"));
  CHECK(sys::rename_new("new", "old") < 0 && errno == EEXIST && got("old") == "old");
  CHECK(sys::rename("new", "old") == 0 && got("old") == "new");
  CHECK(put("other", "other"));
  const HANDLE first = held("old");
  CHECK(sys::rename("other", "old") < 0 && errno == EACCES);
  CHECK(sys::open("old", O_RDONLY) < 0 && errno == EACCES);
  CHECK(sys::link("old", "second") < 0 && errno == EACCES);
  CHECK(::GetFileAttributesA("second") == INVALID_FILE_ATTRIBUTES);
  ::CloseHandle(first);
  CHECK(got("old") == "new" && got("other") == "other");
  // A scanner leaves it after a while.
  const HANDLE second = held("old");
  std::thread scanner([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    ::CloseHandle(second);
  });
  CHECK(sys::rename("other", "old") == 0);
  scanner.join();
  CHECK(got("old") == "other");
  // Replaced and removed while this tool itself reads it.
  CHECK(put("other", "again"));
  const int read = sys::open("old", O_RDONLY);
  CHECK(sys::link("other", "second") == 0 && got("second") == "again");
  CHECK(sys::remove_file("second") == 0 && got("other") == "again");
  sys::close(read);
  std::string name = "walk-XXXXXX.json";
  const int made = sys::make_temporary(name, 5);
  CHECK(made >= 0 && name.starts_with("walk-") && name.ends_with(".json") && !name.contains('X'));
  sys::close(made);
}

void check_long_paths() {
  std::string folder = "deep";
  while (folder.size() < 400)
    folder += "/a folder with a rather long name 歩く";
  std::error_code error;
  sys::make_folder(sys::path_of(folder), error);
  CHECK(!error);
  sys::make_folder(sys::path_of(folder), error);
  CHECK(!error);
  CHECK(put(folder + "/b.anm", "b") && put(folder + "/a.anm", "a") && put(folder + "/.c", "c"));
  CHECK(sys::rename((folder + "/a.anm").c_str(), (folder + "/b.anm").c_str()) == 0);
  CHECK(got(folder + "/b.anm") == "a");
  std::vector<std::string> names;
  CHECK(sys::list_names(folder, names) == 0 && names.size() == 2);
  const auto found = sys::files_under("deep", 10, nullptr, error);
  CHECK(!error && found.size() == 2 && found[0].starts_with("deep/a folder"));
  CHECK(sys::files_under("deep", 1, nullptr, error).size() == 1);
  CHECK(sys::with_matches({folder + "\\*.anm"}) == std::vector{folder + "/b.anm"});
  const fs::path whole = sys::canonical(sys::path_of(folder + "/B.ANM"), error);
  CHECK(!error && sys::name_key(sys::text_of(whole)).ends_with("/b.anm"));
  // Windows adds up the current folder and the name.
  const std::wstring here = fs::current_path().native();
  std::string name = "x";
  while (sys::wide(name).size() + here.size() < 250)
    name += "/x";
  CHECK(sys::wide(name).size() < 240 && sys::wide_path(name).starts_with(L"\\\\?\\"));
  CHECK(sys::wide_path("a/b/") == L"a\\b");
  sys::make_folder(sys::path_of("歩く.bin/x"), error);
  CHECK(!!error);
}

void check_folders() {
  std::error_code error;
  for (const char* folder : {"in/a", "in/.git", "in/x.anm"})
    sys::make_folder(sys::path_of(folder), error);
  for (const char* name : {"in/b.anm", "in/c.ANM", "in/d.anm~", "in/a/e.anm", "in/.git/f.anm"})
    CHECK(put(name, "x"));
  const std::vector<std::string> both = {"in/b.anm", "in/c.ANM"};
  CHECK(sys::with_matches({"in\\*.anm"}) == both);
  CHECK(sys::with_matches({"in/*.tmd", "in/b.anm"}) ==
        std::vector<std::string>{"in/*.tmd", "in/b.anm"});
  CHECK(sys::with_matches({"in/?.a*"}).size() == 3);
  CHECK(sys::files_under("in", 100, nullptr, error).size() == 4);
  CHECK(sys::files_under("in/", 100, nullptr, error).size() == 4 && !error);
  (void)sys::files_under("missing", 100, nullptr, error);
  CHECK(error == std::errc::no_such_file_or_directory);
  const auto known = sys::known_part_canonical(sys::path_of("in/A/../B.anm"), error);
  CHECK(!error && sys::text_of(known).ends_with("/in/b.anm"));
  const auto missing = sys::known_part_canonical(sys::path_of("in/new/x.glb"), error);
  CHECK(!error && sys::text_of(missing).ends_with("/in/new/x.glb"));
}

}  // namespace

int main() {
  check_text();
  check_bytes();
  check_replacing();
  check_long_paths();
  check_folders();
  std::printf("%d checks, %d failed\n", checks, failures);
  return failures != 0;
}
