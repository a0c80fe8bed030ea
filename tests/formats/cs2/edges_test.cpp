// SPDX-License-Identifier: MIT
// Edges of the language, of the checks and of the machine: each condition alone (sections 4, 5.3, 7
// and 9).
#include "core/json.hpp"
#include "formats/cs2/document.hpp"
#include "formats/cs2/script/pragmas.hpp"
#include "formats/cs2/script/tokens.hpp"
#include "support.hpp"

namespace anmkit::cs2::test {
namespace {

std::uint32_t value_of(std::string_view text) {
  const TokenLine line = tokenise(text);
  EXPECT_FALSE(line.tokens.empty()) << text;
  return line.tokens.empty() ? 0 : line.tokens[0].value;
}

// Sections 4.2 and 4.6.
TEST(Cs2Edges, Numbers) {
  EXPECT_EQ(value_of("12a"), 12u);
  EXPECT_EQ(value_of("0x1Fg"), 0x1Fu);
  EXPECT_EQ(value_of("0X1f"), 0x1Fu);
  EXPECT_EQ(value_of("0x"), 0u);
  EXPECT_EQ(value_of("0y1"), 0u);
  EXPECT_EQ(value_of("0"), 0u);
  EXPECT_EQ(tokenise("5.5f").tokens[0].kind, TokenKind::real);
  EXPECT_EQ(tokenise("5.5f").tokens.size(), 1u);
  EXPECT_EQ(tokenise("5.g").tokens.size(), 2u);
  EXPECT_EQ(tokenise("5.").tokens[0].kind, TokenKind::real);
  EXPECT_EQ(tokenise("0x5.5").tokens[0].kind, TokenKind::integer);
}

// Q2: the shift comes before the test for the closing quote; escapes are \' and \\ only.
TEST(Cs2Edges, Characters) {
  EXPECT_EQ(value_of("'A'"), 0x4100u);
  EXPECT_EQ(value_of("'A"), 0x41u);
  EXPECT_EQ(value_of("'\\''"), 0x2700u);
  EXPECT_EQ(value_of("'\\\\'"), 0x5C00u);
  EXPECT_EQ(value_of("'\\n"), 0x5C6Eu);
  EXPECT_EQ(value_of("'\\"), 0x5Cu);
  EXPECT_EQ(value_of("'\x81"), 0xFF81u);
}

TEST(Cs2Edges, Texts) {
  const auto text = [](std::string_view source) {
    return std::string(tokenise(source).tokens.at(0).text);
  };
  EXPECT_EQ(text(R"("a\"b")"), "a\"b");
  EXPECT_EQ(text(R"("a\nb")"), "a\\nb");
  EXPECT_EQ(text("\"open"), "open");
  EXPECT_EQ(text("\"a\\"), "a\\");
  // The second byte of this pair is a backslash: the quote after it ends the text.
  EXPECT_EQ(text("\"\x83\x5C\" x"), "\x83\x5C");
}

// Lead bytes 81-9F and E0-EF, trail bytes 40-7E and 80-FC (section 4.1).
TEST(Cs2Edges, Pairs) {
  for (const std::string_view pair : {"\x81\x40", "\x9F\x7E", "\xE0\x80", "\xEF\xFC"})
    EXPECT_TRUE(is_pair(pair, 0)) << to_hex(as_bytes(pair));
  for (const std::string_view pair : {"\x80\x40", "\xA0\x40", "\xDF\x40", "\xF0\x40", "\x81\x3F",
                                      "\x81\x7F", "\x81\xFD", "\x81", ""})
    EXPECT_FALSE(is_pair(pair, 0)) << to_hex(as_bytes(pair));
}

// Section 5.3.
TEST(Cs2Edges, Pragmas) {
  for (const char* word : {"", "0x", "x", "1x", "0xg", "4294967296", "-1", " 1"})
    EXPECT_FALSE(parse_word(word).has_value()) << word;
  EXPECT_EQ(parse_word("0X1f"), 31u);
  EXPECT_EQ(parse_word("0xFFFFFFFF"), 0xFFFFFFFFu);
  AnmFile file;
  const std::string forty = "0100000002000000030000000400000005000000";
  EXPECT_TRUE(read_header(" \tunknown1=0x10  reserved=" + forty, file));
  EXPECT_EQ(file.unknown1, 16u);
  EXPECT_EQ(file.reserved, (std::array<std::uint32_t, 5>{1, 2, 3, 4, 5}));
  for (const std::string& wrong :
       {std::string("unknown1="), std::string("reserved=01"), "reserved=" + forty + "00",
        "reserved=x" + forty, std::string("other=1")})
    EXPECT_FALSE(read_header(wrong, file)) << wrong;
  Timeline line;
  EXPECT_TRUE(read_raw("99 0:1 1:2 2:3 3:0x4 0:0 0:0 0:0 0:5", line));
  EXPECT_EQ(line.op, 99u);
  EXPECT_EQ(line.params[3], (Param{3, 4}));
  EXPECT_EQ(line.params[7], (Param{0, 5}));
  for (const char* wrong :
       {"", "x 0:0", "1", "1 0:1 1:2", "1 01 0:0 0:0 0:0 0:0 0:0 0:0 0:0",
        "1 x:1 0:0 0:0 0:0 0:0 0:0 0:0 0:0", "1 0:x 0:0 0:0 0:0 0:0 0:0 0:0 0:0"})
    EXPECT_FALSE(read_raw(wrong, line)) << wrong;
  EXPECT_TRUE(read_overrides("7=3:9, 0=2:1", line));
  EXPECT_EQ(line.params[7], (Param{3, 9}));
  EXPECT_EQ(line.params[0], (Param{2, 1}));
  for (const char* wrong : {"8=0:0", "x=0:0", "1", "1=5", "1=0:0,2"})
    EXPECT_FALSE(read_overrides(wrong, line)) << wrong;
}

std::vector<std::string> codes_of(std::vector<Timeline> lines,
                                  const std::vector<std::uint32_t>* ids = nullptr) {
  AnmFile file;
  file.lines = std::move(lines);
  Diagnostics found;
  check(file, ids, "x.hg3", found);
  std::vector<std::string> codes;
  for (const Diagnostic& one : found.finish())
    codes.push_back(one.code);
  return codes;
}
bool says(std::string_view code, std::vector<Timeline> lines) {
  const auto codes = codes_of(std::move(lines));
  return std::ranges::find(codes, code) != codes.end();
}
std::string message_of(std::string_view source, std::string_view code) {
  Diagnostics found;
  compile(source, {}, found);
  const auto list = found.finish();
  const Diagnostic* one = find_code(list, code);
  return one != nullptr ? one->message : "";
}

constexpr std::uint32_t kMinus = 0xFFFFFFFF;  // -1

// Section 9: what is a constant can be judged, what a variable contains cannot.
TEST(Cs2Edges, ChecksOfConstantsAlone) {
  const Timeline image{0, {{{0, 1}, {0, 2}, {0, 2}}}};
  EXPECT_FALSE(says("cs2.A20", {{11, {{{0, 63}}}}}));
  EXPECT_FALSE(says("cs2.A20", {{11, {{{1, 63}}}}}));
  EXPECT_FALSE(says("cs2.A20", {{11, {{{1, 64}}}}}));  // A21 says it
  EXPECT_FALSE(says("cs2.A40", {{1, {{{0, 1}, {1, 5}, {0, 4}}}}}));
  EXPECT_FALSE(says("cs2.A40", {{1, {{{0, 1}, {0, 5}, {1, 4}}}}}));
  EXPECT_TRUE(says("cs2.A41", {{15, {{{0, 1}, {0, kMinus}}}}}));
  EXPECT_TRUE(says("cs2.A41", {{15, {{{1, 1}, {0, kMinus}}}}}));
  EXPECT_FALSE(says("cs2.A41", {{15, {{{1, kMinus}, {1, kMinus}}}}}));
  EXPECT_FALSE(says("cs2.A41", {{15, {{{0, 0}, {0, 0}}}}}));
  EXPECT_FALSE(
      says("cs2.A41", {{1, {{{0, 1}, {0, kMinus}, {0, kMinus}}}}}));  // a number, no duration
  EXPECT_TRUE(says("cs2.A42", {{0, {{{0, 1}, {0, 0}, {0, 1}}}}, image}));
  EXPECT_FALSE(says("cs2.A42", {{0, {{{0, 1}, {0, 0}, {0, 2}}}}, image}));
  EXPECT_FALSE(says("cs2.A42", {{0, {{{0, 1}, {0, 1}, {0, 2}}}}, image}));
  EXPECT_FALSE(says("cs2.A42", {{0, {{{0, 1}, {1, 0}, {0, 0}}}}, image}));
  EXPECT_FALSE(says("cs2.A42", {{15, {{{0, 0}, {0, 0}}}}, image}));
  EXPECT_FALSE(says("cs2.A42", {image, {0, {}}}));  // the last one stays for ever
  EXPECT_FALSE(says("cs2.A60", {{12, {{{1, 256}}}}}));
  EXPECT_FALSE(says("cs2.A60", {{12, {{{0, 255}}}}}));
  EXPECT_FALSE(says("cs2.A61", {{13, {{{1, 2}}}}}));
  EXPECT_FALSE(says("cs2.A61", {{13, {{{0, 1}}}}}));
}

TEST(Cs2Edges, LoopsWithPossibleWaits) {
  const auto loop = [](Param low, Param high) {
    return says("cs2.A50", {{15, {{low, high}}}, {3, {{{0, 0}}}}});
  };
  EXPECT_TRUE(loop({0, 0}, {0, 0}));
  EXPECT_TRUE(loop({0, 0}, {0, 1}));  // below 1: always 0
  EXPECT_TRUE(loop({3, 5}, {3, 5}));  // kinds above 2 count as 0
  EXPECT_FALSE(loop({0, 0}, {0, 2}));
  EXPECT_FALSE(loop({0, 1}, {0, 1}));
  EXPECT_FALSE(loop({0, 2}, {0, 1}));  // wrapped: nearly any number
  EXPECT_FALSE(loop({1, 0}, {0, 0}));
  EXPECT_FALSE(loop({0, 0}, {1, 0}));
  // A computed jump may lead out of any loop, where it is ever reached.
  const auto severity = [](std::vector<Timeline> script) {
    AnmFile file;
    file.lines = std::move(script);
    Diagnostics found;
    check(file, nullptr, "", found);
    const auto list = found.finish();
    const Diagnostic* one = find_code(list, "cs2.A50");
    return one != nullptr ? std::optional(one->severity) : std::nullopt;
  };
  const Timeline spin{3, {{{0, 2}}}}, computed{3, {{{1, 5}}}};
  EXPECT_EQ(severity({{4, {{{0, 1}, {0, 2}}}}, computed, spin}), Severity::info);
  EXPECT_EQ(severity({{4, {{{0, 1}, {0, 2}}}}, spin, spin}), Severity::error);
  EXPECT_EQ(severity({{3, {{{0, 2}}}}, computed, spin}), Severity::error);
}

TEST(Cs2Edges, ManyIdsAreShortened) {
  std::vector<std::uint32_t> ids;
  for (std::uint32_t i = 1; i <= 17; ++i)
    ids.push_back(i);
  AnmFile file;
  file.lines.assign(300, {0, {{{0, 99}, {0, 1}, {0, 1}}}});
  Diagnostics found;
  check(file, &ids, "x.hg3", found);
  const auto list = found.finish();
  const Diagnostic* one = find_code(list, "cs2.A70");
  ASSERT_NE(one, nullptr);
  EXPECT_NE(
      one->message.find("(ids: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 and 1 more)"),
      std::string::npos);
  EXPECT_EQ(std::ranges::count(list, "cs2.A70", &Diagnostic::code),
            static_cast<long>(Diagnostics::kPerCode + 1));
  EXPECT_EQ(list.back().message, "100 more findings of this kind");
}

// "-" alone, and before a word, is no negative number.
TEST(Cs2Edges, MinusSigns) {
  EXPECT_NE(message_of("set 1 -7", "cs2.S18").find("write 4294967289 for -7"), std::string::npos);
  EXPECT_EQ(message_of("set 1 -", "cs2.S18"), "");
  EXPECT_NE(message_of("set 1 -", "cs2.S12"), "");
  EXPECT_EQ(message_of("set 1 -x", "cs2.S18"), "");
  EXPECT_EQ(message_of("set 1 +7", "cs2.S18"), "");
  // A pragma that wants a command, and one that wants none.
  EXPECT_NE(message_of("1 2\n//%p 0=0:0", "cs2.S21"), "");
  EXPECT_NE(message_of("1 2 //%raw 99 0:1 0:0 0:0 0:0 0:0 0:0 0:0 0:0", "cs2.S21"), "");
}

std::optional<LoopInfo> loop_of(std::string_view source) {
  Diagnostics found;
  const auto file = compile(lines(source), {}, found);
  EXPECT_TRUE(file.has_value()) << source;
  return file ? find_loop(*file, {}) : std::nullopt;
}

// Section 7.9. What looks alike is the same only when its future is.
TEST(Cs2Edges, Loops) {
  const auto plain = loop_of("1 2;#a;2 3;3 4;jump a");
  ASSERT_TRUE(plain.has_value());
  EXPECT_EQ(plain->intro, 2);
  EXPECT_EQ(plain->period, 7);
  // The same line waits 3, 2, 1 ticks, then the script is over.
  const auto shorter = loop_of("set 1 3;#a;1 @1;sub 1 1;if 1 a");
  ASSERT_TRUE(shorter.has_value());
  EXPECT_EQ(shorter->intro, 6);
  EXPECT_EQ(shorter->period, 0);
  // The same line waits as long, in another place each time.
  const auto moving = loop_of("#a;1 2;add 1 1;pos @1 0;ifs 1 3 a;set 1 0;jump a");
  ASSERT_TRUE(moving.has_value());
  EXPECT_EQ(moving->period, 6);
  EXPECT_FALSE(loop_of("set 1 0 10").has_value());
  EXPECT_FALSE(loop_of("#a;1 2 5;jump a").has_value());
  EXPECT_FALSE(loop_of("#a;add 1 1;jump a").has_value());
  // A jump before the first line stops the script (section 7.6).
  const auto stopped = loop_of("1 2;jump 0xffffffff");
  ASSERT_TRUE(stopped.has_value());
  EXPECT_EQ(stopped->intro, 2);
  EXPECT_EQ(stopped->period, 0);
  EXPECT_FALSE(loop_of("#a;1 0;jump a").has_value());
}

// A fault ends a trace as the end of the script does, without being that.
TEST(Cs2Edges, TracesAndTheirEnds) {
  const auto trace = [](std::string_view source) {
    Diagnostics found;
    const auto file = compile(lines(source), {}, found);
    const auto script = parse("cs2-anm", write(file.value()));
    return script->document->trace({{}, 10}, {{}, {}}).value();
  };
  const std::string over = trace("1 3"), fault = trace("1 3;jump 0xffffffff");
  EXPECT_NE(over.find("tick 3\n"), over.npos) << over;
  EXPECT_NE(over.find("script over"), over.npos) << over;
  EXPECT_EQ(over.find("tick 1\n"), over.npos) << over;  // nothing happens then
  EXPECT_NE(fault.find("tick 3\n"), fault.npos) << fault;
  EXPECT_EQ(fault.find("script over"), fault.npos) << fault;
}

TEST(Cs2Edges, OptionsOfTheMachine) {
  const auto script = parse("cs2-anm", write({0, {}, {{0, {{{0, 1}, {0, 2}, {0, 2}}}}}, {}}));
  ASSERT_NE(script->document, nullptr);
  const auto plays = [&](const char* name, const char* value) {
    Options options;
    options.set(name, value);
    return script->document->play({}, {{}, options}).has_value();
  };
  EXPECT_TRUE(plays("seed", "4294967295"));
  EXPECT_TRUE(plays("seed", "-2147483648"));
  EXPECT_FALSE(plays("seed", "4294967296"));
  EXPECT_FALSE(plays("seed", "-2147483649"));
  EXPECT_FALSE(plays("max-id", "4294967296"));
  EXPECT_FALSE(plays("budget", "4294967296"));
  EXPECT_TRUE(plays("rand", "1,0x2"));
  EXPECT_FALSE(plays("rand", "1,,2"));
}

}  // namespace
}  // namespace anmkit::cs2::test
