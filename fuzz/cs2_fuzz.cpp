// SPDX-License-Identifier: MIT
// Scripts and sources. The first byte chooses a format, and for the family's own properties which
// part gets the rest.
#include "anmkit/cs2.hpp"
#include "formats/cs2/script/tokens.hpp"
#include "roundtrip.hpp"

namespace {

using namespace anmkit;
using anmkit::fuzz::require;

// Words are in the line in their order, and end inside it.
void try_tokens(std::string_view line) {
  std::size_t end = 0;
  for (const cs2::Token& token : cs2::tokenise(line).tokens) {
    require(token.length > 0 && token.column >= end, "words move on", "tokens");
    end = token.column + token.length;
    require(end <= line.size(), "words end in the line", "tokens");
  }
}

// What strict takes, compat compiles to the same; the text of the result compiles back to it.
void try_source(std::string_view text) {
  Diagnostics strict_found, found, again_found;
  const auto strict = cs2::compile(text, {cs2::Dialect::strict}, strict_found);
  const auto compat = cs2::compile(text, {cs2::Dialect::compatible}, found);
  require(strict.has_value() != strict_found.has_errors(), "no output has a reason", "cs2-text");
  require(compat.has_value() != found.has_errors(), "no output has a reason", "cs2-text");
  const bool pragmas = text.find("//%") != std::string_view::npos;
  if (strict && !pragmas) require(strict == compat, "the dialects agree", "cs2-text");
  if (!compat) return;
  const auto again = cs2::compile(cs2::decompile(*compat), {}, again_found);
  require(again && *again == *compat, "compile(decompile(x)) == x", "cs2-text");
  Diagnostics placed;
  cs2::check_source(text, cs2::Dialect::compatible, nullptr, "", placed);
}

void try_script(ByteView bytes) {
  const auto file = cs2::parse_anm(bytes);
  if (!file) return;
  Diagnostics found;
  const auto again = cs2::compile(cs2::decompile(*file), {}, found);
  require(again && *again == *file, "compile(decompile(x)) == x", "cs2-anm");
  // A machine that skips ticks shows at each moment what one sees that does not.
  cs2::Machine every(*file, {.budget = 2000}), some(*file, {.budget = 2000});
  for (std::int64_t tick = 0; tick < 64; ++tick) {
    if (!every.update(tick)) return;
    if (tick % 7 != 0) continue;
    if (!some.update(tick)) return;
    require(every.state() == some.state() && every.variables() == some.variables(),
            "late updates catch up", "machine");
  }
  const auto loop = cs2::find_loop(*file, {.budget = 2000}, 500);
  require(!loop || (loop->intro >= 0 && loop->period >= 0), "loops are not negative", "machine");
  (void)cs2::graph_dot(*file);
  (void)cs2::graph_mermaid(*file);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const ByteView bytes(reinterpret_cast<const std::byte*>(data) + 1, size - 1);
  // Above the formats' numbers: the properties of this family.
  if (data[0] == 0xF0) {
    try_tokens(as_text(bytes));
  } else if (data[0] == 0xF1) {
    try_source(as_text(bytes));
  } else if (data[0] == 0xF2) {
    try_script(bytes);
  } else {
    return fuzz::run("cs2", data, size);
  }
  return 0;
}
