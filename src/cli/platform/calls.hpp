// SPDX-License-Identifier: MIT
// Calls of the system that the tool makes: those of POSIX, and the same for Windows.
#pragma once

#ifdef _WIN32
#include "cli/platform/windows_calls.hpp"
#else
#include "cli/platform/posix_calls.hpp"
#endif

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace anmkit::cli::sys {

// What file calls return below 0, and `int` results other than 0, is explained by errno.

// 0, or the number of the error that ended the list. Without "." and "..".
int list_names(const std::string& folder, std::vector<std::string>& names);
// Makes a new file, private to this user, and replaces the XXXXXX of its name, `suffix` characters
// before the end.
int make_temporary(std::string& name, int suffix = 0);
// The same rights as the file that is replaced, else the usual ones. 0, or the error's number.
int set_mode(int file, const std::string& target);
// The name of a file is on the disk as well. Where a folder cannot be opened the file alone is.
void sync_folder(const std::string& path);
// -1 with EEXIST where `to` exists.
int rename_new(const std::string& from, const std::string& to);
// The files below a folder, until there are `most` or an error; without those of hidden folders.
// `missed` gets what cannot be examined.
std::vector<std::string> files_under(const std::string& folder, std::size_t most,
                                     void (*missed)(const std::string& path, int number),
                                     std::error_code& error);
// What the number of an error means.
std::string error_text(int number);

// Characters per line of the terminal at standard output; none where that goes elsewhere.
std::optional<std::size_t> terminal_width();
// The file of this program; empty when the system does not know it.
std::filesystem::path program_file();
// A line of text in Shift-JIS as UTF-8. What cannot be read becomes U+FFFD.
std::string from_shift_jis(std::string_view line);

// Once, before any work. Standard files that are closed stay so for whoever writes to them, and a
// pipe that breaks is a failed write.
void prepare_streams();

using Words = std::vector<std::string>;
// The command that opens a page with the program that the user chose for pages.
Words page_opener();
// A program in the background, which outlives this one and prints nothing; below 0: it cannot be
// started.
Process start_detached(Words words);
// Whether it has ended; `good`: with status 0. Once.
bool has_ended(Process process, bool& good);
// A program with a pipe to its standard input, which prints to standard error alone. `held`: the
// signals that wait meanwhile. 0, or the error's number.
int start_with_input(Words words, const HeldSignals& held, Process& process, int& input);
// Waits for the end, after which the number is still its own.
void wait_for_end(Process process);
// Whether it ended well. After wait_for_end().
bool take_status(Process process);
// In a signal handler.
void kill_and_wait(Process process);

}  // namespace anmkit::cli::sys
