// SPDX-License-Identifier: MIT
// Section 10 word for word: a character with random lists of every kind, its file, and where its
// vertices go. Plain doubles; uses nothing of the library but its byte writer.
#pragma once

#include <algorithm>

#include "reference.hpp"

namespace anmkit::gc::test {

// A vertex of the skinned object: where it is in the bind pose, and who moves it.
struct MadeVertex {
  std::array<int, 6> stored{};  // position and normal, s16
  std::vector<std::pair<unsigned, double>> bones;
};
struct MadeBone {
  int parent = -1;
  unsigned id = 0;
  bool inherits = true;
  Parts rest;
};
struct Character {
  std::vector<MadeBone> bones;  // in boneArray order
  std::vector<MadeVertex> vertices;
  unsigned fraction = 0;
  // One-bone vertices first, then two-bone ones, then the accumulated.
  std::size_t ones = 0, twos = 0;
};

inline Character random_character(Generator& random) {
  Character made;
  const int bones = random.whole(2, 9);
  for (int i = 0; i < bones; ++i) {
    MadeBone& bone = made.bones.emplace_back();
    // Depth first: a parent is the bone before or one of its ancestors; further roots may follow.
    int up = i - 1;
    for (int steps = random.whole(0, 2); steps > 0 && up > 0; --steps)
      up = std::max(made.bones[static_cast<std::size_t>(up)].parent, 0);
    bone.parent = up;
    bone.id = static_cast<unsigned>(100 - i);
    bone.inherits = i == 0 || random.whole(0, 5) > 0;
    bone.rest.bits = 11;
    for (std::size_t k = 0; k < 3; ++k) {
      bone.rest.translation[k] = double{static_cast<float>(random.real(-2, 2))};
      bone.rest.scale[k] = double{static_cast<float>(random.real(0.7, 1.4))};
    }
    for (double& v : bone.rest.quaternion)
      v = double{static_cast<float>(random.real(0.1, 1))};
  }
  made.fraction = static_cast<unsigned>(random.whole(9, 13));
  made.ones = static_cast<std::size_t>(random.whole(1, 40));
  made.twos = static_cast<std::size_t>(random.whole(1, 40));
  const std::size_t all = made.ones + made.twos + static_cast<std::size_t>(random.whole(1, 40));
  const auto bone = [&] { return static_cast<unsigned>(random.whole(0, bones - 1)); };
  for (std::size_t i = 0; i < all; ++i) {
    MadeVertex& vertex = made.vertices.emplace_back();
    for (int& v : vertex.stored)
      v = random.whole(-9000, 9000);
    if (i < made.ones) {
      vertex.bones = {{bone(), 1.0}};
    } else if (i < made.ones + made.twos) {
      const double share = random.whole(1, 255) / 256.0;
      const unsigned first = bone();
      vertex.bones = {{first, share}, {(first + 1) % static_cast<unsigned>(bones), 1 - share}};
    } else {
      int left = 256;
      for (int k = 0; k < std::min(bones, 4) && left > 0; ++k) {
        const bool last = k + 1 == std::min(bones, 4) || left < 8;
        const int part = last ? std::min(left, 255) : random.whole(1, left - 4);
        if (part > 0) vertex.bones.emplace_back(static_cast<unsigned>(k), part / 256.0);
        left -= part;
      }
    }
  }
  return made;
}

// The file: lists of one vertex or more, with and without lead-in bytes.
class SkinBytes {
 public:
  static Bytes of(const Character& character, Generator& random) {
    SkinBytes made(character, random);
    made.lay_out();
    return std::move(made.file_);
  }

 private:
  SkinBytes(const Character& character, Generator& random)
      : character_(character), random_(random) {}

