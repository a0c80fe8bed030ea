// SPDX-License-Identifier: MIT
// From a scene's tree and meshes to the tree of a model.
#include "formats/craftstudio/model/body.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "formats/craftstudio/findings.hpp"
#include "formats/craftstudio/model/known_shape.hpp"

namespace anmkit::craftstudio {
namespace {

constexpr std::size_t kMostNodes = 65535;

double sign_of(double v) {
  return v < 0 ? -1 : 1;
}

class BodyFinder {
 public:
  BodyFinder(const Scene& scene, const Pictures& pictures, double pixels_per_unit,
             const RestModel* known, const Scene* own, bool keeps_order, bool wants_full)
      : scene_(scene),
        pictures_(pictures),
        pixels_(pixels_per_unit),
        known_(known),
        keeps_order_(keeps_order),
        wants_full_(wants_full) {
    if (own != nullptr) own_ = read_surfaces(*own);
  }

  Result<Body> find() {
    body_.surfaces = read_surfaces(scene_);
    names_ = names_of_blocks(scene_);
    taken_.insert(names_.begin(), names_.end());
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (scene_.nodes[i].name.empty()) {
        ++body_.nameless;
      } else if (names_[i] != scene_.nodes[i].name) {
        ++body_.renamed;
      }
    }
    match_known();
    std::vector<bool> has_children(scene_.nodes.size());
    for (const Node& node : scene_.nodes)
      if (node.parent >= 0) has_children[static_cast<std::size_t>(node.parent)] = true;
    at_.assign(scene_.nodes.size(), -1);
    centre_.resize(scene_.nodes.size());
    for (const std::uint32_t i : order()) {
      const bool camera = scene_.nodes[i].camera >= 0;
      if (!has_children[i] && body_.surfaces.nodes[i].facets.empty() &&
          (camera || body_.surfaces.holders[i])) {
        body_.cameras += camera ? 1 : 0;
        continue;
      }
      add(i);
      if (body_.nodes.size() > kMostNodes)
        return fail(prefixed("E-RANGE"), "the scene has more than 65535 nodes and boxes");
    }
    return std::move(body_);
  }

 private:
  std::vector<std::uint32_t> order() const {
    std::vector<std::uint32_t> order(scene_.nodes.size());
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    const auto early = [&](std::uint32_t i) {
      return scene_.nodes[i].parent < static_cast<std::int32_t>(i);
    };
    if (keeps_order_ && std::ranges::all_of(order, early)) return order;
    // Depth first, as the text has them.
    std::vector<std::vector<std::uint32_t>> children(order.size() + 1);
    std::vector<bool> placed(order.size());
    for (const std::uint32_t i : parents_first(scene_)) {
      const auto above = static_cast<std::size_t>(scene_.nodes[i].parent);
      const bool hangs = scene_.nodes[i].parent >= 0 && placed[above];
      placed[i] = true;
      children[hangs ? above : order.size()].push_back(i);
    }
    for (auto& list : children)
      std::ranges::sort(list, std::greater{});
    std::vector<std::uint32_t> stack = children.back();
    order.clear();
    while (!stack.empty()) {
      const std::uint32_t i = stack.back();
      stack.pop_back();
      order.push_back(i);
      stack.insert(stack.end(), children[i].begin(), children[i].end());
    }
    return order;
  }

  // Nodes of the file that the scene was made from, by place among those of their name.
  void match_known() {
    from_.assign(scene_.nodes.size(), kNoNode);
    if (known_ == nullptr) return;
    std::map<std::pair<std::string_view, std::int64_t>, std::size_t> by_id;
    std::multimap<std::string_view, std::size_t> by_name;
    for (std::size_t i = 0; i < known_->nodes.size(); ++i) {
      by_id.try_emplace({known_->nodes[i].name, known_->nodes[i].id}, i);
      by_name.emplace(known_->nodes[i].name, i);
    }
    std::set<std::size_t> used;
    for (std::size_t i = 0; i < from_.size(); ++i) {
      const Node& node = scene_.nodes[i];
      std::size_t found = kNoNode;
      if (const auto at = by_id.find({node.name, node.id}); at != by_id.end()) {
        found = at->second;
      } else if (by_name.count(node.name) == 1) {
        found = by_name.find(node.name)->second;
      }
      if (found != kNoNode && used.insert(found).second) {
        from_[i] = found;
        // Its name is the file's, double or not.
        names_[i] = node.name;
        if (node.name.empty()) --body_.nameless;
      }
    }
  }

  std::string fresh_name(const std::string& base) {
    for (std::size_t number = next_[base] + 1;; ++number) {
      std::string name = base + " " + std::to_string(number);
      next_[base] = number;
      if (taken_.insert(name).second) return name;
    }
  }

