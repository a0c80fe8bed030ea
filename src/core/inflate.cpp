// SPDX-License-Identifier: MIT
// Inflate with canonical Huffman codes, decoded bit by bit (RFC 1951, section 3.2.2).
#include <algorithm>
#include <array>
#include <string>

#include "core/counted.hpp"
#include "core/findings.hpp"
#include "core/zlib.hpp"

namespace anmkit {
namespace {

constexpr std::string_view kZlibCode = "anmkit.ZLIB";
constexpr std::size_t kMostBits = 15;

class Bits {
 public:
  explicit Bits(ByteView bytes, std::size_t at) : bytes_(bytes), at_(at) {}
  // Up to 16 bits, the first one lowest; zero after the end, and then ok() is false.
  std::uint32_t take(std::uint32_t count) {
    while (held_ < count) {
      if (at_ >= bytes_.size()) {
        ok_ = false;
        return 0;
      }
      hold_ |= std::to_integer<std::uint32_t>(bytes_[at_++]) << held_;
      held_ += 8;
    }
    const std::uint32_t value = hold_ & ((1u << count) - 1);
    hold_ >>= count;
    held_ -= count;
    return value;
  }
  void to_byte() { take(held_ % 8); }
  bool ok() const { return ok_; }
  std::size_t offset() const { return at_ - held_ / 8; }

