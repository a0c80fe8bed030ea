// SPDX-License-Identifier: MIT
// Fewer samples for the same frames (section 10.4).
#include "formats/sm64/motion/compress.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "formats/sm64/findings.hpp"
#include "formats/sm64/motion/channels.hpp"

namespace anmkit::sm64 {
namespace {

struct Channel {
  std::size_t set = 0, number = 0;
  std::vector<std::uint16_t> samples;
};

class Pool {
 public:
  // Where `run` can be read; appends what the pool lacks of it (steps 3 to 5).
  std::size_t place(const std::vector<std::uint16_t>& run) {
    if (run.size() == 1) return place_constant(run[0]);
    const std::vector<std::size_t> border = borders(run);
    std::size_t matched = 0;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      while (matched > 0 && values_[i] != run[matched])
        matched = border[matched - 1];
      if (values_[i] == run[matched]) ++matched;
      if (matched == run.size()) return i + 1 - run.size();
    }
    // The pool's tail supplies the first `matched` samples.
    const std::size_t at = values_.size() - matched;
    for (std::size_t i = matched; i < run.size(); ++i)
      append(run[i]);
    return at;
  }
  std::size_t place_constant(std::uint16_t value) {
    if (first_[value] < 0) append(value);
    return static_cast<std::size_t>(first_[value]);
  }
  std::vector<std::uint16_t> take() { return std::move(values_); }

 private:
  void append(std::uint16_t value) {
    if (first_[value] < 0) first_[value] = static_cast<std::int32_t>(values_.size());
    values_.push_back(value);
  }
  // Knuth, Morris, Pratt: the longest proper prefix that is a suffix too.
  static std::vector<std::size_t> borders(const std::vector<std::uint16_t>& run) {
    std::vector<std::size_t> border(run.size());
    for (std::size_t i = 1, k = 0; i < run.size(); ++i) {
      while (k > 0 && run[i] != run[k])
        k = border[k - 1];
      if (run[i] == run[k]) ++k;
      border[i] = k;
    }
    return border;
  }

  std::vector<std::uint16_t> values_;
  std::vector<std::int32_t> first_ = std::vector<std::int32_t>(65536, -1);
};

Result<std::vector<Channel>> gather(std::span<const PackInput> sets,
                                    const CompressOptions& options) {
  std::vector<Channel> channels;
  for (std::size_t set = 0; set < sets.size(); ++set) {
    const PackInput& input = sets[set];
    for (std::size_t k = 0; 2 * k + 1 < input.index.size(); ++k) {
      const std::size_t count = input.index[2 * k], first = input.index[2 * k + 1];
      if (count == 0 || first + count > input.values.size()) {
        return fail(prefixed("E-RANGE"),
                    "channel " + std::to_string(k) + " reads samples " + std::to_string(first) +
                        ".." + std::to_string(first + count) + " of " +
                        std::to_string(input.values.size()) + "; it cannot be compressed");
      }
      Channel& channel = channels.emplace_back();
      channel.set = set;
      channel.number = k;
      const auto run = input.values.subspan(first, count);
      channel.samples.assign(run.begin(), run.end());
      if (options.clear_low_bits && is_rotation(input.channels, k)) {
        for (std::uint16_t& sample : channel.samples)
          sample &= 0xFFF0;
      }
      auto& samples = channel.samples;
      while (options.trim && samples.size() > 1 && samples.back() == samples[samples.size() - 2])
        samples.pop_back();
    }
  }
  return channels;
}

struct PackedPool {
  std::vector<std::vector<std::uint16_t>> indices;
  std::vector<std::uint16_t> values;
};

// Places the channels in this order; empty when an offset does not fit.
std::optional<PackedPool> place_all(std::span<const PackInput> sets,
                                    const std::vector<const Channel*>& order) {
  PackedPool packed;
  for (const PackInput& set : sets)
    packed.indices.emplace_back(set.index.size() / 2 * 2);
  Pool pool;
  const bool zero = std::ranges::any_of(order, [](const Channel* channel) {
    return channel->samples.size() == 1 && channel->samples[0] == 0;
  });
  if (zero) pool.place_constant(0);
  for (const Channel* channel : order) {
    const std::size_t at = pool.place(channel->samples);
    if (at > 65535) return {};
    auto& index = packed.indices[channel->set];
    index[2 * channel->number] = static_cast<std::uint16_t>(channel->samples.size());
    index[2 * channel->number + 1] = static_cast<std::uint16_t>(at);
  }
  packed.values = pool.take();
  return packed;
}

// One pool. A pool may be longer than 65536 samples when the channel that passes the limit is the
// last, so a pool that overflows is tried again with the longest channel at its end.
Result<std::optional<PackedPool>> pack_one(std::span<const PackInput> sets,
                                           const CompressOptions& options) {
  const auto channels = gather(sets, options);
  if (!channels) return std::unexpected(channels.error());
  std::vector<const Channel*> order;
  for (const Channel& channel : *channels)
    order.push_back(&channel);
  std::ranges::stable_sort(order, std::greater{},
                           [](const Channel* channel) { return channel->samples.size(); });
  auto packed = place_all(sets, order);
  if (!packed && order.size() > 1) {
    std::ranges::rotate(order, order.begin() + 1);
    packed = place_all(sets, order);
  }
  return packed;
}

}  // namespace

Result<PackedSets> pack(std::span<const PackInput> sets, const CompressOptions& options) {
  PackedSets packed;
  packed.indices.resize(sets.size());
  packed.pool.resize(sets.size());
  // Ranges of sets still to do: one that overflows is halved.
  std::vector<std::pair<std::size_t, std::size_t>> ranges = {{0, sets.size()}};
  while (!ranges.empty()) {
    const auto [begin, end] = ranges.back();
    ranges.pop_back();
    auto one = pack_one(sets.subspan(begin, end - begin), options);
    if (!one) return std::unexpected(one.error());
    if (!*one && end - begin <= 1) {
      return fail(prefixed("E-RANGE"),
                  "the samples need more than 65535 places; one data set cannot be split");
    }
    if (!*one) {
      const std::size_t middle = begin + (end - begin) / 2;
      ranges.emplace_back(middle, end);
      ranges.emplace_back(begin, middle);
      continue;
    }
    for (std::size_t i = begin; i < end; ++i) {
      packed.indices[i] = std::move((*one)->indices[i - begin]);
      packed.pool[i] = packed.pools.size();
    }
    packed.pools.push_back(std::move((*one)->values));
  }
  return packed;
}

Result<Packed> compress(const PackInput& input, const CompressOptions& options) {
  auto packed = pack({&input, 1}, options);
  if (!packed) return std::unexpected(packed.error());
  return Packed{std::move(packed->indices[0]), std::move(packed->pools[0])};
}

}  // namespace anmkit::sm64
