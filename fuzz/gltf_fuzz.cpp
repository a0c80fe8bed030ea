// SPDX-License-Identifier: MIT
// glTF: reading never crashes, and whatever was read can be written and read again.
#include "anmkit/gltf.hpp"
#include "roundtrip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const anmkit::ByteView bytes(reinterpret_cast<const std::byte*>(data), size);
  const auto scene = anmkit::read_gltf(bytes);
  if (!scene) return 0;
  // Long clips are legal; baking them is what costs.
  for (const anmkit::Clip& clip : scene->clips) {
    if (!(clip.duration < 1000)) return 0;
  }
  anmkit::ConversionReport report;
  const auto written = anmkit::write_gltf(*scene, {}, report);
  if (!written) return 0;
  const auto again = anmkit::read_gltf(*written);
  if (!again) std::fprintf(stderr, "%s\n", again.error().message.c_str());
  anmkit::fuzz::require(again.has_value(), "what is written can be read", "gltf");
  return 0;
}
