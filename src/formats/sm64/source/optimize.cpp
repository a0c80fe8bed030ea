// SPDX-License-Identifier: MIT
// Compression of whole documents (section 10.4), with the proof that nothing was lost.
#include <algorithm>
#include <set>

#include "formats/sm64/motion/channels.hpp"
#include "formats/sm64/motion/compress.hpp"
#include "formats/sm64/motion/data_sets.hpp"
#include "formats/sm64/source/c_link.hpp"
#include "formats/sm64/write.hpp"

namespace anmkit::sm64 {
namespace {

// Every sample that any frame can reach is the same (but for the bits that are to be cleared).
Result<void> prove(const Motion& before, const Motion& after, const CompressOptions& options) {
  for (std::size_t k = 0; k < channel_count(before); ++k) {
    const bool rotation = is_rotation(channels_per_part(before), k);
    const int mask = options.clear_low_bits && rotation ? 0xFFF0 : 0xFFFF;
    for (std::int32_t frame = 0; frame <= before.index[2 * k]; ++frame) {
      const int old = sample(before, k, frame) & mask;
      if (old == (sample(after, k, frame) & 0xFFFF)) continue;
      return fail("anmkit.INTERNAL", before.name + ": compression changed a sample");
    }
  }
  return {};
}

// The data sets of animations that are to share one pool.
struct Group {
  std::vector<PackInput> sets;
  std::vector<std::size_t> set_of;  // of each animation in `members`
  std::vector<std::size_t> members;
  DataSets<> numbers;

  void add(std::size_t i, const Motion& motion) {
    const std::size_t set = numbers.number(motion);
    set_of.push_back(set);
    members.push_back(i);
    if (set == sets.size())
      sets.push_back({motion.index, motion.values, channels_per_part(motion)});
  }
};

std::vector<Group> groups_of(const std::vector<Motion>& motions, Pools pools) {
  std::map<DataSetKey, std::size_t> places;
  std::vector<Group> groups;
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const Motion& motion = motions[i];
    if (motion.index.empty() || motion.values.empty()) continue;
    const DataSetKey key{motion.values.data(), pools == Pools::own ? motion.index.data() : nullptr};
    const auto [place, fresh] = places.emplace(key, groups.size());
    if (fresh) groups.emplace_back();
    groups[place->second].add(i, motion);
  }
  return groups;
}

// Arrays of a file by their names; the first of one name counts.
class ArrayNames {
 public:
  explicit ArrayNames(std::vector<CArray>& arrays) : arrays_(arrays) {
    for (std::size_t i = 0; i < arrays.size(); ++i)
      places_.emplace(arrays[i].name, i);
  }
  CArray* find(const std::string& name) {
    const auto place = places_.find(name);
    return place == places_.end() ? nullptr : &arrays_[place->second];
  }
  CArray& find_or_add(const std::string& name) {
    if (CArray* known = find(name)) return *known;
    places_.emplace(name, arrays_.size());
    return arrays_.emplace_back(CArray{name, ElementType::s16, {}, {}, {}});
  }

 private:
  std::vector<CArray>& arrays_;
  std::map<std::string, std::size_t> places_;
};

// Packing is greedy: it may miss what the tables shared before. Then they stay as they are, unless
// bits were to be cleared.
bool is_worth(const Group& group, const PackedSets& packed, const CompressOptions& options) {
  std::size_t samples = 0;
  for (const auto& pool : packed.pools)
    samples += pool.size();
  return options.clear_low_bits || samples < group.sets.front().values.size();
}

Result<PackedSets> pack_group(const Group& group, const std::vector<Motion>& motions,
                              const CompressOptions& options) {
  auto packed = pack(group.sets, options);
  if (!packed) packed.error().message.insert(0, motions[group.members.front()].name + ": ");
  return packed;
}

}  // namespace

Result<void> optimize(std::vector<Motion>& motions, OwnTables& own, const CompressOptions& options,
                      Pools pools) {
  for (const Group& group : groups_of(motions, pools)) {
    auto packed = pack_group(group, motions, options);
    if (!packed) return std::unexpected(packed.error());
    if (!is_worth(group, *packed, options)) continue;
    std::vector<std::span<const std::uint16_t>> indices, values;
    for (auto& table : packed->indices)
      indices.push_back(own.tables.emplace_back(std::move(table)));
    for (auto& table : packed->pools)
      values.push_back(own.tables.emplace_back(std::move(table)));
    for (std::size_t i = 0; i < group.members.size(); ++i) {
      Motion& motion = motions[group.members[i]];
      const Motion before = motion;
      motion.index = indices[group.set_of[i]];
      motion.values = values[packed->pool[group.set_of[i]]];
      if (auto same = prove(before, motion, options); !same) return same;
    }
  }
  return {};
}

Result<CFile> optimized(const CDocument& document, const CompressOptions& options) {
  CFile file = document.file;
  CLinker linker;
  linker.add(document.file);
  const auto all = linker.link(document.file, document.is_mario(), document.coopdx, nullptr);
  ArrayNames arrays(file.arrays);
  std::set<std::string> names;
  for (const CArray& array : file.arrays)
    names.insert(array.name);
  for (const Group& group : groups_of(all, Pools::kept)) {
    auto packed = pack_group(group, all, options);
    if (!packed) return std::unexpected(packed.error());
    if (!is_worth(group, *packed, options)) continue;
    const std::string values = all[group.members.front()].values_name;
    std::vector<std::string> pools = {values};
    for (std::size_t i = 1; i < packed->pools.size(); ++i) {
      std::string name = values;
      for (std::size_t n = i + 1; !names.insert(name).second; ++n)
        name = values + "_" + std::to_string(n);
      pools.push_back(name);
    }
    for (std::size_t i = 0; i < group.members.size(); ++i) {
      const std::size_t set = group.set_of[i];
      CHeader& header = file.headers[group.members[i]];
      header.values = pools[packed->pool[set]];
      if (CArray* index = arrays.find(header.index)) index->elements = packed->indices[set];
    }
    for (std::size_t i = 0; i < pools.size(); ++i) {
      arrays.find_or_add(pools[i]).elements = std::move(packed->pools[i]);
    }
  }
  CLinker again;
  again.add(file);
  const auto after = again.link(file, document.is_mario(), document.coopdx, nullptr);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].index.empty() || all[i].values.empty()) continue;
    if (auto same = prove(all[i], after[i], options); !same) return std::unexpected(same.error());
  }
  return file;
}

}  // namespace anmkit::sm64
