// SPDX-License-Identifier: MIT
// Findings about a model's values (section 7.5).
#include <algorithm>
#include <cmath>

#include "core/counted.hpp"
#include "core/portable.hpp"
#include "formats/psx/check.hpp"
#include "formats/psx/model/layout.hpp"
#include "formats/psx/model/packet.hpp"

namespace anmkit::psx {
namespace {

class TmdChecker {
 public:
  TmdChecker(const Tmd& tmd, Diagnostics& diagnostics)
      : tmd_(tmd), findings_(diagnostics), base_(tops_base(tmd)) {}

  void check() {
    check_header();
    for (std::size_t i = 0; i < tmd_.objects.size(); ++i)
      check_object(i);
    check_layout();
  }

 private:
  void check_header() {
    if ((tmd_.flags & ~Tmd::kFixp) != 0) {
      findings_.warning("TMD-02", "unknown flag bits " + hex_number(tmd_.flags & ~Tmd::kFixp), 4,
                        "flags");
    }
    if ((tmd_.flags & Tmd::kFixp) != 0) {
      findings_.info("TMD-02", "FIXP is set: a memory dump whose offsets are addresses", 4,
                     "flags");
    }
  }

  void check_object(std::size_t i) {
    const TmdObject& object = tmd_.objects[i];
    const std::string path = path_of("objects", i);
    const std::uint64_t row = kTmdTable + i * kTmdRow;
    const auto top = [&](std::uint32_t value, std::uint64_t at, const char* name) {
      if (value % 4 != 0) {
        findings_.warning("TMD-05",
                          path + ": " + name + " " + hex_number(value) + " is not a multiple of 4",
                          row + at, path + "." + name);
      }
    };
    top(object.vert_top, 0, "vert_top");
    top(object.normal_top, 8, "normal_top");
    top(object.primitive_top, 16, "primitive_top");
    if (object.vertices.empty() || object.primitives.empty()) {
      findings_.info("TMD-17",
                     "object " + std::to_string(i) + " has no " +
                         (object.vertices.empty() ? "vertices" : "primitives"),
                     row, path);
    }
    check_vectors(object, path);
    std::uint64_t at = place(object.primitive_top);
    for (std::size_t k = 0; k < object.primitives.size(); ++k) {
      check_primitive(object, object.primitives[k], at, i, k);
      at += 4 + 4 * std::uint64_t{object.primitives[k].ilen};
    }
  }

  std::uint64_t place(std::uint32_t top) const {
    return static_cast<std::uint64_t>(base_ + std::int64_t{top});
  }

  void check_vectors(const TmdObject& object, const std::string& path) {
    for (std::size_t v = 0; v < object.vertices.size(); ++v) {
      if (object.vertices[v].pad == 0 || !findings_.wants(Severity::info, "TMD-13")) continue;
      findings_.info("TMD-13", "vertex pad is " + std::to_string(object.vertices[v].pad),
                     place(object.vert_top) + v * kTmdVector + 6,
                     path + "." + path_of("vertices", v) + ".pad");
    }
    for (std::size_t v = 0; v < object.normals.size(); ++v) {
      const TmdVector& n = object.normals[v];
      const std::uint64_t at = place(object.normal_top) + v * kTmdVector;
      if (n.pad != 0 && findings_.wants(Severity::info, "TMD-13")) {
        findings_.info("TMD-13", "normal pad is " + std::to_string(n.pad), at + 6,
                       path + "." + path_of("normals", v) + ".pad");
      }
      const double length = length_of(n);
      if (std::fabs(length - kOne) > 0.01 * kOne && findings_.wants(Severity::info, "TMD-16")) {
        findings_.info("TMD-16",
                       "normal has length " + std::to_string(portable::lround(length)) +
                           ", expected 4096 within 1 %",
                       at, path + "." + path_of("normals", v));
      }
    }
  }

  // Reserved bits of flag and mode; empty when there are none set.
  static std::string reserved_bits(const TmdPrimitive& primitive) {
    const unsigned code = primitive.mode >> 5;
    if (code < 1 || code > 3) return "unknown mode code " + std::to_string(code);
    if ((primitive.flag & 0xF8) != 0)
      return "reserved flag bits " + hex_number(primitive.flag & 0xF8u);
    if (code == 2 && (primitive.mode & 0x0D) != 0) {
      return "reserved mode bits " + hex_number(primitive.mode & 0x0Du) + " of a line";
    }
    if (code == 3 && (primitive.mode & 0x05) != 0x04)
      return "sprite mode bits 2 and 0 are not 1, 0";
    return {};
  }

