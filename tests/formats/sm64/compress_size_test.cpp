// SPDX-License-Identifier: MIT
// How small compression must get (section 10.4): never above what a plain search by the same steps
// needs, and between bounds that know nothing of packing.
#include <random>
#include <set>

#include "formats/sm64/motion/compress.hpp"
#include "formats/sm64/write.hpp"
#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

using Words = std::vector<std::uint16_t>;
using Channels = std::vector<Words>;

// The channels of a data set, one after the other.
struct Set {
  Words index, values;
  explicit Set(const Channels& channels) {
    for (const Words& channel : channels) {
      index.push_back(static_cast<std::uint16_t>(channel.size()));
      index.push_back(static_cast<std::uint16_t>(values.size()));
      values.insert(values.end(), channel.begin(), channel.end());
    }
  }
};

// Step 1.
Words trimmed(Words channel) {
  while (channel.size() > 1 && channel.back() == channel[channel.size() - 2])
    channel.pop_back();
  return channel;
}
Channels trimmed(Channels channels) {
  for (Words& channel : channels)
    channel = trimmed(std::move(channel));
  return channels;
}

// Steps 2 to 5 as they are written, every place tried: the samples in the pool.
std::size_t plain_packing(Channels channels) {
  std::ranges::stable_sort(channels, std::greater{}, &Words::size);
  Words pool;
  if (std::ranges::find(channels, Words{0}) != channels.end()) pool.push_back(0);
  for (const Words& channel : channels) {
    if (!std::ranges::search(pool, channel).empty()) continue;
    std::size_t shared = std::min(pool.size(), channel.size());
    while (!std::ranges::equal(std::span(pool).last(shared), std::span(channel).first(shared)))
      --shared;
    pool.insert(pool.end(), channel.begin() + static_cast<std::ptrdiff_t>(shared), channel.end());
  }
  return pool.size();
}

// Not the vectors' own order: on big-endian machines libstdc++ 12 compares half of their bytes.
struct Before {
  bool operator()(const Words& a, const Words& b) const {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  }
};
using WordsSet = std::set<Words, Before>;

// No pool that has all channels is shorter: each run of `width` samples that a channel has begins
// at a place of its own, and the last of them is `width` long.
std::size_t distinct_runs(const Channels& channels, std::size_t width) {
  WordsSet runs;
  for (const Words& channel : channels) {
    for (std::size_t i = 0; i + width <= channel.size(); ++i) {
      const auto begin = channel.begin() + static_cast<std::ptrdiff_t>(i);
      runs.emplace(begin, begin + static_cast<std::ptrdiff_t>(width));
    }
  }
  return runs.empty() ? 0 : runs.size() + width - 1;
}
std::size_t least(const Channels& channels) {
  std::size_t bound = 0;
  for (const Words& channel : channels)
    bound = std::max(bound, channel.size());
  for (const std::size_t width : {1, 2, 3, 5})
    bound = std::max(bound, distinct_runs(channels, width));
  return bound;
}
// Every channel that differs from the others stored once.
std::size_t each_once(const Channels& channels) {
  const WordsSet distinct(channels.begin(), channels.end());
  std::size_t sum = 0;
  for (const Words& channel : distinct)
    sum += channel.size();
  return sum;
}

// Channels as animations have them: still ones, curves, few values, repetitions and parts of
// others.
Channels random_channels(std::mt19937& random) {
  const std::size_t count = 3 * (1 + random() % 6);
  const std::size_t frames = 1 + random() % 40;
  Channels channels;
  for (std::size_t k = 0; k < count; ++k) {
    Words channel(1 + random() % frames);
    switch (channels.empty() ? random() % 3 : random() % 6) {
      case 0:  // still, often zero
        std::ranges::fill(channel, static_cast<std::uint16_t>(random() % 3 * 0x4000));
        break;
      case 1: {  // a slow curve
        auto value = static_cast<std::uint16_t>(random());
        for (std::uint16_t& sample : channel)
          sample = value = static_cast<std::uint16_t>(value + random() % 5 - 2);
        break;
      }
      case 2:  // few values
        for (std::uint16_t& sample : channel)
          sample = static_cast<std::uint16_t>(random() % 2);
        break;
      case 3:
        channel = channels[random() % channels.size()];
        break;
      case 4: {  // a part of another
        const Words& from = channels[random() % channels.size()];
        const std::size_t first = random() % from.size();
        channel.assign(from.begin() + static_cast<std::ptrdiff_t>(first), from.end());
        break;
      }
      default: {  // begins as another ends
        const Words& from = channels[random() % channels.size()];
        const std::size_t first = random() % from.size();
        Words tail(from.begin() + static_cast<std::ptrdiff_t>(first), from.end());
        tail.insert(tail.end(), channel.size(), static_cast<std::uint16_t>(random() % 9));
        channel = std::move(tail);
      }
    }
    channels.push_back(std::move(channel));
  }
  return channels;
}

