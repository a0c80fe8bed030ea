// SPDX-License-Identifier: MIT
// Tokens and integer constant expressions as C has them (section 4.1): what they are worth, where
// they end, and what none is.
#include "formats/sm64/source/c_expression.hpp"

#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

using State = Evaluated::State;

Symbols symbols() {
  Symbols known;
  known.enumerators = {{"ONE", 1}, {"BIG", 0x7FFFFFFFFFFFFFFF}, {"LOW", INT64_MIN}};
  known.array_lengths = {{"v", 18}, {"w", 3}};
  return known;
}
Evaluated worth(std::string_view text) {
  Lexer lexer(text);
  return evaluate(lexer, symbols());
}

// Precedence, signs and shifts of C; constants below are counted by hand.
TEST(Sm64Expression, Values) {
  for (const auto& [text, value] : std::vector<std::pair<std::string_view, std::int64_t>>{
           {"1 + 2 * 3", 7},
           {"(1 + 2) * 3", 9},
           {"10 - 4 - 3", 3},
           {"7 / 2 % 2", 1},
           {"-7 / 2", -3},
           {"-7 % 2", -1},
           {"1 << 4 + 1", 32},
           {"-8 >> 1", -4},
           {"1 | 2 ^ 3 & 2", 1},
           {"~0", -1},
           {"- -5", 5},
           {"+5", 5},
           {"0x1F", 31},
           {"0X1f", 31},
           {"0b101", 5},
           {"0B11", 3},
           {"017", 15},
           {"0", 0},
           {"12uL", 12},
           {"ONE + TRUE", 2},
           {"ANIM_FLAG_HOR_TRANS | ANIM_FLAG_NOLOOP", 9},
           {"(s16) 5", 5},
           {"(unsigned long) (const s16 *) 5", 5},
           {"(ONE)", 1},
           {"ANIMINDEX_NUMPARTS(v)", 2},  // 18 / 6 - 1
           {"ANIM_FIELD_LENGTH(v)", 18},
           {"ARRAY_COUNT(w) + 1", 4},
           {"BIG + 1", INT64_MIN},
           {"LOW / 1", INT64_MIN},
           {"5 / -1", -5},
           {"(s16) 0x8000 + 1", -32767},
           {"(u8) -1", 255},
           {"(s8) 0xFF", -1},
           {"(unsigned short) -1", 65535},
           {"(unsigned int) -1", 4294967295},
           {"(short int) 65535", -1},
           {"(u32) -1", 4294967295},
           {"(s32) 0x80000000", -2147483648},
           {"(int16_t const) 40000", -25536},
           {"(uint32_t) ((u64) -1)", 4294967295},
           {"sizeof(s16) + sizeof(u8)", 3},
           {"sizeof(unsigned long)", 8},
           {"sizeof(v)", 36},  // 18 elements of 2 bytes
           {"sizeof(v) / sizeof(v[0])", 18},
           {"sizeof(w) / sizeof(*w)", 3},
           {"1 == 1", 1},
           {"1 != 1", 0},
           {"1 < 2 == 2 > 1", 1},
           {"2 <= 1", 0},
           {"2 >= 2", 1},
           {"1 || 0 && 0", 1},
           {"1 && 2", 1},
           {"0 || 0", 0},
           {"!1", 0},
           {"!0 + 1", 2},
           {"1 ? 2 : 3", 2},
           {"0 ? 2 : 3", 3},
           {"0 ? 1 : 0 ? 2 : 3", 3},
           {"1 ? 0 ? 4 : 5 : 6", 5},
           {"ONE > 0 ? 7 + 1 : 9", 8},
           {"(0 ? 1 : 2) * 2", 4}}) {
    const Evaluated found = worth(text);
    EXPECT_EQ(found.state, State::value) << text;
    EXPECT_EQ(found.value, value) << text;
  }
}

TEST(Sm64Expression, RejectsInvalidExpressions) {
  for (const std::string_view text :
       {"",      ")",        "1 2",         "1 +",     "* 2",     "(1",
        "()",    "1 = 1",    "1 ! 2",       "1 <",     "1 = = 2", "1 / 0",
        "1 ? 2", "1 : 2",    "1 ? (2 : 3)", "? 1 : 2", "1 ? : 2", "1 ? 2 : ",
        "1 % 0", "LOW / -1", "LOW % -1",    "1 << 64", "1 >> 64", "1 << -1",
        "09",    "0x",       "0b2",         "1.5",     "1a",      "99999999999999999999",
        "\"a\"", "$",        "1 (2)",       "(s16 5",  "(s16) ",  "!",
        "v["}) {
    EXPECT_EQ(worth(text).state, State::invalid) << text;
  }
  EXPECT_EQ(worth("(1))").value, 1);  // the last one ends it
  for (const std::string_view text : {"NOBODY",
                                      "1 + NOBODY",
                                      "f(1)",
                                      "f(1, (2))",
                                      "ARRAY_COUNT(1)",
                                      "ARRAY_COUNT(v w)",
                                      "ARRAY_COUNT(x)",
                                      "ANIMINDEX_NUMPARTS(x)",
                                      "f(",
                                      "f(1;",
                                      "f({",
                                      "f(}",
                                      "sizeof(struct S)",
                                      "sizeof(x)",
                                      "sizeof(v[0)",
                                      "sizeof(s16 *)",
                                      "sizeof(*)",
                                      "sizeof",
                                      "sizeof + 1",
                                      "sizeof((v + 1))",
                                      "sizeof((v",
                                      "sizeof((x))"})
    EXPECT_EQ(worth(text).state, State::unknown_name) << text;
  EXPECT_EQ(worth("1 + NOBODY").name, "NOBODY");
  EXPECT_EQ(worth("1 + NOBODY").at, 4u);
}

