// SPDX-License-Identifier: MIT
// The order of the channels, by the flags.
#include "formats/sm64/motion/channels.hpp"

#include <array>

#include "core/counted.hpp"
#include "formats/sm64/findings.hpp"

namespace anmkit::sm64 {
namespace {

constexpr unsigned kCoopdxFlags = 0x3FF;  // whose meaning is known

std::uint16_t flags_of(const Motion& motion) {
  return static_cast<std::uint16_t>(motion.header.flags);
}

std::size_t told_channels(std::uint16_t flags) {
  if ((flags & kBoneTrans) == 0) return 3;
  return (flags & kBoneScale) == 0 ? 6 : 9;
}

}  // namespace

std::size_t channels_per_part(const Motion& motion) {
  return motion.coopdx ? told_channels(flags_of(motion)) : 3;
}

bool proves_coopdx(const Motion& motion) {
  const std::size_t channels = told_channels(flags_of(motion));
  return channels > 3 && !motion.index.empty() && motion.index.size() % (2 * channels) == 0;
}

std::optional<ChannelProblem> channel_problem(const Motion& motion) {
  if (!motion.coopdx) return {};
  const std::uint16_t flags = flags_of(motion);
  const bool scale_alone = (flags & (kBoneTrans | kBoneScale)) == kBoneScale;
  if ((flags & ~kCoopdxFlags) != 0 || scale_alone) {
    return ChannelProblem{
        "E-FLAGBITS", "flags",
        "the order of the channels is unknown for flags " + hex_number(flags) +
            (scale_alone ? ": expected 0x100 with 0x200" : ": expected bits up to 0x3FF")};
  }
  const std::size_t entries = motion.index.size(), each = channels_per_part(motion);
  if (each == 3 || entries % (2 * each) == 0) return {};
  return ChannelProblem{"E-INDEXLEN", "index",
                        "the index table has " + counted(entries, "entry", "entries") +
                            "; expected a multiple of " + std::to_string(2 * each) +
                            " with flags " + hex_number(flags)};
}

Result<void> check_channels(const Motion& motion) {
  const auto problem = channel_problem(motion);
  if (!problem) return {};
  return fail(prefixed(problem->code), motion.name + ": " + problem->message, motion.offset,
              motion.path + "." + std::string(problem->field));
}

std::size_t channel_count(const Motion& motion) {
  return motion.index.size() / 2;
}

std::size_t part_count(const Motion& motion) {
  const std::size_t channels = channel_count(motion), each = channels_per_part(motion);
  if (each > 3) return channels / each;
  return channels < 3 ? 0 : (channels - 3) / 3;
}

std::size_t rotation_channel(const Motion& motion, std::size_t part) {
  return translation_channel(motion, part) + 3;
}

std::string channel_name(const Motion& motion, std::size_t channel) {
  const char axis = "XYZ"[channel % 3];
  if (channel < 3) return std::string("translation ") + axis;
  constexpr std::array<std::string_view, 3> kKinds = {"translation", "rotation", "scale"};
  const std::size_t each = channels_per_part(motion);
  const std::size_t part = each == 3 ? channel / 3 - 1 : channel / each;
  const std::size_t kind = each == 3 ? 1 : channel % each / 3;
  return "part " + std::to_string(part) + " " + std::string(kKinds[kind]) + " " + axis;
}

}  // namespace anmkit::sm64
