// SPDX-License-Identifier: MIT
// Limits on the work of one run: every limit is here, with the number that holds unless
// another one is given.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "anmkit/document.hpp"

namespace anmkit {

enum class Limit : std::uint8_t {
  file_bytes,
  pipe_bytes,
  output_bytes,
  archive_entries,
  unpack_bytes,
  unpack_ratio,
  folder_files,
  with_files,
  view_files,
  view_bytes,
  ticks,
  samples,
  pictures,
  texture_pixels,
  archive_bytes,
  vertices,
  // From here on fixed.
  gltf_nodes,
  json_nesting,
  picture_pixels,
  animation_pixels,
};

// A node is a few bytes of a file, and some hundred in memory.
inline constexpr std::uint64_t kMostGltfNodes = 1u << 18;

struct LimitInfo {
  std::string_view name;     // as --limit calls it
  std::uint64_t value = 0;   // unless another one is given
  std::string_view meaning;  // one sentence
  bool fixed = false;        // the same in every run
};
// In the order of the enumeration.
std::span<const LimitInfo> limits();
const LimitInfo& info_of(Limit limit);

// The option that carries other values, each NAME=VALUE; of several for one name the last counts.
inline constexpr std::string_view kLimitOption = "limit";
Result<void> check_limits(const Options& options);
std::uint64_t limit_in(const Options& options, Limit limit);

// The error for a value above a limit: it names both numbers and how to raise the limit.
inline constexpr std::string_view kOverLimit = "anmkit.LIMIT";
Error over_limit(Limit limit, std::uint64_t most, const std::string& what);

// The page of all limits, as docs/limits.md has it.
std::string limits_page();

}  // namespace anmkit
