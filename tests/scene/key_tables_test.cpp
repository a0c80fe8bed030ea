// SPDX-License-Identifier: MIT
// Which curves share a table, and what stands in it.
#include "scene/sampler/key_tables.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace anmkit {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();
constexpr std::uint32_t kStep = 9;

struct Keys {
  std::vector<double> times;
  double period = 0;
};

// Curves of nodes one after the other, whose targets are their nodes.
struct Arranged {
  std::vector<double> times;
  CurveList list;
  KeyTables tables{kStep};

  explicit Arranged(const std::vector<Keys>& curves) {
    for (const Keys& keys : curves) {
      const auto node = static_cast<std::uint32_t>(list.curves.size());
      list.curves.push_back({node,
                             node,
                             {.first_key = static_cast<std::uint32_t>(times.size()),
                              .key_count = static_cast<std::uint32_t>(keys.times.size()),
                              .first = keys.times.front(),
                              .last = keys.times.back(),
                              .period = keys.period}});
      times.insert(times.end(), keys.times.begin(), keys.times.end());
      times.push_back(kForever);
    }
    tables.arrange(times, list);
    tables.finish();
  }
};

bool has_table(const Keys& keys) {
  return !Arranged({keys}).list.tables.empty();
}

Keys evenly(std::size_t count, double last) {
  Keys keys;
  for (std::size_t i = 0; i < count; ++i)
    keys.times.push_back(last * static_cast<double>(i) / static_cast<double>(count - 1));
  return keys;
}

TEST(KeyTables, ThatTakeLittleRoom) {
  // Keys on whole frames: 192 bytes a key are 48 numbers, of which each frame takes two.
  EXPECT_TRUE(has_table({{0, 48}}));
  EXPECT_FALSE(has_table({{0, 49}}));
  EXPECT_TRUE(has_table({{0, 1, 2, 96}}));
  EXPECT_FALSE(has_table({{0, 1, 2, 97}}));
  // Two keys between whole frames make it four numbers.
  EXPECT_TRUE(has_table({{0, 1.2, 1.4, 48}}));
  EXPECT_FALSE(has_table({{0, 1.2, 1.4, 49}}));
  EXPECT_TRUE(has_table(evenly(4097, 8192)));
  EXPECT_FALSE(has_table(evenly(4097, 8193)));
}

TEST(KeyTables, OfFewKeysAFrame) {
  EXPECT_TRUE(has_table(evenly(24, 10)));
  EXPECT_FALSE(has_table(evenly(25, 10)));
  EXPECT_TRUE(has_table({{0, 0, 0, 0, 1, 1}}));
  EXPECT_FALSE(has_table({{0, 0, 0, 0, 0, 1, 1}}));
  EXPECT_TRUE(has_table({{0, 0.1, 0.2, 0.3, 0.4, 5}}));
  EXPECT_FALSE(has_table({{0, 0.1, 0.2, 0.3, 0.4, 0.5, 5}}));
  EXPECT_TRUE(has_table({{0.1, 0.2, 0.3, 1.1, 1.2, 1.3, 1.4, 5}}));
}

TEST(KeyTables, OfFramesFromNoughtOn) {
  EXPECT_TRUE(has_table({{0, 2}}));
  EXPECT_TRUE(has_table({{0.5, 2}}));
  EXPECT_FALSE(has_table({{-0.5, 2}}));
  EXPECT_TRUE(has_table({{0, 2}, 2}));
  EXPECT_FALSE(has_table({{0, 2}, kForever}));
}