// What a text defines before the expression behind its last line.
Evaluated after_defines(std::string_view text) {
  Lexer lexer(text);
  lexer.peek();
  Symbols known = symbols();
  known.learn(lexer.defined());
  return evaluate(lexer, known);
}

// The text of a macro replaces its name, as in C.
TEST(Sm64Expression, Macros) {
  for (const auto& [text, value] : std::vector<std::pair<std::string_view, std::int64_t>>{
           {"#define N 5\nN + 1", 6},
           {"#define N 1 + 2\nN * 2", 5},
           {"#define N (1 + 2)\nN * 2", 6},
           {"#define N M\n#define M 4\nN", 4},
           {"#define D(x) ((x) * 2)\nD(1 + 2) + 1", 7},
           {"#define D(x) x * 2\nD(1 + 2)", 5},
           {"#define D(a, b) ((a) - (b))\nD(9, D(5, 3))", 7},
           {"#define D(x) x)\n(D(1)", 1},
           {"#define D(a) \\\n  ((a) << 1)\nD(3)", 6},
           {"#define D(a) ((a) + 1) // more\nD(3)", 4},
           {"#define COUNT(a) (sizeof(a) / sizeof((a)[0]))\nCOUNT(v)", 18},
           {"#define A(x) B(x) + 1\n#define B(x) (x) * 2\nA(3)", 7},
           {"#ifdef VERSION_JP\n#define N 1\n#else\n#define N 2\n#endif\nN", 2},
           {"#define N 5\n#define N 5\nN", 5}}) {
    const Evaluated found = after_defines(text);
    EXPECT_EQ(found.state, State::value) << text;
    EXPECT_EQ(found.value, value) << text;
  }
  for (const auto& [text, name] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"#define N N + 1\nN", "N"},
           {"#define N M + 1\nN", "M"},
           {"#define D(x) x\nD(NOBODY)", "D"},
           {"#define D(x) x\nD", "D"},
           {"#define D(x) x\nD(1, 2)", "D"},
           {"#define D(x) x\nD(1", "D"},
           {"#define D(x) (x)\nD(1, (2", "D"},
           {"#define N 5\nNOBODY + N", "NOBODY"},
           {"#define N OTHER\nNOBODY + N", "NOBODY"},
           {"#define D(x, ...) x\nD(1)", "D"},
           {"#define D(x) #x\nD(1)", "D"},
           {"#define D(x) D(x) + D(x)\nD(1)", "D"},
           {"#define D(x) x + x\n#define E(x) D(D(D(D(D(D(D(D(D(D(x))))))))))\nE(1)", "D"},
           {"#define N 1\n#define N 2\nN", "N"},
           {"#define N 1\n#undef N\nN", "N"},
           {"#define D(x) x\n#undef D\nD(1)", "D"}}) {
    const Evaluated found = after_defines(text);
    EXPECT_EQ(found.state, State::unknown_name) << text;
    EXPECT_EQ(found.name, name) << text;
  }
  for (const std::string_view text :
       {"#define D(x) x)\nD(1)", "#define D(x) x\nD((1, 2))", "#define D(x) x ;\nD(1)",
        "#define D(x) {x\nD(1)", "#define D(x) x +\nD(1)"})
    EXPECT_EQ(after_defines(text).state, State::invalid) << text;
}

// Lua has fractions, other words for conditions, and powers.
TEST(Sm64Expression, Lua) {
  for (const auto& [text, value] : std::vector<std::pair<std::string_view, std::int64_t>>{
           {"7 * 2 - 1", 13}, {"8 / 2", 4}, {"7 % 4", 3}, {"1 << 3 | 1", 9}}) {
    Lexer lexer(text, 0, Syntax::lua);
    EXPECT_EQ(evaluate(lexer, symbols()).value, value) << text;
  }
  for (const std::string_view text : {"7 / 2", "2 ^ 3", "-7 % 4", "1 == 1", "1 ? 2 : 3", "1 < 2"}) {
    Lexer lexer(text, 0, Syntax::lua);
    EXPECT_EQ(evaluate(lexer, symbols()).state, State::invalid) << text;
  }
}

