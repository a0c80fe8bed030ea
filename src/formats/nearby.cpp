// SPDX-License-Identifier: MIT
// Distances between folders, and the choice among files of one distance.
#include "formats/nearby.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>

#include "core/crc32.hpp"
#include "core/letters.hpp"
#include "core/paths.hpp"

namespace anmkit {
namespace {

// Folders searched outside of a tree that the user named, and in one.
constexpr std::size_t kMostFolders = 64, kMostInTree = 256;
constexpr std::size_t kShortest = 2;  // letters that a name begins with
constexpr std::size_t kParallel = 1;  // the rank of folders of the same name

// Whether a folder is called after one of the words, as "models" or "TIM".
bool is_one_of(std::string_view folder, std::span<const std::string_view> words) {
  const std::string name = lowered(last_folder(folder));
  return std::ranges::any_of(words, [&](std::string_view word) {
    if (!name.starts_with(word)) return false;
    const std::string_view rest = std::string_view(name).substr(word.size());
    return rest.empty() || rest == "s" || rest == "es";
  });
}
// Kinds of what is shown, and of what moves it.
bool is_kind(std::string_view folder) {
  static constexpr std::array<std::string_view, 26> kKinds = {
      "model",     "mdl",   "mesh", "actor", "act",     "geo",  "geometry", "gpl",    "tmd",
      "character", "chara", "char", "chr",   "rig",     "skel", "skeleton", "skin",   "skn",
      "texture",   "tex",   "tim",  "tpl",   "picture", "pic",  "image",    "sprite",
  };
  return is_one_of(folder, kKinds);
}
bool is_motion(std::string_view folder) {
  static constexpr std::array<std::string_view, 9> kMotions = {
      "anim", "anm", "animation", "motion", "mot", "clip", "bank", "seq", "sequence"};
  return is_one_of(folder, kMotions);
}

// Folders have no extension in trees of games.
bool may_be_folder(std::string_view name) {
  return !name.empty() && name.find('.') == name.npos;
}

// Collects each folder once, with its lowest rank, however its path is spelled.
class Collection {
 public:
  explicit Collection(const std::string& own) { places_[own] = kOwn; }
  void add(const std::string& path, const std::string& name, std::size_t rank, bool sorted) {
    const auto [place, fresh] = places_.try_emplace(name, found_.size());
    if (place->second == kOwn) return;
    if (fresh) return found_.push_back({path, name, rank, sorted});
    NearFolder& known = found_[place->second];
    known.rank = std::min(known.rank, rank);
    known.sorted = known.sorted || sorted;
  }
  std::vector<NearFolder> take() {
    std::ranges::stable_sort(found_, {}, &NearFolder::rank);
    return std::move(found_);
  }
  std::size_t size() const { return found_.size(); }

 private:
  static constexpr std::size_t kOwn = SIZE_MAX;
  std::unordered_map<std::string, std::size_t> places_;
  std::vector<NearFolder> found_;
};

// Steps from one folder to another by their names, and whether only one of them differs.
struct Way {
  std::size_t steps = 0;
  bool parallel = false;
};
Way way_between(std::string_view a, std::string_view b) {
  std::size_t common = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()) && a[i] == b[i]; ++i)
    if (a[i] == '/') common = i + 1;
  a.remove_prefix(common);
  b.remove_prefix(common);
  const auto steps = std::ranges::count(a, '/') + std::ranges::count(b, '/');
  const std::size_t first = a.find('/'), second = b.find('/');
  const bool parallel = first != a.npos && second != b.npos && first + 1 < a.size() &&
                        equal_in_any_case(a.substr(first), b.substr(second));
  return {static_cast<std::size_t>(steps), parallel};
}

// The folders of a tree that have files with an extension.
const std::vector<std::string>& folders_with(const std::string& root, const std::string& extension,
                                             Folders& around) {
  using Names = std::vector<std::string>;
  return around.remember<Names>("tree " + root + " " + extension, [&] {
    const Names& files =
        around.remember<Names>("tree " + root, [&] { return around.around().files(root); });
    Names folders;
    for (const std::string& path : files) {
      if (path.size() < extension.size() ||
          !equal_in_any_case(std::string_view(path).substr(path.size() - extension.size()),
                             extension))
        continue;
      // Sorted by paths, files of one folder are next to each other, but for folders between them.
      const std::string_view folder = folder_of(path);
      if (folders.empty() || folders.back() != folder) folders.emplace_back(folder);
    }
    return folders;
  });
}

