// SPDX-License-Identifier: MIT
// What people read: messages on stderr, colour only on a terminal, results on stdout.
#pragma once

#include <string>
#include <string_view>

#include "anmkit/registry.hpp"

namespace anmkit::cli {

// "file: error craftstudio.E-TRUNCATED at 0x1f (nodes[0].name): message"; in a source text
// "file:12:5: error cs2.S12: message".
void print_diagnostic(std::string_view file, const Diagnostic& diagnostic);
void print_diagnostics(std::string_view file, const Diagnostics& diagnostics);
// "anmkit: message", and a next step on a line of its own when there is one.
void print_error(std::string_view message, std::string_view hint = {});
// The last word on several inputs; nothing when there was one, or none failed.
void print_failures(std::size_t failed, std::size_t all);
// A line without the colour of an error; silent under --quiet.
void print_note(std::string_view message);
void set_quiet(bool quiet);

// Writes a result to stdout; false when that fails (closed pipe, full disk).
bool print_result(std::string_view text);

// Largest errors of a conversion, one line a track, and what was lost.
void print_conversion(std::string_view file, const ConversionReport& report);

// A bar on stderr for long work; nothing unless stderr is a terminal.
class Progress {
 public:
  explicit Progress(std::size_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void step();

 private:
  std::size_t total_;
  std::size_t done_ = 0;
  bool shown_ = false;
};

}  // namespace anmkit::cli
