// SPDX-License-Identifier: MIT
// Lua scripts that are wrong or odd in one place each (section 4.4): what a call's arguments may
// be, and messages about those that a script computes.
#include "formats/sm64/source/spelling.hpp"
#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

const std::string kCall = "smlua_anim_util_register_animation";
const std::string kIndex = "{ 1,0,1,0,1,0,1,0,1,0,1,0 }";
const std::string kRest = ", 0, 0, 0, 0, 1, { 7 }, " + kIndex + ")\n";

// The names of the animations of a script, or the first finding's code and place.
std::string read(const std::string& text) {
  Diagnostics diagnostics;
  const auto file = parse_lua(text, diagnostics);
  const auto found = diagnostics.finish();
  if (!found.empty()) return found[0].code + "@" + std::to_string(found[0].offset.value_or(0));
  std::string names;
  for (const CHeader& header : file->headers)
    names += header.name + ";";
  return names;
}
// The name that a call has, which is after other lines of the script.
std::string name_of(const std::string& before, const std::string& argument = "n") {
  return read(before + "\n" + kCall + "(" + argument + kRest);
}
std::string computed_at(const std::string& before) {
  return "sm64.E-SCRIPT@" + std::to_string((before + "\n" + kCall + "(").size());
}

TEST(Sm64LuaConditions, Names) {
  for (const auto& [before, argument, name] :
       std::vector<std::tuple<std::string, std::string, std::string>>{
           {"", "'walk'", "walk;"},
           {"", "'wa' .. \"lk\" .. [[s]]", "walks;"},
           {"n = 'walk'", "n", "walk;"},
           {"local n = 'wa' .. 'lk'", "n .. 's'", "walks;"},
           {"t = { n = 'walk' }", "t.n", "walk;"},
           {"t = {}\nt.n = 'walk'", "t.n .. 's'", "walks;"},
           {"n = 'run'\nn = 'walk'", "n", "walk;"},
           {"if n == 'run' then end\nn = 'walk'", "n", "walk;"},
           {"} }\nn = 'walk'", "n", "walk;"},
       })
    EXPECT_EQ(name_of(before, argument), name) << before << " " << argument;
}

// What makes another text of a name, or of a name that was a text before, is not followed.
TEST(Sm64LuaConditions, ComputedNames) {
  for (const std::string before : {
           "",
           "n = f()",
           "n = 'a'(1)",
           "n = 'a'[1]",
           "n = 'a':upper()",
           "n = 'a' + 1",
           "n = 'a' - 1",
           "n = 'a' * 2",
           "n = 'a' / 2",
           "n = 'a' % 2",
           "n = 'a' . 'b'",
           "n = 'a' .. unknown",
           "n = 'walk'\nn = f()",
           "t = { { n = 'walk' } }",
           "f({ n = 'walk' })",
           "t = { n = 'walk' }\nlocal m = t.none",
       }) {
    EXPECT_EQ(name_of(before), computed_at(before)) << before;
  }
  for (const std::string argument :
       {"'a' == b", "f('a', 2)", "t[1]", "t['a, b']", "{ 'a' }", "(n)", "t.n"})
    EXPECT_EQ(name_of("", argument), computed_at("")) << argument;
  // Only the table that a name is in is that name's.
  EXPECT_EQ(name_of("a = {}\na.x = 'one'\na.b.x = 'two'", "a.x"), "one;");
  EXPECT_EQ(name_of("a = {}\na.x = 'one'\nf().x = 'two'", "a.x"), "one;");
}

