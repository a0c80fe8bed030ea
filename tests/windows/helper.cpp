// SPDX-License-Identifier: MIT
// Stand-ins for other programs of Windows: one that has a file open, and an encoder of videos.
#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <cstdio>
#include <string>

namespace {

int failed(const char* what) {
  std::fprintf(stderr, "%s: error %lu\n", what, ::GetLastError());
  return 1;
}

void wait_for_input() {
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
}

// Has a file open until standard input ends; `shared`: others may read, replace and delete it.
int hold(const wchar_t* path, bool shared) {
  const DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  const HANDLE file =
      ::CreateFileW(path, GENERIC_READ, shared ? share : 0, nullptr, OPEN_EXISTING, 0, nullptr);
  if (file == INVALID_HANDLE_VALUE) return failed("CreateFile");
  std::puts("held");
  wait_for_input();
  return 0;
}

// A program that makes videos: its file has its words in a line, and what it read.
int encode(int count, wchar_t** words) {
  std::wstring name = words[count - 1];
  if (name.starts_with(L"file:")) name.erase(0, name.find(L':') + 1);
  std::FILE* out = ::_wfopen(name.c_str(), L"wb");
  if (out == nullptr) return failed("ffmpeg");
  for (int i = 1; i < count; ++i)
    std::fprintf(out, "%ls ", words[i]);
  std::fputc('\n', out);
  ::_setmode(::_fileno(stdin), _O_BINARY);
  for (int c = std::getchar(); c != EOF; c = std::getchar())
    std::fputc(c, out);
  return std::fclose(out);
}

}  // namespace

int wmain(int count, wchar_t** words) {
  if (std::wstring(words[0]).find(L"ffmpeg") != std::wstring::npos && count > 1)
    return encode(count, words);
  const std::wstring what = count > 2 ? words[1] : L"";
  if (what == L"hold" || what == L"share") return hold(words[2], what == L"share");
  std::fputs("helper hold FILE | share FILE\n", stderr);
  return 2;
}
