// SPDX-License-Identifier: MIT
// Guessing which bone drives which node.
#include <algorithm>
#include <cmath>
#include <map>

#include "anmkit/retarget.hpp"
#include "retarget/presets.hpp"
#include "retarget/roles.hpp"
#include "retarget/skeleton.hpp"

namespace anmkit {
namespace {

using bones::Part;
using bones::Role;
using Reason = BonePair::Reason;

class Guess {
 public:
  Guess(const Scene& source, const Scene& target)
      : source_(source),
        target_(target),
        from_(bones::source_bones(source)),
        to_(bones::target_bones(target)),
        from_body_(bones::anatomy_of(source, from_)),
        to_body_(bones::anatomy_of(target, to_)),
        from_roles_(from_body_.roles),
        to_roles_(to_body_.roles),
        from_names_(bones::spellings_of(source, from_)),
        to_names_(bones::spellings_of(target, to_)),
        bone_(target.nodes.size(), -1),
        reason_(target.nodes.size(), Reason::name),
        taken_(source.nodes.size()) {}

  BoneMap run() {
    by_key([](const Scene& scene, const auto&, std::size_t i) { return scene.nodes[i].name; },
           Reason::name);
    by_key(
        [](const Scene&, const std::vector<bones::Spelling>& names, std::size_t i) {
          const bones::Spelling& spelling = names[i];
          if (spelling.word.empty()) return std::string();
          return spelling.word + "/" + std::to_string(static_cast<int>(spelling.side)) + "/" +
                 spelling.number;
        },
        Reason::spelling);
    by_role();
    chains();
    by_structure();
    return made();
  }

 private:
  void pair(std::size_t target, std::size_t source, Reason reason) {
    bone_[target] = static_cast<std::int64_t>(source);
    reason_[target] = reason;
    taken_[source] = true;
  }
  bool open(std::size_t target) const { return to_[target] && bone_[target] < 0; }
  bool free(std::size_t source) const { return from_[source] && !taken_[source]; }

  // Keys that one node of each side has.
  template <class Key>
  void by_key(Key key, Reason reason) {
    std::map<std::string, std::vector<std::size_t>> sources, targets;
    for (std::size_t i = 0; i < source_.nodes.size(); ++i) {
      if (free(i)) sources[key(source_, from_names_, i)].push_back(i);
    }
    for (std::size_t i = 0; i < target_.nodes.size(); ++i) {
      if (open(i)) targets[key(target_, to_names_, i)].push_back(i);
    }
    for (const auto& [word, nodes] : targets) {
      const auto found = sources.find(word);
      if (word.empty() || nodes.size() != 1 || found == sources.end()) continue;
      if (found->second.size() == 1 && fits(nodes[0], found->second[0]))
        pair(nodes[0], found->second[0], reason);
    }
  }
  // What both are known to be must not differ: Mixamo's "LeftLeg" is a shin, Blockbench's a leg.
  // A bone whose name proposes a part, and which the tree does not let be it, is no part of a body.
  bool fits(std::size_t target, std::size_t source) const {
    const Part a = to_roles_[target].part, b = from_roles_[source].part;
    // What stands between others has no word of its own: the same name is the same node.
    if (a == Part::carrier) return source_.nodes[source].name == target_.nodes[target].name;
    if (b != Part::none && to_body_.is_doubtful(target)) return false;
    if (a != Part::none && b == Part::none) return !proposes_part(source);
    return a == Part::none || b == Part::none || a == b;
  }
  bool proposes_part(std::size_t source) const {
    const bones::Meaning meaning = bones::meaning_of(from_names_[source]);
    return meaning.part != Part::none || meaning.other != Part::none;
  }

