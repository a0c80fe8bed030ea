// SPDX-License-Identifier: MIT
// Each finding once: those of sources with line and column, those of scripts with offset and path.
#include "support.hpp"

namespace anmkit::cs2::test {
namespace {

const Diagnostic* find(const std::vector<Diagnostic>& list, std::string_view code) {
  for (const Diagnostic& one : list) {
    if (one.code == code) return &one;
  }
  return nullptr;
}

struct SourceCase {
  std::string_view source, code, position;
  Severity severity = Severity::error;
};

void expect_source(const SourceCase& one, Dialect dialect) {
  Diagnostics found;
  const auto file = compile(one.source, {dialect}, found);
  const auto list = found.finish();
  const Diagnostic* finding = find(list, one.code);
  ASSERT_NE(finding, nullptr) << one.source << " expects " << one.code;
  EXPECT_EQ(finding->path, one.position) << one.source;
  EXPECT_EQ(finding->severity, one.severity) << one.source;
  EXPECT_EQ(file.has_value(), !found.has_errors()) << one.source;
}

// Columns count characters from 1; a tab is one.
TEST(Cs2Findings, SourceStrict) {
  const SourceCase cases[] = {
      {"1 10 20 30 40\n\n", "cs2.S01", "2:1"},
      {"1 2\n\t'A' 5", "cs2.S02", "2:2", Severity::warning},
      {"1 4294967296", "cs2.S03", "1:3", Severity::warning},
      {"\t1 10 20 30", "cs2.S04", "1:10"},
      {"1 2\n \tfoo 1", "cs2.S05", "2:3"},
      {"", "cs2.S07", ""},
      {"1 2\n #\n", "cs2.S08", "2:2"},
      {"#a\n#b\n# A\n1 2", "cs2.S09", "3:3"},
      {"jump @x", "cs2.S10", "1:6"},
      {"1 2\n@", "cs2.S10", "2:1"},
      {"@64 1", "cs2.S11", "1:2"},
      {"jump x", "cs2.S12", "1:6"},
      {"set 1", "cs2.S13", "1:6"},
      {"#abcdefghijklmnopqrstuvwxyzabcdef\n1 2", "cs2.S14", "1:2"},
      {"\xEF\xBB\xBF"
       "1 2",
       "cs2.S16", "1:1"},
      {"1 2 /* x", "cs2.S17", "1:5"},
      {"set 1 -1", "cs2.S18", "1:7"},
      {"1 2\n#\x83\x41\x83\x42\n", "cs2.S19", "2:2"},
      {"1 2\n#lost", "cs2.S20", "2:2", Severity::info},
      {"1 2 //%p 9=0:0", "cs2.S21", "1:7"},
      {"//%raw 99 0:1", "cs2.S21", "1:3"},
      {"1 2 //%rwa", "cs2.S21", "1:7", Severity::warning},
      {"// nothing", "cs2.S22", ""},
      {std::string_view("\0 1 2", 5), "cs2.S22", ""},
      {"1 2 \x1A 3", "cs2.S23", "1:5", Severity::warning},
      {"//%raw 99 0:1 0:0 0:0 0:0 0:0 0:0 0:0 0:0", "cs2.S24", "1:3", Severity::warning},
  };
  for (const SourceCase& one : cases)
    expect_source(one, Dialect::strict);
  const std::string wide = "1 2 //" + std::string(506, 'x');
  expect_source({wide, "cs2.S15", "1:512"}, Dialect::strict);
}

TEST(Cs2Findings, SourceCompatible) {
  const SourceCase cases[] = {
      {"1 10 20 30 40\n\n", "cs2.S01", "2:1", Severity::warning},
      {"#a\n1 2\n#a\n#b\njump b", "cs2.S06", "3:2", Severity::warning},
      {"#a\n1 2\n#a\n#b\njump b", "cs2.S12", "5:6", Severity::warning},
      {"1 2 3 x", "cs2.S04", "1:7", Severity::warning},
      // The words that an empty line takes up are shown where they are.
      {"1 2 3 x\n\n", "cs2.S05", "1:7", Severity::warning},
      {"#abcdefghijklmnopqrstuvwxyzabcdef\n1 2", "cs2.S14", "1:2", Severity::error},
      {"", "cs2.S07", "", Severity::error},
  };
  for (const SourceCase& one : cases)
    expect_source(one, Dialect::compatible);
  // A file without bytes is not loaded; one without text compiles to a script without timelines.
  for (const std::string_view source : {std::string_view("\n"), std::string_view("\0", 1)}) {
    Diagnostics found;
    const auto file = compile(source, {Dialect::compatible}, found);
    ASSERT_TRUE(file.has_value());
    EXPECT_EQ(write(*file).size(), 32u);
  }
}

// "#a\n1 2\n" with a comment in Japanese, in two bytes per character.
Bytes wide(bool big, bool mark, std::u16string_view text) {
  Bytes bytes;
  const auto put = [&](char16_t c) {
    for (const unsigned part : {unsigned{c} & 255, unsigned{c} >> 8})
      bytes.insert(big && bytes.size() % 2 == 1 ? bytes.end() - 1 : bytes.end(),
                   static_cast<std::byte>(part));
  };
  if (mark) put(u'\uFEFF');
  for (const char16_t c : text)
    put(c);
  return bytes;
}

TEST(Cs2Findings, Utf16ErrorsGiveTheRemedy) {
  for (const bool big : {false, true}) {
    for (const bool mark : {false, true}) {
      const Bytes bytes = wide(big, mark, u"// \u65E5\u672C\u3000\u8A9E\n#a\n\t1 2\n");
      const auto detected = detect({bytes, "x"});
      ASSERT_FALSE(detected.empty()) << big << mark;
      EXPECT_EQ(detected.front().format->id, "cs2-text");
      const auto loaded = parse("cs2-text", bytes);
      EXPECT_FALSE(loaded->document);
      const auto list = loaded->diagnostics.finish();
      ASSERT_NE(find(list, "cs2.S25"), nullptr);
      EXPECT_NE(find(list, "cs2.S25")->message.find("UTF-8"), std::string::npos);
    }
  }
  // Bytes with zeros that are no text, and a text that merely has a zero at its end.
  EXPECT_TRUE(detect({wide(false, false, std::u16string_view(u"1 2\0\0", 5)), "x"}).empty());
  EXPECT_TRUE(parse("cs2-text", to_bytes(std::string_view("1 2\n\0", 5)))->document);
}

// Only a comment that begins with the sign is a pragma.
TEST(Cs2Findings, OtherCommentsAreNotPragmas) {
  for (const std::string_view source :
       {"1 2 // see //%raw", "1 2 /* //%p */", "#\"//%p\"\njump \"//%p\"\n1 2"}) {
    Diagnostics found;
    EXPECT_TRUE(compile(source, {}, found).has_value()) << source;
    EXPECT_FALSE(has(found, "cs2.S21")) << source;
  }
}

std::string message_of(std::string_view source, std::string_view code) {
  Diagnostics found;
  compile(source, {}, found);
  const auto list = found.finish();
  const Diagnostic* finding = find(list, code);
  return finding != nullptr ? finding->path + "|" + finding->message : "none";
}

// The caret is below the character on a terminal: tabs stay, wide characters take two cells.
TEST(Cs2Findings, CaretAndHint) {
  EXPECT_EQ(message_of("\tjump x", "cs2.S12"), "1:7|undefined label 'x'\n  \tjump x\n  \t     ^");
  EXPECT_EQ(message_of("/*\x83\x41*/ jump x", "cs2.S12"),
            "1:12|undefined label 'x'\n  /*\x83\x41*/ jump x\n              ^");
  EXPECT_EQ(message_of("/*\u3042*/ jump x", "cs2.S12"),
            "1:12|undefined label 'x'\n  /*\u3042*/ jump x\n              ^");
  EXPECT_EQ(message_of("/*\u00E9*/ jump x", "cs2.S12"),
            "1:12|undefined label 'x'\n  /*\u00E9*/ jump x\n             ^");
  // Half-width katakana of Shift-JIS: one byte, one cell.
  EXPECT_EQ(message_of("/*\xB1*/ jump x", "cs2.S12"),
            "1:12|undefined label 'x'\n  /*\xB1*/ jump x\n             ^");
  EXPECT_EQ(message_of("set 1 -7", "cs2.S18"),
            "1:7|negative numbers do not exist\n  set 1 -7\n        ^\n"
            "  hint: write 4294967289 for -7");
  EXPECT_EQ(message_of("jump \x1B[31m", "cs2.S12"),
            "1:6|undefined label '\x1B'\n  jump ?[31m\n       ^");
  // The word is the first two bytes of the character; all of it is shown.
  EXPECT_EQ(message_of("1 \u3042", "cs2.S12").substr(0, 25), "1:3|undefined label '\u3042'");
}

// The checks of section 9 point at their subject in the source.
TEST(Cs2Findings, ScriptChecksInTheSource) {
  Diagnostics found;
  check_source("#a\n\tset 1 2\n\tset 64 1\n  /*\x83\x41*/ 3 9 5\njump a\n1 2", Dialect::strict,
               nullptr, "", found);
  const auto list = found.finish();
  const std::pair<std::string_view, std::string_view> wanted[] = {
      {"cs2.A20", "3:6"}, {"cs2.A40", "4:13"}, {"cs2.A52", "6:1"}};
  for (const auto& [code, position] : wanted) {
    const Diagnostic* finding = find(list, code);
    ASSERT_NE(finding, nullptr) << code;
    EXPECT_EQ(finding->path, position) << code;
    EXPECT_NE(finding->message.find("\n  "), std::string::npos) << code;
  }
  EXPECT_EQ(find(list, "cs2.A20")->offset, 17u);
}

AnmFile script(std::vector<Timeline> lines) {
  AnmFile file;
  file.lines = std::move(lines);
  return file;
}

struct ScriptCase {
  std::string_view code;
  AnmFile file;
  std::uint64_t offset;
  std::string_view path;
  Severity severity;
};

void expect_script(const ScriptCase& one, const std::vector<std::uint32_t>* ids = nullptr) {
  Diagnostics found;
  check(one.file, ids, "x.hg3", found);
  const auto list = found.finish();
  const Diagnostic* finding = find(list, one.code);
  ASSERT_NE(finding, nullptr) << one.code;
  EXPECT_EQ(finding->offset, one.offset) << one.code;
  EXPECT_EQ(finding->path, one.path) << one.code;
  EXPECT_EQ(finding->severity, one.severity) << one.code;
}

// Offsets by section 2: the header has 32 bytes, a timeline 68, slot k is at 4 + 8k.
TEST(Cs2Findings, Script) {
  using enum Severity;
  const Timeline image{0, {{{0, 1}, {0, 2}, {0, 2}}}};
  const std::int32_t none = -1;
  const auto minus = static_cast<std::uint32_t>(none);
  AnmFile reserved = script({image});
  reserved.reserved[1] = 7;
  AnmFile tail = script({image});
  tail.tail.resize(3);
  Timeline surplus = image;
  surplus.params[4].value = 9;
  const ScriptCase cases[] = {
      {"cs2.A03", script({}), 8, "count", error},
      {"cs2.A05", tail, 100, "tail", warning},
      {"cs2.A06", reserved, 16, "reserved[1]", warning},
      {"cs2.A10", script({image, {18, {}}}), 100, "lines[1].op", error},
      {"cs2.A11", script({{12, {{{2, 0}}}}}), 36, "lines[0].params[0]", warning},
      {"cs2.A12", script({image, {14, {{{0, 0}, {3, 0}}}}}), 112, "lines[1].params[1]", error},
      {"cs2.A13", script({surplus}), 68, "lines[0].params[4]", info},
      {"cs2.A20", script({{11, {{{0, 64}}}}}), 36, "lines[0].params[0]", error},
      {"cs2.A21", script({{12, {{{1, 64}}}}}), 36, "lines[0].params[0]", error},
      {"cs2.A30", script({{3, {{{0, minus}}}}}), 36, "lines[0].params[0]", error},
      {"cs2.A31", script({image, {4, {{{0, 1}, {0, 3}}}}}), 112, "lines[1].params[1]", warning},
      {"cs2.A32", script({image, {3, {{{0, 2}}}}}), 104, "lines[1].params[0]", info},
      {"cs2.A40", script({{1, {{{0, 1}, {0, 5}, {0, 4}}}}}), 52, "lines[0].params[2]", warning},
      {"cs2.A41", script({{15, {{{0, minus}, {0, minus}}}}}), 36, "lines[0].params[0]", warning},
      {"cs2.A42", script({{0, {}}, image}), 44, "lines[0].params[1]", info},
      {"cs2.A43", script({{15, {{{0, 4}, {0, 5}}}}}), 44, "lines[0].params[1]", info},
      {"cs2.A50", script({image, {3, {{{0, 1}}}}}), 100, "lines[1]", error},
      // Never reached, so it harms nobody.
      {"cs2.A50", script({{3, {{{0, 2}}}}, {3, {{{0, 1}}}}, image}), 100, "lines[1]", info},
      {"cs2.A51", script({{3, {{{0, 2}}}}, {4, {{{0, 0}, {0, 1}}}}, image}), 100, "lines[1]", info},
      {"cs2.A51", script({image, {4, {{{0, 0}, {0, 1}}}}}), 100, "lines[1]", warning},
      {"cs2.A52", script({{3, {{{0, 2}}}}, image, image}), 100, "lines[1]", info},
      {"cs2.A53", script({image}), 32, "lines[0]", info},
      {"cs2.A60", script({{12, {{{0, 256}}}}}), 36, "lines[0].params[0]", warning},
      {"cs2.A61", script({{13, {{{0, 2}}}}}), 36, "lines[0].params[0]", info},
  };
  for (const ScriptCase& one : cases)
    expect_script(one);
  const std::vector<std::uint32_t> ids = {4, 9};
  expect_script({"cs2.A70", script({image, image}), 36, "lines[0].params[0]", warning}, &ids);
  Diagnostics found;
  check(script({image}), &ids, "x.hg3", found);
  const auto list = found.finish();
  ASSERT_NE(find(list, "cs2.A71"), nullptr);
  EXPECT_EQ(find(list, "cs2.A71")->message, "image id 4 is never used");
}

TEST(Cs2Findings, UnreadableFiles) {
  const Bytes good = write(script({{0, {{{0, 1}, {0, 2}, {0, 2}}}}}));
  const auto short_one = parse_anm(ByteView(good).first(31));
  ASSERT_FALSE(short_one.has_value());
  EXPECT_EQ(short_one.error().code, "cs2.A01");
  EXPECT_EQ(short_one.error().offset, 0u);
  Bytes other = good;
  other[3] = std::byte{1};
  ASSERT_FALSE(parse_anm(other).has_value());
  EXPECT_EQ(parse_anm(other).error().code, "cs2.A02");
  EXPECT_EQ(parse_anm(other).error().path, "signature");
  const auto cut = parse_anm(ByteView(good).first(99));
  ASSERT_FALSE(cut.has_value());
  EXPECT_EQ(cut.error().code, "cs2.A04");
  EXPECT_EQ(cut.error().offset, 8u);
  EXPECT_EQ(cut.error().path, "count");
}

}  // namespace
}  // namespace anmkit::cs2::test