// As many between whole frames, of one period, and about as long: the logarithms of the next whole
// numbers are as large.
TEST(KeyTables, AreSharedByCurvesThatAreAlike) {
  const Arranged all({{{0, 3}},        // a
                      {{-1, 3}},       // searched
                      {{0, 7}},        // b, twice as long
                      {{0, 6}},        // a
                      {{0, 3.5, 6}},   // c, with a key between
                      {{0, 3}, 4},     // d, of another period
                      {{0, 3, 4, 5}},  // a
                      {{-1, 3}, 4}});  // searched
  const CurveList& list = all.list;
  ASSERT_EQ(list.tables.size(), 4U);
  std::vector<std::vector<std::uint32_t>> nodes;
  for (const CurveList::Table& table : list.tables) {
    nodes.emplace_back();
    for (std::uint32_t i = 0; i < table.count; ++i) {
      nodes.back().push_back(list.curves[table.begin + i].node);
      EXPECT_EQ(list.targets[table.first_target + i], nodes.back().back());
    }
    EXPECT_EQ(table.nodes, nodes.back().back() + 1);
  }
  EXPECT_EQ(nodes, (std::vector<std::vector<std::uint32_t>>{{0, 3, 6}, {4}, {2}, {5}}));
  EXPECT_EQ(list.tables[0].last, 6);
  EXPECT_EQ(list.tables[3].period, 4);
  ASSERT_EQ(list.searched, 6U);
  EXPECT_EQ(list.curves[6].node, 1U);
  EXPECT_EQ(list.curves[7].node, 7U);
  ASSERT_EQ(list.targets.size(), list.first_searched_target + 2U);
  EXPECT_EQ(list.targets[list.first_searched_target], 1U);
  EXPECT_EQ(list.targets[list.first_searched_target + 1], 7U);
}

// Up to a quarter more, the last curve is repeated until there are eights.
TEST(KeyTables, RowsOfFullEights) {
  for (const auto& [count, width] : {std::pair(1U, 1U),
                                     {3U, 3U},
                                     {6U, 6U},
                                     {7U, 8U},
                                     {8U, 8U},
                                     {9U, 9U},
                                     {12U, 12U},
                                     {13U, 16U},
                                     {16U, 16U},
                                     {20U, 24U},
                                     {19U, 19U}}) {
    const Arranged all(std::vector<Keys>(count, {{0, 3}}));
    ASSERT_EQ(all.list.tables.size(), 1U);
    const CurveList::Table& table = all.list.tables[0];
    EXPECT_EQ(table.count, count);
    EXPECT_EQ(table.width, width) << count;
    ASSERT_EQ(all.list.targets.size(), width);
    for (std::uint32_t i = 0; i < width; ++i)
      EXPECT_EQ(all.list.targets[i], std::min(i, count - 1));
    // Four rows of places and of times since those, and eight more of each that are read only.
    EXPECT_EQ(all.tables.bytes(), 2 * 4 * (4 * width + 8));
  }
}

// Places and times of each row, against a look at all keys.
TEST(KeyTables, HaveTheKeysOfEachFrame) {
  const std::vector<Keys> curves = {{{0, 1, 1.25, 1.5, 6}},
                                    {{0.25, 0.5, 3, 4.5, 4.5, 5}},
                                    {{2, 2.5, 2.75, 4, 6}},
                                    {{0, 7}},
                                    {{0, 0, 7}}};
  const Arranged all(curves);
  std::size_t seen = 0;
  for (const CurveList::Table& table : all.list.tables) {
    for (std::uint32_t i = 0; i < table.width; ++i) {
      const Curve& curve = all.list.curves[table.begin + std::min(i, table.count - 1)];
      const std::uint32_t first = curve.keys.first_key, count = curve.keys.key_count;
      for (std::int64_t frame = 0; frame <= static_cast<std::int64_t>(table.last); ++frame) {
        const KeyRow row = all.tables.row(table, frame, i);
        EXPECT_EQ(row.stride, table.width);
        EXPECT_EQ(row.nexts, table.most_between);
        EXPECT_EQ(row.step, kStep);
        const auto at = static_cast<double>(frame);
        std::uint32_t last = first;
        for (std::uint32_t key = first; key < first + count; ++key) {
          if (all.times[key] <= at) last = key;
        }
        EXPECT_EQ(row.places[0], last * kStep) << curve.node << " " << frame;
        EXPECT_EQ(row.times[0], at - all.times[last]) << curve.node << " " << frame;
        for (std::uint32_t k = 1; k <= row.nexts; ++k) {
          const double next = last + k < first + count ? all.times[last + k] : kForever;
          EXPECT_EQ(row.times[k * row.stride], next - at) << curve.node << " " << frame;
          ++seen;
        }
      }
    }
  }
  // Three curves share seven rows that have two next keys.
  EXPECT_EQ(seen, 3 * 7 * 2U);
}

}  // namespace
}  // namespace anmkit
