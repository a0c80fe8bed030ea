// SPDX-License-Identifier: MIT
// ACT: bytes -> Actor -> bytes (section 8).
#include <algorithm>
#include <set>

#include "core/counted.hpp"
#include "formats/gc/actor/fields.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/layout.hpp"
#include "formats/gc/unclaimed_bytes.hpp"

namespace anmkit::gc {
namespace {

std::size_t value_count(std::uint8_t type) {
  return (type & kControlMatrix) != 0 ? 12 : 10;
}

void read_controls(ByteView bytes, Actor& actor) {
  std::set<std::uint32_t> seen;
  for (const Bone& bone : actor.bones) {
    const std::uint32_t offset = bone.orientation_control;
    if (offset == 0 || !fits(offset, kShortControlSize, bytes.size())) continue;
    const auto type = load<std::uint8_t, std::endian::big>(bytes.data() + offset);
    if (!fits(offset, control_size(type), bytes.size()) || !seen.insert(offset).second) continue;
    Control& control = actor.controls.emplace_back();
    control.offset = offset;
    control.type = type;
    BigReader in(bytes, offset + 4u);
    for (std::size_t i = 0; i < value_count(type); ++i)
      control.values[i] = in.get<float>("control");
  }
}

}  // namespace

Result<Actor> parse_actor(ByteView bytes, Diagnostics& diagnostics) {
  const auto stop = [&](Error error) {
    diagnostics.add(error);
    return std::unexpected(std::move(error));
  };
  if (bytes.size() < kActorHeaderSize) {
    return stop({Severity::error, prefixed("ACT001"), bytes.size(), "",
                 "the header takes 32 bytes, the file has " + std::to_string(bytes.size())});
  }
  BigReader in(bytes);
  Actor actor;
  get_record(in, actor);
  if (actor.version_number != kVersion) {
    return stop({Severity::error, prefixed("ACT002"), 0, "versionNumber",
                 "version " + std::to_string(actor.version_number) + ", expected 8092000"});
  }
  const std::uint64_t end = kActorHeaderSize + kBoneSize * actor.total_bones;
  if (end > bytes.size()) {
    return stop({Severity::error, prefixed("ACT003"), 6, "totalBones",
                 counted(actor.total_bones, "bone ends", "bones end") + " at " +
                     std::to_string(end) + ", the file at " + std::to_string(bytes.size())});
  }
  actor.bones.resize(actor.total_bones);
  for (Bone& bone : actor.bones)
    get_record(in, bone);
  actor.size = bytes.size();
  read_controls(bytes, actor);
  auto copy = write(actor);
  if (!copy) return stop(copy.error());
  actor.gaps = differences(*copy, bytes);
  return actor;
}

Result<Bytes> write(const Actor& actor) {
  BigWriter out;
  put_record(out, actor);
  for (const Bone& bone : actor.bones)
    put_record(out, bone);
  Bytes file = out.take();
  if (actor.size < file.size() || actor.size > (std::uint64_t{1} << 30u))
    return fail(std::string(kBadJson), "size is too small for the records", {}, "size");
  file.resize(actor.size);
  for (const Control& control : actor.controls) {
    BigWriter record;
    record.put(control.type);
    for (std::size_t i = 0; i < value_count(control.type); ++i)
      record.put(control.values[i]);
    const Bytes bytes = record.take();
    if (!fits(control.offset, bytes.size() + 3, file.size()))
      return fail(std::string(kBadJson), "a control is outside the file", {}, "controls");
    const auto at = file.begin() + static_cast<std::ptrdiff_t>(control.offset);
    *at = bytes[0];
    std::copy(bytes.begin() + 1, bytes.end(), at + 4);
  }
  if (!lay_over(actor.gaps, file))
    return fail(std::string(kBadJson), "a gap is outside the file", {}, "gaps");
  return file;
}

std::optional<std::uint32_t> bone_at(const Actor& actor, std::uint32_t link) {
  if (link < kActorHeaderSize || (link - kActorHeaderSize) % kBoneSize != 0) return std::nullopt;
  const std::uint64_t index = (link - kActorHeaderSize) / kBoneSize;
  if (index >= actor.bones.size()) return std::nullopt;
  return static_cast<std::uint32_t>(index);
}

std::vector<std::uint32_t> bone_array(const Actor& actor) {
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(actor.bones.size(), false);
  std::vector<std::uint32_t> open{actor.root_bone};
  while (!open.empty()) {
    const auto index = bone_at(actor, open.back());
    open.pop_back();
    if (!index || seen[*index]) continue;
    seen[*index] = true;
    order.push_back(*index);
    open.push_back(actor.bones[*index].next_sibling);
    open.push_back(actor.bones[*index].first_child);
  }
  return order;
}

}  // namespace anmkit::gc