// An expression ends before what it did not open.
TEST(Sm64Expression, Ends) {
  for (const auto& [text, end] :
       std::vector<std::pair<std::string_view, std::string_view>>{{"1 + 1, 2", ","},
                                                                  {"1 + 1) 2", ")"},
                                                                  {"1 + 1] 2", "]"},
                                                                  {"1 + 1; 2", ";"},
                                                                  {"1 + 1 { 2", "{"},
                                                                  {"1 + 1 } 2", "}"},
                                                                  {"2, 3", ","},
                                                                  {"2] 3", "]"},
                                                                  {"2} 3", "}"},
                                                                  {"2; 3", ";"},
                                                                  {"2", ""}}) {
    Lexer lexer(text);
    EXPECT_EQ(evaluate(lexer, symbols()).value, 2) << text;
    EXPECT_EQ(lexer.next().text, end) << text;
  }
}

std::string words(std::string_view text, Syntax syntax = Syntax::c) {
  Lexer lexer(text, 0, syntax);
  std::string all;
  for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next())
    all += (all.empty() ? "" : " ") + std::string(token.text);
  if (lexer.unclosed_comment()) all += " unclosed " + std::to_string(*lexer.unclosed_comment());
  return all;
}

TEST(Sm64Tokens, WordsNumbersAndMarks) {
  EXPECT_EQ(words("a_1<<2>>b<c>d 0x1Fu 1.5"), "a_1 << 2 >> b < c > d 0x1Fu 1.5");
  EXPECT_EQ(words("a\f\v\t\r\nb\\\nc\\\r\nd \\e"), "a b c d \\ e");
  EXPECT_EQ(words("'a' \"b\\\"c\" \"d\\\\\" e"), "'a' \"b\\\"c\" \"d\\\\\" e");
  EXPECT_EQ(words("\"open\nnext \"at the end"), "\"open next \"at the end");
  EXPECT_EQ(words("\"back\\"), "\"back\\");
  EXPECT_FALSE(Lexer("\";\"").next().is("\";\""));  // a literal is no mark, whatever it contains
}

TEST(Sm64Tokens, Comments) {
  EXPECT_EQ(words("a // b\nc /* d\n e */ f"), "a c f");
  EXPECT_EQ(words("a // b \\\nstill\nc"), "a c");
  EXPECT_EQ(words("a // b \\\r\nstill\r\nc"), "a c");
  EXPECT_EQ(words("a //\n\\\n// end"), "a");
  EXPECT_EQ(words("a / b"), "a / b");
  EXPECT_EQ(words("a /* b"), "a unclosed 2");
  EXPECT_EQ(words("/*/ a */ b"), "b");
}

// Of alternatives one is read: the first whose condition is not known to fail (section 4.1).
TEST(Sm64Tokens, Alternatives) {
  EXPECT_EQ(words("#if 0\na\n#else\nb\n#endif\nc"), "b c");
  EXPECT_EQ(words("#if 1\na\n#else\nb\n#endif\nc"), "a c");
  EXPECT_EQ(words("#if 0\na\n#elif 0\nb\n#elif 1\nc\n#else\nd\n#endif\ne"), "c e");
  EXPECT_EQ(words("#if 0\na\n#elif 1\nb\n#elif 1\nc\n#endif\nd"), "b d");
  EXPECT_EQ(words("# \tifdef VERSION_US\na\n#\t else\nb\n# endif"), "a");
  EXPECT_EQ(words("#ifdef VERSION_JP\na\n#else\nb\n#endif"), "b");
  EXPECT_EQ(words("#ifndef VERSION_US\na\n#endif\nb"), "b");
  EXPECT_EQ(words("#if 0\n#if 1\na\n#else\nb\n#endif\nc\n#elif 1\nd\n#endif"), "d");
  EXPECT_EQ(words("#if 1\na\n#else\n#if 1\nb\n#endif\nc\n#endif\nd"), "a d");
  // Directives in comments, and what only looks like one, in a part that is not read.
  EXPECT_EQ(words("#if 0\na / b /* \n#else\n*/ c // \\\n#else\n\t\r\n #else\nd\n#endif"), "d");
  EXPECT_EQ(words("#if 0\na"), "");
  EXPECT_EQ(words("#define x 1\n#include \"y\"\na"), "a");
  Lexer lexer("#include <a>\n#include <b>\n#included\nx");
  lexer.next();
  EXPECT_EQ(lexer.includes(), 2u);
}

TEST(Sm64Tokens, Lua) {
  EXPECT_EQ(words("a -- b\nc --[[ d\n]] e --[==[ ]] ]==] f", Syntax::lua), "a c e f");
  EXPECT_EQ(words("a - b -", Syntax::lua), "a - b -");
  EXPECT_EQ(words("[[ a ]] [=[ ]] ]=] [1] [=", Syntax::lua), "[[ a ]] [=[ ]] ]=] [ 1 ] [ =");
  EXPECT_EQ(words("a --[[ b", Syntax::lua), "a unclosed 4");
  EXPECT_EQ(words("#t", Syntax::lua), "# t");
  EXPECT_EQ(words("a // b", Syntax::lua), "a / / b");
}

}  // namespace
}  // namespace anmkit::sm64::test
