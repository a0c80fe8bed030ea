// SPDX-License-Identifier: MIT
// BVH: reading never crashes and takes memory in proportion to the text; whatever was read is
// written, read again with the same joints and frames, and moves the same roots.
#include "anmkit/convert.hpp"
#include "exchange/bvh/bvh.hpp"
#include "roundtrip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const anmkit::fuzz::MemoryBudget budget(size);
  const anmkit::ByteView bytes(reinterpret_cast<const std::byte*>(data), size);
  (void)anmkit::is_bvh(bytes);
  anmkit::Diagnostics notes;
  const auto scene = anmkit::read_bvh(bytes, "clip", notes);
  if (!scene) return 0;
  anmkit::fuzz::require(anmkit::check_scene(*scene).has_value(), "a scene that is read is sound",
                        "bvh");
  anmkit::ConversionReport report;
  const auto written = anmkit::write_bvh({.scene = *scene, .clip = 0}, {}, report);
  anmkit::fuzz::require(written.has_value(), "what is read can be written", "bvh");
  const auto again = anmkit::read_bvh(*written, "clip", notes);
  anmkit::fuzz::require(again.has_value(), "what is written can be read", "bvh");
  const double frames = scene->clips.empty() ? 0 : scene->clips[0].duration;
  anmkit::fuzz::require(again->clips.empty() ? frames == 0 : again->clips[0].duration == frames,
                        "it has the same frames", "bvh");
  return 0;
}
