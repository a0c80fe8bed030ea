// SPDX-License-Identifier: MIT
// Compression keeps every frame (section 10.4); profiles keep every number (section 10.3).
#include <random>

#include "formats/sm64/document.hpp"
#include "formats/sm64/motion/compress.hpp"
#include "formats/sm64/motion/data_sets.hpp"
#include "formats/sm64/write.hpp"
#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

Motion motion_of(const std::vector<std::uint16_t>& index,
                 const std::vector<std::uint16_t>& values) {
  Motion motion;
  motion.index = index;
  motion.values = values;
  return motion;
}

TEST(Sm64Compress, EveryFrameStays) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::uint16_t> index, values;
    for (int channel = 0; channel < 9; ++channel) {
      const auto count = static_cast<std::uint16_t>(1 + random() % 12);
      index.push_back(count);
      index.push_back(static_cast<std::uint16_t>(values.size()));
      for (int i = 0; i < count; ++i)
        values.push_back(static_cast<std::uint16_t>(random() % 3));
    }
    const auto packed = compress({index, values});
    ASSERT_TRUE(packed.has_value());
    EXPECT_LE(packed->values.size(), values.size());
    const Motion before = motion_of(index, values);
    const Motion after = motion_of(packed->index, packed->values);
    for (std::size_t k = 0; k < 9; ++k) {
      for (std::int32_t frame = 0; frame < 15; ++frame)
        ASSERT_EQ(sample(before, k, frame), sample(after, k, frame));
    }
  }
}

TEST(Sm64Compress, StepsOfTheSpecification) {
  // Zero channels read the pool's start; a constant is read inside a longer run; a run that
  // begins with another's end overlaps it.
  const std::vector<std::uint16_t> values = {0, 0, 0, 1, 2, 3, 4, 3, 4, 5, 2, 2, 2, 9, 0};
  const std::vector<std::uint16_t> index = {3, 0, 4, 3, 3, 7, 3, 10, 1, 13, 1, 14};
  const auto packed = compress({index, values});
  ASSERT_TRUE(packed.has_value());
  EXPECT_EQ(packed->values, (std::vector<std::uint16_t>{0, 1, 2, 3, 4, 5, 9}));
  EXPECT_EQ(packed->index, (std::vector<std::uint16_t>{1, 0, 4, 1, 3, 3, 1, 2, 1, 6, 1, 0}));
  EXPECT_FALSE(compress({std::vector<std::uint16_t>{2, 5}, values}, {}) &&
               compress({std::vector<std::uint16_t>{2, 50}, values}, {}));
}

using Words = std::vector<std::uint16_t>;

// A data set whose channels are one after the other.
struct Set {
  Words index, values;
  explicit Set(const std::vector<Words>& channels) {
    for (const Words& channel : channels) {
      index.push_back(static_cast<std::uint16_t>(channel.size()));
      index.push_back(static_cast<std::uint16_t>(values.size()));
      values.insert(values.end(), channel.begin(), channel.end());
    }
  }
  PackInput input() const { return {index, values}; }
};
// The pool and the index, both as the rules of section 10.4 give them when done by hand.
struct Hand {
  Words values, index;
};
void expect_packed(const std::vector<Words>& channels, const Hand& wanted,
                   const CompressOptions& options = {}) {
  const Set set(channels);
  const auto packed = compress(set.input(), options);
  ASSERT_TRUE(packed.has_value());
  EXPECT_EQ(packed->values, wanted.values);
  EXPECT_EQ(packed->index, wanted.index);
}

TEST(Sm64Compress, EachStepByHand) {
  // 1: trailing samples that repeat; a channel of one value. Also off.
  expect_packed({{1, 2, 2, 2}, {9, 9, 9}}, {{1, 2, 9}, {2, 0, 1, 2}});
  expect_packed({{1, 2, 2, 2}, {9, 9, 9}}, {{1, 2, 2, 2, 9, 9, 9}, {4, 0, 3, 4}}, {false, false});
  // 2: zero channels read the pool's start; without one the pool has no zero.
  expect_packed({{5, 6}, {0, 0}, {0}}, {{0, 5, 6}, {2, 1, 1, 0, 1, 0}});
  expect_packed({{5, 6}}, {{5, 6}, {2, 0}});
  // 3: a constant is read wherever the value is.
  expect_packed({{3}, {1, 3, 2}, {2}}, {{1, 3, 2}, {1, 1, 3, 0, 1, 2}});
  // 4: a run inside another, at any place.
  expect_packed({{2, 3, 4}, {1, 2, 3, 4, 5}}, {{1, 2, 3, 4, 5}, {3, 1, 5, 0}});
  // 5: the tail of the pool begins the next run; longest first.
  expect_packed({{3, 4, 5}, {1, 2, 3, 4}}, {{1, 2, 3, 4, 5}, {3, 2, 4, 0}});
  // 6: of rotations only, and only when asked for.
  const std::vector<Words> angles = {{0x1234, 0x1238}, {7}, {7}, {0x1234, 0x1238}};
  expect_packed(angles, {{0x1234, 0x1238, 7}, {2, 0, 1, 2, 1, 2, 2, 0}});
  expect_packed(angles, {{0x1234, 0x1238, 7, 0x1230}, {2, 0, 1, 2, 1, 2, 1, 3}}, {true, true});
  // All together: 22 samples become 7. The longest run first, then {7, 8} after it, of which
  // the tail has the 7, then what is left of the constants.
  expect_packed({{0, 0, 0}, {0, 0}, {4, 5, 6, 7, 7, 7}, {8, 8, 8}, {5, 6, 6}, {7, 8, 8}, {2, 2}},
                {{0, 4, 5, 6, 7, 8, 2}, {1, 0, 1, 0, 4, 1, 1, 5, 2, 2, 2, 4, 1, 6}});
}

