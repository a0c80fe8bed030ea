// SPDX-License-Identifier: MIT
// C text that is wrong or odd in one place each (section 4.1): messages about it and where. In the
// texts below '$' is no part of the file; it is where the finding must point.
#include "formats/sm64/source/c_link.hpp"
#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

struct Marked {
  std::string text;
  std::optional<std::uint64_t> at;
};
Marked unmarked(std::string text) {
  const std::size_t at = text.find('$');
  if (at == std::string::npos) return {std::move(text), {}};
  text.erase(at, 1);
  return {std::move(text), at};
}

// The first error, which has to be the wanted one: its code, its place, and words of its sentence.
void expect_error(const std::string& marked, std::string_view code, std::string_view words) {
  const auto [text, at] = unmarked(marked);
  const auto found = check(*parse("sm64-c", to_bytes(text), "x.inc.c"));
  const auto error = std::ranges::find(found, Severity::error, &Diagnostic::severity);
  ASSERT_NE(error, found.end()) << text;
  EXPECT_EQ(error->code, "sm64." + std::string(code)) << text << ": " << error->message;
  EXPECT_NE(error->message.find(words), std::string::npos) << text << ": " << error->message;
  if (at) {
    EXPECT_EQ(error->offset, at) << text << ": " << error->message;
  }
}
void expect_syntax(const std::string& marked, std::string_view wanted) {
  expect_error(marked, "E-CSYNTAX", "expected " + std::string(wanted) + ", found ");
}

// What a text declares, when nothing is wrong with its spelling.
CFile read(const std::string& text) {
  Diagnostics diagnostics;
  auto file = parse_c(text, diagnostics);
  EXPECT_TRUE(file.has_value() && !diagnostics.has_errors()) << text;
  return file ? std::move(*file) : CFile();
}
std::vector<std::string> names_of(const CFile& file) {
  std::vector<std::string> names;
  for (const CHeader& header : file.headers)
    names.push_back(header.name);
  return names;
}

const std::string kArrays =
    "static const s16 v[] = { 0 };\n"
    "static const u16 i[] = { 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0 };\n";
const std::string kGood = "{ 1, 0, 0, 0, 1, 1, v, i, 0 }";

TEST(Sm64SourceConditions, FileLevel) {
  for (const auto& [text, wanted] : std::vector<std::pair<std::string, std::string>>{
           {"int x = { 1$", "'}'"},
           {"int x = 1 $}", "';'"},
           {"int x = 1$", "';'"},
           {"int x$", "';'"},
           {"s16 v[5$) = { 1 };", "']'"},
           {"MACRO(1$", "')'"},
           {"int f() { if (1) {$", "'}'"},
           {"$}", "a declaration"},
           {"$)", "a declaration"},
           {"$]", "a declaration"},
           {"$@", "a declaration"},
           {"extern \"C\" { int x $}", "a declaration"},
           {"struct Animation a = $5;", "'{'"},
           {"enum { $5 };", "an enumerator"},
           {"enum { A = +$};", "a number"},
           {"enum { A $B };", "',' or '}'"},
           {"$/* open", "'*/' somewhere after this comment's begin"},
       })
    expect_syntax(text, wanted);
}

TEST(Sm64SourceConditions, HeaderBraces) {
  const std::string one = "struct Animation a = ", more = "struct Animation a[] = ";
  for (const auto& [text, wanted] : std::vector<std::pair<std::string, std::string>>{
           {more + "{ { 1 $; } };", "',' or '}'"},
           {more + "{ { 1, 2, 3, 4, 5, 6, v, i, 9 } $x };", "'}'"},
           {more + "{ [0$) = " + kGood + " };", "'] ='"},
           {more + "{ [0$] " + kGood + " };", "'] ='"},
           {more + "{ [0] = $5 };", "'{'"},
           {one + "{ .$5 = 1 };", "a field name"},
           {one + "{ .flags $1 };", "'='"},
           {one + "{ $, 1 };", "an initialiser"},
           {one + "{ .flags = $};", "an initialiser"},
           {one + "{ 1, 2, 3, 4, 5, 6, v$;", "'}'"},
           {one + "{ 1, 2, 3, 4, 5, 6, v$", "'}'"},
           {one + "{ 1, 2, 3, 4, 5, 6, $@v, i, 9 };", "a name"},
           {one + "{ 1, 2, 3, 4, 5, 6, ${ v }, i, 9 };", "a name"},
           {one + "{ 1, 2, 3, 4, 5, 6, $, i, 9 };", "a name"},
           {one + "{ 1, 2, 3, 4, 5, 6, v$), i, 9 };", "a name"},
           {one + "{ 1, 2, 3, 4, 5, 6, v, i$], 9 };", "a name"},
           {one + kGood + " $x", "';'"},
       })
    expect_syntax(text, wanted);
  // Fields that are too few, too many, or not the structure's.
  expect_error(kArrays + "$struct Animation a = {};", "E-CINIT", "a has 0 initialisers");
  expect_error(kArrays + "$struct Animation a = { 1, 0, 0, 0, 1, 1, v, i, 0, 1 };", "E-CINIT",
               "a has 10 initialisers");
  expect_error(kArrays + "$struct Animation a = { .flags = 1, 1, 1, 1, 1, 1, v, i, 0, 1, 1, 1 };",
               "E-CINIT", "a has 12 initialisers");
  expect_error(kArrays + "struct Animation a = { .$speed = 1 };", "E-CINIT", "no field 'speed'");
  expect_error(kArrays + "struct Animation a = { $1 +, 0, 0, 0, 1, 1, v, i, 0 };", "E-CINIT",
               "flags of a is not an integer expression");
}

