// SPDX-License-Identifier: MIT
// The drawn parts of a layout (section 8.3).
#include <algorithm>
#include <set>

#include "formats/sm64/geo/functions.hpp"
#include "formats/sm64/geo/geo.hpp"

namespace anmkit::sm64 {
namespace {

// Whole degrees become binary angles first (section 8.1), of which the engine's tables see the
// upper 12 bits (section 6.5).
double radians_of(std::int32_t degrees, bool engine_trig) {
  const std::int64_t angle = (std::int64_t{degrees} * 32768) / 180;
  return static_cast<double>(engine_trig ? angle & ~std::int64_t{15} : angle) * (kPi / 32768);
}

Mat4 matrix_of(const GeoNode& node, bool unsized, bool engine_trig) {
  const Vec3 scale = unsized ? Vec3{1, 1, 1} : Vec3{node.scale[0], node.scale[1], node.scale[2]};
  const Vec3 t{static_cast<double>(node.translation[0]), static_cast<double>(node.translation[1]),
               static_cast<double>(node.translation[2])};
  const Vec3 angles{radians_of(node.rotation[0], engine_trig),
                    radians_of(node.rotation[1], engine_trig),
                    radians_of(node.rotation[2], engine_trig)};
  return trs_matrix(t, from_euler(angles, EulerOrder::zxy), scale);
}

class Walker {
 public:
  Walker(const GeoLayout& layout, std::span<const std::size_t> cases, bool engine_trig)
      : layout_(layout),
        cases_(cases),
        engine_trig_(engine_trig),
        children_(layout.nodes.size()),
        hidden_(layout.nodes.size()) {
    for (std::size_t i = 0; i < layout.nodes.size(); ++i)
      siblings(static_cast<std::int32_t>(i)).push_back(static_cast<std::int32_t>(i));
  }

  Skeleton run() {
    push(roots_, {-1, -1, -1, {}, {}});
    while (!stack_.empty()) {
      const Visit visit = stack_.back();
      stack_.pop_back();
      enter(visit);
    }
    keep_used_holders();
    return std::move(skeleton_);
  }

 private:
  struct Visit {
    std::int32_t node;
    std::int32_t part;
    std::int32_t holder;
    Mat4 place;  // from the part to the node's parent
    Mat4 held;   // from the holder, or from the part when there is none
  };

  std::vector<std::int32_t>& siblings(std::int32_t node) {
    const std::int32_t parent = at(node).parent;
    return parent < 0 ? roots_ : children_[static_cast<std::size_t>(parent)];
  }

  // Children in reverse, so that the first is on top; of render ranges only the nearest.
  void push(const std::vector<std::int32_t>& list, const Visit& from) {
    std::int32_t nearest = -1;
    for (const std::int32_t child : list) {
      const GeoNode& node = at(child);
      if (node.kind != GeoKind::render_range) continue;
      if (nearest < 0 || node.first < at(nearest).first) nearest = child;
    }
    for (auto it = list.rbegin(); it != list.rend(); ++it) {
      if (at(*it).kind == GeoKind::render_range && *it != nearest) continue;
      stack_.push_back(from);
      stack_.back().node = *it;
    }
  }
  const GeoNode& at(std::int32_t node) const {
    return layout_.nodes[static_cast<std::size_t>(node)];
  }

  void enter(Visit visit) {
    const GeoNode& node = at(visit.node);
    if (node.kind == GeoKind::held_object || hidden_[static_cast<std::size_t>(visit.node)]) return;
    const GeoFunction* function = function_of(node);
    if (node.kind == GeoKind::part) {
      skeleton_.parts.push_back({name_of(node), visit.node, visit.part});
      skeleton_.offsets.push_back(visit.place);
      visit.part = static_cast<std::int32_t>(skeleton_.parts.size()) - 1;
      visit.holder = -1;
      visit.place = visit.held = Mat4{};
    } else if (node.kind == GeoKind::transform) {
      const Mat4 own = matrix_of(node, sized_by_game(visit.node), engine_trig_);
      visit.place = visit.place * own;
      visit.held = visit.held * own;
    } else if (node.kind == GeoKind::billboard) {
      visit.place = visit.place * matrix_of(node, false, engine_trig_);
      hold(visit);
    }
    if (!node.display_list.empty()) {
      if (visit.part < 0 && visit.holder < 0) visit.holder = outside();
      skeleton_.drawn.push_back({visit.node, visit.part, visit.holder, visit.held});
    }
    const auto& list = children_[static_cast<std::size_t>(visit.node)];
    if (node.kind != GeoKind::switch_case) return push(list, visit);
    const std::size_t chosen = choose(visit.node, function, list.size());
    if (list.empty()) return;
    stack_.push_back(visit);
    stack_.back().node = list[chosen];
  }

