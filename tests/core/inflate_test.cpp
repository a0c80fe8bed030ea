// SPDX-License-Identifier: MIT
// inflate_zlib against streams that zlib 1.2.13 made, and streams built bit by bit from RFC 1951.
#include <gtest/gtest.h>

#include "core/zlib.hpp"

namespace anmkit {
namespace {

Bytes hex(std::string_view text) {
  return from_hex(text).value_or(Bytes{});
}

// "abcabcabcabd" three times, then the bytes 0 to 15.
const Bytes kPlain =
    hex("616263616263616263616264616263616263616263616264616263616263616263616264"
        "000102030405060708090a0b0c0d0e0f");

struct Stream {
  std::string_view name;
  Bytes packed, plain;
};
std::vector<Stream> streams() {
  return {
      {"stored",
       hex("7801013400cbff6162636162636162636162646162636162636162636162646162636162636162"
           "63616264000102030405060708090a0b0c0d0e0fde9e0e44"),
       kPlain},
      {"fixed", hex("78014b4c4a4e84a294441c6c06462666165636760e4e2e6e1e5e3e7e00de9e0e44"), kPlain},
      {"dynamic",
       hex("78da258e390e00310c02dfea620a37a6e1ff5ac81691306738cccc18060f016560cba36845e50382ac11f68"
           "d"
           "7c7fc41b4d20378fefe2572b928ccbe302b4b4ff16652f85bb09c476799d6cb85beee1aec436bdfd947ca60"
           "2"
           "1f22ea4a24"),
       hex("656e65746561616174656561657461656174656e65746565656965746561656f65616169657465656174656"
           "16965"
           "657465746f616f6574746e616f746e65616574616574697465616f65656f747461656165746e6e7465656f6"
           "56565"
           "696965746f746e7461746965746f656f6965616561746e69656f61617461746569697461656565696e65656"
           "97465"
           "656565616574657465657474656565746f65747461746161656574747461657465746f65616565657465")},
      {"two blocks and a flush", hex("78dacacf4b05000000ffff2b29cf07000913029d"),
       to_bytes("onetwo")},
  };
}

TEST(Inflate, StreamsOfZlib) {
  for (const Stream& one : streams()) {
    const auto out = inflate_zlib(one.packed, one.plain.size());
    ASSERT_TRUE(out.has_value()) << one.name << ": " << out.error().message;
    EXPECT_EQ(*out, one.plain) << one.name;
    EXPECT_EQ(inflate_zlib(deflate_zlib(one.plain), one.plain.size()).value_or(Bytes{}), one.plain);
  }
}

TEST(Inflate, DetectsEveryTruncation) {
  for (const Stream& one : streams()) {
    for (std::size_t length = 0; length < one.packed.size(); ++length) {
      const auto out = inflate_zlib(ByteView(one.packed).first(length), one.plain.size());
      ASSERT_FALSE(out.has_value()) << one.name << " cut at " << length;
      EXPECT_EQ(out.error().code, "anmkit.ZLIB");
      EXPECT_LE(out.error().offset.value_or(99999), length);
    }
  }
}

// The last four bytes are the checksum.
TEST(Inflate, DetectsWrongChecksums) {
  for (const Stream& one : streams()) {
    for (std::size_t back = 1; back <= 4; ++back) {
      Bytes changed = one.packed;
      changed[changed.size() - back] ^= std::byte{1};
      for (const Bytes& packed : {changed, Bytes(one.packed.begin(), one.packed.end() - 1)}) {
        const auto out = inflate_zlib(packed, one.plain.size());
        ASSERT_FALSE(out.has_value()) << one.name;
        EXPECT_EQ(out.error().offset, one.packed.size() - 4) << one.name;
        std::optional<Error> wrong;
        const auto lenient = inflate_zlib(packed, one.plain.size(), &wrong);
        ASSERT_TRUE(lenient.has_value()) << one.name;
        EXPECT_EQ(*lenient, one.plain) << one.name;
        ASSERT_TRUE(wrong.has_value()) << one.name;
        EXPECT_EQ(wrong->offset, one.packed.size() - 4) << one.name;
      }
    }
    std::optional<Error> wrong;
    EXPECT_TRUE(inflate_zlib(one.packed, one.plain.size(), &wrong).has_value());
    EXPECT_FALSE(wrong.has_value()) << one.name;
  }
}

// "Wikipedia" is the worked example of the encyclopedia's article on Adler-32; the long ones are
// counted by RFC 1950's definition: a = 1 + 255 n, b = n + 255 n (n + 1) / 2.
TEST(Inflate, Adler32) {
  EXPECT_EQ(adler32({}), 1u);
  EXPECT_EQ(adler32(to_bytes("Wikipedia")), 0x11E60398u);
  for (const std::uint64_t n : {5551u, 5552u, 5553u, 20000u}) {
    const std::uint64_t a = (1 + 255 * n) % 65521, b = (n + 255 * n * (n + 1) / 2) % 65521;
    EXPECT_EQ(adler32(Bytes(static_cast<std::size_t>(n), std::byte{255})), b << 16 | a) << n;
  }
}

TEST(Inflate, RejectsWrongSizes) {
  for (const Stream& one : streams()) {
    EXPECT_FALSE(inflate_zlib(one.packed, one.plain.size() - 1).has_value()) << one.name;
    EXPECT_FALSE(inflate_zlib(one.packed, one.plain.size() + 1).has_value()) << one.name;
    EXPECT_FALSE(inflate_zlib(one.packed, 0).has_value()) << one.name;
    EXPECT_FALSE(inflate_zlib(one.packed, std::uint64_t{1} << 60).has_value()) << one.name;
  }
}

// Writes numbers with their lowest bit first and codes with their highest.
class BitWriter {
 public:
  BitWriter& number(std::uint64_t value, int bits) {
    for (int i = 0; i < bits; ++i)
      put((value >> i & 1) != 0);
    return *this;
  }
  BitWriter& code(std::string_view bits) {
    for (const char c : bits)
      put(c == '1');
    return *this;
  }
  // With the header of zlib before it, and a checksum after it; 1 is that of no bytes.
  Bytes stream(std::uint32_t sum = 1) const {
    Bytes out = hex("7801");
    out.insert(out.end(), bytes_.begin(), bytes_.end());
    for (const std::uint32_t shift : {24u, 16u, 8u, 0u})
      out.push_back(static_cast<std::byte>(sum >> shift & 0xFF));
    return out;
  }

