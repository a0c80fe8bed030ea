// SPDX-License-Identifier: MIT
// `anmkit explain CODE`: the meaning of a diagnostic code, from the tables of the families.
#include <fmt/format.h>

#include "anmkit/registry.hpp"
#include "cli/explain/explain.hpp"
#include "cli/report.hpp"
#include "core/json.hpp"
#include "core/letters.hpp"
#include "core/nearest.hpp"

namespace anmkit::cli {
namespace {

struct Known {
  const CodeTable* table;
  const CodeInfo* info;

  std::string name() const { return fmt::format("{}.{}", table->prefix, info->code); }
};

std::vector<Known> all_codes() {
  std::vector<Known> all;
  for (const CodeTable& table : code_tables()) {
    for (const CodeInfo& info : table.codes)
      all.push_back({&table, &info});
  }
  return all;
}

Severity severity_of(char letter) {
  return letter == 'E' ? Severity::error : letter == 'W' ? Severity::warning : Severity::info;
}

std::string severities(const Known& known) {
  std::string text;
  for (const char letter : known.info->severities) {
    if (!text.empty()) text += " or ";
    text += severity_name(severity_of(letter));
  }
  return text;
}

std::string as_text(const std::vector<Known>& chosen) {
  std::string text;
  for (const Known& known : chosen) {
    if (!text.empty()) text += '\n';
    text += fmt::format("{}: {}\n  {}\n", known.name(), severities(known), known.info->meaning);
    if (!known.info->remedy.empty()) text += fmt::format("  What to do: {}\n", known.info->remedy);
    if (!known.info->section.empty()) {
      text += fmt::format("  Rule: docs/spec/{}, section {}\n", known.table->specification,
                          known.info->section);
    }
  }
  return text;
}

std::string as_json(const std::vector<Known>& chosen) {
  JsonWriter json(JsonWriter::Style::indented);
  json.begin_object();
  json.key("codes");
  json.begin_array();
  for (const Known& known : chosen) {
    json.begin_object();
    json.member("code", known.name());
    json.member("family", known.table->prefix);
    json.key("severities");
    json.begin_array(true);
    for (const char letter : known.info->severities)
      json.value(severity_name(severity_of(letter)));
    json.end_array();
    json.member("meaning", known.info->meaning);
    json.member("remedy", known.info->remedy);
    json.member("specification", known.info->section.empty() ? "" : known.table->specification);
    json.member("section", known.info->section);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take() + "\n";
}

// "Did you mean": the nearest code, compared with its family when the word has one.
std::string nearest_code(const std::vector<Known>& all, std::string_view word) {
  const bool with_family = word.find('.') != std::string_view::npos;
  std::string best;
  std::size_t least = 3;
  for (const Known& known : all) {
    const std::size_t edits =
        distance(word, with_family ? known.name() : std::string(known.info->code));
    if (edits >= least) continue;
    least = edits;
    best = known.name();
  }
  return best;
}

}  // namespace

int explain_codes(const Arguments& arguments) {
  const std::vector<Known> all = all_codes();
  std::vector<Known> chosen = arguments.explain.all ? all : std::vector<Known>{};
  for (const std::string& word : arguments.files) {
    const std::size_t before = chosen.size();
    for (const Known& known : all) {
      if (equal_in_any_case(word, known.name()) || equal_in_any_case(word, known.info->code)) {
        chosen.push_back(known);
      }
    }
    if (chosen.size() > before) continue;
    const std::string meant = word.size() > 60 ? "" : nearest_code(all, word);
    print_error(
        fmt::format("no diagnostic code '{}'", word),
        meant.empty() ? "anmkit explain --all lists them" : fmt::format("did you mean {}?", meant));
    return kUsage;
  }
  return print_result(arguments.json ? as_json(chosen) : as_text(chosen)) ? kGood : kSystem;
}

}  // namespace anmkit::cli
