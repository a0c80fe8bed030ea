// SPDX-License-Identifier: MIT
// Models, textures and archives: a pass over what counts and leads elsewhere (sections 5, 7, 8).
#include "formats/psx/quick_check.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "anmkit/psx.hpp"
#include "core/bytes.hpp"
#include "core/entry_sum.hpp"
#include "formats/psx/model/layout.hpp"
#include "formats/psx/model/packet.hpp"

namespace anmkit::psx {
namespace {

std::uint32_t u16(const std::byte* from) {
  return load<std::uint16_t, std::endian::little>(from);
}
std::uint32_t u32(const std::byte* from) {
  return load<std::uint32_t, std::endian::little>(from);
}

// All indices of a packet are in its last sixteen bytes, which are looked at as words side by
// side. Compilers do not find these vectors themselves; where there are none, a loop is less code.
constexpr std::size_t kWords = 8;
#if defined __wasm__
using Words = std::array<std::uint16_t, kWords>;
#else
using Words = std::uint16_t __attribute__((vector_size(16)));
#endif

// The larger words of those that the mask has, which is all ones or 0 for each.
void keep_larger(Words& most, const std::byte* from, const Words& mask) {
#if defined __wasm__
  for (std::size_t i = 0; i < kWords; ++i)
    most[i] =
        std::max<std::uint16_t>(most[i], static_cast<std::uint16_t>(u16(from + 2 * i)) & mask[i]);
#else
  Words words;
  std::memcpy(&words, from, sizeof words);
  if constexpr (std::endian::native == std::endian::big) words = words << 8 | words >> 8;
  words &= mask;
  most = words > most ? words : most;
#endif
}

std::uint32_t largest(const Words& words) {
  std::uint32_t largest = 0;
  for (std::size_t i = 0; i < kWords; ++i)
    largest = std::max<std::uint32_t>(largest, words[i]);
  return largest;
}

// Which of the words name vertices, and which ones normals.
struct Layout {
  Words vertices{}, normals{};
};
// What a kind of packet is like.
struct Kind {
  std::uint16_t ilen = 256;  // none has
  std::uint8_t layout = 0;
  bool lit = false;
};
// By mode, light and gradation, which is all of the flag that counts.
constexpr std::uint8_t kKindBits = kTmdUnlit | 4;
struct Kinds {
  std::array<std::array<Kind, 256>, kKindBits + 1> kinds;
  // By vertices (1 to 4), normals (none, one or as many) and pairs of words from the first index on
  // (1 to 4).
  std::array<Layout, 48> layouts;
};

Kinds make_kinds() {
  Kinds made;
  for (unsigned flag = 0; flag <= kKindBits; ++flag) {
    for (unsigned mode = 0; mode < 256; ++mode) {
      const auto indices = packet_indices(static_cast<std::uint8_t>(flag),
                                          static_cast<std::uint8_t>(mode), (flag & kTmdUnlit) == 0);
      if (!indices) continue;
      const unsigned pairs = indices->ilen - indices->first / 4u;
      const unsigned normals = std::min<unsigned>(indices->normals, 2);
      const unsigned at = ((indices->vertices - 1u) * 3 + normals) * 4 + pairs - 1;
      made.kinds[flag][mode] = {indices->ilen, static_cast<std::uint8_t>(at), normals > 0};
      std::size_t word = kWords - std::size_t{2} * pairs;
      for (unsigned i = 0; i < indices->vertices; ++i) {
        if (i < indices->normals) made.layouts[at].normals[word++] = 0xFFFF;
        made.layouts[at].vertices[word++] = 0xFFFF;
      }
    }
  }
  return made;
}

// Where the packets end; 0 when they leave the file, or one is not of its length or names what is
// not there. Flag and mode may disagree about light (section 7.3): the flag is right unless only
// the mode fits the length, which is left to the reader. Where a packet begins is known only from
// the length of the one before, so that there is time to look for the largest index of all.
std::uint64_t end_of_packets(ByteView bytes, std::uint64_t at, std::uint32_t count,
                             std::uint32_t vertices, std::uint32_t normals) {
  static const Kinds kKinds = make_kinds();
  constexpr std::uint32_t kHead = 4;
  static_assert(kTmdTable + kHead >= sizeof(Words));  // what is before a packet can be read as well
  Words vertex{}, normal{};
  bool lit = false;
  for (; count > 0; --count) {
    if (!fits(at, kHead, bytes.size())) return 0;
    const std::byte* const head = bytes.data() + at;
    const auto ilen = std::to_integer<std::uint32_t>(head[1]);
    const Kind kind = kKinds.kinds[std::to_integer<std::size_t>(head[2]) & kKindBits]
                                  [std::to_integer<std::size_t>(head[3])];
    at += kHead + 4 * ilen;
    if (ilen != kind.ilen || at > bytes.size()) return 0;
    const Layout& layout = kKinds.layouts[kind.layout];
    const std::byte* const words = bytes.data() + at - sizeof(Words);
    keep_larger(vertex, words, layout.vertices);
    keep_larger(normal, words, layout.normals);
    lit = lit | kind.lit;
  }
  return largest(vertex) < vertices && (!lit || largest(normal) < normals) ? at : 0;
}

// Takes the block of a texture at `at` and goes after it (section 8).
bool skip_block(ByteView bytes, std::uint64_t& at, bool exact) {
  constexpr std::uint64_t kHead = 12;
  if (!fits(at, kHead, bytes.size())) return false;
  const std::byte* const head = bytes.data() + at;
  const std::uint64_t size = kHead + std::uint64_t{2} * u16(head + 8) * u16(head + 10);
  if (!fits(at, size, bytes.size()) || (exact && u32(head) != size)) return false;
  at += size;
  return true;
}

}  // namespace

bool quick_check_tmd(ByteView bytes) {
  if (bytes.size() < kTmdTable || bytes.size() > 0xFFFFFFFFu || u32(bytes.data()) != Tmd::kId ||
      (u32(bytes.data() + 4) & Tmd::kFixp) != 0)
    return false;
  const std::uint64_t objects = u32(bytes.data() + 8);
  if (!fits(kTmdTable, kTmdRow * objects, bytes.size())) return false;
  std::uint64_t claimed = 0;  // objects that share what they have are seldom, and not many
  for (std::uint64_t i = 0; i < objects; ++i) {
    const std::byte* const row = bytes.data() + kTmdTable + kTmdRow * i;
    const std::uint32_t vertices = u32(row + 4), normals = u32(row + 12), packets = u32(row + 20);
    const auto inside = [&](std::uint32_t top, std::uint32_t count) {
      claimed += kTmdVector * count;
      return count == 0 || fits(kTmdTable + top, kTmdVector * count, bytes.size());
    };
    if (!inside(u32(row), vertices) || !inside(u32(row + 8), normals)) return false;
    if (packets == 0) continue;
    const std::uint64_t at = kTmdTable + u32(row + 16);
    const std::uint64_t end = end_of_packets(bytes, at, packets, vertices, normals);
    claimed += end - at;
    if (end == 0 || claimed > 2 * std::uint64_t{bytes.size()}) return false;
  }
  return true;
}

bool quick_check_tim(ByteView bytes) {
  std::uint64_t at = 8;
  if (bytes.size() < at || bytes[0] != std::byte{0x10}) return false;
  const std::uint32_t flags = u32(bytes.data() + 4);
  // A palette block may say that it is longer than its colours: the reader knows when to believe
  // it.
  return (flags & 7) <= 4 && ((flags & 8) == 0 || skip_block(bytes, at, true)) &&
         (((flags & 8) != 0 && at == bytes.size()) || skip_block(bytes, at, false));
}

bool quick_check_pak(ByteView bytes) {
  if (bytes.size() < 4 || bytes.size() > 0xFFFFFFFFu) return false;
  const std::uint64_t count = u32(bytes.data());
  if (!fits(4, 4 * count, bytes.size())) return false;
  EntrySum sum(bytes.size());
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t at = u32(bytes.data() + 4 + 4 * i);
    if (at >= bytes.size()) return false;
    const std::string_view rest = as_text(bytes.subspan(static_cast<std::size_t>(at)));
    const std::string_view name = rest.substr(0, rest.find('\0'));
    // The length is on the next multiple of four after the name's end.
    const std::uint64_t length_at = at + (name.size() + 4) / 4 * 4;
    if (!fits(length_at, 4, bytes.size()) || !is_safe_name(name)) return false;
    const std::uint32_t length = u32(bytes.data() + length_at);
    if (!fits(length_at + 4, length, bytes.size()) || !sum.add(name.size()) || !sum.add(length))
      return false;
  }
  return true;
}

}  // namespace anmkit::psx
