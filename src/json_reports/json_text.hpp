// SPDX-License-Identifier: MIT
// Pieces of the JSON that scripts rely on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "anmkit/document.hpp"
#include "anmkit/math.hpp"
#include "core/json.hpp"

namespace anmkit {

// Text from files may not be UTF-8; JSON must be. Bytes that are not become U+FFFD.
std::string json_safe(std::string_view text);

// The members of one finding, without braces.
void write_finding(JsonWriter& json, const Diagnostic& diagnostic);
void write_diagnostics(JsonWriter& json, const Diagnostics& diagnostics);
// What was computed and is no number has its bits from the processor; shown, it has one spelling.
double shown(double number);
void write_numbers(JsonWriter& json, std::initializer_list<double> numbers);
void write_clip(JsonWriter& json, const ClipInfo& clip);
void write_strings(JsonWriter& json, std::string_view key, const std::vector<std::string>& list);
// A text, or null where it is empty.
void write_optional(JsonWriter& json, std::string_view key, std::string_view text);

}  // namespace anmkit
