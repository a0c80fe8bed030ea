// SPDX-License-Identifier: MIT
// Errors of `check` in files that are used despite them.
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

}  // namespace

void report_flaws(const Parsed& input, const Context& context, Diagnostics& notes) {
  Diagnostics found = input.findings;
  input.document->check(context, found);
  locate(found, *input.format, input.bytes);
  std::set<std::string> known;
  for (Diagnostic& note : notes.finish())
    known.insert(std::move(note.code));
  std::vector<Diagnostic> errors, left_out;
  std::map<std::string, std::vector<Diagnostic>> idle;
  for (Diagnostic& one : found.finish()) {
    if (one.code == kBadOption || known.contains(one.code)) continue;
    const bool shown_nowhere = has_no_effect(one.code, one.severity);
    if (one.severity == Severity::error) {
      // What is left out is not what was asked for: an error of the conversion.
      if (shown_nowhere) name_file(one, input.path);
      (shown_nowhere ? left_out : errors).push_back(std::move(one));
    } else if (shown_nowhere) {
      idle[one.code].push_back(std::move(one));
    }
  }
  for (Diagnostic& one : left_out)
    notes.add(std::move(one));
  for (auto& [code, all] : idle) {
    all.front().message += and_more(all.size());
    name_file(all.front(), input.path);
    notes.add(std::move(all.front()));
  }
  if (errors.empty()) return;
  Diagnostic flaw = std::move(errors.front());
  // Those of sources go on with the line.
  flaw.message = flaw.message.substr(0, flaw.message.find('\n'));
  flaw.message = "used despite an error of the file: " + flaw.message + " (" + flaw.code + ")" +
                 and_more(errors.size());
  flaw.code = "anmkit.FLAWED";
  flaw.severity = Severity::warning;
  name_file(flaw, input.path);
  notes.add(std::move(flaw));
}

}  // namespace anmkit