  static bool is_chain(Part part) { return part == Part::spine || part >= Part::thumb; }
  void by_role() {
    for (std::size_t t = 0; t < bone_.size(); ++t) {
      const Role role = to_roles_[t];
      if (!open(t) || role.part <= Part::carrier || is_chain(role.part)) continue;
      for (std::size_t s = 0; s < from_roles_.size(); ++s) {
        if (!free(s) || from_roles_[s] != role) continue;
        pair(t, s, Reason::body);
        break;
      }
    }
  }
  // Bones of a chain, from the body outwards.
  using Chain = std::vector<std::size_t>;
  template <class Usable>
  static Chain chain_of(const Role& role, const std::vector<Role>& all, const Scene& scene,
                        Usable usable) {
    Chain chain;
    for (const std::uint32_t i : parents_first(scene)) {
      if (all[i] == role && usable(i)) chain.push_back(i);
    }
    return chain;
  }
  // Spines and fingers. Rigs number their bones from different ones: where equal names cross, or
  // fit worse than the order of the bones, the order decides.
  void chains() {
    std::vector<Role> roles;
    for (const Role& role : to_roles_) {
      if (is_chain(role.part) && std::ranges::find(roles, role) == roles.end())
        roles.push_back(role);
    }
    for (const Role& role : roles) {
      const Chain to = chain_of(role, to_roles_, target_, [&](std::size_t i) {
        return to_[i] && (open(i) || from_roles_[static_cast<std::size_t>(bone_[i])] == role);
      });
      const Chain from = chain_of(role, from_roles_, source_, [&](std::size_t i) {
        const auto user = std::ranges::find(bone_, static_cast<std::int64_t>(i));
        return from_[i] && (user == bone_.end() ||
                            to_roles_[static_cast<std::size_t>(user - bone_.begin())] == role);
      });
      if (!agrees(to, from)) release(to);
      fill(to, from);
    }
  }
  void release(const Chain& to) {
    for (const std::size_t i : to) {
      if (bone_[i] >= 0) taken_[static_cast<std::size_t>(bone_[i])] = false;
      bone_[i] = -1;
    }
  }
  // Of each bone of a chain the place of the one that drives it; -1: none.
  std::vector<std::int64_t> drivers(const Chain& to, const Chain& from) const {
    std::vector<std::int64_t> places;
    for (const std::size_t i : to) {
      const auto found = std::ranges::find(from, static_cast<std::size_t>(bone_[i]));
      places.push_back(bone_[i] < 0 ? -1 : found - from.begin());
    }
    return places;
  }
  // Whether pairs of names keep the order of the chains and, in chains of equal length, fit the
  // places of the joints better than the pairs of that order.
  bool agrees(const Chain& to, const Chain& from) const {
    const std::vector<std::int64_t> places = drivers(to, from);
    std::int64_t last = -1;
    bool shifted = false;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (places[i] < 0) continue;
      if (places[i] <= last) return false;
      last = places[i];
      shifted = shifted || places[i] != static_cast<std::int64_t>(i);
    }
    if (!shifted || to.size() != from.size()) return true;
    const std::vector<double> a = places_along(to, target_), b = places_along(from, source_);
    double by_name = 0, by_order = 0, named = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      by_order += std::abs(a[i] - b[i]);
      if (places[i] < 0) continue;
      by_name += std::abs(a[i] - b[static_cast<std::size_t>(places[i])]);
      ++named;
    }
    return by_name / named < by_order / static_cast<double>(places.size());
  }
  // How far the joints of a chain are from what carries it, in parts of the last one's distance.
  static std::vector<double> places_along(const Chain& chain, const Scene& scene) {
    const bones::Stance stance = bones::bind_stance(scene);
    const std::int32_t up = bones::parent_of(scene, chain.front());
    const Vec3 begin = stance.joint[up < 0 ? chain.front() : static_cast<std::size_t>(up)];
    const double whole = length(stance.joint[chain.back()] - begin);
    std::vector<double> places;
    for (const std::size_t i : chain)
      places.push_back(whole > 0 ? length(stance.joint[i] - begin) / whole : 0);
    return places;
  }
  // Drives bones without a name in common by those between the drivers of their neighbours; of
  // different numbers the last drives the last.
  void fill(const Chain& to, const Chain& from) {
    const std::vector<std::int64_t> places = drivers(to, from);
    std::size_t below = 0;  // the first driver that is left
    for (std::size_t begin = 0; begin < to.size();) {
      std::size_t end = begin;
      while (end < to.size() && places[end] < 0)
        ++end;
      const std::size_t above =
          end < to.size() ? static_cast<std::size_t>(places[end]) : from.size();
      const std::size_t n = end - begin, m = above - below;
      for (std::size_t i = 0; i < n && m > 0; ++i) {
        const std::size_t last = below + ((i + 1) * m + n - 1) / n - 1;
        // Where there are fewer bones than nodes, the further nodes keep their pose.
        if (!taken_[from[last]]) pair(to[begin + i], from[last], Reason::body);
      }
      below = above + 1;
      begin = end + 1;
    }
  }