// 7: data sets share a pool, headers share a data set.
TEST(Sm64Compress, SharedPools) {
  const Set first({{1, 2, 3}, {9}}), second({{2, 3}, {3, 4}});
  const PackInput both[] = {first.input(), second.input()};
  const auto packed = pack(both, {});
  ASSERT_TRUE(packed.has_value());
  ASSERT_EQ(packed->pools.size(), 1u);
  EXPECT_EQ(packed->pools[0], (Words{1, 2, 3, 4, 9}));
  EXPECT_EQ(packed->indices[0], (Words{3, 0, 1, 4}));
  EXPECT_EQ(packed->indices[1], (Words{2, 1, 2, 2}));
}

Words rising(std::size_t count) {
  Words run(count);
  for (std::size_t i = 0; i < count; ++i)
    run[i] = static_cast<std::uint16_t>(i);
  return run;
}
Words falling(std::size_t count) {
  Words run(count);
  for (std::size_t i = 0; i < count; ++i)
    run[i] = static_cast<std::uint16_t>(60000 - i);
  return run;
}
Words by_threes(std::size_t count) {
  Words run(count);
  for (std::size_t i = 0; i < count; ++i)
    run[i] = static_cast<std::uint16_t>(3 * i + 1);
  return run;
}

TEST(Sm64Compress, PoolsBeyondTheLimit) {
  // The constant would be at 70000, so the longest channel goes to the end.
  const Set set({rising(40000), {61234}, falling(30000)});
  const auto packed = compress(set.input());
  ASSERT_TRUE(packed.has_value());
  EXPECT_EQ(packed->values.size(), 70001u);
  EXPECT_EQ(packed->index, (Words{40000, 30001, 1, 30000, 30000, 0}));
  const Words a = rising(40000), b = falling(39000), c = by_threes(39000);
  const auto input = [](const Words& table, const Words& samples) {
    return PackInput{table, samples};
  };
  const Words a_index = {40000, 0}, short_index = {39000, 0};
  // Sets that each fit are spread over pools.
  const std::vector sets = {input(a_index, a), input(short_index, b), input(short_index, c)};
  const auto split = pack(sets, {});
  ASSERT_TRUE(split.has_value());
  ASSERT_EQ(split->pools.size(), 2u);
  EXPECT_EQ(split->pool, (std::vector<std::size_t>{0, 1, 1}));
  EXPECT_EQ(split->pools[0], a);
  EXPECT_EQ(split->pools[1].size(), 78000u);
}

// Windows of one long run, which are put in an order that hides what they share.
Words windows(const std::vector<std::size_t>& places) {
  Words index;
  for (const std::size_t place : places) {
    index.push_back(40000);
    index.push_back(static_cast<std::uint16_t>(place));
  }
  return index;
}
Words noise(std::size_t count) {
  std::mt19937 random(3);
  Words run(count);
  for (std::uint16_t& value : run)
    value = static_cast<std::uint16_t>(random());
  return run;
}

TEST(Sm64Compress, OneSetThatFitsNoPool) {
  const Words values = noise(100000), index = windows({60000, 40000, 20000, 0});
  const auto packed = compress({index, values});
  ASSERT_FALSE(packed.has_value());
  EXPECT_EQ(packed.error().code, "sm64.E-RANGE");
}

std::string c_array(const std::string& head, const Words& words) {
  std::string text = head + "[] = {";
  for (const std::uint16_t word : words)
    text += std::to_string(word) + ",";
  return text + "};\n";
}

