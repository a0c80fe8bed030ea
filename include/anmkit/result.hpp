// SPDX-License-Identifier: MIT
// Bytes, results, errors and diagnostics: the types of inputs, outputs and findings of every part
// of anmkit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace anmkit {

using Bytes = std::vector<std::byte>;
using ByteView = std::span<const std::byte>;

// Bytes of a file that no field covers, and their offset. Kept for a byte-exact copy.
struct Gap {
  std::uint64_t offset = 0;
  Bytes bytes;
  friend bool operator==(const Gap&, const Gap&) = default;
};

// Takes bytes piece by piece, front to back. Returns false when it can take no more.
using Sink = std::function<bool(ByteView)>;
// Passes bytes to a sink, the same on each call. Returns false when the sink refused some.
using Pieces = std::function<bool(const Sink&)>;

// Views of the same memory as text and as bytes.
std::string_view as_text(ByteView bytes);
ByteView as_bytes(std::string_view text);
Bytes to_bytes(std::string_view text);

enum class Severity : std::uint8_t { info, warning, error };

// "info", "warning" or "error".
std::string_view severity_name(Severity severity);

// One finding about one input.
struct Diagnostic {
  Severity severity = Severity::error;
  // Stable code with the family as prefix ("craftstudio.E-TRUNCATED"). Findings of no family have
  // the prefix "anmkit." ("anmkit.UNSUPPORTED").
  std::string code;
  // Position in the input in bytes, if there is one.
  std::optional<std::uint64_t> offset;
  // Position inside the document ("nodes[2].position[0].time"); empty for the whole document.
  std::string path;
  // One line: what was found and what was expected, without the name of the file.
  std::string message;
  // Position of the offset in a source text, from 1; a tab is one column. 0 = not a text.
  std::uint32_t line = 0, column = 0;
};

// An Error is the diagnostic that stopped a function.
using Error = Diagnostic;

template <class T>
using Result = std::expected<T, Error>;

// Shorthand for `return fail("craftstudio.E-VERSION", "...", offset)`.
std::unexpected<Error> fail(std::string code, std::string message,
                            std::optional<std::uint64_t> offset = {}, std::string path = {});

// Codes of errors that belong to no family.
inline constexpr std::string_view kUnsupported = "anmkit.UNSUPPORTED";  // no such operation
inline constexpr std::string_view kUsageError = "anmkit.USAGE";         // wrong arguments
inline constexpr std::string_view kBadOption = "anmkit.OPTION";         // bad option value
inline constexpr std::string_view kBadJson = "anmkit.JSON";             // bad dump for `build`
inline constexpr std::string_view kNoSuchClip = "anmkit.CLIP";          // no such clip

// A list of findings with a bounded size: after `kPerCode` findings of one code, only their number
// is kept, and `finish()` reports it.
class Diagnostics {
 public:
  static constexpr std::size_t kPerCode = 200;

  void add(Diagnostic diagnostic);
  void add(Severity severity, std::string_view code, std::string message,
           std::optional<std::uint64_t> offset = {}, std::string path = {});
  void add_all(const Diagnostics& others);

  // Sets line and column of all findings with an offset into this text.
  void locate(std::string_view text);

  // Whether this finding would be kept; the caller then adds it. Otherwise it is counted here.
  // Callers that build long messages in hot loops call this first.
  bool wants(Severity severity, std::string_view code);

  // The findings in the order they were made, with one more entry for each code that overflowed.
  std::vector<Diagnostic> finish() const;

  bool has_errors() const { return errors_ > 0; }
  bool has_warnings() const { return warnings_ > 0; }
  bool empty() const { return counts_.empty(); }
  // The first error, or null.
  const Diagnostic* first_error() const;

 private:
  struct Count {
    std::size_t seen = 0;
    std::size_t kept = 0;
    Severity severity = Severity::info;
  };
  bool keeps(const Count& count, Severity severity) const;
  void tally(Count& count, Severity severity);

  std::vector<Diagnostic> items_;
  std::map<std::string, Count, std::less<>> counts_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
};

}  // namespace anmkit
