// SPDX-License-Identifier: MIT
// A family of one format, which a test adds to the others: a ball that moves (../../toy.md).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "anmkit/registry.hpp"
#include "core/bytes.hpp"

namespace anmkit::toy {

inline constexpr std::string_view kClipId = "toy-clip";
inline constexpr double kMetresPerUnit = 0.01;

struct Key {
  std::uint16_t frame = 0;
  std::array<std::int16_t, 3> place{};  // centimetres
};
struct Bounce {
  std::uint16_t rate = 30;  // fps
  std::vector<Key> keys;
};

Result<Bounce> parse_bounce(ByteView bytes, Diagnostics& diagnostics);
Bytes write(const Bounce& bounce);

class BounceDocument final : public Document {
 public:
  explicit BounceDocument(Bounce parsed) : bounce(std::move(parsed)) {}
  std::string_view format() const override { return kClipId; }
  Result<Bytes> write() const override { return toy::write(bounce); }
  void dump(JsonWriter& writer) const override;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  FileRole file_role(const std::string& path, Folders& around) const override;
  Result<Scene> to_scene(const SceneRequest& request, const Context& context,
                         Diagnostics& diagnostics) const override;
  Result<Playback> play(const PlayRequest& request, const Context& context) const override;

  Bounce bounce;
};

Result<DocumentPtr> build_bounce(const JsonValue& object, Diagnostics& diagnostics);
Result<Bytes> bounce_from_scene(const FromScene& from, const Context& context,
                                ConversionReport& report);
std::span<const CodeInfo> codes();

}  // namespace anmkit::toy