struct Made {
  Bytes bytes;
  std::unique_ptr<Loaded> loaded;
};
Made convert(std::string_view from, std::string_view to, const Bytes& bytes,
             const Options& options) {
  const auto loaded = parse(from, bytes, "x.inc.c");
  EXPECT_TRUE(loaded->document);
  const Input input{"x.inc.c", loaded->document.get(), loaded->bytes, "x.inc.c"};
  ConversionReport report;
  const auto files = find_conversion(from, to)->run({{&input, 1}}, {{}, options}, report);
  EXPECT_TRUE(files.has_value()) << (files ? "" : files.error().message);
  if (!files || files->size() != 1) return {};
  return {files->front().bytes, parse(to, files->front().bytes, "x.inc.c")};
}
std::vector<Motion> motions_in(const Loaded& loaded) {
  return static_cast<const MotionDocument&>(*loaded.document).motions({}, {});
}
Options optimize() {
  Options options;
  options.set("optimize", "");
  return options;
}
void expect_same_frames(const Loaded& before, const Loaded& after, std::int32_t frames,
                        int rotation_mask = 0xFFFF) {
  ASSERT_TRUE(after.document);
  const auto a = motions_in(before), b = motions_in(after);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].header.flags, b[i].header.flags);
    EXPECT_EQ(a[i].header.loopEnd, b[i].header.loopEnd);
    ASSERT_EQ(channel_count(a[i]), channel_count(b[i]));
    for (std::size_t k = 0; k < channel_count(a[i]); ++k) {
      const int mask = k < 3 ? 0xFFFF : rotation_mask;
      for (std::int32_t frame = 0; frame < frames; ++frame)
        ASSERT_EQ(sample(a[i], k, frame) & mask, sample(b[i], k, frame) & 0xFFFF);
    }
  }
}

// What the windows share is not found, so packing alone would make two arrays of 80000.
TEST(Sm64Compress, SharedArraysThatOverflow) {
  Words values = noise(100000);
  for (std::uint16_t& value : values)
    value &= 0xFFF0;
  const std::string text =
      c_array("const s16 v", values) +
      c_array("const u16 i", windows({60000, 40000, 60000, 40000, 40000, 60000})) +
      c_array("const u16 j", windows({20000, 0, 20000, 0, 20000, 0})) +
      "const struct Animation a = { 0, 0, 0, 0, 9, 0, v, i, 0 };\n"
      "const struct Animation b = { 0, 0, 0, 0, 9, 0, v, j, 0 };\n";
  // Nothing ever grows.
  EXPECT_EQ(convert("sm64-c", "sm64-c", to_bytes(text), optimize()).bytes, to_bytes(text));
  // Cleared bits are asked for whatever they cost. (Here they are clear already.)
  Options options = optimize();
  options.set("clear-low-bits", "");
  const auto before = parse("sm64-c", to_bytes(text), "x.inc.c");
  const Made made = convert("sm64-c", "sm64-c", to_bytes(text), options);
  ASSERT_TRUE(made.loaded);
  expect_same_frames(*before, *made.loaded, 40010);
  const auto motions = motions_in(*made.loaded);
  EXPECT_EQ(motions[0].values_name, "v");
  EXPECT_EQ(motions[1].values_name, "v_2");
  EXPECT_EQ(motions[0].values.size(), 80000u);
  EXPECT_EQ(motions[1].values.size(), 80000u);
}

// Random animations, several headers a data set and several data sets a pool, in each spelling.
std::string random_text(std::mt19937& random) {
  std::string arrays, headers;
  int header = 0;
  for (int pool = 0; pool < 2; ++pool) {
    Words values(40);
    for (std::uint16_t& value : values)
      value = static_cast<std::uint16_t>(random() % 4 * 0x4444 + random() % 2);
    arrays += c_array("const s16 v" + std::to_string(pool), values);
    for (int set = 0; set < 2; ++set) {
      const std::string name = std::to_string(pool) + std::to_string(set);
      Words index;
      for (int channel = 0; channel < 9; ++channel) {
        const auto count = static_cast<std::uint16_t>(1 + random() % 12);
        index.push_back(count);
        index.push_back(static_cast<std::uint16_t>(random() % (41u - count)));
      }
      arrays += c_array("const u16 i" + name, index);
      for (int variant = 0; variant < 2; ++variant) {
        headers += "const struct Animation a" + std::to_string(header++) + " = { " +
                   std::to_string(random() % 32) + ", 0, 0, 0, " +
                   std::to_string(1 + random() % 12) + ", 2, v" + std::to_string(pool) + ", i" +
                   name + ", 0 };\n";
      }
    }
  }
  return arrays + headers;
}

