// SPDX-License-Identifier: MIT
// Geometry palettes with random display objects, and what section 9 says that they draw. Uses
// nothing of the library but its byte writer.
#pragma once

#include <algorithm>
#include <optional>

#include "generator.hpp"

namespace anmkit::gc::test {

// A vertex attribute: stored numbers with their type, or colours as stored.
struct MadeArray {
  unsigned type = 0, frac = 0, components = 0;
  unsigned mode = 0;  // in vertex descriptions: 1 direct, 2 index8, 3 index16
  std::vector<std::vector<double>> values;
  std::vector<std::uint32_t> colors;  // instead of values; `type` is the colour format

  bool present() const { return mode != 0; }
  std::size_t count() const { return colors.empty() ? values.size() : colors.size(); }
};
struct MadePrimitive {
  unsigned opcode = 0;
  unsigned texture = 0;                        // which texture state it is drawn with
  std::vector<std::array<std::size_t, 4>> at;  // indices of position, normal, colour, coordinates
};
struct MadeObject {
  bool interleaved = false, lighting = false, matrix_index = false;
  MadeArray positions, normals, colors;
  std::vector<MadeArray> channels;
  unsigned unit = 0;                    // the texture unit, whose coordinates are shown
  std::vector<std::uint32_t> textures;  // settings of texture states
  std::vector<MadePrimitive> primitives;
};

inline const std::array<unsigned, 6> kColorSizes{2, 3, 4, 2, 3, 4};
inline const std::array<unsigned, 7> kOpcodes{0x80, 0x90, 0x98, 0xA0, 0xA8, 0xB0, 0xB8};

class ObjectGenerator {
 public:
  explicit ObjectGenerator(Generator& random) : random_(random) {}

  MadeObject object() {
    MadeObject made;
    made.interleaved = one_of(4);
    made.positions = numbers(made.interleaved ? 6 : one_of(4) ? 2 : 3, whole(4, 600));
    if (made.positions.count() < 200)
      made.positions.mode = whole(one_of(3) && !made.interleaved ? 1 : 2, 3);
    made.lighting = one_of(2);
    if (made.lighting && !made.interleaved && one_of(2)) made.normals = numbers(3, whole(1, 200));
    // Indices into the library's own table of normals.
    if (made.lighting && !made.interleaved && made.normals.count() == 0 && one_of(2))
      made.normals.mode = 2;
    if (one_of(2)) made.colors = colors(one_of(4) ? 1 : whole(2, 200));
    for (unsigned i = whole(0, 8); i > 0; --i)
      made.channels.push_back(numbers(whole(1, 2), whole(1, 300)));
    if (!made.channels.empty())
      made.unit = whole(0, static_cast<unsigned>(made.channels.size()) - 1);
    made.matrix_index = one_of(4);
    // Each setting has its own wrapping or filter, so that it becomes a material of its own.
    const unsigned first = whole(0, 107);
    for (unsigned i = made.channels.empty() ? 0 : whole(0, 3); i > 0; --i)
      made.textures.push_back(look((first + i) % 108) | made.unit << 13U | whole(0, 2));
    if (made.textures.empty()) made.unit = 0;
    for (unsigned i = whole(1, 12); i > 0; --i)
      made.primitives.push_back(primitive(made));
    std::ranges::stable_sort(made.primitives, {}, &MadePrimitive::texture);
    return made;
  }

 private:
  unsigned whole(unsigned low, unsigned high) {
    return static_cast<unsigned>(random_.whole(static_cast<int>(low), static_cast<int>(high)));
  }
  bool one_of(unsigned n) { return whole(1, n) == 1; }