 private:
  void put(bool bit) {
    if (count_ % 8 == 0) bytes_.push_back(std::byte{0});
    if (bit) bytes_.back() |= static_cast<std::byte>(1 << (count_ % 8));
    ++count_;
  }
  Bytes bytes_;
  std::size_t count_ = 0;
};
BitWriter block(std::uint32_t kind) {
  BitWriter bits;
  bits.number(1, 1).number(kind, 2);
  return bits;
}
constexpr std::string_view kLiteralA = "10010001";   // 0x61 in the fixed code (section 3.2.6)
constexpr std::string_view kLength3 = "0000001";     // symbol 257
constexpr std::string_view kLength258 = "11000101";  // symbol 285
constexpr std::string_view kDistance1 = "00000";
constexpr std::string_view kEnd = "0000000";

TEST(Inflate, AcceptsHandmadeStreams) {
  const Bytes run =
      block(1).code(kLiteralA).code(kLength3).code(kDistance1).code(kEnd).stream(0x03CE0185);
  EXPECT_EQ(inflate_zlib(run, 4).value_or(Bytes{}), to_bytes("aaaa"));
  EXPECT_EQ(inflate_zlib(block(1).code(kEnd).stream(), 0).value_or(to_bytes("x")), Bytes{});
}

TEST(Inflate, DamagedStreams) {
  const std::vector<std::pair<std::string_view, Bytes>> streams = {
      {"kind 3", block(3).number(0, 32).stream()},
      {"stored, wrong complement", hex("780101050000006161616161")},
      {"stored, longer than the file", hex("780101ff0000ff61")},
      {"length symbol 286", block(1).code("11000110").code(kDistance1).number(0, 32).stream()},
      {"distance symbol 30",
       block(1).code(kLiteralA).code(kLength3).code("11110").number(0, 32).stream()},
      {"distance before the start", block(1).code(kLength3).code(kDistance1).code(kEnd).stream()},
      // 257 codes, one distance, four lengths of the codes of lengths: three of one bit.
      {"too many codes of one length",
       block(2).number(0, 14).number(1, 3).number(1, 3).number(1, 3).number(0, 64).stream()},
      {"repeats before anything",
       block(2).number(0, 14).number(1, 3).number(0, 6).number(1, 3).number(0, 64).stream()},
      {"287 codes", block(2).number(30, 5).number(0, 9).number(0, 64).stream()},
      // Codes 18 and 0 of one bit; zeros twice 138 times are more than 258.
      {"repeats beyond the end", block(2)
                                     .number(0, 14)
                                     .number(0, 6)
                                     .number(1, 3)
                                     .number(1, 3)
                                     .code("1")
                                     .number(127, 7)
                                     .code("1")
                                     .number(127, 7)
                                     .number(0, 64)
                                     .stream()},
  };
  for (const auto& [name, packed] : streams) {
    for (const std::uint64_t size : {0u, 1u, 5u, 100u}) {
      const auto out = inflate_zlib(packed, size);
      ASSERT_FALSE(out.has_value()) << name;
      EXPECT_EQ(out.error().code, "anmkit.ZLIB") << name;
    }
  }
}

TEST(Inflate, RejectsOtherHeaders) {
  for (const char* header : {"", "78", "7800", "7901", "7820", "1f8b"}) {
    Bytes packed = hex(header);
    if (packed.size() == 2) packed.resize(20);
    const auto out = inflate_zlib(packed, 1);
    ASSERT_FALSE(out.has_value()) << header;
    EXPECT_EQ(out.error().offset, 0u);
  }
}

// A bomb stops at the size that was asked for.
TEST(Inflate, Bombs) {
  BitWriter bits = block(1);
  bits.code(kLiteralA);
  for (int i = 0; i < 1000; ++i)
    bits.code(kLength258).code(kDistance1);
  const Bytes packed = bits.code(kEnd).stream(adler32(Bytes(258001, std::byte{'a'})));
  EXPECT_EQ(inflate_zlib(packed, 258001).value_or(Bytes{}), Bytes(258001, std::byte{'a'}));
  EXPECT_FALSE(inflate_zlib(packed, 258000).has_value());
  EXPECT_FALSE(inflate_zlib(packed, 1000).has_value());
  // A promise that no stream of this length can keep is refused at once.
  EXPECT_FALSE(inflate_zlib(packed, 1033 * packed.size()).has_value());
}

}  // namespace
}  // namespace anmkit
