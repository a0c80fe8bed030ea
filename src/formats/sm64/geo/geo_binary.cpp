// SPDX-License-Identifier: MIT
// Geo layouts as bytes (section 8.2).
#include <algorithm>

#include "core/counted.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/geo/geo.hpp"
#include "formats/sm64/geo/geo_builder.hpp"
#include "formats/sm64/geo/layers.hpp"

namespace anmkit::sm64 {
namespace {

// Sizes without the display list that bit 7 of byte 1 adds; 0 = no such command.
// 0x21 and up are those of sm64coopdx.
constexpr std::uint8_t kSizes[] = {8,  4, 8, 4, 4, 4, 4, 4, 12, 4,  8, 4, 4,  8, 8,  20, 0, 8, 8,
                                   12, 8, 8, 8, 4, 8, 8, 8, 4,  12, 8, 8, 16, 4, 12, 8,  8, 20};

class BinaryLayout {
 public:
  explicit BinaryLayout(ByteView bytes) : bytes_(bytes), limit_(bytes.size()) {}
  BinaryLayout(const SegmentImage& image, std::uint32_t start)
      : bytes_(image.bytes), image_(&image), at_(start), limit_(image.end_of(start)) {}

  Result<GeoLayout> run() {
    GeoLayout layout;
    layout.name = "layout";
    while (!done_) {
      const auto size = command_size();
      if (!size) return std::unexpected(size.error());
      if (++steps_ > kMostGeoNodes) {
        return fail(prefixed("E-PTR"), "branches repeat without end", at_);
      }
      const std::uint64_t here = at_;
      at_ += *size;
      if (auto good = step(here, *size); !good) return std::unexpected(good.error());
    }
    layout.nodes = builder_.take();
    return layout;
  }
  std::uint64_t end() const { return furthest_; }

 private:
  struct Call {
    std::uint64_t at;
    std::optional<std::size_t> level;
  };
  std::uint8_t u8(std::uint64_t at) const { return std::to_integer<std::uint8_t>(bytes_[at]); }
  std::int32_t s16(std::uint64_t at) const {
    return load<std::int16_t, std::endian::big>(bytes_.data() + at);
  }
  std::uint32_t u32(std::uint64_t at) const {
    return load<std::uint32_t, std::endian::big>(bytes_.data() + at);
  }
  std::array<std::int32_t, 3> triple(std::uint64_t at) const {
    return {s16(at), s16(at + 2), s16(at + 4)};
  }

  Result<std::uint32_t> command_size() {
    if (!fits(at_, 4, limit_)) {
      return fail(prefixed("E-TRUNC"), "a geo command needs 4 bytes and the file ends", at_);
    }
    const std::uint8_t op = u8(at_), flags = u8(at_ + 1);
    std::uint32_t size = op < std::size(kSizes) ? kSizes[op] : 0;
    if (op == 0x10) {
      static constexpr std::uint32_t kLayouts[] = {16, 8, 8, 4};
      const int layout = flags >> 4 & 7;
      size = layout < 4 ? kLayouts[layout] : 0;
    }
    if (op == 0x24 && (flags & 0x80) != 0) size = 32;
    if (op == 0x1D && (flags & 0x40) != 0) size = 16;
    if (size == 0) {
      return fail(prefixed("E-CSYNTAX"), "no geo command has the number " + hex_number(op), at_);
    }
    const bool list = (op >= 0x10 && op <= 0x12) || op == 0x14 || op == 0x1D;
    if (list && (flags & 0x80) != 0) size += 4;
    if (op == 0x0A && flags != 0) size += 4;
    if (!fits(at_, size, limit_)) {
      return fail(prefixed("E-TRUNC"),
                  "geo command " + hex_number(op) + " needs " + counted(size, "byte") +
                      " and the file ends",
                  at_);
    }
    furthest_ = std::max(furthest_, at_ + size);
    return size;
  }

  Result<void> step(std::uint64_t here, std::uint32_t size) {
    switch (u8(here)) {
      case 0x00:
        return branch(here, true, true);
      case 0x01:
        while (!calls_.empty() && !calls_.back().level)
          calls_.pop_back();
        pop();
        return {};
      case 0x02:
        return branch(here, u8(here + 1) == 1, false);
      case 0x03:
        pop();
        return {};
      case 0x04:
        builder_.open();
        return {};
      case 0x05:
        builder_.close();
        return {};
      case 0x06:
      case 0x07:
      case 0x1A:
      case 0x1B:
      case 0x1E:
      case 0x1F:
        return {};
      default:
        builder_.add(node(here, size));
        return {};
    }
  }

