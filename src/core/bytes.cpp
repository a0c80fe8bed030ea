// SPDX-License-Identifier: MIT
// Hexadecimal, base64 and UTF-8.
#include "core/bytes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "core/utf8.hpp"

namespace anmkit {

std::string_view as_text(ByteView bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

ByteView as_bytes(std::string_view text) {
  return std::as_bytes(std::span(text));
}

Bytes to_bytes(std::string_view text) {
  const ByteView view = as_bytes(text);
  return {view.begin(), view.end()};
}

std::string to_hex(ByteView bytes) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const std::byte byte : bytes) {
    text.push_back(kDigits[std::to_integer<unsigned>(byte) >> 4]);
    text.push_back(kDigits[std::to_integer<unsigned>(byte) & 15]);
  }
  return text;
}

namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Two digits for twelve bits.
constexpr auto kBase64Pairs = [] {
  std::array<char, std::size_t{2} * 4096> pairs{};
  for (std::size_t i = 0; i < 4096; ++i) {
    pairs[2 * i] = kBase64[i >> 6];
    pairs[2 * i + 1] = kBase64[i & 63];
  }
  return pairs;
}();

// Values of digits; 64 and more for other characters.
constexpr auto kBase64Values = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(255);
  for (std::size_t i = 0; i < 64; ++i)
    values[static_cast<unsigned char>(kBase64[i])] = static_cast<std::uint8_t>(i);
  return values;
}();

std::uint32_t base64_value(char c) {
  return kBase64Values[static_cast<unsigned char>(c)];
}

}  // namespace

std::optional<Bytes> from_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  Bytes bytes;
  bytes.reserve(text.size() / 2);
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const int high = hex_digit(text[i]);
    const int low = hex_digit(text[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes.push_back(static_cast<std::byte>(high * 16 + low));
  }
  return bytes;
}

std::string hex_around(ByteView bytes, std::uint64_t offset) {
  const std::uint64_t begin = std::min<std::uint64_t>(offset, bytes.size());
  const std::uint64_t count = std::min<std::uint64_t>(16, bytes.size() - begin);
  return to_hex(bytes.subspan(begin, count));
}

std::string to_base64(ByteView bytes) {
  const auto at = [&](std::size_t i) { return std::to_integer<std::uint32_t>(bytes[i]); };
  const auto encode = [&](char* out) {
    std::size_t i = 0;
    const auto put = [&](std::uint64_t twelve_bits) {
      std::memcpy(out, &kBase64Pairs[2 * static_cast<std::size_t>(twelve_bits & 4095)], 2);
      out += 2;
    };
    // Six bytes of a word of eight, as long as there are eight.
    for (; i + 8 <= bytes.size(); i += 6) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + i, 8);
      if constexpr (std::endian::native == std::endian::little) word = std::byteswap(word);
      for (const unsigned shift : {52u, 40u, 28u, 16u})
        put(word >> shift);
    }
    for (; i + 3 <= bytes.size(); i += 3) {
      const std::uint32_t group = at(i) << 16 | at(i + 1) << 8 | at(i + 2);
      put(group >> 12);
      put(group);
    }
    const std::size_t left = bytes.size() - i;
    if (left == 0) return;
    const std::uint32_t group = at(i) << 16 | (left == 2 ? at(i + 1) << 8 : 0u);
    put(group >> 12);
    out[0] = left == 2 ? kBase64[group >> 6 & 63] : '=';
    out[1] = '=';
  };
  // The size that libstdc++ 12 hands in may be larger.
  const std::size_t size = (bytes.size() + 2) / 3 * 4;
  std::string text;
  text.resize_and_overwrite(size, [&](char* out, std::size_t) {
    encode(out);
    return size;
  });
  return text;
}

bool write_base64(const Pieces& bytes, const Sink& sink) {
  // Whole groups of three, as long as there may be more.
  constexpr std::size_t kGroups = std::size_t{3} * 16384;
  Bytes waiting;
  waiting.reserve(kGroups);
  const auto encode = [&](ByteView whole) { return sink(as_bytes(to_base64(whole))); };
  const bool taken = bytes([&](ByteView piece) {
    while (!piece.empty()) {
      if (waiting.empty() && piece.size() >= kGroups) {
        if (!encode(piece.first(kGroups))) return false;
        piece = piece.subspan(kGroups);
        continue;
      }
      const ByteView next = piece.first(std::min(piece.size(), kGroups - waiting.size()));
      waiting.insert(waiting.end(), next.begin(), next.end());
      piece = piece.subspan(next.size());
      if (waiting.size() < kGroups) continue;
      if (!encode(waiting)) return false;
      waiting.clear();
    }
    return true;
  });
  return taken && (waiting.empty() || encode(waiting));
}