TEST(Sm64LuaConditions, Numbers) {
  const auto end_of = [](const std::string& before, const std::string& number) {
    Diagnostics diagnostics;
    const auto file = parse_lua(
        before + "\n" + kCall + "('a', 0, 0, 0, 0, " + number + ", { 7 }, " + kIndex + ")",
        diagnostics);
    EXPECT_TRUE(file.has_value()) << before << number;
    if (!file || file->headers.empty()) return std::string("none");
    return std::to_string(file->headers[0].header.loopEnd);
  };
  EXPECT_EQ(end_of("", "0x10"), "16");
  EXPECT_EQ(end_of("", "010"), "10");  // no octal numbers
  EXPECT_EQ(end_of("", "-3"), "-3");
  EXPECT_EQ(end_of("", "2 + 1"), "3");
  EXPECT_EQ(end_of("LENGTH = 4", "LENGTH * 2"), "8");
  EXPECT_EQ(end_of("LENGTH = -4", "LENGTH"), "-4");
  EXPECT_EQ(end_of("LENGTH = -x", "LENGTH"), "none");
  EXPECT_EQ(end_of("LENGTH = x", "LENGTH"), "none");
  EXPECT_EQ(end_of("LENGTH = 1.5", "LENGTH"), "none");
  EXPECT_EQ(end_of("t = { LENGTH = 4 }", "LENGTH"), "none");
  EXPECT_EQ(end_of("t.LENGTH = 4", "LENGTH"), "none");
  EXPECT_EQ(end_of("", "3 < 4"), "none");
  EXPECT_EQ(end_of("", "#t"), "none");
}

TEST(Sm64LuaConditions, Tables) {
  const auto values = [](const std::string& table) {
    Diagnostics diagnostics;
    const auto file =
        parse_lua(kCall + "('a', 0, 0, 0, 0, 1, " + table + ", " + kIndex + ")", diagnostics);
    if (!file || file->headers.empty()) return std::vector<std::uint16_t>();
    return file->arrays.at(0).elements;
  };
  using Values = std::vector<std::uint16_t>;
  EXPECT_EQ(values("{ 1, -1; 0x8000, }"), (Values{1, 65535, 32768}));
  EXPECT_EQ(values("{}"), Values());
  EXPECT_EQ(values("{ 1 2 }"), Values());
  EXPECT_EQ(values("{ 1, x }"), Values());
  EXPECT_EQ(values("{ 1, 2 ] }"), Values());
  EXPECT_EQ(values("{ -32768, 65535 }"), (Values{32768, 65535}));
  const std::string begin = kCall + "('a', 0, 0, 0, 0, 1, { 1, ";
  for (const std::string bad : {"-32769", "65536"}) {
    EXPECT_EQ(read(begin + bad + " }, " + kIndex + ")"),
              "sm64.E-CRANGE@" + std::to_string(begin.size()));
  }
  // Only so many findings of a code are kept, whatever the table contains.
  std::string many = begin;
  for (int i = 0; i < 5000; ++i)
    many += "65536,";
  Diagnostics diagnostics;
  EXPECT_TRUE(parse_lua(many + " }, " + kIndex + ")", diagnostics).has_value());
  EXPECT_LT(diagnostics.finish().size(), 5000u);
}

TEST(Sm64LuaConditions, Calls) {
  const std::string a = kCall + "('a'";
  for (const auto& [text, found] : std::vector<std::pair<std::string, std::string>>{
           {a + kRest, "a;"},
           {a + ", 0, 0, 0, 0, 1, { 7 }, " + kIndex + ", f[g(1, 2)] } ] )", "a;"},
           {"function " + a + kRest, ""},
           {kCall + " = f", ""},
           {a + "; 0)", "sm64.E-CSYNTAX@" + std::to_string(a.size())},
           {a + " }", "sm64.E-CSYNTAX@" + std::to_string(a.size() + 1)},
           {a + ", 0", "sm64.E-CSYNTAX@" + std::to_string(a.size() + 3)},
           {"--[[ " + a, "sm64.E-CSYNTAX@2"},
           {kCall + "()", "sm64.E-SCRIPT@0"},
           {a + ", 0, 0, 0, 0, 1, v, " + kIndex + ")",
            "sm64.E-SCRIPT@" + std::to_string(a.size() + 17)},
           {a + ", 0, 0, 0, 0, 1, 5, " + kIndex + ")",
            "sm64.E-SCRIPT@" + std::to_string(a.size() + 17)},
           {a + ", 0, 0, 0, 0, 1, { 7 }, 'i')", "sm64.E-SCRIPT@" + std::to_string(a.size() + 24)},
           {a + ", 65536" + kRest.substr(3), "sm64.E-CRANGE@" + std::to_string(a.size() + 2)},
       })
    EXPECT_EQ(read(text), found) << text;
  // A table is one array of the document, however many calls name it and whatever is named like it.
  Diagnostics diagnostics;
  const std::string given = ", 0, 0, 0, 0, 1, a_values, " + kIndex + ")\n";
  const auto file =
      parse_lua("a_values = { 1 }\n" + kCall + "('b'" + given + a + kRest + kCall + "('c'" + given,
                diagnostics);
  ASSERT_TRUE(file.has_value());
  ASSERT_EQ(file->headers.size(), 3u);
  EXPECT_EQ(file->headers[0].values, "a_values");
  EXPECT_EQ(file->headers[1].values, "a_values_2");
  EXPECT_EQ(file->headers[2].values, "a_values");
}