  GeoNode node(std::uint64_t here, std::uint32_t size) const {
    GeoNode node;
    const std::uint8_t op = u8(here), flags = u8(here + 1);
    node.layer = layer_of_number(flags & 0x0F);
    const bool list = (flags & 0x80) != 0;
    std::uint64_t list_at = list ? here + size - 4 : 0;
    switch (op) {
      case 0x10:
        node.kind = GeoKind::transform;
        node.translate_rotate = true;
        place(node, here, flags >> 4 & 7);
        break;
      case 0x11:
      case 0x14:
        node.kind = op == 0x11 ? GeoKind::transform : GeoKind::billboard;
        node.translation = triple(here + 2);
        break;
      case 0x12:
        node.kind = GeoKind::transform;
        node.rotation = triple(here + 2);
        break;
      case 0x13:
        node.kind = GeoKind::part;
        node.layer = layer_of_number(flags);
        node.translation = triple(here + 2);
        list_at = here + 8;
        break;
      case 0x24:
        node.kind = GeoKind::part;
        node.translation = triple(here + 4);
        node.rotation = triple(here + 10);
        for (std::size_t i = 0; list && i < 3; ++i)
          node.scale[i] = u32(here + 16 + 4 * i) / 65536.0;
        list_at = here + (list ? 28u : 16u);
        break;
      case 0x15:
        node.kind = GeoKind::display_list;
        list_at = here + 4;
        break;
      case 0x1D:
        node.kind = GeoKind::transform;
        for (std::size_t i = 0; i < 3; ++i)
          node.scale[i] = u32(here + 4 + ((flags & 0x40) != 0 ? 4 * i : 0)) / 65536.0;
        break;
      case 0x0D:
        node.kind = GeoKind::render_range;
        node.first = s16(here + 4);
        node.second = s16(here + 6);
        break;
      case 0x0E:
      case 0x22:
        node.kind = GeoKind::switch_case;
        node.first = s16(here + 2);
        node.function = hex_number(u32(here + 4));
        break;
      case 0x18:
      case 0x23:
        node.function = hex_number(u32(here + 4));
        list_at = 0;
        break;
      case 0x1C:
        node.kind = GeoKind::held_object;
        break;
      case 0x16:
        node.kind = GeoKind::shadow;
        break;
      default:
        list_at = 0;
        break;
    }
    if (list_at != 0 && u32(list_at) != 0) node.display_list = hex_number(u32(list_at));
    return node;
  }
  void place(GeoNode& node, std::uint64_t here, int layout) const {
    if (layout == 0) {
      node.translation = triple(here + 4);
      node.rotation = triple(here + 10);
    } else if (layout == 1) {
      node.translation = triple(here + 2);
    } else if (layout == 2) {
      node.rotation = triple(here + 2);
    } else {
      node.rotation[1] = s16(here + 2);
    }
  }

  // Without bindings pointers are places in the file: the low 24 bits of a segmented address.
  Result<void> branch(std::uint64_t here, bool call, bool link) {
    std::uint64_t target = u32(here + 4) & 0xFFFFFF;
    if (image_ != nullptr) {
      const auto bound = image_->place(u32(here + 4), 4);
      if (!bound) {
        return fail(prefixed("E-PTR"),
                    "branch to " + hex_number(u32(here + 4)) + ", which is in no bound segment",
                    here);
      }
      target = *bound;
    } else if (target >= bytes_.size()) {
      return fail(prefixed("E-PTR"),
                  "branch to " + hex_number(u32(here + 4)) + ", which is outside the file", here);
    }
    if (call) {
      if (calls_.size() >= kMostGeoCalls) {
        return fail(prefixed("E-PTR"), "branches call each other without end", here);
      }
      calls_.push_back({at_, link ? std::optional(builder_.level()) : std::nullopt});
    }
    go(target);
    return {};
  }
  void go(std::uint64_t target) {
    at_ = target;
    if (image_ != nullptr) limit_ = image_->end_of(static_cast<std::uint32_t>(target));
  }
  void pop() {
    if (calls_.empty()) {
      done_ = true;
      return;
    }
    go(calls_.back().at);
    if (calls_.back().level) builder_.restore(*calls_.back().level);
    calls_.pop_back();
  }

  ByteView bytes_;
  const SegmentImage* image_ = nullptr;
  std::uint64_t at_ = 0, furthest_ = 0;
  std::uint64_t limit_;  // end of the file that is read
  std::size_t steps_ = 0;
  bool done_ = false;
  GeoBuilder builder_;
  std::vector<Call> calls_;
};

}  // namespace

Result<std::vector<GeoLayout>> parse_geo_binary(ByteView bytes, Diagnostics& diagnostics) {
  auto layout = BinaryLayout(bytes).run();
  if (!layout) {
    diagnostics.add(layout.error());
    return std::unexpected(layout.error());
  }
  std::vector<GeoLayout> all;
  all.push_back(std::move(*layout));
  return all;
}

Result<GeoLayout> read_geo_at(const SegmentImage& image, std::string_view address) {
  std::uint32_t start = 0;
  if (!address.empty()) {
    const auto number = parse_number(address);
    const auto place = number ? image.place(*number, 4) : std::nullopt;
    if (!place) {
      return fail(prefixed("E-PTR"),
                  "--geo " + std::string(address) + ": an address in a bound segment is needed");
    }
    start = *place;
  }
  auto layout = BinaryLayout(image, start).run();
  if (layout && !address.empty()) layout->name = address;
  return layout;
}

// No signature: a short file that is commands from first to last, with a part among them.
bool is_geo_binary(ByteView bytes) {
  if (bytes.size() < 16 || bytes.size() > 0x10000 || bytes.size() % 4 != 0) return false;
  BinaryLayout reader(bytes);
  const auto layout = reader.run();
  return layout && reader.end() == bytes.size() &&
         std::ranges::any_of(layout->nodes,
                             [](const GeoNode& node) { return node.kind == GeoKind::part; });
}

}  // namespace anmkit::sm64
