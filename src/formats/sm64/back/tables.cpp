// SPDX-License-Identifier: MIT
// An edit changes as little of the tables as it can: samples in their place, then runs at the end,
// then the whole data set anew.
#include "formats/sm64/back/tables.hpp"

#include <algorithm>
#include <set>

#include "formats/sm64/findings.hpp"
#include "formats/sm64/motion/data_sets.hpp"

namespace anmkit::sm64 {
namespace {

using Words = std::vector<std::uint16_t>;

std::uint16_t old_sample(const Motion& motion, std::size_t channel, std::size_t frame) {
  return static_cast<std::uint16_t>(sample(motion, channel, static_cast<std::int32_t>(frame)));
}

// The frames that an animation which was not edited shows.
std::vector<Words> shown(const Motion& motion) {
  const auto frames = static_cast<std::size_t>(std::max<int>(motion.header.loopEnd, 1));
  std::vector<Words> runs(channel_count(motion));
  for (std::size_t k = 0; k < runs.size(); ++k) {
    for (std::size_t frame = 0; frame < frames; ++frame)
      runs[k].push_back(old_sample(motion, k, frame));
  }
  return runs;
}

// The requirements of some headers on their data set.
struct Version {
  std::vector<Words> wanted;
  std::vector<ClipBack*> members;

  bool accepts(const std::vector<Words>& other) const {
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      const std::size_t both = std::min(wanted[k].size(), other[k].size());
      if (!std::equal(other[k].begin(), other[k].begin() + static_cast<std::ptrdiff_t>(both),
                      wanted[k].begin())) {
        return false;
      }
    }
    return true;
  }
  void take(std::vector<Words> other) {
    for (std::size_t k = 0; k < other.size(); ++k) {
      if (other[k].size() > wanted[k].size()) wanted[k] = std::move(other[k]);
    }
  }
  bool changes(std::size_t channel, const Motion& from) const {
    for (std::size_t frame = 0; frame < wanted[channel].size(); ++frame) {
      if (wanted[channel][frame] != old_sample(from, channel, frame)) return true;
    }
    return false;
  }
  bool changes(const Motion& from) const {
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      if (changes(k, from)) return true;
    }
    return false;
  }
};

bool is_constant(const Words& run) {
  return std::ranges::all_of(run, [&](std::uint16_t value) { return value == run.front(); });
}

// Channels one after another as vanilla has them: one sample when constant, else all frames; zeros
// share the first sample.
struct Fresh {
  Words index, values = {0};
  bool fits = true;

  void add(const Words& run, bool keep) {
    const std::size_t count = is_constant(run) && !keep ? 1 : run.size();
    const bool zero = is_constant(run) && run.front() == 0 && count == 1;
    fits = fits && (zero || values.size() <= 0xFFFF) && count <= 0xFFFF;
    index.push_back(static_cast<std::uint16_t>(count));
    index.push_back(static_cast<std::uint16_t>(zero ? 0 : values.size()));
    if (!zero) {
      values.insert(values.end(), run.begin(), run.begin() + static_cast<std::ptrdiff_t>(count));
    }
  }
};

// A pool of samples while data sets that read it are edited.
struct Pool {
  Words values;
  std::vector<std::uint32_t> readers;  // channels a sample
  std::size_t sets = 0;                // data sets that read it
  bool changed = false;

  void read(std::span<const std::uint16_t> index, std::int32_t by) {
    for (std::size_t k = 0; 2 * k + 1 < index.size(); ++k) {
      const std::size_t end =
          std::min<std::size_t>(values.size(), std::size_t{index[2 * k]} + index[2 * k + 1]);
      for (std::size_t i = index[2 * k + 1]; i < end; ++i)
        readers[i] = static_cast<std::uint32_t>(static_cast<std::int32_t>(readers[i]) + by);
    }
  }
  // Appends a run, before the zero that only makes the number of samples even.
  std::size_t append(const Words& run) {
    std::size_t used = readers.size();
    while (used > 0 && readers[used - 1] == 0)
      --used;
    const bool padded = values.size() % 2 == 0 && values.size() == used + 1 && values.back() == 0;
    if (padded) values.pop_back();
    const std::size_t at = values.size();
    values.insert(values.end(), run.begin(), run.end());
    readers.resize(at);
    readers.resize(values.size(), 1);
    if (padded && values.size() % 2 == 1) {
      values.push_back(0);
      readers.push_back(0);
    }
    return at;
  }
};