  struct Run {
    std::size_t first, count;
  };
  // Neighbouring vertices with the same bones; two-bone lists have weights of each vertex.
  std::vector<Run> runs(std::size_t begin, std::size_t end) const {
    std::vector<Run> found;
    const auto bones = [&](std::size_t i) {
      std::vector<unsigned> list;
      for (const auto& entry : character_.vertices[i].bones)
        list.push_back(entry.first);
      return list;
    };
    for (std::size_t i = begin; i < end; ++i) {
      if (i == begin || bones(i) != bones(i - 1)) {
        found.push_back({i, 1});
      } else {
        ++found.back().count;
      }
    }
    return found;
  }
  void word(std::size_t at, std::size_t value, unsigned bytes = 4) {
    for (unsigned i = 0; i < bytes; ++i)
      file_.at(at + i) = static_cast<std::byte>(value >> (8 * (bytes - 1 - i)) & 255);
  }
  std::size_t append(std::size_t size) {
    const std::size_t at = file_.size();
    file_.resize(at + size);
    return at;
  }
  std::size_t add_vertices(std::size_t first, std::size_t count, std::size_t lead_in) {
    const std::size_t at = append(lead_in + 12 * count);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = 0; k < 6; ++k)
        word(at + lead_in + 12 * i + 2 * k,
             static_cast<std::size_t>(character_.vertices[first + i].stored[k]), 2);
    }
    return at;
  }
  // A list begins on a multiple of 32 bytes of the palette; its vertices a little later.
  std::size_t lead_in(std::size_t vertex) {
    return random_.whole(0, 1) == 0 ? 0 : 12 * vertex % 32;
  }

  void lay_out() {
    const std::size_t twos = character_.ones, rest = twos + character_.twos;
    const auto one = runs(0, twos), two = runs(twos, rest);
    // One accumulation list a bone.
    std::vector<std::vector<std::size_t>> adds(character_.bones.size());
    for (std::size_t i = rest; i < character_.vertices.size(); ++i) {
      for (const auto& entry : character_.vertices[i].bones)
        adds[entry.first].push_back(i);
    }
    file_.resize(36);
    const std::size_t one_at = append(0x40 * one.size()), two_at = append(0x74 * two.size()),
                      add_at = append(0x44 * adds.size());
    word(0, one.size(), 2);
    word(2, two.size(), 2);
    word(4, adds.size(), 2);
    word(6, character_.fraction, 1);
    word(8, one_at);
    word(12, two_at);
    word(16, add_at);
    word(20, 12 * rest);
    word(24, 12 * (character_.vertices.size() - rest));
    for (std::size_t i = 0; i < one.size(); ++i) {
      const std::size_t at = one_at + 0x40 * i, lead = lead_in(one[i].first);
      word(at + 0x30, add_vertices(one[i].first, one[i].count, lead));
      word(at + 0x34, 12 * one[i].first - lead);
      word(at + 0x38, character_.vertices[one[i].first].bones[0].first, 2);
      word(at + 0x3A, one[i].count, 2);
      word(at + 0x3C, lead, 1);
    }
    for (std::size_t i = 0; i < two.size(); ++i)
      add_two(two_at + 0x74 * i, two[i]);
    for (std::size_t bone = 0; bone < adds.size(); ++bone)
      add_accumulated(add_at + 0x44 * bone, bone, adds[bone], rest);
  }
  void add_two(std::size_t at, Run run) {
    const std::size_t lead = lead_in(run.first);
    word(at + 0x60, add_vertices(run.first, run.count, lead));
    word(at + 0x68, 12 * run.first - lead);
    word(at + 0x70, run.count, 2);
    word(at + 0x72, lead, 1);
    const std::size_t weights = append(2 * run.count);
    word(at + 0x64, weights);
    for (std::size_t i = 0; i < run.count; ++i) {
      for (std::size_t k = 0; k < 2; ++k) {
        const auto& [bone, weight] = character_.vertices[run.first + i].bones[k];
        word(at + 0x6C + 2 * k, bone, 2);
        word(weights + 2 * i + k, static_cast<std::size_t>(weight * 256), 1);
      }
    }
  }
  void add_accumulated(std::size_t at, std::size_t bone, const std::vector<std::size_t>& list,
                       std::size_t base) {
    const std::size_t source = file_.size();
    for (const std::size_t vertex : list)
      add_vertices(vertex, 1, 0);
    const std::size_t indices = append(2 * list.size()), weights = append(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      word(indices + 2 * i, list[i] - base, 2);
      for (const auto& [other, weight] : character_.vertices[list[i]].bones) {
        if (other == bone) word(weights + i, static_cast<std::size_t>(weight * 256), 1);
      }
    }
    word(at + 0x30, source);
    word(at + 0x34, indices);
    word(at + 0x38, 12 * base);
    word(at + 0x3C, weights);
    word(at + 0x40, bone, 2);
    word(at + 0x42, list.size(), 2);
  }

  const Character& character_;
  Generator& random_;
  Bytes file_;
};