// The nearest of them, as many as are searched; those of one rank all, or none.
void add_tree(Collection& found, const std::string& folder, const std::string& root,
              const std::string& extension, Folders& around) {
  const std::vector<std::string>& all = folders_with(root, extension, around);
  std::vector<std::size_t> ranks;
  ranks.reserve(all.size());
  for (const std::string& other : all) {
    const Way way = way_between(folder, other);
    ranks.push_back(way.parallel ? kParallel : kParallel + way.steps);
  }
  std::size_t beyond = SIZE_MAX;  // the first rank that is too much
  if (all.size() > kMostInTree) {
    std::vector<std::size_t> order = ranks;
    std::ranges::nth_element(order, order.begin() + kMostInTree);
    beyond = order[kMostInTree];
  }
  const std::string begin = root.empty() || root.ends_with('/') ? root : root + "/";
  const bool archive = folder.find("//") != folder.npos;
  const std::string name = archive ? begin : around.full_name(begin);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (ranks[i] < beyond)
      found.add(all[i], name + all[i].substr(std::min(begin.size(), all[i].size())), ranks[i],
                true);
}

// A folder on the way up from a file.
struct Above {
  std::string path, name;  // its full name
  std::size_t up = 0;      // how many steps lead to it
  std::string from = {};   // the folder below it on the way
  std::string tail = {};   // what is between that and the file
};

// One of the folders above, and those below it. Without folders sorted by kind those next to each
// other are of other people or of other games, and none is searched.
void add_below(Collection& found, const Above& above, Folders& around) {
  const auto& [base, full, up, from, tail] = above;
  found.add(base, full, kParallel + up, is_kind(full));
  std::vector<std::string> names = around.names(base);
  const bool any = up == 0 || is_kind(from) || is_motion(from);
  std::erase_if(names, [&](const std::string& name) {
    return !may_be_folder(name) || !(any || is_kind(name));
  });
  std::ranges::stable_partition(names, [](const std::string& name) { return is_kind(name); });
  for (const std::string& name : names) {
    if (found.size() >= kMostFolders) return;
    const std::string inner = base + name + "/", whole = full + name + "/";
    const bool kind = is_kind(name);
    if (!tail.empty()) found.add(inner + tail, whole + tail, kParallel, kind);
    found.add(inner, whole, kParallel + up + 1, kind);
    if (!kind) continue;
    for (const std::string& below : around.names(inner)) {
      if (found.size() >= kMostFolders) return;
      if (!may_be_folder(below)) continue;
      const std::string path = below + "/";
      found.add(inner + path, whole + path, kParallel + up + 2, true);
    }
  }
}

void add_around(Collection& found, const std::string& folder, Folders& around) {
  Above here{folder, around.full_name(folder)};
  add_below(found, here, around);
  constexpr std::size_t kMostAbove = 2;
  while (here.up < kMostAbove) {
    const std::string next = folder_above(here.path), name = folder_above(here.name);
    if (next == here.path || name == here.name) return;
    // In memory a folder that is named from inside has no name.
    const bool known = here.name.size() > name.size() && here.name.starts_with(name);
    here = {next, name, here.up + 1, known ? here.name.substr(name.size()) : std::string(),
            here.from + here.tail};
    add_below(found, here, around);
  }
}

bool has(const std::string& folder, const std::string& extension, Folders& around) {
  return !extension.empty() && !around.ending(folder, extension).empty();
}

// Paths of the best fits among some, of which there may be several.
class Choice {
 public:
  Choice(const Wanted& wanted, Folders& around) : wanted_(wanted), around_(around) {}

  void add(const std::string& path) {
    const int fit = wanted_.fit ? wanted_.fit(path) : 1;
    if (fit > best_) best_paths_.clear();
    if (fit == 0) bad_.push_back(path);
    best_ = std::max(best_, fit);
    if (fit > 0 && fit == best_) best_paths_.push_back(path);
  }
  bool empty() const { return best_paths_.empty(); }
  const std::vector<std::string>& bad() const { return bad_; }
  Nearest result() const {
    constexpr std::size_t kMostCopies = 8;
    const bool one = best_paths_.size() <= kMostCopies &&
                     std::ranges::all_of(best_paths_, [&](const std::string& path) {
                       return sum_of(path) == sum_of(best_paths_.front());
                     });
    return one ? Nearest{best_paths_.front(), {}} : Nearest{{}, best_paths_};
  }

