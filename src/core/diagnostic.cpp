// SPDX-License-Identifier: MIT
// The bounded list of findings.
#include <algorithm>

#include "anmkit/result.hpp"

namespace anmkit {

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::info:
      return "info";
    case Severity::warning:
      return "warning";
    case Severity::error:
      break;
  }
  return "error";
}

std::unexpected<Error> fail(std::string code, std::string message,
                            std::optional<std::uint64_t> offset, std::string path) {
  return std::unexpected(
      Error{Severity::error, std::move(code), offset, std::move(path), std::move(message)});
}

void Diagnostics::add(Diagnostic diagnostic) {
  Count& count = counts_[diagnostic.code];
  const bool kept = keeps(count, diagnostic.severity);
  tally(count, diagnostic.severity);
  if (!kept) return;
  ++count.kept;
  items_.push_back(std::move(diagnostic));
}

void Diagnostics::tally(Count& count, Severity severity) {
  ++count.seen;
  count.severity = std::max(count.severity, severity);
  if (severity == Severity::error) ++errors_;
  if (severity == Severity::warning) ++warnings_;
}

// The first error is kept, whatever came before it.
bool Diagnostics::keeps(const Count& count, Severity severity) const {
  return count.kept < kPerCode || (severity == Severity::error && errors_ == 0);
}

void Diagnostics::add(Severity severity, std::string_view code, std::string message,
                      std::optional<std::uint64_t> offset, std::string path) {
  add(Diagnostic{severity, std::string(code), offset, std::move(path), std::move(message)});
}

void Diagnostics::add_all(const Diagnostics& others) {
  for (const Diagnostic& diagnostic : others.items_)
    add(diagnostic);
  for (const auto& [code, count] : others.counts_) {
    counts_[code].seen += count.seen - count.kept;
  }
}

void Diagnostics::locate(std::string_view text) {
  std::vector<Diagnostic*> order;
  for (Diagnostic& item : items_) {
    if (item.offset && *item.offset <= text.size()) order.push_back(&item);
  }
  std::ranges::stable_sort(order, {}, [](const Diagnostic* item) { return *item->offset; });
  std::uint32_t line = 1;
  std::size_t line_begin = 0, at = 0;
  for (Diagnostic* item : order) {
    for (const std::size_t end = *item->offset; at < end; ++at) {
      if (text[at] != '\n') continue;
      ++line;
      line_begin = at + 1;
    }
    item->line = line;
    item->column = static_cast<std::uint32_t>(at - line_begin + 1);
  }
}

bool Diagnostics::wants(Severity severity, std::string_view code) {
  const auto found = counts_.find(code);
  if (found == counts_.end() || keeps(found->second, severity)) return true;
  tally(found->second, severity);
  return false;
}

std::vector<Diagnostic> Diagnostics::finish() const {
  std::vector<Diagnostic> all = items_;
  for (const auto& [code, count] : counts_) {
    if (count.seen == count.kept) continue;
    all.push_back({count.severity,
                   code,
                   {},
                   {},
                   std::to_string(count.seen - count.kept) + " more findings of this kind"});
  }
  return all;
}

const Diagnostic* Diagnostics::first_error() const {
  const auto found = std::ranges::find(items_, Severity::error, &Diagnostic::severity);
  return found == items_.end() ? nullptr : &*found;
}

}  // namespace anmkit