  // One of the 3 x 3 ways to wrap with the 6 x 2 filters.
  static std::uint32_t look(unsigned number) {
    const std::uint32_t wraps = number % 3 | (number / 3 % 3) << 4U;
    return wraps << 16U | (number / 9 % 6) << 24U | (number / 54) << 28U;
  }
  MadeArray numbers(unsigned components, unsigned count) {
    constexpr int kLow[] = {0, -128, 0, -32768}, kHigh[] = {255, 127, 65535, 32767};
    MadeArray made;
    made.type = whole(0, 4);
    made.frac = made.type == 4 ? 0 : whole(0, 15);
    made.components = components;
    made.mode = count > 256 ? 3 : whole(2, 3);
    for (unsigned i = 0; i < count; ++i) {
      auto& value = made.values.emplace_back();
      for (unsigned k = 0; k < components; ++k)
        value.push_back(made.type == 4
                            ? double{static_cast<float>(random_.real(-50, 50))}
                            : std::ldexp(random_.whole(kLow[made.type], kHigh[made.type]),
                                         -static_cast<int>(made.frac)));
    }
    return made;
  }
  MadeArray colors(unsigned count) {
    MadeArray made;
    made.type = whole(0, 5);
    made.components = whole(3, 4);
    made.mode = count == 1 ? 0 : whole(2, 3);
    for (unsigned i = 0; i < count; ++i)
      made.colors.push_back(whole(0, 0xFFFF) << 16U | whole(0, 0xFFFF));
    return made;
  }
  MadePrimitive primitive(const MadeObject& object) {
    MadePrimitive made;
    made.opcode = kOpcodes[whole(0, 6)];
    if (!object.textures.empty())
      made.texture = whole(0, static_cast<unsigned>(object.textures.size()) - 1);
    const auto pick = [&](const MadeArray& array) {
      return array.count() == 0 ? std::size_t{0}
                                : whole(0, static_cast<unsigned>(array.count()) - 1);
    };
    for (unsigned i = whole(0, 17); i > 0; --i) {
      made.at.push_back({pick(object.positions), pick(object.normals), pick(object.colors),
                         object.channels.empty() ? 0 : pick(object.channels[object.unit])});
    }
    return made;
  }

  Generator& random_;
};

// The bytes of a palette.
class PaletteBytes {
 public:
  static Bytes of(const std::vector<MadeObject>& objects, std::uint32_t version,
                  Generator& random) {
    PaletteBytes made(version, random);
    made.file_.resize(20 + 8 * objects.size());
    made.word(0, version);
    made.word(12, objects.size());
    made.word(16, 20);
    for (std::size_t i = 0; i < objects.size(); ++i) {
      made.align();
      made.word(20 + 8 * i, made.file_.size());
      made.object(objects[i]);
      made.word(24 + 8 * i, made.text("object"));
    }
    return std::move(made.file_);
  }

 private:
  PaletteBytes(std::uint32_t version, Generator& random) : version_(version), random_(random) {}

  void word(std::size_t at, std::size_t value, unsigned bytes = 4) {
    for (unsigned i = 0; i < bytes; ++i)
      file_.at(at + i) = static_cast<std::byte>(value >> (8 * (bytes - 1 - i)) & 255);
  }
  void put(std::size_t value, unsigned bytes) {
    file_.resize(file_.size() + bytes);
    word(file_.size() - bytes, value, bytes);
  }
  void align() { file_.resize((file_.size() + 31) / 32 * 32); }
  std::size_t text(const char* letters) {
    const std::size_t at = file_.size();
    for (; *letters != 0; ++letters)
      put(static_cast<unsigned char>(*letters), 1);
    put(0, 1);
    return at;
  }

  void element(const MadeArray& array, std::size_t index) {
    if (!array.colors.empty()) return put(array.colors[index], kColorSizes[array.type]);
    constexpr unsigned kSizes[] = {1, 1, 2, 2, 4};
    for (const double v : array.values[index]) {
      if (array.type == 4) {
        put(std::bit_cast<std::uint32_t>(static_cast<float>(v)), 4);
      } else {
        put(static_cast<std::size_t>(
                static_cast<long>(std::ldexp(v, static_cast<int>(array.frac)))),
            kSizes[array.type]);
      }
    }
  }
  // The array's header; the array itself comes first.
  void array_header(const MadeArray& array, std::size_t base) {
    align();
    const std::size_t at = file_.size();
    for (std::size_t i = 0; i < array.count(); ++i)
      element(array, i);
    pending_.push_back({array.count() == 0 ? 0 : at - base, array.count(),
                        array.type << 4U | array.frac, array.components});
  }
  void put_header() {
    const auto [at, count, quantize, components] = pending_.front();
    pending_.erase(pending_.begin());
    put(at, 4);
    put(count, 2);
    put(quantize, 1);
    put(components, 1);
  }

