// SPDX-License-Identifier: MIT
// Bounded reads, and texts of bytes.
#include "core/bytes.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>

#include "core/blocks.hpp"
#include "core/utf8.hpp"

namespace anmkit {
namespace {

TEST(Fits, NeverOverflows) {
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  EXPECT_TRUE(fits(0, 0, 0));
  EXPECT_TRUE(fits(3, 5, 8));
  EXPECT_FALSE(fits(3, 6, 8));
  EXPECT_FALSE(fits(9, 0, 8));
  EXPECT_FALSE(fits(kMax, 1, 8));
  EXPECT_FALSE(fits(1, kMax, 8));
}

TEST(Reader, ReadsBothByteOrders) {
  const Bytes bytes = *from_hex("0102030405060708");
  EXPECT_EQ(LittleReader(bytes).get<std::uint32_t>("x"), 0x04030201u);
  EXPECT_EQ(BigReader(bytes).get<std::uint32_t>("x"), 0x01020304u);
  EXPECT_EQ(BigReader(bytes, 6).get<std::int16_t>("x"), 0x0708);
  EXPECT_EQ(LittleReader(*from_hex("0000803f")).get<float>("x"), 1.0f);
}

TEST(Reader, KeepsTheFirstFailureAndItsOffset) {
  const Bytes bytes = *from_hex("010203");
  LittleReader reader(bytes);
  reader.get<std::uint16_t>("a");
  EXPECT_TRUE(reader.ok());
  EXPECT_EQ(reader.get<std::uint32_t>("b"), 0u);
  EXPECT_EQ(reader.get<std::uint8_t>("c"), 0u);
  EXPECT_FALSE(reader.ok());
  EXPECT_EQ(reader.failure().offset, 2u);
  EXPECT_EQ(reader.failure().wanted, 4u);
  EXPECT_EQ(reader.failure().left, 1u);
  EXPECT_EQ(reader.failure().field, "b");
}

TEST(Reader, RejectsRecordCountsBeforeAllocation) {
  const Bytes bytes(100);
  EXPECT_TRUE(LittleReader(bytes).require_records(10, 10, "r"));
  EXPECT_FALSE(LittleReader(bytes).require_records(0xFFFFFFFFu, 68, "r"));
}

RC_GTEST_PROP(Writer, WhatIsWrittenIsRead, (std::uint64_t a, std::int16_t b, float c)) {
  BigWriter big;
  big.put(a);
  big.put(b);
  big.put(c);
  const Bytes bytes = big.take();
  BigReader reader(bytes);
  RC_ASSERT(reader.get<std::uint64_t>("a") == a);
  RC_ASSERT(reader.get<std::int16_t>("b") == b);
  RC_ASSERT(std::bit_cast<std::uint32_t>(reader.get<float>("c")) ==
            std::bit_cast<std::uint32_t>(c));
}

TEST(Base64, KnownAnswers) {
  // RFC 4648, section 10.
  const std::pair<const char*, const char*> cases[] = {{"", ""},
                                                       {"f", "Zg=="},
                                                       {"fo", "Zm8="},
                                                       {"foo", "Zm9v"},
                                                       {"foob", "Zm9vYg=="},
                                                       {"fooba", "Zm9vYmE="},
                                                       {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, coded] : cases) {
    EXPECT_EQ(to_base64(as_bytes(plain)), coded);
    EXPECT_EQ(from_base64(coded), to_bytes(plain));
  }
  EXPECT_FALSE(from_base64("Zg="));
  EXPECT_FALSE(from_base64("Z*=="));
}

TEST(Utf8, KnownAnswers) {
  for (const char* good :
       {"", "a", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "\xED\x9F\xBF"}) {
    EXPECT_TRUE(is_utf8(good)) << good;
  }
  // Lone continuation, overlong forms, a surrogate, above U+10FFFF, cut off.
  for (const char* bad : {"\x80", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                          "\xC3", "\xE2\x82", "\xFF"}) {
    EXPECT_FALSE(is_utf8(bad)) << to_hex(as_bytes(bad));
  }
}

// U+007F to U+009F, the marks and overrides of direction, and what is around them.
TEST(Utf8, HiddenCharacters) {
  const std::pair<std::string_view, char32_t> hidden[] = {
      {"\x7F", 0x7F},           {"\xC2\x80", 0x80},       {"\xC2\x9F", 0x9F},
      {"\xD8\x9C", 0x61C},      {"\xE2\x80\x8E", 0x200E}, {"\xE2\x80\x8F", 0x200F},
      {"\xE2\x80\xAA", 0x202A}, {"\xE2\x80\xAE", 0x202E}, {"\xE2\x81\xA6", 0x2066},
      {"\xE2\x81\xA9", 0x2069}};
  for (const auto& [text, code] : hidden) {
    const HiddenCharacter found = hidden_character(text, 0);
    EXPECT_EQ(found.code, code);
    EXPECT_EQ(found.size, text.size());
  }
  for (const std::string_view seen :
       {"a", "\xC2\xA0", "\xC2", "\xC2\x41", "\xC3\x80", "\xD8\x9D", "\xD8", "\xE2\x80\x8D",
        "\xE2\x80\x90", "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE2\x81\xA5", "\xE2\x81\xAA",
        "\xE2\x82\x8E", "\xE3\x80\x8E", "\xE2\x80", "\xE2\x80\x0E", ""}) {
    EXPECT_EQ(hidden_character(seen, 0).size, 0u) << to_hex(as_bytes(seen));
  }
}

TEST(Diagnostics, LimitsAndReportsTheirNumber) {
  Diagnostics diagnostics;
  for (int i = 0; i < 1000; ++i)
    diagnostics.add(Severity::warning, "x.W", "again");
  EXPECT_EQ(diagnostics.finish().size(), Diagnostics::kPerCode + 1);
  EXPECT_EQ(diagnostics.finish().back().message, "800 more findings of this kind");
  EXPECT_FALSE(diagnostics.has_errors());
  EXPECT_TRUE(diagnostics.has_warnings());
  EXPECT_EQ(diagnostics.first_error(), nullptr);
}

TEST(Diagnostics, CountDiagnosticsBeyondTheLimit) {
  Diagnostics diagnostics;
  int made = 0;
  for (int i = 0; i < 1000; ++i) {
    if (!diagnostics.wants(Severity::warning, "x.W")) continue;
    ++made;
    diagnostics.add(Severity::warning, "x.W", "again");
  }
  EXPECT_EQ(made, Diagnostics::kPerCode);
  EXPECT_EQ(diagnostics.finish().back().message, "800 more findings of this kind");
  EXPECT_TRUE(diagnostics.wants(Severity::info, "x.I"));

  Diagnostics all;
  all.add_all(diagnostics);
  EXPECT_EQ(all.finish().back().message, "800 more findings of this kind");
}

// A code may be an error in one place and a warning in another.
TEST(Diagnostics, KeepTheFirstErrorAfterMany) {
  Diagnostics diagnostics;
  for (int i = 0; i < 300; ++i)
    diagnostics.add(Severity::warning, "x.W", "again");
  ASSERT_TRUE(diagnostics.wants(Severity::error, "x.W"));
  diagnostics.add(Severity::error, "x.W", "worse");
  EXPECT_FALSE(diagnostics.wants(Severity::error, "x.W"));
  EXPECT_TRUE(diagnostics.has_errors());
  ASSERT_NE(diagnostics.first_error(), nullptr);
  EXPECT_EQ(diagnostics.first_error()->message, "worse");
  EXPECT_EQ(diagnostics.finish().size(), Diagnostics::kPerCode + 2);
  EXPECT_EQ(diagnostics.finish().back().message, "101 more findings of this kind");
  EXPECT_EQ(diagnostics.finish().back().severity, Severity::error);
}

RC_GTEST_PROP(Base64, PiecesAreTheWholeText, (const std::vector<std::uint16_t>& sizes)) {
  Bytes all;
  std::vector<Bytes> parts;
  for (const std::uint16_t size : sizes) {
    Bytes& part = parts.emplace_back(size);
    for (std::byte& byte : part)
      byte = static_cast<std::byte>(all.size() * 7 + part.size());
    all.insert(all.end(), part.begin(), part.end());
  }
  std::string text;
  const bool whole = write_base64(
      [&](const Sink& sink) {
        return std::ranges::all_of(parts, [&](const Bytes& part) { return sink(part); });
      },
      [&](ByteView piece) {
        text += as_text(piece);
        return true;
      });
  RC_ASSERT(whole);
  RC_ASSERT(text == to_base64(all));
  RC_ASSERT(text.size() == base64_size(all.size()));
}

TEST(Blocks, PiecesKeepTheirAddress) {
  Blocks blocks;
  Bytes all;
  std::vector<std::pair<const std::byte*, std::size_t>> places;
  for (std::size_t size = 0; all.size() < 5000000; size = (size * 3 + 1) % 300007) {
    const Bytes piece(size, static_cast<std::byte>(size));
    places.emplace_back(blocks.append(piece), size);
    all.insert(all.end(), piece.begin(), piece.end());
    blocks.align(4);
    all.resize((all.size() + 3) / 4 * 4);
  }
  EXPECT_EQ(blocks.size(), all.size());
  for (const auto& [at, size] : places) {
    EXPECT_TRUE(
        std::all_of(at, at + size, [&](std::byte b) { return b == static_cast<std::byte>(size); }));
  }
  Bytes written;
  EXPECT_TRUE(blocks.write([&](ByteView piece) {
    written.insert(written.end(), piece.begin(), piece.end());
    return true;
  }));
  EXPECT_TRUE(written == all);
  EXPECT_FALSE(blocks.write([](ByteView) { return false; }));
}

}  // namespace
}  // namespace anmkit