  // A billboard has only its place from what is above it: no rotation and no size.
  void hold(Visit& visit) {
    visit.holder = static_cast<std::int32_t>(skeleton_.holders.size());
    skeleton_.holders.push_back({{}, visit.part, transform_point(visit.place, {}), true});
    visit.held = Mat4{};
  }
  // Holds all that is drawn outside of parts.
  std::int32_t outside() {
    if (outside_ < 0) {
      outside_ = static_cast<std::int32_t>(skeleton_.holders.size());
      skeleton_.holders.push_back({});
    }
    return outside_;
  }

  std::size_t choose(std::int32_t node, const GeoFunction* function, std::size_t count) {
    std::size_t chosen = function != nullptr ? function->at_rest : 0;
    if (switches_ < cases_.size()) chosen = cases_[switches_];
    ++switches_;
    if (function != nullptr && function->effect == GeoEffect::cap) {
      for (const std::int32_t other : siblings(node)) {
        if (!at(other).translate_rotate) continue;
        hidden_[static_cast<std::size_t>(other)] = (chosen & kCapWings) == 0;
      }
      chosen &= kCapOff;
    }
    return chosen < count ? chosen : 0;
  }

  const GeoFunction* function_of(const GeoNode& node) {
    if (node.function.empty() || node.kind == GeoKind::unknown) return nullptr;
    const GeoFunction* known = find_geo_function(node.function);
    const bool draws = known != nullptr && known->effect == GeoEffect::draws;
    if (known != nullptr && !draws) return known;
    auto& names = draws ? skeleton_.drawing : skeleton_.unknown;
    if (std::ranges::find(names, node.function) == names.end()) names.push_back(node.function);
    return known;
  }
  // Whether the node before it is a function that sets its scale.
  bool sized_by_game(std::int32_t node) {
    const auto& list = siblings(node);
    const auto here = std::ranges::find(list, node);
    if (here == list.begin()) return false;
    const GeoFunction* function = find_geo_function(at(*(here - 1)).function);
    return function != nullptr && function->effect == GeoEffect::size;
  }

  std::string name_of(const GeoNode& node) {
    return unique(node.display_list.empty() ? numbered("part_", skeleton_.parts.size())
                                            : node.display_list);
  }
  static std::string numbered(std::string_view what, std::size_t number) {
    return std::string(what) + (number < 10 ? "0" : "") + std::to_string(number);
  }
  std::string unique(const std::string& name) {
    std::string made = name;
    for (int i = 2; !names_.insert(made).second; ++i)
      made = name + "_" + std::to_string(i);
    return made;
  }

  // Holders get their names after all parts, whose names must not depend on them.
  void keep_used_holders() {
    std::vector<Holder> all = std::move(skeleton_.holders);
    skeleton_.holders.clear();
    std::vector<std::int32_t> now(all.size(), -1);
    for (DrawnNode& drawn : skeleton_.drawn) {
      if (drawn.holder < 0) continue;
      std::int32_t& place = now[static_cast<std::size_t>(drawn.holder)];
      if (place < 0) {
        place = static_cast<std::int32_t>(skeleton_.holders.size());
        Holder& kept = skeleton_.holders.emplace_back(all[static_cast<std::size_t>(drawn.holder)]);
        kept.name = unique(kept.billboard ? "billboard" : layout_.name);
      }
      drawn.holder = place;
    }
  }

  const GeoLayout& layout_;
  std::span<const std::size_t> cases_;
  bool engine_trig_;
  std::vector<std::vector<std::int32_t>> children_;
  std::vector<bool> hidden_;
  std::vector<std::int32_t> roots_;
  std::vector<Visit> stack_;
  std::set<std::string> names_;
  std::size_t switches_ = 0;
  std::int32_t outside_ = -1;
  Skeleton skeleton_;
};

}  // namespace

Skeleton build_skeleton(const GeoLayout& layout, std::span<const std::size_t> cases,
                        bool engine_trig) {
  return Walker(layout, cases, engine_trig).run();
}

}  // namespace anmkit::sm64
