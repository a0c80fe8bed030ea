// SPDX-License-Identifier: MIT
// The worked examples of sections 12 and 13, and the compiler's cases.
#include "support.hpp"

namespace anmkit::cs2::test {
namespace {

AnmFile compiled(std::string_view text) {
  Diagnostics found;
  auto file = compile(lines(text), {}, found);
  EXPECT_TRUE(file.has_value()) << text;
  return file.value_or(AnmFile{});
}

// "tick:frame" for each change, and "|tick" for the end.
std::string run(std::string_view text, MachineOptions options = {}, std::int64_t ticks = 40,
                std::int64_t from = 0) {
  const AnmFile file = compiled(text);
  Machine machine(file, std::move(options));
  std::string shown;
  for (std::int64_t tick = from; tick < ticks; ++tick) {
    const auto changed = machine.update(tick);
    if (!changed) return shown + changed.error().code;
    if (*changed) {
      shown += std::to_string(tick) + ":" + std::to_string(machine.state().frame) + " ";
    }
    if (machine.ended()) return shown + "|" + std::to_string(tick);
  }
  return shown;
}

TEST(Cs2Machine, Section13) {
  EXPECT_EQ(run("set 0 2; #l; 1 1; 2 1; loop 0 l; 9 5"), "0:1 1:2 2:1 3:2 4:1 5:2 6:9 |11");
  EXPECT_EQ(run("1 0; 2 3; 3 0"), "0:2 3:3 |3");
  EXPECT_EQ(run("1 3; 2 3; 3 3", {}, 40, 7), "7:3 |9");
  EXPECT_EQ(run("1 2; jump z; 2 2; #z"), "0:1 |2");
  EXPECT_EQ(run("#a; add 0 1; jump a"), "cs2.BUDGET");
  EXPECT_EQ(run("sub 0 1; ifs 0 0 n; 1 5; #n; 2 5", {}, 3), "0:2 ");
  EXPECT_EQ(run("max 3; #n; @0 2; add 0 1; ifse 0 @3 n", {.max_id = 7, .random = {}}),
            "2:1 4:2 6:3 8:4 10:5 12:6 14:7 |16");  // tick 0 shows the initial image 0
  EXPECT_EQ(run("set 5 1; set @5 7; @1 3", {}, 2), "0:7 ");
}

TEST(Cs2Machine, RandomDurations) {
  const std::pair<std::uint32_t, std::string_view> cases[] = {
      {0, "0:4 10:5 |11"}, {9, "0:4 19:5 |20"}, {10, "0:4 10:5 |11"}, {25, "0:4 15:5 |16"}};
  for (const auto& [random, wanted] : cases)
    EXPECT_EQ(run("4 10 20; 5 1", {.random = {random}}), wanted);
  // 10 % 11 + 10 is the maximum itself.
  EXPECT_EQ(run("4 10 20; 5 1", {.random = {10}, .inclusive_random = true}), "0:4 20:5 |21");
}

TEST(Cs2Machine, VisibleState) {
  const AnmFile file = compiled("blend 128; 0 2; blend 255; pos 10 0xfffffffb; wait 3; disp 0");
  Machine machine(file, {});
  const auto at = [&](std::int64_t tick) {
    EXPECT_TRUE(machine.update(tick).has_value());
    return machine.state();
  };
  EXPECT_EQ(at(0), (MachineState{0, 128, 1, 0, 0}));
  EXPECT_EQ(at(2), (MachineState{0, 255, 1, 10, -5}));
  EXPECT_EQ(at(5), (MachineState{0, 255, 0, 10, -5}));
  EXPECT_TRUE(machine.ended());
}

// min(255, (u32)(blend * 255) / 255), the product in 32 bits without a sign.
TEST(Cs2Machine, Opacity) {
  const std::pair<std::int32_t, std::uint32_t> cases[] = {
      {0, 0},        {1, 1},    {254, 254},  {255, 255},      {256, 255},
      {100000, 255}, {-1, 255}, {-255, 255}, {INT32_MIN, 255}};
  for (const auto& [blend, wanted] : cases)
    EXPECT_EQ(opacity_of(blend), wanted) << blend;
}

TEST(Cs2Loop, IntroAndPeriod) {
  const auto loop = find_loop(compiled("7 5; #a; 1 2; 2 3; jump a"), {});
  ASSERT_TRUE(loop.has_value());
  EXPECT_EQ(loop->intro, 5);
  EXPECT_EQ(loop->period, 5);
  const auto once = find_loop(compiled("1 2; 2 3"), {});
  ASSERT_TRUE(once.has_value());
  EXPECT_EQ(once->intro, 5);
  EXPECT_EQ(once->period, 0);
  EXPECT_FALSE(find_loop(compiled("#a; 1 2 9; jump a"), {}).has_value());
}

TEST(Cs2Text, WorkedExampleOfSection12) {
  const AnmFile file = compiled("#top; set 1 2 4; 0 10; #again; @2 20 30; loop 1 again; jump top");
  EXPECT_EQ(write(file).size(), 0x174u);
  EXPECT_EQ(decompile(file),
            "#label_0\r\n\tset 1 2 4\r\n\t0 10\r\n#label_2\r\n\t@2 20 30\r\n\tloop 1 label_2\r\n"
            "\tjump label_0\r\n");
}

TEST(Cs2Text, QuirksInCompatibleModeOnly) {
  const CompileOptions compat{Dialect::compatible};
  Diagnostics found;
  const auto file = compile("1 10 20 30 40\n\n", compat, found);
  ASSERT_TRUE(file.has_value());
  ASSERT_EQ(file->lines.size(), 2u);
  EXPECT_EQ(file->lines[1].params[0].value, 30u);
  EXPECT_EQ(file->lines[1].params[2].value, 40u);
  EXPECT_TRUE(has(found, "cs2.S01"));
  Diagnostics letters;
  const auto odd = compile("'A' 'A", compat, letters);
  ASSERT_TRUE(odd.has_value());
  EXPECT_EQ(odd->lines[0].params[0].value, 0x4100u);
  EXPECT_EQ(odd->lines[0].params[2].value, 0x41u);
  Diagnostics wait;
  const auto kept = compile("WAIT 3 foo", compat, wait);
  ASSERT_EQ(kept.value_or(AnmFile{}).lines.size(), 1u);
  EXPECT_EQ(kept->lines[0].params[1].value, 3u);
  EXPECT_TRUE(has(wait, "cs2.S12"));
}

}  // namespace
}  // namespace anmkit::cs2::test
