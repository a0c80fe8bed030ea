// SPDX-License-Identifier: MIT
// Errors and warnings of `check` in files that are used despite them.
#include "convert/flaws.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/file_place.hpp"
#include "formats/codes.hpp"

namespace anmkit {
namespace {

std::string and_more(std::size_t count) {
  return count > 1 ? " (and " + std::to_string(count - 1) + " more)" : std::string();
}

// One line for all findings of a weight.
void report_all(std::vector<Diagnostic>& all, const std::string& path, std::string_view about,
                Diagnostics& notes) {
  if (all.empty()) return;
  Diagnostic flaw = std::move(all.front());
  // Those of sources go on with the line.
  flaw.message = flaw.message.substr(0, flaw.message.find('\n'));
  flaw.message = std::string(about) + flaw.message + " (" + flaw.code + ")" + and_more(all.size());
  flaw.code = "anmkit.FLAWED";
  flaw.severity = Severity::warning;
  name_place(flaw, path);
  notes.add(std::move(flaw));
}

constexpr std::string_view kDespite = "used despite an error of the file: ";

std::set<std::string> codes_of(const Diagnostics& notes) {
  std::set<std::string> known;
  for (Diagnostic& note : notes.finish())
    known.insert(std::move(note.code));
  return known;
}

}  // namespace

void report_flaws(const Companion& companion, const Context& context, Diagnostics& notes) {
  const Format* format =
      companion.document == nullptr ? nullptr : find_format(companion.document->format());
  // Errors of sources are names that other files define.
  if (format == nullptr || format->text) return;
  if (format->passes_quick_check != nullptr && format->passes_quick_check(companion.bytes)) return;
  Diagnostics found;
  const DocumentPtr read = format->parse({companion.bytes, companion.path}, context.options, found);
  if (read) read->check(context, found);
  const std::set<std::string> known = codes_of(notes);
  std::vector<Diagnostic> errors;
  for (Diagnostic& one : found.finish()) {
    if (one.severity == Severity::error && one.code != kBadOption && !known.contains(one.code))
      errors.push_back(std::move(one));
  }
  report_all(errors, companion.path, kDespite, notes);
}

void report_flaws(const Parsed& input, const Context& context, Diagnostics& notes) {
  Diagnostics found = input.findings;
  input.document->check(context, found);
  locate(found, *input.format, input.bytes);
  const std::set<std::string> known = codes_of(notes);
  std::vector<Diagnostic> errors, warnings, left_out;
  std::map<std::string, std::vector<Diagnostic>> idle;
  for (Diagnostic& one : found.finish()) {
    if (one.code == kBadOption || known.contains(one.code)) continue;
    const bool shown_nowhere = has_no_effect(one.code, one.severity);
    if (one.severity == Severity::error) {
      // What is left out is not what was asked for: an error of the conversion.
      if (shown_nowhere) name_place(one, input.path);
      (shown_nowhere ? left_out : errors).push_back(std::move(one));
    } else if (shown_nowhere) {
      idle[one.code].push_back(std::move(one));
    } else if (one.severity == Severity::warning) {
      warnings.push_back(std::move(one));
    }
  }
  for (Diagnostic& one : left_out)
    notes.add(std::move(one));
  for (auto& [code, all] : idle) {
    all.front().message += and_more(all.size());
    name_place(all.front(), input.path);
    notes.add(std::move(all.front()));
  }
  report_all(errors, input.path, kDespite, notes);
  if (errors.empty()) report_all(warnings, input.path, "used despite a warning: ", notes);
}

}  // namespace anmkit