// Values that do not fit what holds them, on both sides.
TEST(Sm64SourceConditions, Ranges) {
  const auto header = [](const std::string& flags, const std::string& length) {
    return kArrays + "struct Animation a = { " + flags + ", 0, 0, 0, 1, 1, v, i, " + length + " };";
  };
  for (const std::string bad : {"-32769", "65536"})
    expect_error(header("$" + bad, "0"), "E-CRANGE", "flags of a is " + bad);
  for (const std::string bad : {"-2147483649", "4294967296"})
    expect_error(header("0", "$" + bad), "E-CRANGE", "length of a is " + bad);
  for (const std::string good : {"-32768", "65535"}) {
    const CFile file = read(header(good, "0"));
    EXPECT_EQ(file.headers.at(0).header.flags, static_cast<std::int16_t>(std::stoi(good)));
  }
  for (const std::string good : {"-2147483648", "4294967295"}) {
    const CFile file = read(header("0", good));
    EXPECT_EQ(file.headers.at(0).header.length, static_cast<std::uint32_t>(std::stoll(good)));
  }
  for (const std::string bad : {"-32769", "65536"})
    expect_error("s16 v[] = { 0, $" + bad + " };", "E-CRANGE", "element 1 of v is " + bad);
}

// A place in brackets that is no number, or none that a table can have, is passed over.
TEST(Sm64SourceConditions, PositionsOfHeaders) {
  using Names = std::vector<std::string>;
  const auto names = [](const std::string& first) {
    return names_of(read(kArrays + "struct Animation a[] = { [" + first + "] = " + kGood + ", " +
                         kGood + " };"));
  };
  EXPECT_EQ(names("65535"), (Names{"a[65535]", "a[65536]"}));
  EXPECT_EQ(names("65536"), (Names{"a", "a[1]"}));
  EXPECT_EQ(names("-1"), (Names{"a", "a[1]"}));
  EXPECT_EQ(names("UNKNOWN"), (Names{"a", "a[1]"}));
}

TEST(Sm64SourceConditions, TableBraces) {
  const std::string head = "struct Animation *t[] = ";
  for (const auto& [text, wanted] : std::vector<std::pair<std::string, std::string>>{
           {head + "{ $5 };", "the name of a header"},
           {head + "{ &$5 };", "the name of a header"},
           {head + "{ $(5) a };", "the name of a header"},
           {head + "{ &a $", "the name of a header"},
           {head + "{ [0$) = &a };", "']'"},
           {head + "{ [0] $&a };", "'='"},
           {head + "{ a[0$) };", "a number and ']'"},
           {head + "{ a[X$] };", "a number and ']'"},
           {head + "{ &a } $x;", "';'"},
           {"struct AnimationTable t = { .anims = $", "'}'"},
           {"struct AnimationTable t = { .anims = { $5 } };", "the name of a header"},
       })
    expect_syntax(text, wanted);

  using Names = std::vector<std::string>;
  const auto elements = [](const std::string& body) {
    return read("struct Animation *t[] = { " + body + " };").tables.at(0).elements;
  };
  EXPECT_EQ(elements("[UNKNOWN] = a, b"), (Names{"a", "b"}));
  EXPECT_EQ(elements("[-1] = a, b"), (Names{"a", "b"}));
  EXPECT_EQ(elements("[65536] = a, b"), (Names{"a", "b"}));
  EXPECT_EQ(elements("(struct Animation *) (void) a"), (Names{"a"}));
  // Holes may cost as much as one place of 65535, not that again and again.
  const auto holes = elements("[60000] = a, [65000] = b");
  EXPECT_EQ(holes.size(), 60002u);
  EXPECT_EQ(holes.back(), "b");
}