  void check_primitive(const TmdObject& object, const TmdPrimitive& primitive, std::uint64_t at,
                       std::size_t i, std::size_t k) {
    const auto path = [&] { return path_of("objects", i) + "." + path_of("primitives", k); };
    const auto where = [&] {
      return "object " + std::to_string(i) + ", primitive " + std::to_string(k) + " (flag " +
             hex_number(primitive.flag) + ", mode " + hex_number(primitive.mode) + "): ";
    };
    if (const std::string bits = reserved_bits(primitive);
        !bits.empty() && findings_.wants(Severity::warning, "TMD-09")) {
      findings_.warning("TMD-09", where() + bits, at + 2, path());
    }
    const auto face = decode_packet(tmd_, object, primitive);
    auto lengths = packet_lengths(primitive.flag, primitive.mode);
    if (face && face->kind == TmdFace::Kind::polygon) {
      // Light may have been settled against the flag.
      const auto flag = static_cast<std::uint8_t>((primitive.flag & ~1u) | (face->lit ? 0u : 1u));
      lengths = packet_lengths(flag, primitive.mode);
    }
    if (lengths && lengths->ilen != primitive.ilen &&
        findings_.wants(Severity::warning, "TMD-07")) {
      findings_.warning("TMD-07",
                        where() + "ilen is " + std::to_string(primitive.ilen) + ", expected " +
                            std::to_string(lengths->ilen),
                        at + 1, path() + ".ilen");
    }
    if (lengths && lengths->olen != primitive.olen &&
        findings_.wants(Severity::warning, "TMD-08")) {
      findings_.warning("TMD-08",
                        where() + "olen is " + std::to_string(primitive.olen) + ", expected " +
                            std::to_string(lengths->olen),
                        at, path() + ".olen");
    }
    if (!face) return;
    check_indices(object, *face, where, at, path);
    if (!face->textured && face->color_count > 0 && face->color[0][3] != primitive.mode &&
        findings_.wants(Severity::info, "TMD-12")) {
      findings_.info("TMD-12",
                     where() + "fourth byte of the first colour is " +
                         hex_number(face->color[0][3]) + ", expected the mode",
                     at + 7, path());
    }
    if (face->pad_set && findings_.wants(Severity::info, "TMD-13")) {
      findings_.info("TMD-13", where() + "a filling field is not zero", at + 4, path());
    }
  }

  template <class Where, class Path>
  void check_indices(const TmdObject& object, const TmdFace& face, const Where& where,
                     std::uint64_t at, const Path& path) {
    bool inside = true;
    for (unsigned c = 0; c < face.corners; ++c) {
      if (face.vertex[c] < object.vertices.size()) continue;
      inside = false;
      findings_.error("TMD-10",
                      where() + "vertex index " + std::to_string(face.vertex[c]) + " of " +
                          std::to_string(object.vertices.size()),
                      at, path());
    }
    for (unsigned c = 0; c < face.normal_count; ++c) {
      if (face.normal[c] < object.normals.size()) continue;
      findings_.error("TMD-11",
                      where() + "normal index " + std::to_string(face.normal[c]) + " of " +
                          std::to_string(object.normals.size()),
                      at, path());
    }
    if (inside && is_degenerate(object, face) && findings_.wants(Severity::info, "TMD-14")) {
      findings_.info("TMD-14",
                     where() + (face.corners == 2 ? "line of length 0" : "polygon without area"),
                     at, path());
    }
  }

  static bool is_degenerate(const TmdObject& object, const TmdFace& face) {
    const auto at = [&](unsigned c) {
      TmdVector v = object.vertices[face.vertex[c]];
      v.pad = 0;
      return v;
    };
    if (face.corners == 2) return at(0) == at(1);
    if (face.corners < 3) return false;
    return at(0) == at(1) || at(1) == at(2) || at(0) == at(2);
  }

  void check_layout() {
    const auto list = extents(tmd_);
    std::uint64_t end = list.front().end;
    for (std::size_t k = 1; k < list.size(); ++k) {
      if (list[k].begin < end) {
        findings_.warning("TMD-15",
                          "array at " + hex_number(list[k].begin) +
                              " overlaps the data that end at " + hex_number(end),
                          list[k].begin, list[k].path);
      } else if (list[k].begin > end) {
        findings_.warning("TMD-15",
                          "gap of " + counted(list[k].begin - end, "byte") + " before the " +
                              "array at " + hex_number(list[k].begin),
                          end, list[k].path);
      }
      end = std::max(end, list[k].end);
    }
    if (end < tmd_.size) {
      findings_.info("TMD-15", std::to_string(tmd_.size - end) + " trailing bytes", end);
    }
  }

  const Tmd& tmd_;
  Findings findings_;
  std::int64_t base_;
};

}  // namespace

void check_values(const Tmd& tmd, Diagnostics& diagnostics) {
  TmdChecker(tmd, diagnostics).check();
}

}  // namespace anmkit::psx
