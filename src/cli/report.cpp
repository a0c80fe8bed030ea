// SPDX-License-Identifier: MIT
// Colour, progress, and the lines that people read.
#include "cli/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "cli/arguments/arguments.hpp"
#include "cli/arguments/bounds.hpp"
#include "cli/files/encoding.hpp"
#include "cli/files/staging.hpp"
#include "cli/files/storage.hpp"
#include "cli/findings_screen.hpp"
#include "cli/platform/calls.hpp"
#include "core/counted.hpp"
#include "core/letters.hpp"
#include "core/paths.hpp"
#include "json_reports/json_text.hpp"

namespace anmkit::cli {
namespace {

Reporting reporting;
FindingsScreen digest;
int findings_file = -1;
std::string findings;  // that are not in the file yet
bool findings_lost = false;
int result_lost = 0;            // why standard output could not be written
std::uint64_t result_size = 0;  // bytes on standard output
bool result_over = false;       // they would be more than the limit
bool loss_told = false;
thread_local std::vector<Message>* held = nullptr;

bool colourful() {
  const char* no_color = std::getenv("NO_COLOR");
  return sys::isatty(STDERR_FILENO) != 0 && (no_color == nullptr || *no_color == '\0');
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

// "file:12:5: error code: message"
std::string line_of(std::string_view file, const Diagnostic& diagnostic) {
  std::string line = shown(file);
  const bool in_text = is_position(diagnostic.path);
  if (in_text) {
    line += ":" + diagnostic.path;
  } else if (diagnostic.line > 0) {
    line += fmt::format(":{}:{}", diagnostic.line, diagnostic.column);
  }
  line += ": " + painted(severity_name(diagnostic.severity), colour_of(diagnostic.severity));
  line += " " + diagnostic.code;
  if (!in_text && diagnostic.line == 0 && diagnostic.offset)
    line += fmt::format(" at {:#x}", *diagnostic.offset);
  if (!in_text && !diagnostic.path.empty()) line += " (" + shown(diagnostic.path) + ")";
  // Only findings in sources of scripts quote lines, below the message.
  const bool quotes = (in_text || diagnostic.line > 0) && diagnostic.code.starts_with("cs2.");
  return fmt::format("{}: {}\n", line,
                     quotes ? readable(diagnostic.message) : shown(diagnostic.message));
}

void flush_findings() {
  findings_lost |= !write_all(findings_file, as_bytes(findings));
  findings.clear();
}

// The line of a finding in their file.
std::string finding_line(std::string_view file, const Diagnostic& diagnostic) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("file", std::string_view(json_safe(file)));
  write_finding(json, diagnostic);
  json.end_object();
  return json.take() + "\n";
}

void keep_finding(std::string_view line) {
  findings += line;
  constexpr std::size_t kBlock = 1 << 16;
  if (findings.size() >= kBlock) flush_findings();
}

bool selects() {
  return reporting.many && !reporting.verbose;
}

void print_now(const Message& message) {
  switch (message.kind) {
    case Message::Kind::diagnostic:
      if (message.text == "-" && message.diagnostic.code == kCannotWrite) {
        // Who reads the head of a long result and leaves knows why there is no more.
        if (result_lost == EPIPE) return;
        loss_told = true;
      }
      keep_finding(message.finding);
      if (reporting.quiet && message.diagnostic.severity != Severity::error) return;
      if (selects() && !digest.admit(message.text, message.diagnostic)) return;
      return print_line(line_of(message.text, message.diagnostic));
    case Message::Kind::kept:
      return keep_finding(message.finding);
    case Message::Kind::error:
      return print_line(message.text);
    case Message::Kind::note:
      if (!reporting.quiet && (!selects() || digest.admit_line())) print_line(message.text);
      return;
    case Message::Kind::summary:
      if (!reporting.quiet) print_line(message.text);
      return;
  }
}

void say(Message message) {
  // Here, where the worker is whose message it is: those of all meet on one thread.
  const bool finds =
      message.kind == Message::Kind::diagnostic || message.kind == Message::Kind::kept;
  if (finds && findings_file >= 0) message.finding = finding_line(message.text, message.diagnostic);
  if (held != nullptr) return held->push_back(std::move(message));
  print_now(message);
}

}  // namespace

bool set_reporting(const Reporting& wanted) {
  reporting = wanted;
  if (wanted.file.empty()) return true;
  do {
    findings_file = sys::open(wanted.file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  } while (findings_file < 0 && errno == EINTR);
  if (findings_file >= 0) return true;
  print_error(fmt::format("--report: cannot write {}: {}", wanted.file, sys::error_text(errno)));
  return false;
}

int findings_descriptor() {
  return findings_file;
}

bool finish_reporting() {
  const std::vector<std::string> left_out = digest.left_out();
  if (!left_out.empty() && !reporting.quiet) {
    for (const std::string& line : left_out)
      print_line(fmt::format("  {}\n", line));
    print_line("  --verbose prints all, --report FILE keeps all\n");
  }
  if (findings_file < 0) return true;
  flush_findings();
  const bool closed = sys::close(findings_file) == 0 || errno == EINTR;
  const bool whole = closed && !findings_lost;
  findings_file = -1;
  if (!whole) print_error(fmt::format("--report: {} is not whole", reporting.file));
  return whole;
}

void print_diagnostic(std::string_view file, const Diagnostic& diagnostic) {
  say({Message::Kind::diagnostic, std::string(file), diagnostic});
}

void print_diagnostics(std::string_view file, const Diagnostics& diagnostics) {
  // Errors are fixed one by one; of other findings a few of a kind say all.
  constexpr std::size_t kFew = 4;
  std::vector<Diagnostic> all = diagnostics.finish();
  std::map<std::string, std::size_t> count;
  for (const Diagnostic& one : all) {
    if (one.severity != Severity::error && !reporting.verbose) ++count[one.code];
  }
  std::set<std::string> folded;
  for (Diagnostic& one : all) {
    const std::size_t same = one.severity == Severity::error ? 0 : count[one.code];
    const bool folds = same > kFew && !reporting.many;
    const bool first = folds && folded.insert(one.code).second;
    const std::string code = one.code;
    say({folds && !first ? Message::Kind::kept : Message::Kind::diagnostic, std::string(file),
         std::move(one)});
    if (first) print_note(fmt::format("  and {} more of {}; -v lists all", same - 1, code));
  }
}

void print_error(std::string_view message, std::string_view hint) {
  std::string text = fmt::format("anmkit: {}\n", painted(shown(message), "1;31"));
  if (!hint.empty()) text += fmt::format("  {}\n", shown(hint));
  say({Message::Kind::error, std::move(text)});
}

int refuse(const Error& error, const std::string& about) {
  if (error.code != kUsageError) {
    print_diagnostic(about, error);
    return status_for(error);
  }
  const std::size_t end = error.message.find("; ");
  print_error(error.message.substr(0, end),
              end == std::string::npos ? "" : error.message.substr(end + 2));
  return kUsage;
}

void print_failures(std::size_t failed, std::size_t all) {
  if (all > 1 && failed > 0) print_error(fmt::format("{} of {} files failed", failed, all));
}

void print_unwritten(const std::string& output) {
  const std::string what =
      output.ends_with('/') || output == "-"
          ? "nothing is written to " + (output == "-" ? "standard output" : output)
          : output + " is not written";
  print_error(what + " because of the errors above");
}

void print_note(std::string_view message) {
  say({Message::Kind::note, fmt::format("{}\n", shown(message))});
}

void print_summary(std::string_view message) {
  say({Message::Kind::summary, fmt::format("{}\n", shown(message))});
}

bool says_each(std::size_t files) {
  constexpr std::size_t kScreen = 20;
  return files <= kScreen || reporting.verbose;
}

void print_messages(std::vector<Message> messages) {
  if (held != nullptr) {
    std::ranges::move(messages, std::back_inserter(*held));
  } else {
    std::ranges::for_each(messages, print_now);
  }
}

HeldMessages::HeldMessages(std::vector<Message>& to) : before_(std::exchange(held, &to)) {}
HeldMessages::~HeldMessages() {
  held = before_;
}

bool print_result(std::string_view text) {
  const std::uint64_t limit = most(Limit::output_bytes);
  result_over = result_over || text.size() > limit - result_size;
  if (result_over) return false;
  result_size += text.size();
  if (write_all(STDOUT_FILENO, as_bytes(text))) return true;
  result_lost = errno == 0 ? EIO : errno;
  return false;
}

bool print_text(std::string_view text) {
  return print_result(readable(text));
}

int conclude(int status) {
  if (result_over) {
    const std::uint64_t limit = most(Limit::output_bytes);
    print_diagnostic(
        "-", over_limit(Limit::output_bytes, limit, "the output has more bytes than are written"));
    return kBad;
  }
  if (result_lost != 0 && result_lost != EPIPE && !loss_told)
    print_error(fmt::format("standard output cannot be written: {}", sys::error_text(result_lost)));
  const std::string missed = unread();
  if (missed.empty() || status >= kSystem) return status;
  print_error(missed, "the output above may be incomplete");
  return kSystem;
}

namespace {

void print_fit(const FitLine& fit) {
  print_note(fmt::format("  {}: largest error {:.3g} {}", fit.what, fit.error, fit.unit));
}

// Tracks that were kept, and others that came out the same but for 32-bit numbers, are listed only
// where no other is.
bool is_rounding(const FitLine& fit) {
  constexpr double kRounding = 1e-5;
  return fit.error < kRounding;
}

// What a line measures: the word after the last comma, and its unit. Degrees are not more or less
// than metres.
std::pair<std::string_view, std::string_view> kind_of(const FitLine& fit) {
  const std::size_t comma = fit.what.rfind(", ");
  const std::string_view what = fit.what;
  return {comma == what.npos ? what : what.substr(comma + 2), fit.unit};
}

// "model.inc.c and 12 textures": images are counted, other files named while they are few.
std::string summed_up(const std::vector<std::string>& paths) {
  constexpr std::string_view kTextures[] = {".png", ".tim", ".tpl", ".jpg", ".jpeg"};
  constexpr std::size_t kNamed = 3;
  std::vector<std::string> parts;
  std::size_t textures = 0, others = 0;
  std::string_view texture;
  for (const std::string& path : paths) {
    const std::string extension = lowered(extension_of(path));
    if (std::ranges::find(kTextures, extension) != std::end(kTextures)) {
      ++textures;
      texture = file_name(path);
    } else if (parts.size() < kNamed) {
      parts.emplace_back(file_name(path));
    } else {
      ++others;
    }
  }
  if (others > 0) parts.push_back(counted(others, "more file"));
  if (textures == 1) parts.emplace_back(texture);
  if (textures > 1) parts.push_back(fmt::format("{} textures", textures));
  std::string text = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i)
    text += (i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text;
}

}  // namespace

void print_conversion(std::string_view file, const ConversionReport& report) {
  std::vector<std::string> used;
  for (const Diagnostic& diagnostic : report.diagnostics.finish()) {
    constexpr std::string_view kWith = "shown with ";
    const bool using_one =
        diagnostic.code == "anmkit.USING" && diagnostic.message.starts_with(kWith);
    if (using_one) used.push_back(diagnostic.message.substr(kWith.size()));
    const bool kept = using_one && !reporting.verbose;
    say({kept ? Message::Kind::kept : Message::Kind::diagnostic, std::string(file), diagnostic});
  }
  if (!used.empty() && !reporting.verbose && !reporting.many)
    print_note("shown with " + summed_up(used));
  if (!report.summary.empty()) print_note(report.summary);
  // Only the worst of each kind: a character has hundreds of tracks.
  constexpr std::size_t kShown = 8;
  std::map<std::pair<std::string_view, std::string_view>, std::vector<const FitLine*>> kinds;
  const bool rounded = std::ranges::all_of(report.fits, is_rounding);
  for (const FitLine& fit : report.fits) {
    if (rounded || !is_rounding(fit)) kinds[kind_of(fit)].push_back(&fit);
  }
  const std::size_t each = kinds.empty() ? 0 : std::max<std::size_t>(kShown / kinds.size(), 2);
  for (auto& [kind, fits] : kinds) {
    std::ranges::stable_sort(fits, std::greater{}, &FitLine::error);
    const std::size_t shown = std::min(fits.size(), each);
    for (std::size_t i = 0; i < shown; ++i)
      print_fit(*fits[i]);
    if (fits.size() > shown) {
      print_note(
          fmt::format("  and {} more with smaller errors of {}", fits.size() - shown, kind.first));
    }
  }
}

Progress::Progress(std::size_t total) : total_(total) {
  shown_ = !reporting.quiet && total > 8 && sys::isatty(STDERR_FILENO) != 0;
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
