// SPDX-License-Identifier: MIT
// Colour, progress, and the lines that people read.
#include "cli/report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "cli/encoding.hpp"

namespace anmkit::cli {
namespace {

bool quiet = false;

bool colourful() {
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(STDERR_FILENO) != 0 && (no_color == nullptr || *no_color == '\0');
}

std::string painted(std::string_view text, std::string_view code) {
  if (!colourful()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string_view colour_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "1;31";
    case Severity::warning:
      return "33";
    case Severity::info:
      break;
  }
  return "36";
}

// "12:5", the path of a finding in a source text.
bool is_position(std::string_view path) {
  const std::size_t colon = path.find(':');
  return colon != 0 && colon + 1 < path.size() &&
         path.find_first_not_of("0123456789:") == std::string_view::npos;
}

// A message that cannot be printed is lost; the work goes on, and its exit status tells.
void print_line(std::string_view line) {
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

void set_quiet(bool on) {
  quiet = on;
}

void print_diagnostic(std::string_view file, const Diagnostic& diagnostic) {
  if (quiet && diagnostic.severity != Severity::error) return;
  std::string line(file);
  const bool in_text = is_position(diagnostic.path);
  if (in_text) line += ":" + diagnostic.path;
  line += ": " + painted(severity_name(diagnostic.severity), colour_of(diagnostic.severity));
  line += " " + diagnostic.code;
  if (!in_text && diagnostic.offset) line += fmt::format(" at {:#x}", *diagnostic.offset);
  if (!in_text && !diagnostic.path.empty()) line += " (" + diagnostic.path + ")";
  print_line(fmt::format("{}: {}\n", line, readable(diagnostic.message)));
}

void print_diagnostics(std::string_view file, const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.finish())
    print_diagnostic(file, diagnostic);
}

void print_error(std::string_view message, std::string_view hint) {
  print_line(fmt::format("anmkit: {}\n", painted(message, "1;31")));
  if (!hint.empty()) print_line(fmt::format("  {}\n", hint));
}

void print_failures(std::size_t failed, std::size_t all) {
  if (all > 1 && failed > 0) print_error(fmt::format("{} of {} files failed", failed, all));
}

void print_note(std::string_view message) {
  if (!quiet) print_line(fmt::format("{}\n", message));
}

bool print_result(std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() &&
         std::fflush(stdout) == 0;
}

void print_conversion(std::string_view file, const ConversionReport& report) {
  print_diagnostics(file, report.diagnostics);
  if (!report.summary.empty()) print_note(report.summary);
  // The worst ones are what matters; a character has hundreds of tracks.
  constexpr std::size_t kShown = 8;
  std::vector<FitLine> fits = report.fits;
  std::ranges::stable_sort(fits, std::greater{}, &FitLine::error);
  for (std::size_t i = 0; i < std::min(fits.size(), kShown); ++i) {
    print_note(
        fmt::format("  {}: largest error {:.3g} {}", fits[i].what, fits[i].error, fits[i].unit));
  }
  if (fits.size() > kShown) {
    print_note(fmt::format("  and {} more tracks with smaller errors", fits.size() - kShown));
  }
}

Progress::Progress(std::size_t total) : total_(total) {
  shown_ = !quiet && total > 8 && isatty(STDERR_FILENO) != 0;
}

Progress::~Progress() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
}

void Progress::step() {
  ++done_;
  if (!shown_) return;
  constexpr std::size_t kWidth = 30;
  const std::size_t filled = done_ * kWidth / total_;
  print_line(
      fmt::format("\r[{:=<{}}{: <{}}] {}/{}", "", filled, "", kWidth - filled, done_, total_));
  std::fflush(stderr);
}

}  // namespace anmkit::cli