class TableMaker {
 public:
  TableMaker(std::span<ClipBack> clips, TablesBack& tables) : clips_(clips), tables_(tables) {}

  Result<void> run() {
    for (ClipBack& back : clips_) {
      if (back.before == nullptr) {
        if (auto done = fresh(back); !done) return done;
        continue;
      }
      const std::size_t set = numbers_.number(back.before->motion);
      if (set == sets_.size()) {
        sets_.emplace_back();
        read_pool(back.before->motion);
      }
      sets_[set].push_back(&back);
    }
    for (auto& set : sets_) {
      if (auto done = edit(set); !done) return done;
    }
    hand_out();
    return {};
  }

 private:
  Result<void> fresh(ClipBack& back) {
    Fresh made;
    for (const Words& run : back.wanted)
      made.add(run, false);
    return give(made, {&back, 1}, back.motion.name);
  }
  Result<void> give(Fresh& made, std::span<ClipBack> to, const std::string& name) {
    std::vector<ClipBack*> list;
    for (ClipBack& back : to)
      list.push_back(&back);
    return give(made, list, name);
  }
  Result<void> give(Fresh& made, const std::vector<ClipBack*>& to, const std::string& name) {
    if (!made.fits) {
      return fail(prefixed("E-RANGE"), name + " needs more than 65535 samples");
    }
    const auto parts = static_cast<std::int64_t>(made.index.size() / 6) - 1;
    const auto& index = tables_.own.tables.emplace_back(std::move(made.index));
    const auto& values = tables_.own.tables.emplace_back(std::move(made.values));
    for (ClipBack* back : to) {
      Motion& motion = back->motion;
      motion.index = index;
      motion.values = values;
      motion.index_name.clear();
      motion.values_name.clear();
      motion.header.unusedBoneCount = static_cast<std::int16_t>(parts);
      own_.insert(back);
    }
    return {};
  }

  void read_pool(const Motion& motion) {
    const auto [place, first] = pools_.try_emplace(motion.values.data());
    Pool& pool = place->second;
    if (first) {
      pool.values.assign(motion.values.begin(), motion.values.end());
      pool.readers.resize(pool.values.size());
    }
    ++pool.sets;
    pool.read(motion.index, 1);
  }

  Result<void> edit(std::vector<ClipBack*>& set) {
    const Motion& from = set.front()->before->motion;
    std::vector<Version> versions;
    for (ClipBack* back : set) {
      std::vector<Words> wanted = back->wanted;
      if (wanted.empty() || back->same) wanted = shown(back->before->motion);
      auto fit =
          std::ranges::find_if(versions, [&](const Version& v) { return v.accepts(wanted); });
      if (fit == versions.end()) {
        versions.push_back({std::move(wanted), {}});
        fit = versions.end() - 1;
      } else {
        fit->take(std::move(wanted));
      }
      fit->members.push_back(back);
    }
    // The one that changes nothing keeps the tables, else the first.
    auto keeper =
        std::ranges::find_if(versions, [&](const Version& v) { return !v.changes(from); });
    const bool edited = keeper == versions.end();
    if (edited) keeper = versions.begin();
    for (auto it = versions.begin(); it != versions.end(); ++it) {
      if (it == keeper) continue;
      tables_.split = true;
      Fresh made = whole(*it, from);
      if (auto done = give(made, it->members, it->members.front()->motion.name); !done) return done;
    }
    return edited ? change(*keeper, from) : Result<void>{};
  }

  // What a channel stores afterwards: its frames, and after them those that no header shows.
  static Words run_of(const Version& version, const Motion& from, std::size_t channel) {
    Words run = version.wanted[channel];
    const std::size_t count = from.index[2 * channel];
    for (std::size_t frame = run.size(); frame < count; ++frame)
      run.push_back(old_sample(from, channel, frame));
    return run;
  }
  static bool is_stored(const Motion& from, std::size_t channel) {
    const std::size_t count = from.index[2 * channel], at = from.index[2 * channel + 1];
    return count > 0 && at + count <= from.values.size();
  }

