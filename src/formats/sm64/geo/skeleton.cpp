// SPDX-License-Identifier: MIT
// The drawn parts of a layout (section 8.3).
#include <algorithm>
#include <charconv>
#include <set>

#include "core/nearest.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/geo/geo.hpp"

namespace anmkit::sm64 {
namespace {

// Whole degrees become binary angles first (section 8.1).
double radians_of(std::int32_t degrees) {
  const std::int64_t angle = (std::int64_t{degrees} * 32768) / 180;
  return static_cast<double>(angle) * (kPi / 32768);
}

Mat4 matrix_of(const GeoNode& node) {
  const Vec3 t{static_cast<double>(node.translation[0]), static_cast<double>(node.translation[1]),
               static_cast<double>(node.translation[2])};
  const Vec3 angles{radians_of(node.rotation[0]), radians_of(node.rotation[1]),
                    radians_of(node.rotation[2])};
  return trs_matrix(t, from_euler(angles, EulerOrder::zxy), {node.scale, node.scale, node.scale});
}

class Walker {
 public:
  Walker(const GeoLayout& layout, std::span<const std::size_t> cases)
      : layout_(layout), cases_(cases), children_(layout.nodes.size()) {
    for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
      const std::int32_t parent = layout.nodes[i].parent;
      auto& list = parent < 0 ? roots_ : children_[static_cast<std::size_t>(parent)];
      list.push_back(static_cast<std::int32_t>(i));
    }
  }

  Skeleton run() {
    push(roots_, -1, Mat4{});
    while (!stack_.empty()) {
      const Visit visit = stack_.back();
      stack_.pop_back();
      enter(visit);
    }
    return std::move(skeleton_);
  }

 private:
  struct Visit {
    std::int32_t node;
    std::int32_t part;
    Mat4 place;  // from the part to the node's parent
  };

  // Children in reverse, so that the first is on top; of render ranges only the nearest.
  void push(const std::vector<std::int32_t>& list, std::int32_t part, const Mat4& place) {
    std::int32_t nearest = -1;
    for (const std::int32_t child : list) {
      const GeoNode& node = at(child);
      if (node.kind != GeoKind::render_range) continue;
      if (nearest < 0 || node.first < at(nearest).first) nearest = child;
    }
    for (auto it = list.rbegin(); it != list.rend(); ++it) {
      if (at(*it).kind == GeoKind::render_range && *it != nearest) continue;
      stack_.push_back({*it, part, place});
    }
  }
  const GeoNode& at(std::int32_t node) const {
    return layout_.nodes[static_cast<std::size_t>(node)];
  }

  void enter(const Visit& visit) {
    const GeoNode& node = at(visit.node);
    if (node.kind == GeoKind::held_object) return;
    std::int32_t part = visit.part;
    Mat4 place = visit.place;
    if (node.kind == GeoKind::part) {
      part = static_cast<std::int32_t>(skeleton_.parts.size());
      skeleton_.parts.push_back({name_of(node), visit.node, visit.part});
      skeleton_.offsets.push_back(visit.place);
      place = Mat4{};
    } else if (node.kind == GeoKind::transform || node.kind == GeoKind::billboard) {
      place = place * matrix_of(node);
    }
    if (!node.display_list.empty()) skeleton_.drawn.push_back({visit.node, part, place});
    const auto& list = children_[static_cast<std::size_t>(visit.node)];
    if (node.kind != GeoKind::switch_case) return push(list, part, place);
    std::size_t chosen = switches_ < cases_.size() ? cases_[switches_] : 0;
    ++switches_;
    if (chosen >= list.size()) chosen = 0;
    if (!list.empty()) stack_.push_back({list[chosen], part, place});
  }

  std::string name_of(const GeoNode& node) {
    const std::size_t number = skeleton_.parts.size();
    std::string name = node.display_list;
    if (name.empty())
      name = number < 10 ? "part_0" + std::to_string(number) : "part_" + std::to_string(number);
    std::string unique = name;
    for (int i = 2; !names_.insert(unique).second; ++i)
      unique = name + "_" + std::to_string(i);
    return unique;
  }

  const GeoLayout& layout_;
  std::span<const std::size_t> cases_;
  std::vector<std::vector<std::int32_t>> children_;
  std::vector<std::int32_t> roots_;
  std::vector<Visit> stack_;
  std::set<std::string> names_;
  std::size_t switches_ = 0;
  Skeleton skeleton_;
};

}  // namespace

Skeleton build_skeleton(const GeoLayout& layout, std::span<const std::size_t> cases) {
  return Walker(layout, cases).run();
}

std::vector<std::size_t> switch_cases(const Options& options) {
  std::vector<std::size_t> cases;
  for (std::string_view list : options.all("switch")) {
    while (!list.empty()) {
      const std::size_t comma = list.find(',');
      const std::string_view one = list.substr(0, comma);
      std::size_t value = 0;
      std::from_chars(one.data(), one.data() + one.size(), value);
      cases.push_back(value);
      list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
    }
  }
  return cases;
}

Result<void> check_named(const std::vector<GeoLayout>& layouts, const Options& options) {
  const std::string_view wanted = options.text("geo");
  std::vector<std::string_view> known;
  std::string names;
  for (const GeoLayout& layout : layouts) {
    if (layout.name == wanted) return {};
    known.push_back(layout.name);
    if (names.size() < 300) names += " " + layout.name;
  }
  if (wanted.empty()) return {};
  std::string message = "--geo: no layout is called " + quoted(wanted);
  if (const std::string_view meant = nearest(wanted, known); !meant.empty()) {
    message += "; did you mean " + quoted(meant) + "?";
  } else {
    message += names.empty() ? "; no file with layouts is given" : "; there are" + names;
  }
  return fail(std::string(kBadOption), std::move(message));
}

const GeoLayout* choose_layout(const std::vector<GeoLayout>& layouts, const Options& options,
                               std::size_t parts) {
  const std::string_view wanted = options.text("geo");
  const auto cases = switch_cases(options);
  const GeoLayout* best = nullptr;
  std::size_t most = 0;
  for (const GeoLayout& layout : layouts) {
    if (!wanted.empty() && layout.name == wanted) return &layout;
    const std::size_t count = build_skeleton(layout, cases).parts.size();
    if (count == 0) continue;
    // The first layout with the animation's own number of parts, else the largest.
    if (count == parts && most != parts) {
      best = &layout;
      most = count;
    }
    if ((most != parts || parts == 0) && count > most) {
      best = &layout;
      most = count;
    }
  }
  return best;
}

}  // namespace anmkit::sm64
