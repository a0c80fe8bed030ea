// SPDX-License-Identifier: MIT
// Tables of bytes: none has a mistake in it, and expressions come to what Kaitai's would.
#include <gtest/gtest.h>

#include "anmkit/registry.hpp"
#include "describe/marks.hpp"
#include "describe/walk.hpp"

namespace anmkit {
namespace {

TEST(Descriptions, EveryTypeAndExpressionCanBeRead) {
  std::size_t expressions = 0;
  for (const Family& family : families()) {
    for (const Format& format : family.formats) {
      if (format.description == nullptr) continue;
      const Description table = format.description();
      EXPECT_EQ(table.id, format.id);
      EXPECT_LE(table.records.size(), 255U);
      for (const Record& record : table.records) {
        for (const Field& field : record.fields) {
          SCOPED_TRACE(std::string(table.id) + " " + std::string(record.name) + "." +
                       std::string(field.name));
          std::string_view types = field.type;
          while (!types.empty()) {
            const std::string_view one = types.substr(0, types.find('|'));
            EXPECT_TRUE(type_of(table, one)) << one;
            types.remove_prefix(std::min(types.size(), one.size() + 1));
          }
          EXPECT_EQ(field.type.find('|') != std::string_view::npos, !field.choice.empty());
          EXPECT_EQ(field.type == "let", !field.value.empty());
          EXPECT_TRUE(field.type == "let" || !field.meaning.empty());
          const std::string_view count = field.count == "eos" ? "" : field.count;
          for (const std::string_view text :
               {count, field.until, field.when, field.at, field.size, field.value, field.choice}) {
            if (text.empty()) continue;
            EXPECT_TRUE(Expression::parse(text)) << text;
            ++expressions;
          }
        }
      }
    }
  }
  EXPECT_GT(expressions, 100U);
}

TEST(Descriptions, EveryFormatHasOne) {
  for (const Family& family : families()) {
    for (const Format& format : family.formats)
      EXPECT_TRUE(format.description != nullptr || format.explain_text != nullptr) << format.id;
  }
}

TEST(Descriptions, SignaturesMatchFields) {
  const Field fields[] = {
      Field{"id", "u4", "the mark"}.fixed("0x41|7"),
      {"any", "u2", "a number"},
      Field{"name", "text", "a name"}.sized("2").fixed("OK"),
      Field{"more", "u1", "there at times"}.only_if("any"),
      Field{"beyond", "u1", "has no place of its own"}.fixed("1"),
  };
  const Record records[] = {{"file", fields}};
  const std::vector<Mark> marks = marks_of({"test", "test", std::endian::big, records});
  ASSERT_EQ(marks.size(), 2U);
  EXPECT_EQ(marks[0].offset, 0U);
  EXPECT_EQ(marks[0].values, (std::vector<std::string>{{"\0\0\0A", 4}, {"\0\0\0\a", 4}}));
  EXPECT_EQ(marks[1].offset, 6U);
  EXPECT_EQ(marks[1].values, std::vector<std::string>{"OK"});
}

// How often a byte is repeated whose count is the expression, after the bytes 3, 5, 0, 255.
std::size_t value_of(std::string_view expression) {
  const Field fields[] = {{"a", "u1", "3"},    {"b", "u1", "5"},
                          {"zero", "u1", "0"}, {"minus", "s1", "-1"},
                          let("sum", "a + b"), Field{"all", "u1", "the others"}.times(expression)};
  const Record records[] = {{"file", fields}};
  const Description table{"test", "test", std::endian::little, records};
  Bytes bytes(100, std::byte{7});
  bytes[0] = std::byte{3};
  bytes[1] = std::byte{5};
  bytes[2] = std::byte{0};
  bytes[3] = std::byte{255};
  const Walk walk(bytes, table);
  const Found& last = walk.found().back();
  return last.repeated ? last.length : 0;
}

TEST(Expressions, Evaluate) {
  const std::pair<std::string_view, std::size_t> table[] = {
      {"a + b * 2", 13},
      {"(a + b) * 2", 16},
      {"a | 4", 7},
      {"b & 4", 4},
      {"a ^ b", 6},
      {"1 << a", 8},
      {"0x40 >> 4", 4},
      {"17 / b", 3},
      {"17 % b", 2},
      {"b - a - 1", 1},
      {"a < b ? 7 : 9", 7},
      {"a == b ? 7 : 9", 9},
      {"not a == b ? 7 : 9", 7},
      {"a != 3 or b >= 5 ? 2 : 1", 2},
      {"a == 3 and zero ? 2 : 1", 1},
      {"zero ? 1 : zero + 4", 4},
      {"minus + 6", 5},
      {"-minus", 1},
      {"sum", 8},
      {"_io.pos", 4},
      {"_root.a", 3},
      {"_root._io.size - 90", 10},
      {"a == 3 and (b & 1) != 0 ? 6 : 5", 6},
      // No value: the field is not there.
      {"nobody", 0},
      {"a / zero", 0},
      {"a[1]", 0},
      {"_parent.a", 0},
  };
  for (const auto& [expression, wanted] : table)
    EXPECT_EQ(value_of(expression), wanted) << expression;
}

TEST(Expressions, RejectsInvalidExpressions) {
  for (const std::string_view text : {"", "a +", "(a", "a b", "a ? b", "1 2", "a.", "a[", "$"})
    EXPECT_FALSE(Expression::parse(text)) << text;
}

Description described_twice() {
  static const Field kFields[] = {
      Field{"first", "u2", "two bytes"}.placed("4"),
      Field{"all", "bytes", "the same and others"}.placed("1").sized("8"),
      Field{"inside", "u1", "two of those"}.placed("2").times("2"),
      Field{"last", "u2", "half of it is another's"}.placed("8"),
  };
  static const Record kRecords[] = {{"file", kFields}};
  return {"test", "test", std::endian::little, kRecords};
}

TEST(Explanation, TheFirstFieldOwnsSharedBytes) {
  Format format{.id = "test",
                .family = "test",
                .title = "test",
                .extensions = {},
                .detect = nullptr,
                .parse = nullptr,
                .build = nullptr};
  format.description = described_twice;
  const Bytes bytes(12, std::byte{1});
  const auto explained = explain(bytes, format);
  ASSERT_TRUE(explained);
  std::string owners;
  explained->visit([&](const Leaf& leaf) {
    owners += leaf.path.substr(0, leaf.path.find('[')) + " " + std::to_string(leaf.length) + ", ";
    return true;
  });
  EXPECT_EQ(owners, " 1, all 3, first 2, all 3, last 1,  2, ");
}

TEST(Walk, CountsBeyondTheFileEnd) {
  const Field item[] = {{"x", "u2", "a number"}, {"y", "u2", "another one"}};
  const Field fields[] = {{"count", "u4", "how many"},
                          Field{"items", "item", "an item"}.times("count")};
  const Record records[] = {{"file", fields}, {"item", item}};
  const Description table{"test", "test", std::endian::big, records};
  const Bytes bytes(22, std::byte{255});
  const Walk walk(bytes, table);
  // Four whole items, and two bytes that are none.
  EXPECT_EQ(walk.found().back().length, 16U);
  EXPECT_TRUE(walk.found().front().cut);
}

}  // namespace
}  // namespace anmkit
