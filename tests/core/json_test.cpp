// SPDX-License-Identifier: MIT
// JSON: the grammar, spellings, offsets, numbers.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "core/fields.hpp"
#include "core/json.hpp"
#include "core/json_scan.hpp"

namespace anmkit {
namespace {

// From RFC 8259's grammar: texts that must be refused, and a part of the reason given.
TEST(JsonReader, RejectsInvalidGrammar) {
  const std::pair<const char*, std::uint64_t> cases[] = {
      {"", 0},      {"{", 1},           {"[1,]", 3},     {"[1 2]", 3}, {"{\"a\" 1}", 5},
      {"{a:1}", 1}, {"01", 1},          {"1.", 2},       {"-", 0},     {"1e", 2},
      {"\"a", 2},   {"\"\\x\"", 2},     {"\"\t\"", 1},   {"tru", 0},   {"[1]]", 3},
      {"nan", 0},   {"\"\\u12g4\"", 3}, {"{\"a\":}", 5}, {",", 0},     {"+1", 0},
  };
  for (const auto& [text, offset] : cases) {
    const auto parsed = JsonDocument::parse(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().offset, offset) << text << ": " << parsed.error().message;
  }
}

TEST(JsonReader, ReportsLineAndColumn) {
  const auto parsed = JsonDocument::parse("{\n  \"a\": 1,\n  \"b\": ?\n}");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().line, 3u);
  EXPECT_EQ(parsed.error().column, 8u);
}

TEST(JsonReader, KeepsOrderRepeatedKeysSpellingsAndOffsets) {
  const std::string text = "{\"b\": 1.50, \"a\": -0, \"b\": [true, null, \"x\"]}";
  const auto parsed = JsonDocument::parse(text);
  ASSERT_TRUE(parsed);
  const JsonValue first = parsed->root().first();
  EXPECT_EQ(first.key(), "b");
  EXPECT_EQ(first.token(), "1.50");
  EXPECT_EQ(first.begin_offset(), text.find("1.50"));
  EXPECT_EQ(first.next().token(), "-0");
  EXPECT_TRUE(std::signbit(*first.next().number()));
  const JsonValue array = first.next().next();
  EXPECT_EQ(array.key(), "b");
  EXPECT_EQ(array.size(), 3u);
  EXPECT_EQ(array.first().boolean(), true);
  EXPECT_TRUE(array.first().next().is(JsonKind::null));
  EXPECT_EQ(array.first().next().next().string(), "x");
  EXPECT_FALSE(array.next());
  EXPECT_EQ(text.substr(array.begin_offset(), array.end_offset() - array.begin_offset()),
            "[true, null, \"x\"]");
  EXPECT_FALSE(parsed->root()["missing"]);
}

TEST(JsonReader, DecodesEscapes) {
  const auto parsed = JsonDocument::parse(R"(["\u00e9\ud83d\ude00\n\"\\\/", "\ud800x"])");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->root().first().string(), "\xC3\xA9\xF0\x9F\x98\x80\n\"\\/");
  EXPECT_EQ(parsed->root().first().next().string(), "\xEF\xBF\xBDx");
}

TEST(JsonReader, StopsAtTheDepthLimitInsteadOfTheStackLimit) {
  EXPECT_TRUE(JsonDocument::parse(std::string(JsonDocument::kMaxDepth, '[') +
                                  std::string(JsonDocument::kMaxDepth, ']')));
  EXPECT_FALSE(JsonDocument::parse(std::string(1000000, '[')));
}

TEST(JsonReader, IntegersAreExact) {
  const auto parsed = JsonDocument::parse("[9223372036854775807, 9223372036854775808, 1.0, -5]");
  ASSERT_TRUE(parsed);
  JsonValue value = parsed->root().first();
  EXPECT_EQ(value.integer(), INT64_MAX);
  value = value.next();
  EXPECT_FALSE(value.integer());
  value = value.next();
  EXPECT_FALSE(value.integer());
  EXPECT_EQ(value.next().integer(), -5);
}

TEST(JsonWriter, WritesBothStyles) {
  const auto write = [](JsonWriter::Style style) {
    JsonWriter writer(style);
    writer.begin_object();
    writer.member("a", 1);
    writer.key("b");
    writer.begin_array(true);
    writer.value(0.5);
    writer.value("q\"\x01");
    writer.end_array();
    writer.key("c");
    writer.begin_object();
    writer.end_object();
    writer.end_object();
    return writer.take();
  };
  EXPECT_EQ(write(JsonWriter::Style::compact), "{\"a\":1,\"b\":[0.5,\"q\\\"\\u0001\"],\"c\":{}}");
  EXPECT_EQ(write(JsonWriter::Style::indented),
            "{\n  \"a\": 1,\n  \"b\": [0.5, \"q\\\"\\u0001\"],\n  \"c\": {}\n}");
}