  // ---- structure ----

  using Children = std::vector<std::vector<std::size_t>>;
  static Children children_of(const Scene& scene, const std::vector<bool>& counts) {
    Children children(scene.nodes.size() + 1);
    for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
      if (!counts[i]) continue;
      std::int32_t up = bones::parent_of(scene, i);
      std::size_t steps = 0;
      while (up >= 0 && !counts[static_cast<std::size_t>(up)] && steps++ < scene.nodes.size())
        up = bones::parent_of(scene, static_cast<std::size_t>(up));
      children[up < 0 ? scene.nodes.size() : static_cast<std::size_t>(up)].push_back(i);
    }
    return children;
  }
  // The shape of what hangs below each node: equal numbers are trees of one shape.
  using Shapes = std::vector<std::size_t>;
  // Not the vectors' own order: on big-endian machines libstdc++ 12 compares a part of their bytes.
  struct Before {
    bool operator()(const Shapes& a, const Shapes& b) const {
      return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    }
  };
  using KnownShapes = std::map<Shapes, std::size_t, Before>;
  static Shapes shapes_of(const Scene& scene, const Children& children, KnownShapes& known) {
    Shapes shapes(scene.nodes.size() + 1);
    auto order = parents_first(scene);
    const auto shape = [&](std::size_t i) {
      Shapes below;
      for (const std::size_t child : children[i])
        below.push_back(shapes[child]);
      std::ranges::sort(below);
      shapes[i] = known.try_emplace(std::move(below), known.size() + 1).first->second;
    };
    for (auto it = order.rbegin(); it != order.rend(); ++it)
      shape(*it);
    shape(scene.nodes.size());
    return shapes;
  }

  // Below pairs, and from the roots on, what has the same shape on both sides is the same, when no
  // sister of it has that shape as well: then the way it is decides.
  void by_structure() {
    const Children to = children_of(target_, to_), from = children_of(source_, from_);
    KnownShapes known;
    const auto to_shapes = shapes_of(target_, to, known),
               from_shapes = shapes_of(source_, from, known);
    const bones::Stance here = bones::stance_of(target_, bones::reference_pose(target_));
    const bones::Stance there = bones::bind_stance(source_);
    struct Below {
      std::size_t target, source;
    };
    // Between directions: a limb that lies otherwise by more than 60 degrees is another one.
    constexpr double kSameWay = 1;
    // Thousands of sisters on both sides are no skeleton.
    constexpr std::size_t kMostLooks = 4'000'000;
    std::size_t looks = 0;
    std::vector<Below> work;
    if (to_shapes.back() == from_shapes.back())
      work.push_back({target_.nodes.size(), source_.nodes.size()});
    for (std::size_t t = 0; t < bone_.size(); ++t) {
      if (bone_[t] >= 0) work.push_back({t, static_cast<std::size_t>(bone_[t])});
    }
    while (!work.empty()) {
      const Below at = work.back();
      work.pop_back();
      if (to_shapes[at.target] != from_shapes[at.source]) continue;
      for (const std::size_t child : to[at.target]) {
        if (!open(child)) continue;
        std::int64_t best = -1;
        double nearest = 0;
        for (const std::size_t bone : from[at.source]) {
          if (looks++ > kMostLooks) return;
          if (!free(bone) || from_shapes[bone] != to_shapes[child] || !fits(child, bone)) continue;
          const double away = distance(here, child, at.target, there, bone, at.source);
          if (away > kSameWay || (best >= 0 && away >= nearest)) continue;
          best = static_cast<std::int64_t>(bone);
          nearest = away;
        }
        if (best < 0) continue;
        pair(child, static_cast<std::size_t>(best), Reason::structure);
        work.push_back({child, static_cast<std::size_t>(best)});
      }
    }
  }
  static double distance(const bones::Stance& a, std::size_t i, std::size_t above_i,
                         const bones::Stance& b, std::size_t k, std::size_t above_k) {
    const auto way = [](const bones::Stance& stance, std::size_t node, std::size_t above) {
      const Vec3 from = above < stance.joint.size() ? stance.joint[above] : Vec3{};
      const Vec3 v = stance.joint[node] - from;
      const double size = length(v);
      return size > 0 ? v * (1 / size) : v;
    };
    return length(way(a, i, above_i) - way(b, k, above_k));
  }

  // Eyes and antennas go with the head that they hang on.
  bool rides(std::size_t target) const {
    if (to_roles_[target].part != Part::none || to_body_.is_doubtful(target)) return false;
    std::int32_t up = bones::parent_of(target_, target);
    for (std::size_t steps = 0; up >= 0 && steps < bone_.size(); ++steps) {
      if (bone_[static_cast<std::size_t>(up)] >= 0) return true;
      up = bones::parent_of(target_, static_cast<std::size_t>(up));
    }
    return false;
  }

  // Bones that may be meant for a node without one: those that contradict each other, else those
  // whose names propose the part.
  std::vector<std::string> candidates(std::size_t target) const {
    const Role role = to_roles_[target];
    std::vector<std::string> names;
    const auto add = [&](std::size_t source) {
      const std::string& name = source_.nodes[source].name;
      if (free(source) && std::ranges::find(names, name) == names.end()) names.push_back(name);
    };
    if (role.part <= Part::carrier) return names;
    for (const bones::Doubt& doubt : from_body_.doubts) {
      if (doubt.role == role) std::ranges::for_each(doubt.nodes, add);
    }
    if (names.empty()) for_each_proposal(role, add);
    return names;
  }
  template <class See>
  void for_each_proposal(Role role, See see) const {
    for (std::size_t i = 0; i < from_names_.size(); ++i) {
      const bones::Meaning meaning = bones::meaning_of(from_names_[i]);
      const bool meant = meaning.part == role.part || meaning.other == role.part;
      if (from_[i] && meant && from_names_[i].side == role.side) see(i);
    }
  }

  BoneMap made() const {
    BoneMap map;
    std::vector<std::size_t> riders;
    for (std::size_t t = 0; t < bone_.size(); ++t) {
      if (!to_[t]) continue;
      const std::string& name = target_.nodes[t].name;
      if (bone_[t] >= 0) {
        map.pairs.push_back({name, source_.nodes[static_cast<std::size_t>(bone_[t])].name,
                             reason_[t], static_cast<std::int64_t>(t), bone_[t]});
      } else if (to_roles_[t].part == Part::carrier || bones::is_optional(to_roles_[t].part)) {
        map.at_rest.push_back(name);
      } else if (rides(t)) {
        riders.push_back(t);
      } else {
        map.missing.push_back({name, candidates(t)});
      }
    }
    // Few of them; where most of a skeleton would only go along, the two are strangers.
    const bool few = riders.size() <= map.pairs.size();
    for (const std::size_t t : riders) {
      const std::string& name = target_.nodes[t].name;
      if (few) map.at_rest.push_back(name);
      if (!few) map.missing.push_back({name, candidates(t)});
    }
    return map;
  }

  const Scene &source_, &target_;
  std::vector<bool> from_, to_;
  bones::Anatomy from_body_, to_body_;
  const std::vector<Role>&from_roles_, &to_roles_;
  std::vector<bones::Spelling> from_names_, to_names_;
  std::vector<std::int64_t> bone_;
  std::vector<Reason> reason_;
  std::vector<bool> taken_;
};

}  // namespace

std::string_view reason_name(BonePair::Reason reason) {
  switch (reason) {
    case Reason::given:
      return "given";
    case Reason::name:
      return "same name";
    case Reason::spelling:
      return "same spelling";
    case Reason::body:
      return "same part of the body";
    case Reason::structure:
      break;
  }
  return "same place in the tree";
}

BoneMap guess_bones(const Scene& source, const Scene& target) {
  return Guess(source, target).run();
}

}  // namespace anmkit
