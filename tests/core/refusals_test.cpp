// SPDX-License-Identifier: MIT
// Readers and writers of core at their limits: damage at every place, numbers that are none,
// readers that have failed, sinks that refuse.
#include <gtest/gtest.h>

#include <limits>

#include "core/bytes.hpp"
#include "core/fields.hpp"
#include "core/json.hpp"
#include "core/png_info.hpp"
#include "core/zlib.hpp"

namespace anmkit {
namespace {

TEST(Hex, OnlyPairsOfDigits) {
  EXPECT_EQ(to_hex(*from_hex("09afAF")), "09afaf");
  // The neighbours of the digits in ASCII, at both places of a pair.
  for (const char c : {'/', ':', '@', 'G', '`', 'g', ' ', '\xFF'}) {
    EXPECT_FALSE(from_hex(std::string("0") + c)) << c;
    EXPECT_FALSE(from_hex(std::string(1, c) + "0")) << c;
  }
  EXPECT_FALSE(from_hex("0"));
  EXPECT_FALSE(from_hex("000"));
}

TEST(Base64, PaddingOnlyAtTheEnd) {
  for (const char* text : {"Z===", "====", "=AAA", "AA=A", "Zg==Zg==", "Zm8", "Zm9v Zm9", "Zm\n="})
    EXPECT_FALSE(from_base64(text)) << text;
}

// Two groups of 49152 bytes and the rest: the sink is asked three times.
TEST(Base64, StopsWhereTheSinkFails) {
  const Bytes all(100000, std::byte{7});
  const auto in_parts = [&](std::size_t part, int takes) {
    int asked = 0;
    const bool taken = write_base64(
        [&](const Sink& sink) {
          for (std::size_t at = 0; at < all.size(); at += part)
            if (!sink(ByteView(all).subspan(at, std::min(part, all.size() - at)))) return false;
          return true;
        },
        [&](ByteView) { return ++asked <= takes; });
    return std::pair(taken, asked);
  };
  // In one piece; in pieces that are gathered first.
  for (const std::size_t part : {all.size(), std::size_t{30000}}) {
    EXPECT_EQ(in_parts(part, 0), std::pair(false, 1)) << part;
    EXPECT_EQ(in_parts(part, 1), std::pair(false, 2)) << part;
    EXPECT_EQ(in_parts(part, 2), std::pair(false, 3)) << part;
    EXPECT_EQ(in_parts(part, 3), std::pair(true, 3)) << part;
  }
}

TEST(Reader, HasNoBytesLeftAfterAFailure) {
  const Bytes bytes = *from_hex("0102030405");
  LittleReader reader(bytes);
  EXPECT_EQ(to_hex(reader.get_bytes(2, "a")), "0102");
  EXPECT_EQ(reader.left(), 3u);
  EXPECT_EQ(to_hex(reader.rest()), "030405");
  EXPECT_TRUE(reader.get_bytes(4, "b").empty());
  EXPECT_EQ(reader.left(), 0u);
  EXPECT_TRUE(reader.rest().empty());
  EXPECT_TRUE(reader.get_bytes(1, "c").empty());
  EXPECT_FALSE(reader.require_records(0, 1, "d"));
  EXPECT_EQ(reader.failure().left, 3u);
  // A place after the end.
  BigReader behind(bytes, 6);
  EXPECT_EQ(behind.get<std::uint8_t>("x"), 0u);
  EXPECT_EQ(behind.failure().offset, 6u);
  EXPECT_EQ(behind.failure().left, 0u);
}

TEST(Utf8, EveryEdgeOfItsTable) {
  // Table 3-7 of the Unicode standard: the first and last sequence of each row.
  for (const char* good :
       {"\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xE0\xBF\xBF", "\xE1\x80\x80", "\xEC\xBF\xBF",
        "\xED\x80\x80", "\xED\x9F\xBF", "\xEE\x80\x80", "\xEF\xBF\xBF", "\xF0\x90\x80\x80",
        "\xF0\xBF\xBF\xBF", "\xF1\x80\x80\x80", "\xF3\xBF\xBF\xBF", "\xF4\x80\x80\x80",
        "\xF4\x8F\xBF\xBF"}) {
    EXPECT_TRUE(is_utf8(good)) << to_hex(as_bytes(good));
    // Each byte after the first changed to what continues nothing, and cut off.
    const std::string text = good;
    for (std::size_t i = 1; i < text.size(); ++i) {
      for (const char wrong : {'\x7F', '\xC0', 'a'}) {
        std::string changed = text;
        changed[i] = wrong;
        EXPECT_FALSE(is_utf8(changed)) << to_hex(as_bytes(changed));
      }
      EXPECT_FALSE(is_utf8(text.substr(0, i))) << to_hex(as_bytes(text.substr(0, i)));
    }
  }
  for (const char* bad :
       {"\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFE", "\xBF"})
    EXPECT_FALSE(is_utf8(bad)) << to_hex(as_bytes(bad));
}

TEST(Numbers, RejectsInvalidNumbers) {
  for (const char* text : {"", "+", "-", "+-1", "--1", "-+1", "inf", "-inf", "nan", "-nan", "0x10",
                           "1 ", " 1", "1e", "a1", "/1", ":1", ",1", "1,5"})
    EXPECT_FALSE(parse_double(text)) << text;
  EXPECT_EQ(parse_double("+1.5"), 1.5);
  EXPECT_EQ(parse_double("-.5"), -0.5);
  EXPECT_EQ(parse_double("5."), 5.0);
  EXPECT_EQ(parse_double("9e0"), 9.0);
  // Beyond the range: what IEEE 754 rounds to.
  EXPECT_EQ(parse_double("1e999"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse_double("-1e999"), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse_double("1e-999"), 0.0);
  EXPECT_EQ(parse_float("1e39"), std::numeric_limits<float>::infinity());
}

TEST(JsonReader, RejectsAtEveryPosition) {
  const std::pair<const char*, std::uint64_t> cases[] = {
      {"{\"a\":1 \"b\":2}", 7},
      {"{\"a\":1]", 6},
      {"[1}", 2},
      {"{\"a", 3},
      {"{\"a\":1,}", 7},
      {"{1:2}", 1},
      {"fals", 0},
      {"[f]", 1},
      {"nul", 0},
      {"1e+", 3},
      {"1E-x", 3},
      {"1.e1", 2},
      {"\"\\", 2},
      {"\"\\u12", 3},
      {"\"\\ud800\\u12", 9},
      {"\"\\ud800\\u12x4\"", 9},
      {"-a", 0},
      {"1 2", 2},
      {"\"\\u\"", 3},
      {"[1,\v2]", 3},
  };
  for (const auto& [text, offset] : cases) {
    const auto parsed = JsonDocument::parse(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().offset, offset) << text << ": " << parsed.error().message;
  }
}

TEST(JsonReader, AcceptsAllSpellings) {
  const auto parsed = JsonDocument::parse(
      "\xEF\xBB\xBF \t\r\n[false , 1E+2,1e2\t,\r\n-0.5e-1, \"\\b\\f\\r\\t\\u00E9\\u20ac\" ] ");
  ASSERT_TRUE(parsed) << parsed.error().message;
  JsonValue value = parsed->root().first();
  EXPECT_EQ(value.boolean(), false);
  EXPECT_EQ((value = value.next()).number(), 100.0);
  EXPECT_EQ((value = value.next()).number(), 100.0);
  EXPECT_EQ((value = value.next()).number(), -0.05);
  EXPECT_EQ((value = value.next()).string(), "\b\f\r\t\xC3\xA9\xE2\x82\xAC");
}

// RFC 8259, section 7: two \u escapes are one character where both halves are there. Lone halves
// are no characters.
TEST(JsonReader, LoneSurrogates) {
  const std::string lost = "\xEF\xBF\xBD";
  for (const auto& [text, value] : std::vector<std::pair<std::string, std::string>>{
           {"\\ud800\\udc00", "\xF0\x90\x80\x80"},
           {"\\udbff\\udfff", "\xF4\x8F\xBF\xBF"},
           {"\\ud800\\ud800\\udc00", lost + "\xF0\x90\x80\x80"},
           {"\\ud800\\u0041", lost + "A"},
           {"\\ud800\\ue000", lost + "\xEE\x80\x80"},
           {"\\ud800\\n", lost + "\n"},
           {"\\udc00", lost},
           {"\\udfff\\ud7ff", lost + "\xED\x9F\xBF"}}) {
    const auto parsed = JsonDocument::parse("\"" + text + "\"");
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(parsed->root().string(), value) << text;
  }
}

TEST(JsonValue, AbsentValuesReturnFalse) {
  const JsonValue absent;
  EXPECT_FALSE(absent.present());
  EXPECT_FALSE(absent.is(JsonKind::null));
  EXPECT_EQ(absent.kind(), JsonKind::null);
  EXPECT_EQ(absent.begin_offset(), 0u);
  EXPECT_EQ(absent.end_offset(), 0u);
  EXPECT_EQ(absent.key_offset(), 0u);
  EXPECT_EQ(absent.key(), "");
  EXPECT_FALSE(absent.boolean() || absent.string() || absent.number() || absent.integer());
  EXPECT_EQ(absent.token(), "");
  EXPECT_EQ(absent.size(), 0u);
  EXPECT_FALSE(absent.first().present() || absent.next().present() || absent["a"].present());
  // Present, and of another kind.
  const auto parsed = JsonDocument::parse("[\"1\"]");
  const JsonValue text = parsed->root().first();
  EXPECT_EQ(text.key(), "");
  EXPECT_FALSE(text.boolean() || text.number() || text.integer());
  EXPECT_FALSE(text["a"].present() || text.first().present() || text.next().present());
  EXPECT_FALSE(parsed->root().string());
}

TEST(JsonWriter, ArraysOnOneLineNestOnOneLine) {
  const auto write = [](JsonWriter::Style style) {
    JsonWriter writer(style);
    writer.begin_array();
    writer.begin_array(true);
    writer.begin_object();
    writer.member("a", true);
    writer.member("b", false);
    writer.end_object();
    writer.begin_array();
    writer.value(1);
    writer.null();
    writer.end_array();
    writer.end_array();
    writer.begin_array();
    writer.end_array();
    writer.begin_array();
    writer.value(2);
    writer.end_array();
    writer.end_array();
    return writer.take();
  };
  EXPECT_EQ(write(JsonWriter::Style::compact), "[[{\"a\":true,\"b\":false},[1,null]],[],[2]]");
  EXPECT_EQ(write(JsonWriter::Style::indented),
            "[\n  [{\"a\": true, \"b\": false}, [1, null]],\n  [],\n  [\n    2\n  ]\n]");
}

TEST(JsonWriter, FlushWithoutASinkKeepsTheText) {
  JsonWriter writer;
  writer.value(std::numeric_limits<double>::infinity());
  EXPECT_TRUE(writer.flush());
  EXPECT_EQ(writer.text(), "\"inf\"");
  int asked = 0;
  JsonWriter nothing(JsonWriter::Style::compact, [&](ByteView) { return ++asked > 0; });
  EXPECT_TRUE(nothing.flush());
  EXPECT_EQ(asked, 0);
}

struct Kinds {
  float f = 0;
  double d = 0;
  bool flag = false;
  std::string s;
  std::array<std::uint8_t, 2> pair{};
  std::optional<std::int8_t> maybe;
  std::vector<std::uint8_t> list;
};
template <class Archive, Of<Kinds> T>
void fields(Archive& archive, T& kinds) {
  archive("f", kinds.f);
  archive("d", kinds.d);
  archive("flag", kinds.flag);
  archive("s", kinds.s);
  archive("pair", kinds.pair);
  archive("maybe", kinds.maybe);
  archive("list", kinds.list);
}

Result<Kinds> kinds_of(const std::string& change, const std::string& to) {
  std::string text =
      R"({"f":1,"d":"-inf","flag":true,"s":{"hex":"ff41"},"pair":[1,2],"maybe":-3,"list":[4,5]})";
  if (!change.empty()) text.replace(text.find(change), change.size(), to);
  const auto parsed = JsonDocument::parse(text);
  if (!parsed) return std::unexpected(parsed.error());
  return read_fields<Kinds>(parsed->root());
}

TEST(Fields, AcceptsEveryTypeAndRejectsOthers) {
  const auto good = kinds_of("", "");
  ASSERT_TRUE(good) << good.error().message;
  EXPECT_EQ(good->d, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(good->s, "\xFF\x41");
  EXPECT_EQ(good->maybe, -3);
  EXPECT_FALSE(kinds_of(",\"maybe\":-3", "")->maybe.has_value());
  struct Case {
    std::string change, to, path;
  };
  for (const Case& one :
       std::vector<Case>{{"\"-inf\"", "\"nan\"", "d"},
                         {"\"-inf\"", "\"nan:\"", "d"},
                         {"\"-inf\"", "\"nan:7ff8x\"", "d"},
                         {"\"-inf\"", "\"nan:0\"", "d"},                  // the bits of a number
                         {"\"-inf\"", "\"nan:10000000000000000\"", "d"},  // 65 bits
                         {"\"-inf\"", "null", "d"},
                         {"1,", "\"nan:1\",", "f"},
                         {"true", "1", "flag"},
                         {"ff41", "ff4", "s"},
                         {"\"hex\"", "\"hax\"", "s"},
                         {"[1,2]", "[1]", "pair"},
                         {"[1,2]", "[1,2,3]", "pair"},
                         {"[1,2]", "{}", "pair"},
                         {"[1,2]", "[1,256]", "pair[1]"},
                         {"-3", "-129", "maybe"},
                         {"[4,5]", "4", "list"},
                         {"[4,5]", "[-1,-1]", "list[0]"}}) {
    const auto kinds = kinds_of(one.change, one.to);
    ASSERT_FALSE(kinds.has_value()) << one.change << " -> " << one.to;
    EXPECT_EQ(kinds.error().path, one.path) << one.change << " -> " << one.to;
  }
  const auto list = JsonDocument::parse("[]");
  const auto none = read_fields<Kinds>(list->root());
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().message, "expected an object");
  ASSERT_FALSE(read_fields<Kinds>(JsonValue{}).has_value());
  EXPECT_FALSE(read_fields<Kinds>(JsonValue{}).error().offset.has_value());
}

// RFC 1951, section 3.2.5: distances end at 32768.
TEST(Deflate, LooksBackNoFurtherThanTheWindow) {
  for (const std::size_t apart : {32765u, 32766u, 40000u}) {
    Bytes bytes = to_bytes("xyz");
    for (std::size_t i = 3; i < apart + 3; ++i)
      bytes.push_back(static_cast<std::byte>(i % 2 == 0 ? 'a' : 'b'));
    const Bytes again = to_bytes("xyzq");
    bytes.insert(bytes.end(), again.begin(), again.end());
    EXPECT_EQ(inflate_zlib(deflate_zlib(bytes), bytes.size()).value_or(Bytes{}), bytes) << apart;
  }
  // All literals of both lengths of code, and matches of every length.
  Bytes bytes;
  for (int i = 0; i < 256; ++i)
    bytes.push_back(static_cast<std::byte>(i));
  for (std::size_t length = 3; length <= 260; ++length) {
    bytes.push_back(static_cast<std::byte>(length % 251));
    bytes.insert(bytes.end(), length, static_cast<std::byte>(255 - length % 253));
  }
  EXPECT_EQ(inflate_zlib(deflate_zlib(bytes), bytes.size()).value_or(Bytes{}), bytes);
  EXPECT_EQ(inflate_zlib(deflate_zlib({}), 0).value_or(to_bytes("x")), Bytes{});
}

// Streams made bit by bit from RFC 1951, which zlib 1.2.13 takes or refuses for the same reason:
// each pair differs in one number, and the good one says nothing at all.
TEST(Inflate, TablesOfCodes) {
  const auto inflated = [](std::string_view digits) {
    return inflate_zlib(from_hex(digits).value(), 0).has_value();
  };
  EXPECT_TRUE(inflated("780105dd810800000000207feb4d0000000001"));   // 30 distances
  EXPECT_FALSE(inflated("780105de810800000000207feb510000000001"));  // 31
  EXPECT_TRUE(inflated("780105c1810800000000207feb1f00000001"));     // two distances of one bit
  EXPECT_FALSE(inflated("780105c2810800000000207feb7f00000001"));    // three
  EXPECT_TRUE(inflated("780105c1810800000000207feaff00000001"));     // two symbols of one bit
  EXPECT_FALSE(inflated("780105c1810800000000207fe9ff0300000001"));  // three
  EXPECT_FALSE(inflated("780105000224000000000000000000000001"));    // repeats what never was
}

// Headers with the checksums that zlib counts.
TEST(PngInfo, ImagesWithoutPixels) {
  const auto read = [](const std::string& header) {
    return read_png_info(
        from_hex("89504e470d0a1a0a" + header + "0000000049454e44ae426082").value());
  };
  EXPECT_TRUE(read("0000000d49484452000000010000000108060000001f15c489").has_value());
  for (const char* header : {"0000000d4948445200000001000000000806000000d449172c",
                             "0000000d4948445200000000000000010806000000f0d7afb7"}) {
    const auto info = read(header);
    ASSERT_FALSE(info.has_value());
    EXPECT_EQ(info.error().message, "the image has no pixels");
  }
  const std::string good = "0000000d49484452000000010000000108060000001f15c489";
  const std::pair<std::string, const char*> chunks[] = {
      {good + good, "a second IHDR chunk"},
      {"", "the first chunk is not IHDR"},
      {"0000000c49484452000000010000000108060000c02d97f5", "IHDR has not 13 bytes"}};
  for (const auto& [header, why] : chunks)
    EXPECT_EQ(read(header).error().message, why);
}

TEST(Diagnostics, LinesOfTexts) {
  Diagnostics diagnostics;
  diagnostics.add(Severity::info, "x.A", "third line", 6);
  diagnostics.add(Severity::warning, "x.B", "first line", 1);
  diagnostics.add(Severity::error, "x.C", "behind it", 9);
  diagnostics.add(Severity::error, "x.D", "nowhere");
  diagnostics.locate("ab\ncd\ne");
  const auto found = diagnostics.finish();
  EXPECT_EQ(found[0].line, 3u);
  EXPECT_EQ(found[0].column, 1u);
  EXPECT_EQ(found[1].line, 1u);
  EXPECT_EQ(found[1].column, 2u);
  EXPECT_EQ(found[2].line, found[3].line);  // neither has a place
  ASSERT_NE(diagnostics.first_error(), nullptr);
  EXPECT_EQ(diagnostics.first_error()->code, "x.C");
  EXPECT_EQ(severity_name(Severity::info), "info");
  EXPECT_EQ(severity_name(Severity::warning), "warning");
  EXPECT_EQ(severity_name(Severity::error), "error");
}

// Others' findings keep their number beyond the bound of the list.
TEST(Diagnostics, AddingListsKeepsTheirCounts) {
  Diagnostics others, all;
  for (int i = 0; i < 1000; ++i)
    others.add(Severity::error, "x.E", "again");
  others.add(Severity::info, "x.I", "once");
  all.add_all(others);
  EXPECT_TRUE(all.has_errors());
  const auto found = all.finish();
  EXPECT_EQ(found.size(), Diagnostics::kPerCode + 2);
  EXPECT_EQ(found.back().message, "800 more findings of this kind");
  EXPECT_EQ(found.back().severity, Severity::error);
}

}  // namespace
}  // namespace anmkit