// Keys of every length, with and without characters that need an escape, at every depth.
// JSON is UTF-8 whatever names of files hold: each byte that belongs to no character is replaced.
TEST(JsonWriter, TextIsAlwaysUtf8) {
  const auto written = [](std::string_view text) {
    JsonWriter json;
    json.begin_object();
    json.member(text, text);
    json.end_object();
    return json.take();
  };
  const std::string lost = "\xEF\xBF\xBD", tail(40, 'x');
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"t\xC3\xAAte", "t\xC3\xAAte"},
           {"\x95\xE0", lost + lost},
           {"a\xC3", "a" + lost},
           {"\xED\xA0\x80", lost + lost + lost},
           {"\xF0\x9F\x98\x80\xFF", "\xF0\x9F\x98\x80" + lost},
           {tail + "\xE0" + tail, tail + lost + tail},
           {tail + "\xC3\xAA\n\x80", tail + "\xC3\xAA\\n" + lost}}) {
    EXPECT_EQ(written(from), "{\"" + to + "\":\"" + to + "\"}");
  }
}

TEST(JsonWriter, KeysOfEveryLengthAndDepth) {
  for (const JsonWriter::Style style : {JsonWriter::Style::compact, JsonWriter::Style::indented}) {
    const bool lines = style == JsonWriter::Style::indented;
    for (std::size_t depth = 1; depth <= 20; ++depth) {
      for (std::size_t length = 0; length <= 40; length += depth % 3 + 1) {
        const std::string name(length, 'k'), odd = name + '\n';
        JsonWriter writer(style);
        std::string expected;
        for (std::size_t level = 1; level < depth; ++level) {
          writer.begin_object();
          writer.key("o");
          expected += lines ? "{\n" + std::string(2 * level, ' ') + "\"o\": " : "{\"o\":";
        }
        writer.begin_object();
        writer.member(name, 1);
        writer.member(odd, 2);
        writer.member(name, 3);
        const std::string line = lines ? "\n" + std::string(2 * depth, ' ') : "";
        const std::string colon = lines ? "\": " : "\":";
        expected += "{" + line + "\"" + name + colon + "1," + line + "\"" + name + "\\n" + colon +
                    "2," + line + "\"" + name + colon + "3";
        EXPECT_EQ(writer.text(), expected) << depth << " " << length;
      }
    }
  }
}

struct Sample {
  float f = 0;
  double d = 0;
  std::string s;
  Bytes b;
  std::vector<std::int32_t> i;
};
template <class Archive, Of<Sample> T>
void fields(Archive& archive, T& sample) {
  archive("f", sample.f);
  archive("d", sample.d);
  archive("s", sample.s);
  archive("b", sample.b);
  archive("i", sample.i);
}

Result<Sample> round_trip(const Sample& sample) {
  JsonWriter writer;
  writer.begin_object();
  write_fields(writer, sample);
  writer.end_object();
  const auto parsed = JsonDocument::parse(writer.text());
  if (!parsed) return std::unexpected(parsed.error());
  return read_fields<Sample>(parsed->root());
}

RC_GTEST_PROP(Fields, EveryBitPatternComesBack,
              (std::uint32_t f, std::uint64_t d, std::vector<std::uint8_t> bytes,
               std::vector<std::int32_t> integers)) {
  Sample sample{std::bit_cast<float>(f), std::bit_cast<double>(d), {}, {}, integers};
  for (const std::uint8_t byte : bytes) {
    sample.s.push_back(static_cast<char>(byte));
    sample.b.push_back(static_cast<std::byte>(byte));
  }
  const auto back = round_trip(sample);
  RC_ASSERT(back.has_value());
  RC_ASSERT(std::bit_cast<std::uint32_t>(back->f) == f);
  RC_ASSERT(std::bit_cast<std::uint64_t>(back->d) == d);
  RC_ASSERT(back->s == sample.s);
  RC_ASSERT(back->b == sample.b);
  RC_ASSERT(back->i == integers);
}

TEST(Fields, RoundTripsSpecialFloats) {
  // Signalling and quiet NaN with payloads, infinities, negative zero, denormals, 2^53 and around.
  for (const std::uint32_t bits : {0x7FC00001u, 0xFF800123u, 0x7F800000u, 0xFF800000u, 0x80000000u,
                                   1u, 0x007FFFFFu, 0x5A000000u, 0x5A000001u, 0x7F7FFFFFu}) {
    Sample sample;
    sample.f = std::bit_cast<float>(bits);
    const auto back = round_trip(sample);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(std::bit_cast<std::uint32_t>(back->f), bits);
  }
}