  void attribute(const MadeArray& array, std::size_t index) {
    if (array.mode == 1) element(array, index);
    if (array.mode > 1) put(index, array.mode - 1);
  }
  void corner(const MadeObject& object, const std::array<std::size_t, 4>& at) {
    if (object.matrix_index) put(3 * static_cast<unsigned>(random_.whole(0, 9)), 1);
    attribute(object.positions, at[0]);
    attribute(object.normals, at[1]);
    attribute(object.colors, at[2]);
    for (std::size_t i = 0; i < object.channels.size(); ++i) {
      // The other channels' coordinates are read and not shown.
      const auto last = static_cast<int>(object.channels[i].count()) - 1;
      attribute(object.channels[i],
                i == object.unit ? at[3] : static_cast<std::size_t>(random_.whole(0, last)));
    }
  }
  // Commands that draw nothing (9.4).
  void noise() {
    const unsigned kinds[] = {0x00, 0x61, 0x08, 0x20, 0x28, 0x30, 0x38, 0x10};
    const unsigned kind = kinds[random_.whole(0, 7)];
    const int words = random_.whole(0, 3);
    put(kind, 1);
    unsigned size = kind == 0 ? 0 : kind == 0x08 ? 5 : 4;
    if (kind == 0x10) {
      put(static_cast<unsigned>(words), 2);
      size = 2 + 4 * static_cast<unsigned>(words + 1);
    }
    for (; size > 0; --size)
      put(0x98, 1);
  }
  std::pair<std::size_t, std::size_t> list(const MadeObject& object, unsigned texture) {
    align();
    const std::size_t at = file_.size();
    for (const MadePrimitive& primitive : object.primitives) {
      if (primitive.texture != texture) continue;
      if (random_.whole(0, 2) == 0) noise();
      put(primitive.opcode | static_cast<unsigned>(random_.whole(0, 7)), 1);
      put(primitive.at.size(), 2);
      for (const auto& one : primitive.at)
        corner(object, one);
    }
    while (file_.size() % 32 != 0)
      put(0, 1);
    return {at, file_.size() - at};
  }

  void object(const MadeObject& object) {
    const std::size_t base = file_.size();
    file_.resize(base + 24);
    array_header(object.positions, base);
    array_header(object.normals, base);
    array_header(object.colors, base);
    for (const MadeArray& channel : object.channels)
      array_header(channel, base);
    const std::size_t name = text("made.tpl") - base;
    std::vector<std::pair<std::size_t, std::size_t>> lists;
    for (unsigned i = 0; i < std::max<std::size_t>(object.textures.size(), 1); ++i)
      lists.push_back(list(object, i));
    align();
    word(base, file_.size() - base);
    put_header();
    if (object.lighting) word(base + 12, file_.size() - base);
    put_header();  // normals; of no meaning without lighting
    put(std::bit_cast<std::uint32_t>(50.0F), 4);
    if (object.colors.count() != 0) word(base + 4, file_.size() - base);
    put_header();
    if (!object.channels.empty()) word(base + 8, file_.size() - base);
    word(base + 20, object.channels.size(), 1);
    for (std::size_t i = 0; i < object.channels.size(); ++i) {
      put_header();
      put(name, 4);
      put(0, 4);
    }
    states(object, base, lists);
  }
  void states(const MadeObject& object, std::size_t base,
              const std::vector<std::pair<std::size_t, std::size_t>>& lists) {
    std::size_t description = object.matrix_index ? 1 : 0;
    description |=
        object.positions.mode << 2U | object.normals.mode << 4U | object.colors.mode << 6U;
    for (std::size_t i = 0; i < object.channels.size(); ++i)
      description |= object.channels[i].mode << (10 + 2 * i);
    const std::size_t at = file_.size();
    const auto state = [&](unsigned id, std::size_t setting, std::size_t list, std::size_t size) {
      put(id, 1);
      put(0, 3);
      put(setting, 4);
      put(list, 4);
      put(size, 4);
    };
    const bool early = version_ == 12012000;
    state(early ? 3 : 2, description, 0, 0);
    state(early ? 4 : 3, 0, 0, 0);  // TEV mode
    for (std::size_t i = 0; i < object.textures.size(); ++i) {
      state(1, object.textures[i], lists[i].first - base, lists[i].second);
    }
    if (object.textures.empty()) state(0x80, 0, lists[0].first - base, lists[0].second);
    const std::size_t count = (file_.size() - at) / 16;
    word(base + 16, file_.size() - base);
    put(0, 4);
    put(at - base, 4);
    put(count, 2);
    put(0, 2);
  }

