// SPDX-License-Identifier: MIT
// Models, textures and archives: a pass over what counts and leads elsewhere (sections 5, 7, 8).
#include "formats/psx/sound.hpp"

#include <algorithm>
#include <array>

#include "anmkit/psx.hpp"
#include "core/bytes.hpp"
#include "formats/psx/tmd_layout.hpp"
#include "formats/psx/tmd_packet.hpp"

namespace anmkit::psx {
namespace {

std::uint32_t u16(const std::byte* from) {
  return load<std::uint16_t, std::endian::little>(from);
}
std::uint32_t u32(const std::byte* from) {
  return load<std::uint32_t, std::endian::little>(from);
}

// Where the indices of one kind of packet stand behind its head. Places that the kind has no use
// for repeat one that it has; of a kind without normals they are compared with what all are below.
struct Packet {
  std::uint32_t ilen = 256;  // none has
  std::array<std::uint8_t, 4> vertex{}, normal{};
  bool lit = false;
};
// By mode, light and gradation, which is all of the flag that counts.
constexpr std::uint8_t kLayoutBits = kTmdUnlit | 4;
using Packets = std::array<std::array<Packet, 256>, 8>;

Packets make_packets() {
  Packets packets;
  for (unsigned flag = 0; flag < 8; ++flag) {
    for (unsigned mode = 0; mode < 256; ++mode) {
      const auto indices = packet_indices(static_cast<std::uint8_t>(flag),
                                          static_cast<std::uint8_t>(mode), (flag & kTmdUnlit) == 0);
      if (!indices) continue;
      Packet& packet = packets[flag][mode];
      packet.ilen = indices->ilen;
      packet.lit = indices->normals != 0;
      unsigned at = indices->first;
      for (unsigned i = 0; i < indices->vertices; ++i, at += 2) {
        const bool normal = i < indices->normals;
        for (unsigned k = i; k < 4; ++k) {
          packet.vertex[k] = static_cast<std::uint8_t>(at + (normal ? 2 : 0));
          if (normal) packet.normal[k] = static_cast<std::uint8_t>(at);
        }
        if (normal) at += 2;
      }
    }
  }
  return packets;
}

// Where the packets end; 0 when they leave the file, or one is not of its length or names what is
// not there. Flag and mode may disagree about light (section 7.3): the flag is right unless only
// the mode fits the length, which is left to the reader.
std::uint64_t end_of_packets(ByteView bytes, std::uint64_t at, std::uint32_t count,
                             std::uint32_t vertices, std::uint32_t normals) {
  static const Packets kPackets = make_packets();
  constexpr std::uint32_t kHead = 4, kAny = 0x10000;
  bool sound = true;
  for (; count > 0 && sound; --count) {
    if (!fits(at, kHead, bytes.size())) return 0;
    const std::byte* const head = bytes.data() + at;
    const auto ilen = std::to_integer<std::uint32_t>(head[1]);
    const Packet& packet = kPackets[std::to_integer<std::size_t>(head[2]) & kLayoutBits]
                                   [std::to_integer<std::size_t>(head[3])];
    at += kHead + 4 * ilen;
    if (ilen != packet.ilen || at > bytes.size()) return 0;
    const std::byte* const data = head + kHead;
    std::uint32_t vertex = 0, normal = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      vertex = std::max(vertex, u16(data + packet.vertex[i]));
      normal = std::max(normal, u16(data + packet.normal[i]));
    }
    sound = (vertex < vertices) & (normal < (packet.lit ? normals : kAny));
  }
  return sound ? at : 0;
}

// Takes the block of a texture at `at` and goes behind it (section 8).
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

bool is_sound_tmd(ByteView bytes) {
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

bool is_sound_tim(ByteView bytes) {
  std::uint64_t at = 8;
  if (bytes.size() < at || bytes[0] != std::byte{0x10}) return false;
  const std::uint32_t flags = u32(bytes.data() + 4);
  // A palette block may say that it is longer than its colours: the reader knows when to believe
  // it.
  return (flags & 7) <= 4 && ((flags & 8) == 0 || skip_block(bytes, at, true)) &&
         skip_block(bytes, at, false);
}

bool is_sound_pak(ByteView bytes) {
  if (bytes.size() < 4 || bytes.size() > 0xFFFFFFFFu) return false;
  const std::uint64_t count = u32(bytes.data());
  if (!fits(4, 4 * count, bytes.size())) return false;
  std::uint64_t names = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t at = u32(bytes.data() + 4 + 4 * i);
    if (at >= bytes.size()) return false;
    const std::string_view rest = as_text(bytes.subspan(static_cast<std::size_t>(at)));
    const std::string_view name = rest.substr(0, rest.find('\0'));
    names += name.size();
    // The length stands on the next multiple of four behind the name's end.
    const std::uint64_t length_at = at + (name.size() + 4) / 4 * 4;
    if (names > bytes.size() || !fits(length_at, 4, bytes.size()) || !is_safe_name(name) ||
        !fits(length_at + 4, u32(bytes.data() + length_at), bytes.size()))
      return false;
  }
  return true;
}

}  // namespace anmkit::psx