std::optional<Bytes> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  if (text.empty()) return Bytes{};
  const std::size_t padding = !text.ends_with('=') ? 0 : text[text.size() - 2] != '=' ? 1 : 2;
  Bytes bytes(text.size() / 4 * 3);
  std::byte* out = bytes.data();
  std::uint32_t wrong = 0;
  for (std::size_t i = 0; i < text.size(); i += 4, out += 3) {
    const std::size_t digits = i + 4 == text.size() ? 4 - padding : 4;
    const std::uint32_t a = base64_value(text[i]), b = base64_value(text[i + 1]);
    const std::uint32_t c = digits > 2 ? base64_value(text[i + 2]) : 0;
    const std::uint32_t d = digits > 3 ? base64_value(text[i + 3]) : 0;
    wrong |= a | b | c | d;
    const std::uint32_t group = a << 18 | b << 12 | c << 6 | d;
    out[0] = static_cast<std::byte>(group >> 16 & 255);
    out[1] = static_cast<std::byte>(group >> 8 & 255);
    out[2] = static_cast<std::byte>(group & 255);
  }
  if (wrong > 63) return std::nullopt;
  bytes.erase(bytes.end() - static_cast<std::ptrdiff_t>(padding), bytes.end());
  return bytes;
}

bool is_utf8(std::string_view text) {
  std::size_t i = 0;
  const auto at = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  while (i < text.size()) {
    // Long texts are base64: eight characters a step.
    for (std::uint64_t word = 0; text.size() - i >= 8; i += 8) {
      std::memcpy(&word, text.data() + i, 8);
      if ((word & 0x8080808080808080u) != 0) break;
    }
    if (i == text.size()) break;
    const unsigned char lead = at(i);
    if (lead < 0x80) {
      ++i;
      continue;
    }
    const std::size_t count = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    if (lead < 0xC2 || lead > 0xF4 || text.size() - i <= count) return false;
    // The second byte's range excludes overlong forms, surrogates and values above U+10FFFF.
    const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (at(i + 1) < low || at(i + 1) > high) return false;
    for (std::size_t k = 2; k <= count; ++k) {
      if ((at(i + k) & 0xC0) != 0x80) return false;
    }
    i += count + 1;
  }
  return true;
}

std::string repaired_utf8(std::string_view text) {
  std::string repaired;
  while (!text.empty()) {
    std::size_t length = 1;
    while (length < 4 && length < text.size() && !is_utf8(text.substr(0, length)))
      ++length;
    const bool character = is_utf8(text.substr(0, length));
    if (!character) length = 1;
    repaired += character ? text.substr(0, length) : "\xEF\xBF\xBD";
    text.remove_prefix(length);
  }
  return repaired;
}

HiddenCharacter hidden_character(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> char32_t {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0;
  };
  if (byte(0) == 0x7F) return {1, 0x7F};
  if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) < 0xA0) return {2, byte(1)};
  if (byte(0) == 0xD8 && byte(1) == 0x9C) return {2, 0x061C};
  if (byte(0) != 0xE2 || (byte(1) != 0x80 && byte(1) != 0x81)) return {};
  const char32_t code = 0x2000 + ((byte(1) & 0x3F) << 6) + (byte(2) & 0x3F);
  const bool hidden = code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
                      (code >= 0x2066 && code <= 0x2069);
  return hidden && byte(2) >= 0x80 ? HiddenCharacter{3, code} : HiddenCharacter{};
}

std::size_t find_hidden(std::string_view text, std::size_t at) {
  constexpr std::uint64_t kOnes = 0x0101010101010101u, kHigh = 0x8080808080808080u;
  while (at < text.size()) {
    // Eight characters of plain ASCII a step, as most texts are.
    std::uint64_t word = 0;
    if (text.size() - at >= 8) {
      std::memcpy(&word, text.data() + at, 8);
      if (((word | (word + kOnes)) & kHigh) == 0) {
        at += 8;
        continue;
      }
    }
    if (hidden_character(text, at).size > 0) return at;
    ++at;
  }
  return text.size();
}

}  // namespace anmkit