TEST(Sm64SourceConditions, Arrays) {
  for (const auto& [text, wanted] : std::vector<std::pair<std::string, std::string>>{
           {"s16 v[] = { [0$) = 1 };", "'] ='"},
           {"s16 v[] = { [0$] 1 };", "'] ='"},
           {"s16 v[] = { 1 $; };", "',' or '}'"},
           {"s16 v[] = { 1 $2 };", "an integer expression"},
           {"s16 v[] = { 0x0001, $", "an integer expression"},
           {"s16 v[] = { 1 +$ };", "an integer expression"},
           {"s16 v[] = { 0x00001 $", "',' or '}'"},
           {"s16 v[] = { 1 } $x", "';'"},
           {"s16 v[] = { { 1 }$", "'}'"},
       })
    expect_syntax(text, wanted);
  // What is an array and cannot be read is reported where it is used.
  for (const auto& [body, reason] : std::vector<std::pair<std::string, std::string>>{
           {"[UNKNOWN] = 1", "a designator that cannot be followed"},
           {"[-1] = 1", "a designator that cannot be followed"},
           {"[9999] = 1", "a designator that cannot be followed"},
           {"[300] = 1, [600] = 1, [601] = 1", "a designator that cannot be followed"},
           {"{ 1 }, { 2 }", "it contains braces"},
           {"1, UNKNOWN", "it uses 'UNKNOWN', which is not known"},
       }) {
    expect_error(
        "static const u16 i[] = { 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0 };\n"
        "s16 v[] = { " +
            body + " };\nstruct Animation a = { 1, 0, 0, 0, 1, 1, $v, i, 0 };" +
            std::string(120, '\n'),
        "E-CNAME", "values refers to 'v', which cannot be read: ");
    Diagnostics diagnostics;
    const auto file = parse_c("s16 v[] = { " + body + " };" + std::string(280, ' '), diagnostics);
    ASSERT_TRUE(file.has_value()) << body;
    EXPECT_TRUE(file->arrays.empty()) << body;
    EXPECT_NE(file->opaque.at("v").find(reason), std::string::npos) << body;
  }
  // Neither pointers, nor rows, nor what has no brackets are arrays of a clip.
  for (const std::string text : {"const s16 *p[] = { v };", "s16 m[2][2] = { { 1, 2 }, { 3, 4 } };",
                                 "s16 one = { 1 };", "f32 v[] = { 1 };", "s16 v[] = other;"})
    EXPECT_TRUE(read(text).arrays.empty()) << text;
  // The length is compared where it is known.
  EXPECT_EQ(read("s16 v[UNKNOWN] = { 1 };").arrays.at(0).dimension, std::nullopt);
  EXPECT_EQ(read("s16 v[1 + 2] = { 1 };").arrays.at(0).dimension, 3);
}

// Names for numbers: what a #define gives and what it does not.
TEST(Sm64SourceConditions, Defines) {
  const auto value_of = [](const std::string& defines) -> std::optional<int> {
    Diagnostics diagnostics;
    const auto file = parse_c(defines + "s16 v[] = { X };\n", diagnostics);
    EXPECT_TRUE(file.has_value()) << defines;
    if (!file || file->arrays.empty()) return {};
    return file->arrays.front().elements.at(0);
  };
  EXPECT_EQ(value_of("#define X 5\n"), 5);
  EXPECT_EQ(value_of("  #  define\tX (5)\n"), 5);
  EXPECT_EQ(value_of("#define X 5 6\n"), std::nullopt);
  EXPECT_EQ(value_of("#define X y\n"), std::nullopt);
  EXPECT_EQ(value_of("#define X\n"), std::nullopt);
  EXPECT_EQ(value_of("#define X() 5\n"), std::nullopt);
  EXPECT_EQ(value_of("#define 5 X\n"), std::nullopt);
  EXPECT_EQ(value_of("define X 5;\n"), std::nullopt);
  EXPECT_EQ(value_of(" define X 5;\n"), std::nullopt);
  EXPECT_EQ(value_of("int define X 5;\n"), std::nullopt);
  EXPECT_EQ(value_of("enum { A = UNKNOWN, X };\n"), 1);
  EXPECT_EQ(value_of("enum { A = 4, X, };\n"), 5);
}