// Floats from 2^-12 to 2^24, of all exponents and signs, and what is near to powers of two: as the
// standard library writes them. (All 285 million of them were once compared.)
TEST(Numbers, FloatsUseTheShortestSpelling) {
  const auto expect = [](std::uint32_t bits) {
    const auto number = std::bit_cast<float>(bits);
    if (number == std::trunc(number)) return;
    std::array<char, 40> wanted{};
    const auto end = std::to_chars(wanted.data(), wanted.data() + wanted.size(), number);
    std::string text;
    append_number(text, number);
    ASSERT_EQ(text, std::string_view(wanted.data(), end.ptr)) << std::hex << bits;
    EXPECT_EQ(parse_float(text), number);
  };
  for (const std::uint32_t sign : {0u, 0x80000000u}) {
    for (std::uint32_t bits = 0x39800000u; bits < 0x4B800000u; bits += 1511)
      expect(sign | bits);
    for (std::uint32_t power = 0x39800000u; power < 0x4B800000u; power += 0x00800000u) {
      for (std::uint32_t near = 0; near < 200; ++near)
        expect(sign | (power - 100 + near));
    }
    // What people write: few decimals.
    for (int thousandths = 1; thousandths < 40000; ++thousandths)
      expect(sign | std::bit_cast<std::uint32_t>(static_cast<float>(thousandths) / 1000));
  }
}

TEST(Numbers, IntegersHaveNoPoint) {
  const auto text = [](auto number) {
    std::string written;
    append_number(written, number);
    return written;
  };
  for (int i = -1100; i <= 1100; ++i) {
    EXPECT_EQ(text(static_cast<float>(i)), std::to_string(i));
    EXPECT_EQ(text(static_cast<double>(i)), std::to_string(i));
    JsonWriter json;
    json.value(i);
    EXPECT_EQ(json.text(), std::to_string(i));
  }
  EXPECT_EQ(text(-0.0), "-0");
  EXPECT_EQ(text(-0.0f), "-0");
  EXPECT_EQ(text(9007199254740991.0), "9007199254740991");
  EXPECT_EQ(text(9007199254740994.0), "9007199254740994");
  EXPECT_EQ(text(1e300), "1e+300");
  EXPECT_EQ(text(16777216.0f), "16777216");
  JsonWriter json;
  json.begin_array();
  json.value(INT64_MIN);
  json.value(UINT64_MAX);
  json.end_array();
  EXPECT_EQ(json.text(), "[-9223372036854775808,18446744073709551615]");
}

// A row is an array on one line, however long it is and whatever is in it.
TEST(JsonWriter, RowsAreArraysOnOneLine) {
  for (const JsonWriter::Style style : {JsonWriter::Style::compact, JsonWriter::Style::indented}) {
    for (const float odd : {0.5f, -0.0f, 1e-30f, -3.4e38f, std::nanf(""), HUGE_VALF}) {
      for (std::size_t size = 0; size <= 20; ++size) {
        std::vector<float> numbers(size, -1.125f);
        if (size > 0) numbers[size / 2] = odd;
        JsonWriter row(style), plain(style);
        for (JsonWriter* json : {&row, &plain}) {
          json->begin_array();
          json->value(1);
        }
        row.row(std::span<const float>(numbers));
        plain.begin_array(true);
        for (const float number : numbers)
          plain.value(number);
        plain.end_array();
        row.end_array();
        plain.end_array();
        EXPECT_EQ(row.text(), plain.text());
      }
    }
  }
}

// The same document in both ways of writing it.
void write_much(JsonWriter& writer, const std::string& text, const Bytes& bytes) {
  writer.begin_object();
  writer.key("numbers");
  writer.begin_array(true);
  for (int i = 0; i < 40000; ++i)
    writer.value(i * 0.25);
  writer.end_array();
  writer.member("text", std::string_view(text));
  writer.key("bytes");
  writer.base64(bytes);
  writer.member("end", true);
  writer.end_object();
}

