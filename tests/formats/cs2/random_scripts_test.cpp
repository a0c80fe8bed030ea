// SPDX-License-Identifier: MIT
// The compiler, the decompiler and the machine against second ones over random scripts.
#include "random_scripts.hpp"

#include "reference_compiler.hpp"
#include "reference_machine.hpp"
#include "support.hpp"

namespace anmkit::cs2::test {
namespace {

constexpr std::uint32_t kScripts = 4000;

struct Mine {
  std::optional<AnmFile> file;
  std::set<std::pair<std::size_t, std::string>> faults;
};

// Findings that the dialect takes for mistakes, as (line, code). S06 explains an S09, S02, S03, S20
// and S23 are remarks; an S01 of strict mode only follows from other mistakes.
Mine compile_mine(const std::string& source, bool strict) {
  const std::set<std::string> remarks = {"S02", "S03", "S06", "S20", "S23"};
  Mine mine;
  Diagnostics found;
  const auto dialect = strict ? Dialect::strict : Dialect::compatible;
  mine.file = compile(source, {dialect}, found);
  for (const Diagnostic& one : found.finish()) {
    const std::string code = one.code.substr(4);
    if (remarks.contains(code) || (strict && code == "S01")) continue;
    const std::size_t line = one.path.empty() ? 0 : std::stoul(one.path);
    mine.faults.emplace(line, code);
  }
  return mine;
}

std::string bytes_of(const AnmFile& file) {
  return std::string(as_text(write(file)));
}

std::string told(const std::set<std::pair<std::size_t, std::string>>& faults) {
  std::string text;
  for (const auto& [line, code] : faults)
    text += std::to_string(line) + ":" + code + " ";
  return text;
}

TEST(Cs2RandomScripts, TwoCompilersAgree) {
  std::uint32_t accepted = 0, refused = 0;
  for (std::uint32_t seed = 0; seed < kScripts; ++seed) {
    ScriptMaker maker(seed);
    const std::string source = maker.script(seed % 3 == 0 ? 0 : 4 + seed % 40);
    for (const bool strict : {true, false}) {
      const Mine mine = compile_mine(source, strict);
      const reference::Outcome wanted = reference::compile(source, strict);
      ASSERT_EQ(told(mine.faults), told(wanted.faults))
          << seed << (strict ? " strict\n" : "\n") << source;
      ASSERT_EQ(mine.file.has_value(), wanted.file.has_value()) << seed << "\n" << source;
      if (strict) ++(mine.file ? accepted : refused);
      if (mine.file) {
        ASSERT_TRUE(bytes_of(*mine.file) == *wanted.file) << seed << "\n" << source;
      }
    }
  }
  // The scripts are of both kinds.
  EXPECT_GT(accepted, kScripts / 4);
  EXPECT_GT(refused, kScripts / 4);
}

// Section 4.6: strict gives the official output for every script that it takes.
TEST(Cs2RandomScripts, DialectsAgreeAndTextIsNormal) {
  for (std::uint32_t seed = 0; seed < kScripts; ++seed) {
    ScriptMaker maker(seed + 100000);
    const std::string source = maker.script(seed % 2 == 0 ? 0 : 30);
    const Mine strict = compile_mine(source, true);
    const Mine compat = compile_mine(source, false);
    if (strict.file) {
      ASSERT_EQ(*strict.file, compat.file) << source;
    }
    if (!compat.file || compat.file->lines.empty()) continue;
    // C(D(x)) = x with both compilers, and D(C(D(x))) = D(x).
    const std::string text = decompile(*compat.file);
    const auto again = reference::compile(text, true);
    ASSERT_TRUE(again.file.has_value()) << text << told(again.faults);
    ASSERT_TRUE(*again.file == bytes_of(*compat.file)) << text;
    const Mine back = compile_mine(text, true);
    ASSERT_EQ(back.file, compat.file) << text;
    ASSERT_EQ(decompile(*back.file), text);
  }
}

// The two machines, at the same times, until one of them faults.
void compare_machines(const AnmFile& file, std::uint32_t seed, const std::string& what) {
  const std::string bytes = bytes_of(file);
  const bool inclusive = seed % 5 == 0;
  const std::uint32_t highest = seed % 11;
  Machine machine(file, {.max_id = highest,
                         .seed = seed,
                         .random = {},
                         .budget = 500,
                         .inclusive_random = inclusive});
  reference::SecondMachine wanted(bytes, seed, highest, 500, inclusive);
  std::mt19937 steps(seed);
  std::int64_t now = 0;
  for (int i = 0; i < 300; ++i) {
    const auto before = wanted.shown;
    wanted.update(now);
    const auto changed = machine.update(now);
    ASSERT_EQ(changed ? "" : changed.error().code, wanted.fault) << what << " tick " << now;
    if (!changed) return;
    const MachineState& s = machine.state();
    const std::array<std::int64_t, 5> shown{s.frame, s.blend, s.disp, s.x, s.y};
    ASSERT_EQ(shown, wanted.shown) << what << " tick " << now;
    ASSERT_EQ(*changed, wanted.shown != before) << what << " tick " << now;
    ASSERT_EQ(machine.variables(), wanted.variables) << what << " tick " << now;
    ASSERT_EQ(machine.ended(), wanted.over()) << what << " tick " << now;
    // Every tick in most scripts; late and uneven updates in the others.
    now += seed % 4 != 0 ? 1 : static_cast<std::int64_t>(steps() % 40);
  }
}

TEST(Cs2RandomScripts, TwoMachinesAgree) {
  for (std::uint32_t seed = 0; seed < kScripts; ++seed) {
    ScriptMaker maker(seed + 200000);
    const std::string source = maker.script(0);
    const Mine mine = compile_mine(source, true);
    ASSERT_TRUE(mine.file.has_value()) << source << told(mine.faults);
    compare_machines(*mine.file, seed, source);
    if (HasFatalFailure()) return;
  }
}

// Bytes with a signature and anything after it.
std::string random_binary(std::mt19937& random, bool wild) {
  const auto below = [&](std::uint32_t limit) {
    return static_cast<std::uint32_t>(random()) % limit;
  };
  const auto put = [](std::string& out, std::uint32_t value) {
    for (int shift = 0; shift < 32; shift += 8)
      out += static_cast<char>(value >> shift & 0xFF);
  };
  const std::uint32_t count = below(14);
  std::string bytes("ANM\0", 4);
  put(bytes, wild && below(3) == 0 ? static_cast<std::uint32_t>(random()) : 0);
  put(bytes, count);
  for (int i = 0; i < 5; ++i)
    put(bytes, wild && below(9) == 0 ? static_cast<std::uint32_t>(random()) : 0);
  for (std::uint32_t i = 0; i < count; ++i) {
    put(bytes,
        wild && below(12) == 0 ? static_cast<std::uint32_t>(random()) : below(wild ? 20 : 18));
    for (int slot = 0; slot < 8; ++slot) {
      const bool filled = slot < 3 || (wild && below(6) == 0);
      const std::uint32_t type =
          wild && below(15) == 0 ? static_cast<std::uint32_t>(random()) : below(wild ? 4 : 2);
      put(bytes, filled ? type : 0);
      const std::uint32_t value =
          below(6) == 0 ? static_cast<std::uint32_t>(random()) : below(count + 4);
      put(bytes, filled ? value : 0);
    }
  }
  for (std::uint32_t i = wild ? below(300) : 0; i > 0; --i)
    bytes += static_cast<char>(random());
  return bytes;
}

TEST(Cs2RandomBinaries, RoundTripsThroughTextAndRunsTheSame) {
  std::mt19937 random(11);
  for (std::uint32_t round = 0; round < kScripts; ++round) {
    const std::string bytes = random_binary(random, round % 2 == 1);
    const Bytes input = to_bytes(bytes);
    const auto file = parse_anm(input);
    ASSERT_TRUE(file.has_value());
    const std::string text = decompile(*file);
    const Mine back = compile_mine(text, true);
    ASSERT_TRUE(back.file.has_value()) << text;
    ASSERT_TRUE(bytes_of(*back.file) == bytes) << text;
    ASSERT_EQ(decompile(*back.file), text);
    compare_machines(*file, round, text);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace anmkit::cs2::test