  void add(std::uint32_t index) {
    const Surface& surface = body_.surfaces.nodes[index];
    const Node& node = scene_.nodes[index];
    const auto here = static_cast<std::int32_t>(body_.nodes.size());
    at_[index] = here;
    BodyNode& to = body_.nodes.emplace_back();
    to.name = names_[index];
    to.node = index;
    if (from_[index] != kNoNode) {
      to.known = &known_->nodes[from_[index]];
      const double reach = 1e-4 / pixels_ * (1 + length(to.known->size));
      to.same = own_ && from_[index] < own_->nodes.size() &&
                is_same(surface, own_->nodes[from_[index]], reach);
    }
    std::vector<Box> boxes;
    if (!to.same && !(surface.facets.empty() && surface.vertices.empty())) {
      std::optional<Box> flat;
      if (to.known != nullptr) flat = as_known(surface, *to.known, pixels_);
      if (flat) {
        boxes.push_back(std::move(*flat));
      } else {
        boxes = find_boxes(surface);
      }
    }
    const Vec3 side = to.known != nullptr
                          ? Vec3{sign_of(to.known->scale.x), sign_of(to.known->scale.y),
                                 sign_of(to.known->scale.z)}
                          : Vec3{1, 1, 1};
    if (wants_full_ && to.known == nullptr)
      for (Box& box : boxes)
        turn_to_full(box, surface);
    Vec3 centre;
    // A single one that is not rotated is the node's own; others hang on it.
    const bool own = boxes.size() == 1 && boxes.front().turn == Quat{};
    if (own) {
      centre = boxes.front().centre;
      put(to, boxes.front(), surface, side);
    } else if (to.same) {
      keep(to, node, surface);
    }
    const Local& rest = surface.rest;
    to.turn = rest.rotation;
    to.pivot = rest.pivot + centre;
    // Children hang on the centre of the block above.
    to.position = rest.position;
    const auto above = static_cast<std::size_t>(node.parent);
    if (node.parent >= 0 && above < at_.size() && at_[above] >= 0) {
      to.parent = at_[above];
      to.position = to.position - centre_[above];
    }
    centre_[index] = centre;
    if (own) return;
    for (const Box& box : boxes) {
      if (body_.nodes.size() > kMostNodes) return;
      BodyNode& child = body_.nodes.emplace_back();
      child.name = fresh_name(names_[index]);
      child.parent = here;
      child.position = box.centre;
      child.turn = box.turn;
      put(child, box, surface, {1, 1, 1});
    }
  }

  // Editors whose models look the other way unwrap boxes alike, from another side: such a box is
  // unwrapped fully once it is rotated about its own y.
  void turn_to_full(Box& box, const Surface& surface) {
    if (!box.exact) return;
    for (int quarter = 0; quarter < 4; ++quarter) {
      Box turned = box;
      const Quat by = from_axis_angle({0, 1, 0}, quarter * kPi / 2);
      turned.turn = quarter == 0 ? box.turn : box.turn * by;
      if (quarter % 2 == 1) std::swap(turned.half.x, turned.half.z);
      const Block block = block_of(turned, surface, scene_, pictures_, pixels_, nullptr, {1, 1, 1});
      if (!is_full(block)) continue;
      box = turned;
      return;
    }
  }

  void put(BodyNode& to, const Box& box, const Surface& surface, Vec3 side) {
    to.block = block_of(box, surface, scene_, pictures_, pixels_, to.known, side);
    const Block& block = *to.block;
    const auto factor = [&](double half, std::uint16_t size, double sign) {
      return size == 0 ? sign : sign * 2 * half * pixels_ / size;
    };
    to.scale = {factor(block.box.half.x, block.size[0], side.x),
                factor(block.box.half.y, block.size[1], side.y),
                factor(block.box.half.z, block.size[2], side.z)};
    for (double* one : {&to.scale.x, &to.scale.y, &to.scale.z}) {
      // A rounding error of 32-bit numbers.
      if (std::fabs(std::fabs(*one) - 1) < 2e-5) *one = sign_of(*one);
    }
  }

  // The block that the known node has.
  void keep(BodyNode& to, const Node& node, const Surface& surface) {
    to.scale = node.rest.scale;
    Block& block = to.block.emplace();
    const Vec3 size = scale(to.known->size, to.scale) * (0.5 / pixels_);
    block.box.half = {std::fabs(size.x), std::fabs(size.y), std::fabs(size.z)};
    block.box.exact = true;
    block.box.facets.resize(surface.facets.size());
    std::iota(block.box.facets.begin(), block.box.facets.end(), std::uint32_t{0});
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double whole = axis == 0   ? to.known->size.x
                           : axis == 1 ? to.known->size.y
                                       : to.known->size.z;
      block.size[axis] = static_cast<std::uint16_t>(std::clamp(whole, 0.0, 65535.0));
    }
    const std::int32_t image = surface.facets.empty() ? -1 : surface.facets.front().image;
    if (image < 0) return;
    for (std::size_t f = 0; f < kFaceCount; ++f) {
      block.faces[f].kind = Block::Face::Kind::image;
      block.faces[f].image = image;
      block.faces[f].offset = to.known->quad_offset[f];
      block.faces[f].transform = to.known->quad_transform[f];
    }
  }

  const Scene& scene_;
  const Pictures& pictures_;
  double pixels_;
  const RestModel* known_;
  bool keeps_order_, wants_full_;
  std::optional<Surfaces> own_;
  std::vector<std::string> names_;
  std::set<std::string> taken_;
  std::map<std::string, std::size_t> next_;
  std::vector<std::size_t> from_;  // node of the known model
  std::vector<std::int32_t> at_;   // node of the body
  std::vector<Vec3> centre_;       // of the block, in the node's axes
  Body body_;
};

}  // namespace

const Surface& Body::around(const BodyNode& node) const {
  const BodyNode& own = node.node != kNoNode ? node : nodes[static_cast<std::size_t>(node.parent)];
  return surfaces.nodes[own.node];
}

Result<Body> find_body(const Scene& scene, const Pictures& pictures, double pixels_per_unit,
                       const RestModel* known, const Scene* own, bool keeps_order,
                       bool wants_full) {
  return BodyFinder(scene, pictures, pixels_per_unit, known, own, keeps_order, wants_full).find();
}

}  // namespace anmkit::craftstudio