TEST(JsonWriter, PiecesAreTheWholeText) {
  std::string text;
  Bytes bytes;
  for (int i = 0; i < 100000; ++i) {
    text += i % 7 == 0 ? "\n" : i % 5 == 0 ? "\xC3\xA4" : "a\"";
    bytes.push_back(static_cast<std::byte>(i * 31));
  }
  for (const std::string& words : {text, text + "\xFF"}) {
    for (const auto style : {JsonWriter::Style::compact, JsonWriter::Style::indented}) {
      JsonWriter whole(style);
      write_much(whole, words, bytes);
      std::string joined;
      std::size_t longest = 0;
      JsonWriter pieces(style, [&](ByteView piece) {
        joined += as_text(piece);
        longest = std::max(longest, piece.size());
        return true;
      });
      write_much(pieces, words, bytes);
      EXPECT_TRUE(pieces.flush());
      EXPECT_TRUE(joined == whole.text());
      EXPECT_LT(longest, 500000u);
      const auto parsed = JsonDocument::parse(joined);
      ASSERT_TRUE(parsed);
      EXPECT_EQ(parsed->root()["bytes"].string(), to_base64(bytes));
    }
  }
}

TEST(JsonWriter, StopsAfterTheSinkFails) {
  int calls = 0;
  JsonWriter writer(JsonWriter::Style::compact, [&](ByteView) { return ++calls < 2; });
  write_much(writer, std::string(300000, 'x'), Bytes(300000));
  EXPECT_FALSE(writer.flush());
  EXPECT_EQ(calls, 2);
}

TEST(JsonReader, BorrowedTextsAreReadInPlace) {
  const std::string text = R"({"a":[1,2.50,"b\n"]})";
  auto parsed = JsonDocument::parse(text, kBadJson, JsonDocument::Text::borrowed);
  ASSERT_TRUE(parsed);
  const JsonDocument moved = std::move(*parsed);
  EXPECT_EQ(moved.text().data(), text.data());
  const JsonValue list = moved.root()["a"];
  EXPECT_EQ(list.first().next().token(), "2.50");
  EXPECT_EQ(list.first().next().next().string(), "b\n");
}

TEST(JsonReader, FindsMembersByDecodedKeys) {
  const auto parsed = JsonDocument::parse(R"({"ab":1,"\u0061":2,"a":3,"\"":4,"":5})");
  ASSERT_TRUE(parsed);
  const JsonValue root = parsed->root();
  EXPECT_EQ(root["ab"].integer(), 1);
  EXPECT_EQ(root["a"].integer(), 2) << "the first of two";
  EXPECT_EQ(root["\""].integer(), 4);
  EXPECT_EQ(root[""].integer(), 5);
  EXPECT_FALSE(root["\\u0061"]);
  EXPECT_FALSE(root["abc"]);
}

TEST(JsonReader, ReadsWholeNumbersOfAnyLength) {
  for (const char* text : {"0", "7", "-0", "123456789012345", "999999999999999", "9999999999999999",
                           "12345678901234567890123", "15.5", "1e3", "-12"}) {
    const auto parsed = JsonDocument::parse(text);
    ASSERT_TRUE(parsed) << text;
    const auto number = parsed->root().number();
    ASSERT_TRUE(number) << text;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(*number),
              std::bit_cast<std::uint64_t>(std::strtod(text, nullptr)))
        << text;
  }
}

// Against one character at a time.
RC_GTEST_PROP(JsonScan, FindsAndCountsAsOneByOne, ()) {
  const auto text = *rc::gen::container<std::string>(
      rc::gen::oneOf(rc::gen::element('"', '\\', '\n', '\x1f', ' ', '!', '#', ',', '[', '{', ']',
                                      '}', ';', '\xff'),
                     rc::gen::arbitrary<char>()));
  const auto at = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
  std::size_t special = at;
  while (special < text.size() && !needs_escape(text[special]))
    ++special;
  RC_ASSERT(find_special(text, at) == special);
  const auto opens = [](char c) { return c == ',' || c == '[' || c == '{'; };
  RC_ASSERT(count_openers(text) == static_cast<std::size_t>(std::ranges::count_if(text, opens)));
}

TEST(Fields, WrongJsonNamesThePath) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"f":0,"d":0,"s":"","b":""})", "i"},
      {R"({"f":0,"d":0,"s":"","b":"","i":[1,2.5]})", "i[1]"},
      {R"({"f":0,"d":0,"s":"","b":"","i":[4294967296]})", "i[0]"},
      {R"({"f":"x","d":0,"s":"","b":"","i":[]})", "f"},
      {R"({"f":0,"d":0,"s":"","b":"!","i":[]})", "b"},
      {R"({"f":0,"d":0,"s":"","b":"","i":[],"extra":1})", "extra"},
      {R"({"f":0,"d":0,"s":"","b":"","i":[],"f":1})", "f"},
  };
  for (const auto& [text, path] : cases) {
    const auto parsed = JsonDocument::parse(text);
    ASSERT_TRUE(parsed);
    const auto sample = read_fields<Sample>(parsed->root());
    ASSERT_FALSE(sample) << text;
    EXPECT_EQ(sample.error().path, path);
  }
}

}  // namespace
}  // namespace anmkit