  // The data set anew; channels that nobody changed stay as long as they were.
  static Fresh whole(const Version& version, const Motion& from) {
    Fresh made;
    for (std::size_t k = 0; k < version.wanted.size(); ++k) {
      if (version.changes(k, from) || !is_stored(from, k)) {
        made.add(run_of(version, from, k), false);
      } else {
        const auto stored = from.values.subspan(from.index[2 * k + 1], from.index[2 * k]);
        made.add(Words(stored.begin(), stored.end()), true);
      }
    }
    return made;
  }

  Result<void> change(const Version& version, const Motion& from) {
    Pool& pool = pools_[from.values.data()];
    Words index(from.index.begin(), from.index.end());
    const Pool before = pool;
    bool fits = true;
    for (std::size_t k = 0; k < version.wanted.size(); ++k) {
      if (!version.changes(k, from)) continue;
      const Words run = run_of(version, from, k);
      if (in_place(pool, from, k, run)) continue;
      const Words stored = is_constant(run) ? Words{run.front()} : run;
      const std::size_t at = pool.append(stored);
      fits = fits && at <= 0xFFFF && stored.size() <= 0xFFFF;
      index[2 * k] = static_cast<std::uint16_t>(stored.size());
      index[2 * k + 1] = static_cast<std::uint16_t>(at);
    }
    // Where much would be unused, the data set is written anew.
    const bool alone = before.sets == 1;
    if (!fits || (alone && pool.values.size() > before.values.size())) {
      Fresh made = whole(version, from);
      if (!fits && !alone) {
        pool = before;
        return give(made, version.members, version.members.front()->motion.name);
      }
      if (!fits || made.values.size() + made.values.size() / 8 < pool.values.size()) {
        if (!made.fits) {
          return fail(prefixed("E-RANGE"),
                      version.members.front()->motion.name + " needs more than 65535 samples");
        }
        const bool even = before.values.size() % 2 == 0 && !from.dma && !from.mario;
        if (even && made.values.size() % 2 == 1) made.values.push_back(0);
        pool.values = std::move(made.values);
        index = std::move(made.index);
      }
    }
    pool.changed = true;
    tables_.changed[from.index.data()] = tables_.own.tables.emplace_back(std::move(index));
    return {};
  }

  // Writes a run over the samples that only this channel reads, where it fits them.
  static bool in_place(Pool& pool, const Motion& from, std::size_t channel, const Words& run) {
    const std::size_t count = from.index[2 * channel], at = from.index[2 * channel + 1];
    if (!is_stored(from, channel) || count > run.size()) return false;
    for (std::size_t frame = count; frame < run.size(); ++frame) {
      if (run[frame] != run[count - 1]) return false;
    }
    for (std::size_t i = at; i < at + count; ++i) {
      if (i >= pool.readers.size() || pool.readers[i] != 1) return false;
    }
    std::copy_n(run.begin(), count, pool.values.begin() + static_cast<std::ptrdiff_t>(at));
    return true;
  }

  void hand_out() {
    for (auto& [place, pool] : pools_) {
      if (pool.changed) {
        tables_.changed[place] = tables_.own.tables.emplace_back(std::move(pool.values));
      }
    }
    for (ClipBack& back : clips_) {
      if (back.before == nullptr || own_.contains(&back)) continue;
      const Motion& from = back.before->motion;
      const auto now = [&](std::span<const std::uint16_t> table) {
        const auto found = tables_.changed.find(table.data());
        return found == tables_.changed.end() ? table : found->second;
      };
      back.motion.index = now(from.index);
      back.motion.values = now(from.values);
    }
  }

  std::span<ClipBack> clips_;
  TablesBack& tables_;
  DataSets<> numbers_;
  std::vector<std::vector<ClipBack*>> sets_;
  std::map<const std::uint16_t*, Pool> pools_;
  std::set<const ClipBack*> own_;  // those with tables of their own
};

}  // namespace

Result<void> make_tables(std::span<ClipBack> clips, TablesBack& tables) {
  return TableMaker(clips, tables).run();
}

}  // namespace anmkit::sm64