TEST(Sm64Compress, EverySpellingKeepsEveryFrame) {
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    const Bytes text = to_bytes(random_text(random));
    const auto before = parse("sm64-c", text, "x.inc.c");
    Options options = optimize();
    if (round % 3 == 1) options.set("no-trim", "");
    if (round % 3 == 2) options.set("clear-low-bits", "");
    const int mask = round % 3 == 2 ? 0xFFF0 : 0xFFFF;
    const Bytes dma = convert("sm64-c", "sm64-dma", text, {}).bytes;
    const Bytes binary = convert("sm64-c", "sm64-anim", text, {}).bytes;
    const std::pair<std::string_view, const Bytes*> spellings[] = {
        {"sm64-c", &text}, {"sm64-dma", &dma}, {"sm64-anim", &binary}};
    for (const auto& [from, bytes] : spellings) {
      for (const auto& [to, unused] : spellings) {
        const Made made = convert(from, to, *bytes, options);
        // A table becomes a file for each data set.
        if (from == "sm64-dma" && to == "sm64-c") continue;
        ASSERT_TRUE(made.loaded) << from << " to " << to;
        expect_same_frames(*before, *made.loaded, 14, mask);
        if (from == to && from != "sm64-c" && round % 3 != 2) {
          EXPECT_LE(made.bytes.size(), bytes->size()) << from;
        }
        // Data sets that shared a pool still do.
        if (to != "sm64-anim" || from == "sm64-dma") continue;
        const auto motions = motions_in(*made.loaded);
        EXPECT_EQ(motions[0].values.data(), motions[2].values.data());
        EXPECT_NE(motions[0].values.data(), motions[4].values.data());
      }
    }
  }
}

// Thousands of headers over one pool: their data sets are found without a look at all others.
TEST(Sm64Compress, ManyHeadersTakeFewComparisons) {
  constexpr std::size_t kCount = 1 << 13;
  const Words values(8, 5);
  std::vector<Words> tables(kCount / 2, Words{1, 3, 1, 4});
  std::size_t asked = 0;
  const auto less = [&asked](const DataSetKey& a, const DataSetKey& b) {
    ++asked;
    return a < b;
  };
  DataSets sets(less);
  std::mt19937 random(11);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < kCount; ++i)
    order.push_back(i % tables.size());
  std::ranges::shuffle(order, random);
  std::vector<std::size_t> first(tables.size(), kCount);
  std::size_t next = 0;
  for (const std::size_t table : order) {
    if (first[table] == kCount) first[table] = next++;
    ASSERT_EQ(sets.number(motion_of(tables[table], values)), first[table]);
  }
  // At most two a level of a balanced tree of height 2 log2(n).
  EXPECT_LE(asked, kCount * 2 * 2 * 13);
}

// The same through the whole of it: one pool, every header its own channels.
TEST(Sm64Compress, ManyHeadersKeepTheirFrames) {
  constexpr std::size_t kSets = 3000;
  Words values;
  for (std::size_t i = 0; i < 100; ++i)
    values.insert(values.end(), 4, static_cast<std::uint16_t>(i));
  std::vector<Words> tables;
  for (std::size_t i = 0; i < kSets; ++i) {
    const auto first = static_cast<std::uint16_t>(4 * (i % 100));
    tables.push_back({4, first, 1, first, 2, static_cast<std::uint16_t>(4 * (i * 7 % 100))});
  }
  std::vector<Motion> motions;
  for (std::size_t i = 0; i < 2 * kSets; ++i)
    motions.push_back(motion_of(tables[i % kSets], values));
  const std::vector<Motion> before = motions;
  OwnTables own;
  ASSERT_TRUE(optimize(motions, own, {}, Pools::kept).has_value());
  // Each of the hundred numbers once.
  EXPECT_EQ(motions[0].values.size(), 100u);
  for (std::size_t i = 0; i < motions.size(); ++i) {
    ASSERT_EQ(motions[i].values.data(), motions[0].values.data());
    ASSERT_EQ(motions[i].index.data(), motions[i % kSets].index.data());
    for (std::size_t k = 0; k < 3; ++k)
      ASSERT_EQ(sample(motions[i], k, 2), sample(before[i], k, 2));
  }
}

TEST(Sm64Profiles, NumbersStay) {
  Diagnostics diagnostics;
  const std::string text = example_c();
  const auto file = parse_c(text, diagnostics);
  EXPECT_EQ(write_c(*file, text, Profile::vanilla_actor), text);
  for (const Profile profile : {Profile::vanilla_actor, Profile::mario_dma, Profile::hackersm64,
                                Profile::fast64, Profile::dynos}) {
    const auto again = parse_c(write_c(*file, text, profile), diagnostics);
    ASSERT_TRUE(again.has_value());
    ASSERT_EQ(again->headers.size(), 1u);
    EXPECT_EQ(again->headers[0].header, file->headers[0].header);
    for (const CArray& array : file->arrays) {
      const auto same = std::ranges::find(again->arrays, array.name, &CArray::name);
      ASSERT_TRUE(same != again->arrays.end());
      EXPECT_EQ(same->elements, array.elements);
    }
  }
}

}  // namespace
}  // namespace anmkit::sm64::test
