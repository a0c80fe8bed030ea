// SPDX-License-Identifier: MIT
// Writing ANM and ANC (section 9).
#include "core/counted.hpp"
#include "formats/psx/fields.hpp"
#include "formats/psx/findings.hpp"

namespace anmkit::psx {
namespace {

void put(LittleWriter& out, const std::array<std::int16_t, 3>& values) {
  for (const std::int16_t value : values)
    out.put(value);
}

}  // namespace

Result<Bytes> write(const Anm& anm) {
  const std::size_t frames = anm.frame_count();
  std::size_t end = 8 + 2 * frames + anm.gap.size();
  if (anm.gap.size() % 2 != 0) {
    return fail(prefixed("ANM-06"), "the gap before the first frame must have an even size", {},
                "gap");
  }
  for (const Keyframe& key : anm.keyframes)
    end += key.size();
  if (frames > kMaxWords - 4 || end / 2 > kMaxWords) {
    return fail(prefixed("SIZE"), "the clip ends at " + std::to_string(end / 2) +
                                      " words, the format counts to " + std::to_string(kMaxWords) +
                                      ": split it");
  }
  LittleWriter out;
  out.reserve(end + anm.tail.size());
  out.put(anm.tag);
  out.put(anm.rate_hint);
  out.put(static_cast<std::uint16_t>(frames));
  std::size_t at = 8 + 2 * frames + anm.gap.size();
  out.put(static_cast<std::uint16_t>(at / 2));
  for (std::size_t n = 0; n < frames; ++n) {
    for (const Keyframe& key : anm.frame(n))
      at += key.size();
    out.put(static_cast<std::uint16_t>(at / 2));
  }
  out.put_bytes(anm.gap);
  for (const Keyframe& key : anm.keyframes) {
    out.put(key.object_index);
    out.put(key.flags);
    if ((key.flags & kHasRotation) != 0) put(out, key.rot);
    if ((key.flags & kHasScale) != 0) put(out, key.scale);
    if ((key.flags & kHasPosition) != 0) put(out, key.pos);
  }
  out.put_bytes(anm.tail);
  return out.take();
}

Result<Bytes> write(const Anc& anc) {
  if (anc.keyframes.size() > 0xFFFF) {
    return fail(prefixed("SIZE"),
                counted(anc.keyframes.size(), "keyframe") + ", the format counts to 65535");
  }
  LittleWriter out;
  out.reserve(6 + 16 * anc.keyframes.size());
  put_record(out, anc);
  out.put(static_cast<std::uint16_t>(anc.keyframes.size()));
  for (const CameraKey& key : anc.keyframes)
    put_record(out, key);
  return out.take();
}

}  // namespace anmkit::psx
