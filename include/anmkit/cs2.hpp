// SPDX-License-Identifier: MIT
// CatSystem 2: animation scripts (.anm), their source text, and their HG-3 and HG-2 image files.
// All integers are little-endian; durations are ticks of 1/60 second.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/document.hpp"
#include "anmkit/result.hpp"

namespace anmkit::cs2 {

inline constexpr std::uint32_t kOpcodes = 18;       // section 3
inline constexpr std::uint32_t kVariables = 64;     // section 7.1
inline constexpr std::uint64_t kHeaderSize = 32;    // section 2.1
inline constexpr std::uint64_t kTimelineSize = 68;  // section 2.2
inline constexpr double kTicksPerSecond = 60;       // section 7.7

// Kinds of parameters (section 2.3). Other numbers count as the value 0.
inline constexpr std::uint32_t kConstant = 0;
inline constexpr std::uint32_t kVariable = 1;
inline constexpr std::uint32_t kLabel = 2;  // compiler only; a constant for the engine

struct Param {
  std::uint32_t type = 0;
  std::uint32_t value = 0;
  bool operator==(const Param&) const = default;
};

// One instruction.
struct Timeline {
  std::uint32_t op = 0;
  std::array<Param, 8> params{};
  bool operator==(const Timeline&) const = default;
};

// A compiled script.
struct AnmFile {
  std::uint32_t unknown1 = 0;
  std::array<std::uint32_t, 5> reserved{};
  std::vector<Timeline> lines;
  Bytes tail;  // bytes after the last timeline, which the engine ignores
  bool operator==(const AnmFile&) const = default;
};

// The role of a parameter.
enum class Role : std::uint8_t { none, variable, number, maximum, label };

// A row of section 3. `maximum` is optional: if the text lacks it, it repeats the slot before.
struct Opcode {
  std::string_view keyword;  // empty for opcode 0
  std::uint8_t count = 0;    // parameters used
  std::array<Role, 3> roles{};
};
// Null above 17.
const Opcode* find_opcode(std::uint32_t op);

// Errors A01, A02, A04: cut short, or another signature. A file with trailing bytes parses.
Result<AnmFile> parse_anm(ByteView bytes);
Bytes write(const AnmFile& file);

// Findings A03 ... A61 of section 9, and A70, A71 if the ids of the images are given.
void check(const AnmFile& file, const std::vector<std::uint32_t>* image_ids,
           std::string_view image_name, Diagnostics& diagnostics);

// --- source text (section 4) ---

enum class Dialect : std::uint8_t {
  strict,      // probable mistakes are errors, and there is no output
  compatible,  // the official compiler's exact output, quirks included
};
// Position of a timeline in the source, in bytes from the start of its line.
struct SourcePlace {
  std::uint32_t line = 0;  // from 0
  std::uint32_t column = 0;
  std::array<std::uint32_t, 3> arguments{};
};
struct CompileOptions {
  Dialect dialect = Dialect::strict;
  std::vector<SourcePlace>* places = nullptr;  // gets one per timeline
};
// Compiles bytes in Shift-JIS or UTF-8. Empty if there is no output; `diagnostics` then has an
// error. Findings have codes S01 ... S24, the path "line:column" (from 1, in characters), and a
// message with the source line, a caret below it, and a hint.
std::optional<AnmFile> compile(std::string_view source, const CompileOptions& options,
                               Diagnostics& diagnostics);

// Compiles, then checks the script: findings S01 ... S24, and A03 ... A71 at the statement or
// argument that causes them.
void check_source(std::string_view source, Dialect dialect,
                  const std::vector<std::uint32_t>* image_ids, std::string_view image_name,
                  Diagnostics& diagnostics);

// Canonical text (section 5.1) with the pragmas of section 5.3 where the file needs them.
// `compile(decompile(file)) == file` for every file.
std::string decompile(const AnmFile& file);

// --- the machine (section 7) ---

struct MachineState {
  std::int32_t frame = 0, blend = 255, disp = 1, x = 0, y = 0;
  bool operator==(const MachineState&) const = default;
};
// The opacity of an image with this `blend`, 0 ... 255 (section 7.8).
std::uint32_t opacity_of(std::int32_t blend);
struct MachineOptions {
  std::uint32_t max_id = 0;
  std::uint32_t seed = 5489;
  std::vector<std::uint32_t> random;  // used before the generator
  std::uint64_t budget = 100000;      // instructions in one update
  bool inclusive_random = false;      // section 11.2
};

class Machine {
 public:
  Machine(const AnmFile& file, MachineOptions options);