// The general inverse of an affine matrix, by Gauss and Jordan.
inline Matrix inverse(Matrix a) {
  Matrix out = identity();
  for (std::size_t c = 0; c < 4; ++c) {
    std::size_t best = c;
    for (std::size_t r = c; r < 4; ++r)
      if (std::fabs(a[r][c]) > std::fabs(a[best][c])) best = r;
    std::swap(a[c], a[best]);
    std::swap(out[c], out[best]);
    const double pivot = a[c][c];
    for (std::size_t k = 0; k < 4; ++k) {
      a[c][k] /= pivot;
      out[c][k] /= pivot;
    }
    for (std::size_t r = 0; r < 4; ++r) {
      const double factor = r == c ? 0 : a[r][c];
      for (std::size_t k = 0; k < 4; ++k) {
        a[r][k] -= factor * a[c][k];
        out[r][k] -= factor * out[c][k];
      }
    }
  }
  return out;
}

// World matrices down the hierarchy (6.5).
inline std::vector<Matrix> reference_worlds(const Character& character,
                                            const std::vector<Matrix>& locals) {
  std::vector<Matrix> worlds;
  for (std::size_t i = 0; i < locals.size(); ++i) {
    const MadeBone& bone = character.bones[i];
    worlds.push_back(bone.inherits && bone.parent >= 0
                         ? multiply(worlds[static_cast<std::size_t>(bone.parent)], locals[i])
                         : locals[i]);
  }
  return worlds;
}

struct PosedVertex {
  Real3 position{}, normal{};
};
// Every vertex under skin matrices K = W * inverse(B), in the order of the palette's positions.
inline std::vector<PosedVertex> reference_posed(const Character& character,
                                                const std::vector<Matrix>& locals) {
  std::vector<Matrix> rests;
  for (const MadeBone& bone : character.bones)
    rests.push_back(matrix_of(bone.rest));
  const auto bind = reference_worlds(character, rests), world = reference_worlds(character, locals);
  std::vector<Matrix> skin;
  for (std::size_t i = 0; i < bind.size(); ++i)
    skin.push_back(multiply(world[i], inverse(bind[i])));
  std::vector<PosedVertex> posed;
  for (const MadeVertex& vertex : character.vertices) {
    PosedVertex& out = posed.emplace_back();
    std::array<double, 6> v{};
    for (std::size_t k = 0; k < 6; ++k)
      v[k] = std::ldexp(vertex.stored[k], -static_cast<int>(character.fraction));
    for (const auto& [bone, weight] : vertex.bones) {
      const Matrix& m = skin[bone];
      for (std::size_t r = 0; r < 3; ++r) {
        out.position[r] += weight * (m[r][0] * v[0] + m[r][1] * v[1] + m[r][2] * v[2] + m[r][3]);
        out.normal[r] += weight * (m[r][0] * v[3] + m[r][1] * v[4] + m[r][2] * v[5]);
      }
    }
  }
  return posed;
}

}  // namespace anmkit::gc::test
