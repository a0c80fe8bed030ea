// SPDX-License-Identifier: MIT
// SKN: bytes -> Skin -> bytes (section 10).
#include <algorithm>

#include "formats/gc/model/fields.hpp"
#include "formats/gc/model/layout.hpp"
#include "formats/gc/model/records.hpp"
#include "formats/gc/unclaimed_bytes.hpp"

namespace anmkit::gc {
// The fields come after 48 or 96 scratch bytes.
static constexpr std::uint64_t kOneFields = 0x30, kTwoFields = 0x60, kAccumulationFields = 0x30;

namespace {

struct Header {
  std::uint16_t one = 0, two = 0, accumulation = 0;
  Skin skin;
};
template <class Archive, Of<Header> T>
void fields(Archive& archive, T& header) {
  archive("one", header.one);
  archive("two", header.two);
  archive("accumulation", header.accumulation);
  archive("skin", header.skin);
}

template <class T>
bool read_lists(ByteView bytes, std::uint32_t offset, std::size_t count, std::uint64_t stride,
                std::uint64_t fields, std::vector<T>& lists) {
  if (!fits(offset, count * stride, bytes.size())) return false;
  lists.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    read_big_record(bytes, offset + stride * i + fields, stride - fields, lists[i]);
  return true;
}
template <class T>
bool put_lists(const std::vector<T>& lists, std::uint32_t offset, std::uint64_t stride,
               std::uint64_t fields, Bytes& file) {
  for (std::size_t i = 0; i < lists.size(); ++i)
    if (!place_big_record(lists[i], offset + stride * i + fields, file)) return false;
  return true;
}

}  // namespace

Result<Skin> read_skin(ByteView bytes, Diagnostics& diagnostics) {
  Diagnostics own;
  Findings findings(own);
  const auto stop = [&] {
    diagnostics.add_all(own);
    return first_error(own);
  };
  Header header;
  if (!read_big_record(bytes, 0, 36, header)) {
    findings.error("SKN001",
                   "the header takes 36 bytes, the file has " + std::to_string(bytes.size()),
                   bytes.size());
    return stop();
  }
  Skin& skin = header.skin;
  const auto require = [&](bool good, const char* what, std::size_t count, std::uint32_t offset) {
    if (good) return;
    findings.error("SKN002",
                   std::to_string(count) + " " + what + " lists at " + hex_number(offset) +
                       " run past the end of the file, " + hex_number(bytes.size()),
                   0);
  };
  require(
      read_lists(bytes, skin.one_bone_offset, header.one, kOneBoneSize, kOneFields, skin.one_bone),
      "one-bone", header.one, skin.one_bone_offset);
  require(
      read_lists(bytes, skin.two_bone_offset, header.two, kTwoBoneSize, kTwoFields, skin.two_bone),
      "two-bone", header.two, skin.two_bone_offset);
  require(read_lists(bytes, skin.accumulation_offset, header.accumulation, kAccumulationSize,
                     kAccumulationFields, skin.accumulation),
          "accumulation", header.accumulation, skin.accumulation_offset);
  if (findings.failed()) return stop();
  skin.size = bytes.size();
  return std::move(skin);
}

Result<Skin> parse_skin(ByteView bytes, Diagnostics& diagnostics) {
  return with_gaps(read_skin(bytes, diagnostics), bytes);
}

// Skins have no version: their numbers have to fit each other.
bool is_skin(ByteView bytes) {
  Header header;
  if (!read_big_record(bytes, 0, 36, header)) return false;
  Skin& skin = header.skin;
  const bool relocated = skin.relocated == 0xFF;
  if (skin.fraction < 1 || skin.fraction > 31 || (skin.relocated != 0 && !relocated)) return false;
  if (header.one + header.two + header.accumulation == 0) return false;
  if (!read_lists(bytes, skin.one_bone_offset, header.one, kOneBoneSize, kOneFields,
                  skin.one_bone) ||
      !read_lists(bytes, skin.two_bone_offset, header.two, kTwoBoneSize, kTwoFields,
                  skin.two_bone) ||
      !read_lists(bytes, skin.accumulation_offset, header.accumulation, kAccumulationSize,
                  kAccumulationFields, skin.accumulation))
    return false;
  constexpr std::uint32_t kFirst = 36;  // nothing that is pointed to is in the header
  const auto inside = [&](std::uint32_t offset, std::uint64_t size) {
    return offset >= kFirst && fits(offset, size, bytes.size());
  };
  return std::ranges::all_of(skin.one_bone,
                             [&](const OneBoneList& list) {
                               return inside(list.source,
                                             list.lead_in + kSkinnedVertexSize * list.count);
                             }) &&
         std::ranges::all_of(skin.two_bone,
                             [&](const TwoBoneList& list) {
                               return inside(list.source,
                                             list.lead_in + kSkinnedVertexSize * list.count) &&
                                      inside(list.weights, std::uint64_t{2} * list.count);
                             }) &&
         std::ranges::all_of(skin.accumulation, [&](const AccumulationList& list) {
           return inside(list.source, kSkinnedVertexSize * list.count) &&
                  inside(list.indices, std::uint64_t{2} * list.count) &&
                  inside(list.weights, list.count);
         });
}

Result<Bytes> write(const Skin& skin) {
  constexpr std::size_t kMost = 65535;
  if (skin.size < 36 || skin.size > kLargestFile ||
      std::max({skin.one_bone.size(), skin.two_bone.size(), skin.accumulation.size()}) > kMost)
    return fail(std::string(kBadJson), "size is too small for the records", {}, "size");
  Bytes file(static_cast<std::size_t>(skin.size));
  Header header;
  header.skin = skin;
  header.one = static_cast<std::uint16_t>(skin.one_bone.size());
  header.two = static_cast<std::uint16_t>(skin.two_bone.size());
  header.accumulation = static_cast<std::uint16_t>(skin.accumulation.size());
  place_big_record(header, 0, file);
  if (!put_lists(skin.one_bone, skin.one_bone_offset, kOneBoneSize, kOneFields, file) ||
      !put_lists(skin.two_bone, skin.two_bone_offset, kTwoBoneSize, kTwoFields, file) ||
      !put_lists(skin.accumulation, skin.accumulation_offset, kAccumulationSize,
                 kAccumulationFields, file) ||
      !lay_over(skin.gaps, file))
    return fail(std::string(kBadJson), "a list or a gap is outside the file");
  return file;
}

}  // namespace anmkit::gc