// The conditions of the preprocessor that text alone decides.
TEST(Sm64SourceConditions, Booleans) {
  for (const auto& [text, truth] : std::vector<std::pair<std::string, Truth>>{
           {"0", Truth::no},
           {"FALSE", Truth::no},
           {"1", Truth::yes},
           {"TRUE", Truth::yes},
           {"2", Truth::unknown},
           {"", Truth::unknown},
           {"!", Truth::unknown},
           {"!0", Truth::yes},
           {"!!0", Truth::no},
           {"(1", Truth::unknown},
           {"((1))", Truth::yes},
           {"!(0)", Truth::yes},
           {"VERSION_US", Truth::yes},
           {"VERSION_JP", Truth::no},
           {"HACK", Truth::unknown},
           {"VERSION_US > 1", Truth::unknown},
           {"defined(VERSION_US)", Truth::yes},
           {"defined(VERSION_US", Truth::unknown},
           {"defined VERSION_JP", Truth::no},
           {"1 && 1", Truth::yes},
           {"0 && 1", Truth::no},
           {"1 && 0", Truth::no},
           {"HACK && 0", Truth::no},
           {"HACK && 1", Truth::unknown},
           {"1 && HACK", Truth::unknown},
           {"0 || 0", Truth::no},
           {"1 || 0", Truth::yes},
           {"0 || 1", Truth::yes},
           {"HACK || 0", Truth::unknown},
           {"0 || HACK", Truth::unknown},
           {"1 || HACK", Truth::yes},
           {"0 && 1 || 1 // 0", Truth::yes},
       }) {
    EXPECT_EQ(truth_of("if", text), truth) << text;
  }
  EXPECT_EQ(truth_of("ifdef", " VERSION_JP /* */"), Truth::no);
  EXPECT_EQ(truth_of("ifndef", " VERSION_JP"), Truth::yes);
  EXPECT_EQ(truth_of("ifndef", " HACK"), Truth::unknown);
}

// Names that files do not define, or define as something else.
TEST(Sm64SourceConditions, Links) {
  const std::string begin = kArrays + "struct Animation a = ";
  expect_error(begin + "{ 1, 0, 0, 0, 1, 1, $NULL, i, 0 };", "E-CNAME",
               "a: values refers to no array");
  expect_error(begin + "{ 1, 0, 0, 0, 1, 1, v, $(u16 *) NULL, 0 };", "E-CNAME",
               "a: index refers to no array");
  expect_error(begin + "{ 1, 0, 0, 0, 1, 1, v, $none, 0 };", "E-CNAME",
               "index refers to 'none', which is not defined");
  expect_error(begin + "{ $X, 0, 0, 0, 1, 1, v, i, 0 };", "E-CNAME", "flags uses 'X'");
  expect_error(begin + "{ $i, 0, 0, 0, 1, 1, v, i, 0 };", "E-CNAME", "flags uses 'i'");
  // The count of an array that is missing is not reported in addition to the array itself.
  const std::string text = kArrays +
                           "struct Animation a = { 1, 0, 0, 0, 1, ANIMINDEX_NUMPARTS(none), v, "
                           "none, 0 };";
  const auto found = check(*parse("sm64-c", to_bytes(text)));
  EXPECT_EQ(std::ranges::count(found, "sm64.E-CNAME", &Diagnostic::code), 1);

  // NULL inside a table is reported once, at its end not at all.
  const auto nulls = [](const std::string& body) {
    const auto all =
        check(*parse("sm64-c", to_bytes(kArrays + "struct Animation a = " + kGood +
                                        ";\nstruct Animation *t[] = { " + body + " };")));
    return std::ranges::count(all, "sm64.W-TABLENULL", &Diagnostic::code);
  };
  EXPECT_EQ(nulls("&a, NULL, &a, &a"), 1);
  EXPECT_EQ(nulls("NULL, &a, NULL, &a"), 1);
  EXPECT_EQ(nulls("&a, NULL"), 0);
  // A field that the structure does not have changes nothing.
  CFile file = read(kArrays + "struct Animation a = " + kGood + ";");
  file.headers.at(0).open_fields = {{"speed", "5"}, {"loopEnd", "7"}, {"flags", "UNKNOWN"}};
  CLinker linker;
  linker.add(file);
  const auto motions = linker.link(file, false, false, nullptr);
  EXPECT_EQ(motions.at(0).header.loopEnd, 7);
  EXPECT_EQ(motions.at(0).header.flags, 1);
}

// Sizes that 31 bits do not hold are refused before a byte is looked at.
TEST(Sm64SourceConditions, TooLong) {
  const std::string_view text(kGood.data(), 0x80000000u);
  Diagnostics diagnostics;
  EXPECT_FALSE(parse_c(text, diagnostics));
  const auto found = diagnostics.finish();
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].code, "sm64.E-CSYNTAX");
  EXPECT_EQ(found[0].message, "the text is longer than 2 GiB");
}

}  // namespace
}  // namespace anmkit::sm64::test
