// SPDX-License-Identifier: MIT
// From a scene to a skin (section 10).
#include <map>

#include "core/bytes.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/model/layout.hpp"
#include "formats/gc/model/skin_lists.hpp"

namespace anmkit::gc {
namespace {

constexpr std::size_t kSkinHeaderSize = 36;
constexpr std::size_t kAlign = 32;

// Everything that lists point to, after them.
class SkinFile {
 public:
  explicit SkinFile(const SkinLists& lists) : lists_(lists) {
    for (std::size_t i = 0; i < lists.many_count; ++i) {
      for (const auto& [bone, weight] : lists.vertices[lists.many_first + i].bones)
        parts_[bone].push_back({static_cast<std::uint16_t>(i), static_cast<std::uint8_t>(weight)});
    }
  }

  Bytes write() {
    const std::size_t ones = aligned(kSkinHeaderSize);
    const std::size_t twos = aligned(ones + kOneBoneSize * lists_.ones.size());
    const std::size_t many = aligned(twos + kTwoBoneSize * lists_.twos.size());
    const std::size_t data = aligned(many + kAccumulationSize * parts_.size());
    data_at_ = data;
    BigWriter body;
    pad(body, ones - kSkinHeaderSize);
    for (const auto& list : lists_.ones) {
      pad(body, 48);
      put(body, {add_vertices(list.first, list.count), destination(list.first)});
      body.put(list.bone);
      body.put(static_cast<std::uint16_t>(list.count));
      put(body, {0});
    }
    pad(body, twos - kSkinHeaderSize - body.size());
    for (const auto& list : lists_.twos) {
      pad(body, 96);
      const std::uint32_t source = add_vertices(list.first, list.count);
      put(body, {source, add_weights(list), destination(list.first)});
      for (const std::uint16_t bone : list.bones)
        body.put(bone);
      body.put(static_cast<std::uint16_t>(list.count));
      body.put(std::uint16_t{0});
    }
    pad(body, many - kSkinHeaderSize - body.size());
    for (const auto& [bone, entries] : parts_) {
      pad(body, 48);
      const std::uint32_t source = add_entries(entries), indices = add_indices(entries);
      put(body, {source, indices, destination(lists_.many_first), add_shares(entries)});
      body.put(bone);
      body.put(static_cast<std::uint16_t>(entries.size()));
    }
    pad(body, data - kSkinHeaderSize - body.size());
    const bool adds = lists_.many_count > 0;
    const std::uint32_t flush = adds ? add_flush() : 0;
    const auto cleared = static_cast<std::uint32_t>(kSkinnedVertexSize *
                                                    (lists_.vertices.size() - lists_.many_first));
    data_.align(kAlign);
    BigWriter out;
    out.put(static_cast<std::uint16_t>(lists_.ones.size()));
    out.put(static_cast<std::uint16_t>(lists_.twos.size()));
    out.put(static_cast<std::uint16_t>(parts_.size()));
    out.put(static_cast<std::uint8_t>(lists_.fraction));
    out.put(std::uint8_t{0});
    const auto at = [](std::size_t offset) { return static_cast<std::uint32_t>(offset); };
    put(out, {at(ones), at(twos), at(many), adds ? destination(lists_.many_first) : 0,
              adds ? cleared : 0, flush, adds ? at(lists_.many_count) : 0});
    Bytes file = out.take();
    for (const Bytes& part : {body.take(), data_.take()})
      file.insert(file.end(), part.begin(), part.end());
    return file;
  }

 private:
  struct Entry {
    std::uint16_t index;
    std::uint8_t weight;
  };

  static std::size_t aligned(std::size_t at) { return (at + kAlign - 1) / kAlign * kAlign; }
  static void pad(BigWriter& out, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
      out.put(std::uint8_t{0});
  }
  static void put(BigWriter& out, std::initializer_list<std::uint32_t> values) {
    for (const std::uint32_t value : values)
      out.put(value);
  }
  static std::uint32_t destination(std::size_t vertex) {
    return static_cast<std::uint32_t>(kSkinnedVertexSize * vertex);
  }
  std::uint32_t begin() {
    data_.align(kAlign);
    return static_cast<std::uint32_t>(data_at_ + data_.size());
  }
  void add(std::size_t vertex) {
    for (const std::int16_t value : lists_.vertices[vertex].stored)
      data_.put(value);
  }
  std::uint32_t add_vertices(std::size_t first, std::size_t count) {
    const std::uint32_t at = begin();
    for (std::size_t i = 0; i < count; ++i)
      add(first + i);
    return at;
  }
  std::uint32_t add_weights(const SkinLists::Two& list) {
    const std::uint32_t at = begin();
    for (std::size_t i = 0; i < list.count; ++i) {
      for (const auto& share : lists_.vertices[list.first + i].bones)
        data_.put(static_cast<std::uint8_t>(share.second));
    }
    return at;
  }
  std::uint32_t add_entries(const std::vector<Entry>& entries) {
    const std::uint32_t at = begin();
    for (const Entry& entry : entries)
      add(lists_.many_first + entry.index);
    return at;
  }
  std::uint32_t add_indices(const std::vector<Entry>& entries) {
    const std::uint32_t at = begin();
    for (const Entry& entry : entries)
      data_.put(entry.index);
    return at;
  }
  std::uint32_t add_shares(const std::vector<Entry>& entries) {
    const std::uint32_t at = begin();
    for (const Entry& entry : entries)
      data_.put(entry.weight);
    return at;
  }
  // Every vertex that is added to.
  std::uint32_t add_flush() {
    const std::uint32_t at = begin();
    for (std::size_t i = 0; i < lists_.many_count; ++i)
      data_.put(static_cast<std::uint16_t>(lists_.many_first + i));
    return at;
  }

  const SkinLists& lists_;
  std::map<std::uint16_t, std::vector<Entry>> parts_;  // of accumulation lists, by bone
  std::size_t data_at_ = 0;
  BigWriter data_;
};

}  // namespace

Result<Bytes> skin_from_scene(const FromScene& from, const Context&, ConversionReport& report) {
  const auto body = body_of(from);
  if (!body) return std::unexpected(body.error());
  if (!body->shows_skin) {
    return fail(prefixed("NO-MESH"),
                "no mesh of the scene has joint weights, so there is no skin to write: "
                "the palette (.gpl) and the actor (.act) store parts that move with one bone each");
  }
  const auto actor = actor_of(from, *body);
  if (!actor) return std::unexpected(actor.error());
  const auto lists = list_skin(from, *body, rest_bones(*actor), report);
  if (!lists) return std::unexpected(lists.error());
  return SkinFile(*lists).write();
}

}  // namespace anmkit::gc