TEST(Sm64CompressSize, OneSetIsNeverLargerThanThePlainSearch) {
  std::mt19937 random(2024);
  std::size_t overlaps = 0, stored = 0, packed_all = 0;
  for (int round = 0; round < 1500; ++round) {
    const Channels channels = random_channels(random);
    const Set set(channels);
    const Channels short_ones = trimmed(channels);
    const auto packed = compress({set.index, set.values, false});
    ASSERT_TRUE(packed.has_value());
    const std::size_t size = packed->values.size();
    ASSERT_LE(size, plain_packing(short_ones)) << round;
    ASSERT_GE(size, least(short_ones)) << round;
    ASSERT_LE(size, each_once(short_ones)) << round;
    ASSERT_LE(size, set.values.size()) << round;
    overlaps += size < each_once(short_ones) ? 1 : 0;
    stored += set.values.size();
    packed_all += size;
    // Without step 1 the same of whole channels.
    const auto whole = compress({set.index, set.values, false}, {.trim = false});
    ASSERT_TRUE(whole.has_value());
    ASSERT_LE(whole->values.size(), plain_packing(channels)) << round;
    ASSERT_GE(whole->values.size(), least(channels)) << round;
  }
  // The data is such that every step has something to do.
  EXPECT_GT(overlaps, 1000u);
  EXPECT_LT(packed_all * 2, stored);
}

TEST(Sm64CompressSize, SharedPoolsAreNeverLargerThanThePlainSearch) {
  std::mt19937 random(77);
  std::size_t gained = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<Set> sets;
    Channels all;
    const std::size_t count = 2 + random() % 4;
    for (std::size_t i = 0; i < count; ++i) {
      const Channels channels = random_channels(random);
      sets.emplace_back(channels);
      std::ranges::copy(trimmed(channels), std::back_inserter(all));
    }
    std::vector<PackInput> inputs;
    std::size_t apart = 0;
    for (const Set& set : sets) {
      inputs.push_back({set.index, set.values, false});
      apart += compress(inputs.back())->values.size();
    }
    const auto packed = pack(inputs, {});
    ASSERT_TRUE(packed.has_value());
    ASSERT_EQ(packed->pools.size(), 1u);
    const std::size_t size = packed->pools[0].size();
    ASSERT_LE(size, plain_packing(all)) << round;
    ASSERT_GE(size, least(all)) << round;
    ASSERT_LE(size, each_once(all)) << round;
    gained += size < apart ? 1 : 0;
  }
  EXPECT_GT(gained, 200u);  // step 7
}

// Whole animations: no pool grows, and none is left larger than the plain search makes it.
TEST(Sm64CompressSize, OptimisedAnimationsTakeTheSmaller) {
  std::mt19937 random(5);
  std::size_t kept = 0, smaller = 0;
  for (int round = 0; round < 300; ++round) {
    // Windows into one pool that overlap as they like: packing may well miss that.
    Words pool(10 + random() % 60);
    for (std::uint16_t& sample : pool)
      sample = static_cast<std::uint16_t>(random() % (round % 2 == 0 ? 3 : 60000));
    std::vector<Words> tables(1 + random() % 3);
    Channels channels;
    for (Words& table : tables) {
      for (int k = 0; k < 6; ++k) {
        const std::size_t length = 1 + random() % 10, first = random() % (pool.size() - length + 1);
        table.push_back(static_cast<std::uint16_t>(length));
        table.push_back(static_cast<std::uint16_t>(first));
        const auto begin = pool.begin() + static_cast<std::ptrdiff_t>(first);
        channels.push_back(trimmed(Words(begin, begin + static_cast<std::ptrdiff_t>(length))));
      }
    }
    std::vector<Motion> motions(2 * tables.size());
    for (std::size_t i = 0; i < motions.size(); ++i) {
      motions[i].index = tables[i / 2];
      motions[i].values = pool;
    }
    OwnTables own;
    ASSERT_TRUE(optimize(motions, own, {}, Pools::kept).has_value());
    const std::size_t size = motions[0].values.size();
    ASSERT_LE(size, std::min(plain_packing(channels), pool.size())) << round;
    ASSERT_GE(size, least(channels)) << round;
    (size < pool.size() ? smaller : kept) += 1;
  }
  EXPECT_GT(smaller, 50u);
  EXPECT_GT(kept, 5u);
}

}  // namespace
}  // namespace anmkit::sm64::test