  // Advances to `now` ticks after the load (never backwards). True if the visible state changed.
  // Fails if the budget is exceeded, or on a jump below 0.
  Result<bool> update(std::int64_t now) {
    return waits(now) ? Result<bool>(false) : run_until(now);
  }
  // Runs to the next image or wait of any duration; false at the end of the script.
  Result<bool> run_to_block();

  const MachineState& state() const { return state_; }
  std::int64_t pc() const { return pc_; }
  // Whether nothing changes up to that tick.
  bool waits(std::int64_t now) const { return duration_ > now - base_ || ended(); }
  bool ended() const { return pc_ >= static_cast<std::int64_t>(file_->lines.size()); }
  std::int64_t duration() const { return duration_; }
  std::int64_t base() const { return base_; }
  const std::array<std::int32_t, kVariables>& variables() const { return variables_; }
  std::uint64_t draws() const { return draws_; }
  // Writes every instruction and every changed variable to `text` from now on.
  void trace_to(std::string* text) { trace_ = text; }

 private:
  Result<bool> run_until(std::int64_t now);
  std::int32_t value(const Param& param) const;
  std::string operand(const Param& param) const;
  std::int32_t draw(std::int32_t low, std::int32_t high);
  std::int32_t variable(std::int32_t index) const;
  void store(std::int32_t index, std::int32_t value);
  void block(std::int32_t duration);
  bool holds(const Timeline& line) const;
  bool execute(const Timeline& line);
  void execute_plain(const Timeline& line);
  void jump(const Param& target) { pc_ = std::int64_t{value(target)} - 1; }
  Result<bool> step();

  const AnmFile* file_;
  std::int64_t pc_ = -1;
  std::int64_t duration_ = 0;
  std::int64_t base_ = 0;
  MachineState state_;
  std::uint64_t draws_ = 0;
  std::string* trace_ = nullptr;
  std::array<std::int32_t, kVariables> variables_{};
  MachineOptions options_;
  // Empty until the first draw: most scripts draw nothing, and its state is large.
  std::vector<std::mt19937> generator_;
};

// Updates all machines; returns the first error after all have been updated.
Result<void> update(std::span<Machine> machines, std::int64_t now);

// Loop of a script that draws no random numbers (section 7.9): it plays `intro` ticks once, then
// repeats `period` ticks. A script that ends has period 0 and plays `intro` ticks.
struct LoopInfo {
  std::int64_t intro = 0;
  std::int64_t period = 0;
};
// Empty if the script is random, or undecided after `steps` blocking instructions.
std::optional<LoopInfo> find_loop(const AnmFile& file, MachineOptions options,
                                  std::uint64_t steps = 20000);

// --- control flow ---

std::string graph_dot(const AnmFile& file);
std::string graph_mermaid(const AnmFile& file);

// --- images (section 8) ---

// One image of an HG-3 or HG-2 file, without its pixels.
struct HgFrame {
  std::uint64_t offset = 0;  // in the file
  std::uint32_t id = 0;
  std::uint32_t width = 0, height = 0;
  std::uint32_t bits = 0;  // per pixel
  std::int32_t offset_x = 0, offset_y = 0;
  std::uint32_t canvas_width = 0, canvas_height = 0;
  std::uint32_t has_alpha = 0;
  std::int32_t origin_x = 0, origin_y = 0;
  std::vector<std::string> tags;  // HG-3: names, in order
};
struct HgFile {
  std::uint32_t version = 0;
  std::vector<HgFrame> frames;
};
// The frames of the container; pixels stay packed. Offsets must ascend and be inside the file.
Result<HgFile> parse_hg3(ByteView bytes);
Result<HgFile> parse_hg2(ByteView bytes);

}  // namespace anmkit::cs2
