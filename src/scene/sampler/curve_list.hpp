// SPDX-License-Identifier: MIT
// Curves whose keys are looked up, and the tables that they share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace anmkit {

// Those of one curve. After the last there is one more, which is never reached.
struct KeyRange {
  std::uint32_t first_key = 0;
  std::uint32_t key_count = 0;
  double first = 0, last = 0;  // times of keys
  double period = 0;           // as Track::period
};

struct Curve {
  std::uint32_t node;
  std::uint32_t target;  // index of a float in the pose
  KeyRange keys;
};

// In an order that KeyTables::arrange gives them.
struct CurveList {
  // Of curves that follow each other, whose nodes ascend.
  struct Table {
    std::uint32_t begin, count;  // curves
    std::uint32_t width;         // of a row: behind the curves the last may be repeated
    std::uint32_t nodes;         // that have all of them
    std::uint32_t first_target;
    std::uint32_t most_between;  // keys of one curve that lie between two whole frames
    double last;                 // frame
    double period;               // as Track::period
    std::size_t first_place, first_time;
  };
  std::vector<Curve> curves;
  // Of the curves of each table, as many as a row is wide; then of those that are searched.
  std::vector<std::uint32_t> targets;
  std::vector<Table> tables;
  // Curves from this one on are in no table.
  std::uint32_t searched = 0, first_searched_target = 0;

  bool empty() const { return curves.empty(); }
  void shrink() {
    curves.shrink_to_fit();
    targets.shrink_to_fit();
    tables.shrink_to_fit();
  }
  std::size_t bytes() const {
    return sizeof(Curve) * curves.size() + sizeof(std::uint32_t) * targets.size() +
           sizeof(Table) * tables.size();
  }
};

}  // namespace anmkit
