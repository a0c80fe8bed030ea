// SPDX-License-Identifier: MIT
// Text between UTF-8 and the 16-bit characters of Windows, and its errors as those of POSIX.
#pragma once

#include <windows.h>

#include <string>
#include <string_view>

namespace anmkit::cli::sys {

std::wstring wide(std::string_view text);
std::string narrow(std::wstring_view text);
// A path for the calls of Windows: any length, and any separator.
std::wstring wide_path(const std::string& path);
// Sets errno to what GetLastError() means; -1.
int failed();

}  // namespace anmkit::cli::sys