 private:
  // Size and checksum of a file, by which copies are known.
  using Sum = std::pair<std::size_t, std::uint32_t>;
  Sum sum_of(const std::string& path) const {
    if (best_paths_.size() == 1) return {};
    return around_.remember<Sum>("sum of " + path, [&]() -> Sum {
      const auto bytes = around_.read(path);
      return bytes ? Sum{bytes->size(), crc32(*bytes)} : Sum{};
    });
  }

  const Wanted& wanted_;
  Folders& around_;
  int best_ = 0;
  std::vector<std::string> best_paths_, bad_;
};

// The files of one rank.
class Rank {
 public:
  Rank(std::span<const NearFolder> folders, const std::string& asking, const Wanted& wanted,
       Folders& around)
      : folders_(folders), asking_(asking), wanted_(wanted), around_(around) {}

  // Files with a wanted name that do not fit are added to `bad`.
  Nearest find(std::vector<std::string>& bad) {
    for (const std::string& stem : wanted_.stems) {
      if (auto found = named(stem, bad)) return *found;
    }
    for (std::size_t end = wanted_.prefixed.size(); end >= kShortest; --end) {
      if (auto found = named(wanted_.prefixed.substr(0, end), bad)) return *found;
    }
    if (!wanted_.fit) return {};
    Choice choice(wanted_, around_);
    for (const NearFolder& folder : folders_) {
      if (!folder.sorted || is_of_others(folder.path, asking_, wanted_.own, around_)) continue;
      for (const std::string& name : around_.ending(folder.path, wanted_.extension))
        choice.add(folder.path + name);
    }
    return choice.empty() ? Nearest() : choice.result();
  }

 private:
  std::optional<Nearest> named(const std::string& stem, std::vector<std::string>& bad) {
    Choice choice(wanted_, around_);
    for (const NearFolder& folder : folders_) {
      if (wanted_.only && has_own(folder.path)) continue;
      const std::string path = around_.path_of(folder.path, stem + wanted_.extension);
      if (!path.empty()) choice.add(path);
    }
    bad.insert(bad.end(), choice.bad().begin(), choice.bad().end());
    if (choice.empty()) return std::nullopt;
    return choice.result();
  }
  bool has_own(const std::string& folder) { return has(folder, wanted_.own, around_); }
  std::span<const NearFolder> folders_;
  const std::string& asking_;
  const Wanted& wanted_;
  Folders& around_;
};

}  // namespace

std::string folder_above(const std::string& folder) {
  if (folder.empty() || folder.ends_with("../")) return folder + "../";
  if (folder == "./") return "../";
  if (folder == "/" || folder.ends_with("//")) return folder;
  return std::string(folder_of(std::string_view(folder).substr(0, folder.size() - 1)));
}

const std::vector<NearFolder>& folders_near(const std::string& folder, const std::string& extension,
                                            Folders& around) {
  return around.remember<std::vector<NearFolder>>("near " + folder + " " + extension, [&] {
    Collection found(around.full_name(folder));
    // An archive is a tree of its own.
    const std::size_t archive = folder.find("//");
    if (archive != folder.npos && archive > 0) {
      add_tree(found, folder, folder.substr(0, archive), extension, around);
    } else {
      for (const std::string& root : around.around().roots())
        add_tree(found, folder, root, extension, around);
      add_around(found, folder, around);
    }
    return found.take();
  });
}

bool is_of_others(const std::string& folder, const std::string& asking, const std::string& own,
                  Folders& around) {
  if (own.empty() || folder_above(asking) == folder) return false;
  if (has(folder, own, around)) return true;
  const std::vector<NearFolder>& near = folders_near(folder, own, around);
  const auto place = std::ranges::find(near, around.full_name(asking), &NearFolder::name);
  // One that is not among the folders around is farther than those.
  return std::any_of(near.begin(), place, [&](const NearFolder& other) {
    return (place == near.end() || other.rank < place->rank) && has(other.path, own, around);
  });
}

Nearest find_near(const std::string& folder, const Wanted& wanted, Folders& around) {
  const std::span<const NearFolder> all = folders_near(folder, wanted.extension, around);
  std::vector<std::string> bad;
  for (std::size_t begin = 0; begin < all.size();) {
    std::size_t end = begin;
    while (end < all.size() && all[end].rank == all[begin].rank)
      ++end;
    Nearest found = Rank(all.subspan(begin, end - begin), folder, wanted, around).find(bad);
    if (!found.path.empty() || !found.rivals.empty()) return found;
    begin = end;
  }
  return {{}, std::move(bad)};
}

}  // namespace anmkit