 private:
  ByteView bytes_;
  std::size_t at_;
  std::uint32_t hold_ = 0, held_ = 0;
  bool ok_ = true;
};

class Huffman {
 public:
  // False for lengths that claim more codes than there are.
  bool set(std::span<const std::uint8_t> lengths) {
    counts_.fill(0);
    for (const std::uint8_t length : lengths)
      ++counts_[length];
    counts_[0] = 0;
    std::int32_t left = 1;
    std::array<std::uint16_t, kMostBits + 2> next{};
    for (std::size_t bits = 1; bits <= kMostBits; ++bits) {
      left = 2 * left - counts_[bits];
      if (left < 0) return false;
      next[bits + 1] = static_cast<std::uint16_t>(next[bits] + counts_[bits]);
    }
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
      if (lengths[symbol] != 0)
        symbols_[next[lengths[symbol]]++] = static_cast<std::uint16_t>(symbol);
    }
    return true;
  }
  // The next symbol, or -1.
  int take(Bits& bits) const {
    std::int32_t code = 0, first = 0, index = 0;
    for (std::size_t length = 1; length <= kMostBits; ++length) {
      code |= static_cast<std::int32_t>(bits.take(1));
      if (!bits.ok()) return -1;
      const std::int32_t count = counts_[length];
      if (code - first < count) return symbols_[static_cast<std::size_t>(index + code - first)];
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    return -1;
  }

 private:
  std::array<std::uint16_t, kMostBits + 1> counts_{};
  std::array<std::uint16_t, 288> symbols_{};
};

// Section 3.2.5.
constexpr std::array<std::uint16_t, 29> kLengths{3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                                 15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                                 67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr std::array<std::uint8_t, 29> kLengthBits{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                   2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr std::array<std::uint16_t, 30> kDistances{
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
// Section 3.2.7.
constexpr std::array<std::uint8_t, 19> kOrder{16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                              11, 4,  12, 3, 13, 2, 14, 1, 15};

class Inflater {
 public:
  Inflater(ByteView packed, std::uint64_t size) : packed_(packed), bits_(packed, 2), size_(size) {
    out_.reserve(static_cast<std::size_t>(size));
  }

  Result<Bytes> run() {
    for (bool last = false; !last;) {
      last = bits_.take(1) != 0;
      const std::uint32_t kind = bits_.take(2);
      const bool good = kind == 0 ? stored() : kind == 1 ? fixed() : kind == 2 && dynamic();
      if (!good) {  // damaged, or the bits have ended
        return fail(std::string(kZlibCode),
                    out_.size() >= size_
                        ? "more bytes than the " + std::to_string(size_) + " expected"
                        : "the deflate stream is damaged or cut short",
                    bits_.offset());
      }
    }
    if (out_.size() != size_) {
      return fail(std::string(kZlibCode),
                  counted(out_.size(), "byte comes", "bytes come") + " out, expected " +
                      std::to_string(size_),
                  bits_.offset());
    }
    return std::move(out_);
  }
  // Of the first byte after the stream.
  std::size_t end() const { return bits_.offset(); }

 private:
  bool put(std::byte value) {
    if (out_.size() >= size_) return false;
    out_.push_back(value);
    return true;
  }

  bool stored() {
    bits_.to_byte();
    const std::uint32_t length = bits_.take(16);
    const std::uint32_t check = bits_.take(16);
    if (!bits_.ok() || (length ^ check) != 0xFFFF || length > size_ - out_.size()) return false;
    const std::size_t at = bits_.offset();
    if (!fits(at, length, packed_.size())) return false;
    const ByteView bytes = packed_.subspan(at, length);
    out_.insert(out_.end(), bytes.begin(), bytes.end());
    bits_ = Bits(packed_, at + length);
    return true;
  }

  bool fixed() {
    std::array<std::uint8_t, 288> lengths{};
    for (std::size_t i = 0; i < lengths.size(); ++i)
      lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    std::array<std::uint8_t, 30> distances{};
    distances.fill(5);
    codes_.set(lengths);
    distances_.set(distances);
    return symbols();
  }

  bool dynamic() {
    const std::size_t codes = bits_.take(5) + 257;
    const std::size_t distances = bits_.take(5) + 1;
    const std::size_t shorts = bits_.take(4) + 4;
    std::array<std::uint8_t, 320> lengths{};
    for (std::size_t i = 0; i < shorts; ++i)
      lengths[kOrder[i]] = static_cast<std::uint8_t>(bits_.take(3));
    if (codes > 286 || distances > 30 || !codes_.set(std::span(lengths).first(19))) return false;
    lengths.fill(0);
    for (std::size_t i = 0; i < codes + distances;) {
      const int symbol = codes_.take(bits_);
      if (symbol < 0 || (symbol == 16 && i == 0)) return false;
      if (symbol < 16) {
        lengths[i++] = static_cast<std::uint8_t>(symbol);
        continue;
      }
      const std::uint8_t value = symbol == 16 ? lengths[i - 1] : std::uint8_t{0};
      const std::size_t repeat = symbol == 16   ? 3 + bits_.take(2)
                                 : symbol == 17 ? 3 + bits_.take(3)
                                                : 11 + bits_.take(7);
      if (repeat > codes + distances - i) return false;
      std::fill_n(lengths.begin() + static_cast<std::ptrdiff_t>(i), repeat, value);
      i += repeat;
    }
    const std::span all(lengths);
    return codes_.set(all.first(codes)) && distances_.set(all.subspan(codes, distances)) &&
           symbols();
  }

  bool symbols() {
    for (;;) {
      const int symbol = codes_.take(bits_);
      if (symbol < 0) return false;
      if (symbol == 256) return true;
      if (symbol < 256) {
        if (!put(static_cast<std::byte>(symbol))) return false;
        continue;
      }
      const auto row = static_cast<std::size_t>(symbol - 257);
      if (row >= kLengths.size()) return false;
      const std::size_t length = kLengths[row] + bits_.take(kLengthBits[row]);
      const int far = distances_.take(bits_);
      if (far < 0) return false;  // neither table has more than 30
      const auto extra = static_cast<std::uint32_t>(far < 2 ? 0 : far / 2 - 1);
      const std::size_t distance = kDistances[static_cast<std::size_t>(far)] + bits_.take(extra);
      if (distance > out_.size()) return false;
      for (std::size_t i = 0; i < length; ++i) {
        if (!put(out_[out_.size() - distance])) return false;
      }
    }
  }

  ByteView packed_;
  Bits bits_;
  std::uint64_t size_;
  Bytes out_;
  Huffman codes_, distances_;
};

}  // namespace

Result<Bytes> inflate_zlib(ByteView packed, std::uint64_t size, std::optional<Error>* wrong_sum) {
  const auto at = [&](std::size_t i) { return std::to_integer<std::uint32_t>(packed[i]); };
  // RFC 1950, section 2.2: deflate, no dictionary, header divisible by 31.
  if (packed.size() < 2 || (at(0) & 15) != 8 || (at(1) & 32) != 0 ||
      (at(0) * 256 + at(1)) % 31 != 0) {
    return fail(std::string(kZlibCode), "no zlib header", 0);
  }
  if (size > packed.size() * std::uint64_t{kMostInflation}) {
    return fail(std::string(kZlibCode),
                counted(packed.size(), "byte") + " cannot contain the " + std::to_string(size) +
                    " that the header declares",
                0);
  }
  Inflater inflater(packed, size);
  auto out = inflater.run();
  if (!out) return out;
  BigReader trailer(packed, inflater.end());
  const auto stored = trailer.get<std::uint32_t>("checksum");
  const std::uint32_t sum = adler32(*out);
  if (trailer.ok() && stored == sum) return out;
  auto wrong = fail(std::string(kZlibCode),
                    trailer.ok() ? "the checksum of the stream is " + hex_number(stored) +
                                       ", its bytes have " + hex_number(sum)
                                 : "the checksum of the stream is cut short",
                    inflater.end());
  if (wrong_sum == nullptr) return wrong;
  *wrong_sum = std::move(wrong.error());
  return out;
}

}  // namespace anmkit