  struct Header {
    std::size_t at, count, quantize, components;
  };
  std::uint32_t version_;
  Generator& random_;
  Bytes file_;
  std::vector<Header> pending_;
};

// A corner as drawn; parts are empty when the object lacks them.
struct DrawnCorner {
  std::vector<double> position, normal, color, coordinates;
};
using DrawnElement = std::vector<DrawnCorner>;  // 1, 2 or 3 corners

// 9.2: 0 RGB565, 1 RGB8, 2 RGBX8, 3 RGBA4, 4 RGBA6, 5 RGBA8; as linear light.
inline std::vector<double> reference_color(unsigned format, std::uint32_t stored) {
  constexpr unsigned kBits[6][4] = {{5, 6, 5, 0}, {8, 8, 8, 0}, {8, 8, 8, 0},
                                    {4, 4, 4, 4}, {6, 6, 6, 6}, {8, 8, 8, 8}};
  unsigned left = 8 * kColorSizes[format];
  std::vector<double> out;
  for (std::size_t k = 0; k < 4; ++k) {
    const unsigned bits = kBits[format][k];
    left -= bits;
    const double v = bits == 0 ? 1 : (stored >> left & ((1U << bits) - 1)) / ((1U << bits) - 1.0);
    out.push_back(k == 3 ? v : v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4));
  }
  return out;
}

inline DrawnCorner reference_corner(const MadeObject& object,
                                    const std::array<std::size_t, 4>& at) {
  DrawnCorner corner;
  corner.position = object.positions.values[at[0]];
  if (object.interleaved) {
    corner.normal.assign(corner.position.begin() + 3, corner.position.end());
  } else if (object.normals.count() != 0) {
    corner.normal = object.normals.values[at[1]];
  }
  corner.position.resize(3);
  if (object.colors.present())
    corner.color = reference_color(object.colors.type, object.colors.colors[at[2]]);
  if (!object.channels.empty()) {
    corner.coordinates = object.channels[object.unit].values[at[3]];
    corner.coordinates.resize(2);
  }
  return corner;
}

// 9.4: the elements of a primitive in the order in which they are drawn.
inline std::vector<DrawnElement> reference_elements(const MadeObject& object,
                                                    const MadePrimitive& primitive) {
  std::vector<DrawnElement> out;
  const std::size_t n = primitive.at.size();
  const auto add = [&](std::initializer_list<std::size_t> corners) {
    DrawnElement& element = out.emplace_back();
    for (const std::size_t i : corners)
      element.push_back(reference_corner(object, primitive.at[i]));
  };
  for (std::size_t i = 0; i < n; ++i) {
    switch (primitive.opcode) {
      case 0x80:
        if (i % 4 == 3) add({i - 3, i - 2, i - 1}), add({i - 1, i, i - 3});
        break;
      case 0x90:
        if (i % 3 == 2) add({i - 2, i - 1, i});
        break;
      case 0x98:
        if (i >= 2 && i % 2 == 0) add({i - 2, i - 1, i});
        if (i >= 2 && i % 2 == 1) add({i - 2, i, i - 1});
        break;
      case 0xA0:
        if (i >= 2) add({0, i - 1, i});
        break;
      case 0xA8:
        if (i % 2 == 1) add({i - 1, i});
        break;
      case 0xB0:
        if (i >= 1) add({i - 1, i});
        break;
      default:
        add({i});
    }
  }
  return out;
}

}  // namespace anmkit::gc::test
