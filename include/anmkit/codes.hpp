// What diagnostic codes mean: the tables behind `anmkit explain` and docs/codes.md.
#pragma once

#include <span>
#include <string_view>

namespace anmkit {

struct CodeInfo {
  std::string_view code;        // without the prefix
  std::string_view severities;  // letters of those it comes with, the usual one first: "E", "WI"
  std::string_view meaning;     // one or two sentences
  std::string_view remedy;      // what to do about it; may be empty for information
  std::string_view section;     // of the specification; empty: a rule of anmkit's own
};

// All codes of one prefix, sorted.
struct CodeTable {
  std::string_view prefix;         // "gc"; "anmkit" for codes that belong to no family
  std::string_view specification;  // a page in docs/spec, or empty
  std::span<const CodeInfo> codes;
};

// In the order of the families, then "anmkit".
std::span<const CodeTable> code_tables();

}  // namespace anmkit
