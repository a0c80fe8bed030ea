// SPDX-License-Identifier: MIT
// Quick check of an actor: a walk over the tree and a look at each control
// (section 8).
#include "formats/gc/quick_check.hpp"

#include <algorithm>
#include <cstring>

#include "formats/gc/layout.hpp"

namespace anmkit::gc {
namespace {

std::uint32_t word(const std::byte* from) {
  return load<std::uint32_t, std::endian::big>(from);
}

// The record of a bone, as it is stored (section 8.2).
struct BoneAt {
  const std::byte* record;
  std::uint32_t control() const { return word(record); }
  std::uint32_t previous() const { return word(record + 4); }
  std::uint32_t next() const { return word(record + 8); }
  std::uint32_t parent() const { return word(record + 12); }
  std::uint32_t child() const { return word(record + 16); }
};

// Bones by the links that name them. A bone whose parent and previous sibling are those that the
// link comes from can be reached by that link alone, so that no walk meets it twice.
class Bones {
 public:
  Bones(ByteView bytes, std::uint64_t count) : bytes_(bytes), count_(count) {}

  BoneAt at(std::uint32_t link) const { return {bytes_.data() + link}; }
  // The start of a record whose links back are these.
  bool leads(std::uint32_t link, std::uint32_t parent, std::uint32_t previous) const {
    if (link < kActorHeaderSize || (link - kActorHeaderSize) % kBoneSize != 0 ||
        (link - kActorHeaderSize) / kBoneSize >= count_)
      return false;
    return at(link).parent() == parent && at(link).previous() == previous;
  }
  // Whether the bones below and after the root are all bones.
  bool are_a_tree(std::uint32_t root) const {
    if (root == 0) return count_ == 0;
    if (!leads(root, 0, 0)) return false;
    std::uint64_t reached = 0;
    for (std::uint32_t link = root; link != 0;) {
      ++reached;
      const std::uint32_t child = at(link).child();
      if (child != 0) {
        if (!leads(child, link, 0)) return false;
        link = child;
        continue;
      }
      // Up to the first bone with a sibling after it.
      while (link != 0 && at(link).next() == 0)
        link = at(link).parent();
      if (link == 0) break;
      const std::uint32_t next = at(link).next();
      if (!leads(next, at(link).parent(), link)) return false;
      link = next;
    }
    return reached == count_;
  }

 private:
  ByteView bytes_;
  std::uint64_t count_;
};

// Four numbers side by side, of which the last four may overlap those before them.
template <std::size_t kCount>
bool are_finite(const std::byte* floats) {
  using Four = std::uint32_t __attribute__((vector_size(16)));
  using Halves = std::uint64_t __attribute__((vector_size(16)));
  constexpr std::uint32_t kInfinite = in_file(0x7F800000);
  auto infinite = Four{} != 0;
  for (std::size_t i = 0; i < kCount; i += 4) {
    Four four;
    std::memcpy(&four, floats + 4 * std::min(i, kCount - 4), sizeof four);
    infinite |= (four & kInfinite) == kInfinite;
  }
  const auto halves = reinterpret_cast<Halves>(infinite);
  return (halves[0] | halves[1]) == 0;
}

// Parts that go together and numbers that are finite, whether the type has their part or not: no
// tool leaves others in the rest (section 8.3).
bool quick_check_control(ByteView bytes, std::uint32_t offset) {
  if (!fits(offset, kShortControlSize, bytes.size())) return false;
  const std::byte* const control = bytes.data() + offset;
  const unsigned type = std::to_integer<unsigned>(control[0]);
  const bool matrix = (type & kControlMatrix) != 0;
  constexpr unsigned kBoth = kControlEuler | kControlQuaternion;
  if ((matrix && (type & 15u) != 0) || (type & kBoth) == kBoth ||
      (matrix && !fits(offset, kControlSize, bytes.size())))
    return false;
  const auto part = [&](std::size_t i) {
    return load<std::uint32_t, std::endian::native>(control + 4 + 4 * i) & in_file(0x7FFFFFFF);
  };
  const bool turns =
      (type & kControlQuaternion) == 0 || (part(3) | part(4) | part(5) | part(6)) != 0;
  return turns & (matrix ? are_finite<12>(control + 4) : are_finite<10>(control + 4));
}

}  // namespace

bool quick_check_actor(ByteView bytes) {
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 30u;
  if (bytes.size() < kActorHeaderSize || bytes.size() > kLargest || word(bytes.data()) != kVersion)
    return false;
  const std::uint64_t count = load<std::uint16_t, std::endian::big>(bytes.data() + 6);
  if (!fits(kActorHeaderSize, kBoneSize * count, bytes.size())) return false;
  const Bones bones(bytes, count);
  if (!bones.are_a_tree(word(bytes.data() + 0x0C))) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    const BoneAt bone{bytes.data() + kActorHeaderSize + kBoneSize * i};
    if (bone.control() != 0 && !quick_check_control(bytes, bone.control())) return false;
  }
  const std::uint32_t user_size = word(bytes.data() + 0x18), user_data = word(bytes.data() + 0x1C);
  if (user_size != 0 && !fits(user_data, user_size, bytes.size())) return false;
  const std::uint32_t name = word(bytes.data() + 0x10);
  return name == 0 ||
         (name < bytes.size() && as_text(bytes.subspan(name)).find('\0') != std::string_view::npos);
}

}  // namespace anmkit::gc