// One call that cannot be read does not keep the others from being read; it is named with the place
// where it begins.
TEST(Sm64LuaConditions, LeavesOutABrokenCall) {
  const std::string whole = kCall + "('a'" + kRest, last = kCall + "('c'" + kRest;
  for (const auto& [broken, why] : std::vector<std::pair<std::string, std::string>>{
           {kCall + "('b', 0, 0, 0, 0, 1, { 7 }, { 1, 0\n", "a syntax error"},
           {kCall + "('b', 0, 0, 0, 0, 1, { 7 ) }\n", "a syntax error"},
           {kCall + "('b'; 0)\n", "a syntax error"},
           {kCall + "('b', 0, 0, 0)\n", "4 arguments, expected 8"},
           {kCall + "('b', 0, 0, 0, 0, 1, v, " + kIndex + ")\n", "values is computed"}}) {
    Diagnostics diagnostics;
    const auto file = parse_lua(whole + broken + last, diagnostics);
    ASSERT_TRUE(file.has_value()) << broken;
    ASSERT_EQ(file->headers.size(), 2u) << broken;
    EXPECT_EQ(file->headers[1].name, "c");
    const auto found = diagnostics.finish();
    ASSERT_EQ(found.size(), 1u) << broken;
    EXPECT_EQ(found[0].code, "sm64.E-SCRIPT");
    EXPECT_EQ(found[0].severity, Severity::error);
    EXPECT_NE(found[0].message.find("'b' is left out"), std::string::npos) << found[0].message;
    EXPECT_NE(found[0].message.find(why), std::string::npos) << found[0].message;
    const bool by_argument = why == "values is computed";
    EXPECT_EQ(found[0].offset, whole.size() + (by_argument ? broken.find("v,") : 0)) << broken;
  }
  // Many of them cost no more than their text.
  for (const char* begin : {"({ ", "(f(", "(f({ ", "('a' .. ", "(1 + "}) {
    std::string many;
    for (int i = 0; i < 20000; ++i)
      many += kCall + begin;
    Diagnostics unused;
    EXPECT_TRUE(parse_lua(many + last, unused).has_value()) << begin;
  }
}

// Names come back whatever they hold, but for line ends, which would end the literal.
TEST(Sm64LuaConditions, NamesWritten) {
  Motion motion;
  motion.name = "a\"b\\c";
  EXPECT_NE(write_lua({&motion, 1}).find("(\"a\\\"b\\\\c\", "), std::string::npos);
  motion.name = "a\nb\rc";
  EXPECT_NE(write_lua({&motion, 1}).find("(\"a b c\", "), std::string::npos);
}

TEST(Sm64LuaConditions, TooLong) {
  const std::string_view text(kCall.data(), 0x80000000u);
  Diagnostics diagnostics;
  EXPECT_FALSE(parse_lua(text, diagnostics));
  EXPECT_EQ(diagnostics.finish().at(0).message, "the text is longer than 2 GiB");
}

}  // namespace
}  // namespace anmkit::sm64::test
