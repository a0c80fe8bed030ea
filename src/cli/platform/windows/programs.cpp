// SPDX-License-Identifier: MIT
// The console, sockets, and other programs of Windows. No shell reads any word.
#include <io.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "cli/platform/calls.hpp"
#include "cli/platform/windows/wide.hpp"

#include <shellapi.h>
#include <winsock2.h>

namespace anmkit::cli::sys {
namespace {

UINT page_before = 0;

// Words as the C library of the other program takes them apart.
std::wstring quoted(const std::wstring& word) {
  if (!word.empty() && word.find_first_of(L" \t\"") == word.npos) return word;
  std::wstring text = L"\"";
  std::size_t slashes = 0;
  for (const wchar_t c : word) {
    if (c == L'"') text.append(slashes + 1, L'\\');
    slashes = c == L'\\' ? slashes + 1 : 0;
    text += c;
  }
  text.append(slashes, L'\\');
  return text + L"\"";
}

// In the folders of PATH alone, and not in the current one; empty: not there.
std::wstring found_program(const std::string& name) {
  std::array<wchar_t, 1 << 15> path{}, found{};
  const DWORD size =
      ::GetEnvironmentVariableW(L"PATH", path.data(), static_cast<DWORD>(path.size()));
  if (name.find_first_of("/\\") != name.npos) path[0] = L'\0';
  if (size == 0 || size >= path.size()) return {};
  const DWORD got = ::SearchPathW(path[0] == L'\0' ? nullptr : path.data(), wide(name).c_str(),
                                  L".exe", static_cast<DWORD>(found.size()), found.data(), nullptr);
  return got == 0 || got >= found.size() ? std::wstring() : std::wstring(found.data(), got);
}

// 0, or the error's number. Handles that are null are those of NUL.
int start(const Words& words, HANDLE input, HANDLE output, DWORD flags, Process& process) {
  const std::wstring program = found_program(words.front());
  if (program.empty()) return ENOENT;
  std::wstring line;
  for (const std::string& word : words)
    line += (line.empty() ? L"" : L" ") + quoted(wide(word));
  STARTUPINFOW how{};
  how.cb = sizeof how;
  how.dwFlags = STARTF_USESTDHANDLES;
  how.hStdInput = input;
  how.hStdOutput = how.hStdError = output;
  PROCESS_INFORMATION made{};
  if (::CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, TRUE, flags, nullptr,
                       nullptr, &how, &made) == 0) {
    failed();
    return errno;
  }
  ::CloseHandle(made.hThread);
  process = reinterpret_cast<Process>(made.hProcess);
  return 0;
}

HANDLE handle_of(Process process) {
  return reinterpret_cast<HANDLE>(process);
}

// An end of a pipe, or a stream, that the next program gets.
HANDLE inherited(HANDLE handle) {
  ::SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
  return handle;
}

}  // namespace

void prepare_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::_setmode(stream, O_BINARY);
  // This library keeps what goes to a pipe, and it would come after later results.
  std::setvbuf(stderr, nullptr, _IONBF, 0);
  WSADATA sockets{};
  ::WSAStartup(MAKEWORD(2, 2), &sockets);
  if (isatty(STDOUT_FILENO) == 0 && isatty(STDERR_FILENO) == 0) return;
  page_before = ::GetConsoleOutputCP();
  ::SetConsoleOutputCP(CP_UTF8);
  std::atexit([] { ::SetConsoleOutputCP(page_before); });
  for (const DWORD stream : {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {
    DWORD mode = 0;
    const HANDLE console = ::GetStdHandle(stream);
    if (::GetConsoleMode(console, &mode) != 0)
      ::SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  }
}

std::optional<std::size_t> terminal_width() {
  CONSOLE_SCREEN_BUFFER_INFO info{};
  if (::GetConsoleScreenBufferInfo(::GetStdHandle(STD_OUTPUT_HANDLE), &info) == 0)
    return std::nullopt;
  // A character in the last column ends the line.
  return static_cast<std::size_t>(info.srWindow.Right - info.srWindow.Left);
}

CommandLine::CommandLine(int, char**) {
  int count = 0;
  wchar_t** words = ::CommandLineToArgvW(::GetCommandLineW(), &count);
  for (int i = 0; i < count; ++i)
    texts_.push_back(narrow(words[i]));
  ::LocalFree(words);
  for (std::string& text : texts_)
    words_.push_back(text.data());
  words_.push_back(nullptr);
  if (!has_own_window()) return;
  // Nobody would see what is in a window that closes at once.
  std::atexit([] {
    std::fputs("Press Enter to close this window.\n", stderr);
    (void)std::getchar();
  });
}

bool CommandLine::has_own_window() {
  std::array<DWORD, 2> processes{};
  const auto most = static_cast<DWORD>(processes.size());
  return isatty(STDOUT_FILENO) != 0 && ::GetConsoleProcessList(processes.data(), most) == 1;
}

Words page_opener() {
  return {"rundll32", "url.dll,FileProtocolHandler"};
}

Process start_detached(Words words) {
  Process process = -1;
  SECURITY_ATTRIBUTES inherit{sizeof inherit, nullptr, TRUE};
  const HANDLE nothing =
      ::CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, 0, &inherit, OPEN_EXISTING, 0, nullptr);
  const int failure =
      start(words, nothing, nothing, DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP, process);
  ::CloseHandle(nothing);
  return failure == 0 ? process : -1;
}

bool has_ended(Process process, bool& good) {
  if (::WaitForSingleObject(handle_of(process), 0) != WAIT_OBJECT_0) return false;
  good = take_status(process);
  return true;
}

int start_with_input(Words words, const HeldSignals&, Process& process, int& input) {
  HANDLE from = nullptr, to = nullptr;
  if (::CreatePipe(&from, &to, nullptr, 1 << 20) == 0) {
    failed();
    return errno;
  }
  const int failure =
      start(words, inherited(from), inherited(::GetStdHandle(STD_ERROR_HANDLE)), 0, process);
  ::CloseHandle(from);
  if (failure != 0) {
    ::CloseHandle(to);
    return failure;
  }
  input = ::_open_osfhandle(reinterpret_cast<std::intptr_t>(to), O_BINARY | O_WRONLY);
  return 0;
}

void wait_for_end(Process process) {
  ::WaitForSingleObject(handle_of(process), INFINITE);
}

bool take_status(Process process) {
  DWORD status = 1;
  ::GetExitCodeProcess(handle_of(process), &status);
  ::CloseHandle(handle_of(process));
  return status == 0;
}

void kill_and_wait(Process process) {
  ::TerminateProcess(handle_of(process), 1);
  wait_for_end(process);
}

}  // namespace anmkit::cli::sys
