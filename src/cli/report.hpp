// SPDX-License-Identifier: MIT
// Output for people: messages on stderr, colour only on a terminal, results on stdout.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "anmkit/registry.hpp"

namespace anmkit::cli {

// How much is printed.
struct Reporting {
  bool quiet = false;    // errors only
  bool verbose = false;  // all of it, however much
  bool many = false;     // several inputs: equal findings once, a screen at most, then a summary
  std::string file;      // where all findings go as JSON lines; empty = nowhere
};
// False, after saying why, when the file cannot be made.
bool set_reporting(const Reporting& reporting);
// The open file of findings; -1: none.
int findings_descriptor();
// The last lines: findings that were not printed, by kind. False when the file of findings is
// incomplete.
bool finish_reporting();

// "file: error craftstudio.E-TRUNCATED at 0x1f (nodes[0].name): message"; in a source text
// "file:12:5: error cs2.S12: message".
void print_diagnostic(std::string_view file, const Diagnostic& diagnostic);
void print_diagnostics(std::string_view file, const Diagnostics& diagnostics);
// "anmkit: message", and a next step on a line of its own when there is one.
void print_error(std::string_view message, std::string_view hint = {});
// What is wrong with a request, and the exit status: of an error of usage the first sentence is the
// fault, what follows is the hint.
int refuse(const Error& error, const std::string& about);
// The last word on several inputs; nothing when there was one, or none failed.
void print_failures(std::size_t failed, std::size_t all);
// The last line of a conversion that errors kept from making anything.
void print_unwritten(const std::string& output);
// A line without the colour of an error; silent under --quiet.
void print_note(std::string_view message);
// The same for the one line that sums up: it is never left out of a screen.
void print_summary(std::string_view message);
// Whether results of many files may be a line each.
bool says_each(std::size_t files);

// Writes a result to stdout; false when that fails (closed pipe, full disk).
bool print_result(std::string_view text);
// The same of text for people, whose names come from files: readable, and no command to a terminal.
bool print_text(std::string_view text);
// Reports read errors that are not reported yet. Gives the exit status.
int conclude(int status);

// Largest errors of a conversion, one line per track, and its losses.
void print_conversion(std::string_view file, const ConversionReport& report);

// A message on its way from a worker to the thread that prints.
struct Message {
  // kept: a diagnostic for the file of findings alone.
  enum class Kind : std::uint8_t { diagnostic, kept, error, note, summary };
  Kind kind = Kind::note;
  std::string text;  // of a diagnostic the file, else the line itself
  Diagnostic diagnostic = {};
  std::string finding = {};  // the line of a diagnostic in the file of findings
};
void print_messages(std::vector<Message> messages);
// While one lives, the messages of its thread are kept in a list.
class HeldMessages {
 public:
  explicit HeldMessages(std::vector<Message>& to);
  ~HeldMessages();
  HeldMessages(const HeldMessages&) = delete;
  HeldMessages& operator=(const HeldMessages&) = delete;

 private:
  std::vector<Message>* before_;
};

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
