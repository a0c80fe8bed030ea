// SPDX-License-Identifier: MIT
// Control flow: edges, reachability, loops that never wait.
#include "formats/cs2/script/flow.hpp"

#include <algorithm>

namespace anmkit::cs2 {
namespace {

// Whether an image or wait may last at least one tick.
bool may_wait(const Param& low, const Param& high) {
  if (low.type == kVariable || high.type == kVariable) return true;
  const auto number = [](const Param& p) {
    return p.type <= kLabel ? static_cast<std::int32_t>(p.value) : 0;
  };
  if (low == high) return number(low) > 0;
  // The upper bound never occurs; a wrapped range contains nearly every number.
  return number(high) < number(low) || number(high) > 1;
}

// Strongly connected parts of the graph without waiting timelines: Tarjan's algorithm with its
// own stack, for scripts have as many timelines as they like.
class Components {
 public:
  explicit Components(const std::vector<FlowNode>& nodes)
      : component(nodes.size(), 0), nodes_(nodes), index_(nodes.size(), 0), low_(nodes.size(), 0) {
    for (std::uint32_t root = 0; root < nodes.size(); ++root) {
      if (index_[root] == 0 && !nodes[root].waits) visit(root);
    }
  }
  std::vector<std::uint32_t> component;  // 0 = none
  std::uint32_t count = 0;

 private:
  struct Frame {
    std::uint32_t node = 0;
    std::uint8_t edge = 0;
  };
  void enter(std::uint32_t node) {
    index_[node] = low_[node] = ++next_;
    open_.push_back(node);
    frames_.push_back({node, 0});
  }
  void follow(std::uint32_t node, std::uint32_t to) {
    if (to >= nodes_.size() || nodes_[to].waits) return;
    if (index_[to] == 0) {
      enter(to);
    } else if (component[to] == 0) {
      low_[node] = std::min(low_[node], index_[to]);
    }
  }
  void close(std::uint32_t node) {
    if (low_[node] != index_[node]) return;
    ++count;
    std::uint32_t member = 0;
    do {
      member = open_.back();
      open_.pop_back();
      component[member] = count;
    } while (member != node);
  }
  void visit(std::uint32_t root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& top = frames_.back();
      const std::uint32_t node = top.node;
      if (top.edge < nodes_[node].count) {
        follow(node, nodes_[node].edges[top.edge++].to);
        continue;
      }
      frames_.pop_back();
      close(node);
      if (frames_.empty()) continue;
      const std::uint32_t parent = frames_.back().node;
      low_[parent] = std::min(low_[parent], low_[node]);
    }
  }

  const std::vector<FlowNode>& nodes_;
  std::vector<std::uint32_t> index_, low_, open_;
  std::vector<Frame> frames_;
  std::uint32_t next_ = 0;
};

}  // namespace

std::vector<FlowNode> flow_of(const AnmFile& file) {
  const auto count = static_cast<std::uint32_t>(file.lines.size());
  std::vector<FlowNode> nodes(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Timeline& line = file.lines[i];
    FlowNode& node = nodes[i];
    const auto add = [&](std::uint32_t to, bool jump) {
      node.edges[node.count++] = {std::min(to, count), jump};
    };
    if (line.op != 3) add(i + 1, false);
    if (line.op == 0) node.waits = may_wait(line.params[1], line.params[2]);
    if (line.op == 15) node.waits = may_wait(line.params[0], line.params[1]);
    node.conditional = line.op == 2 || (line.op >= 4 && line.op <= 10);
    if (line.op < 2 || line.op > 10) continue;
    const Param& target = line.params[find_opcode(line.op)->count - 1u];
    if (target.type == kVariable) {
      node.computed = true;
    } else if (target.type > kLabel) {
      add(0, true);
    } else if (static_cast<std::int32_t>(target.value) >= 0) {
      add(target.value, true);
    }
  }
  return nodes;
}

std::vector<bool> reachable(const std::vector<FlowNode>& nodes) {
  std::vector<bool> seen(nodes.size());
  std::vector<std::uint32_t> open;
  const auto visit = [&](std::uint32_t node) {
    if (node >= nodes.size() || seen[node]) return;
    seen[node] = true;
    open.push_back(node);
  };
  visit(0);
  while (!open.empty()) {
    const FlowNode& node = nodes[open.back()];
    open.pop_back();
    for (std::uint8_t k = 0; k < node.count; ++k)
      visit(node.edges[k].to);
  }
  return seen;
}

std::vector<Spin> spins(const std::vector<FlowNode>& nodes) {
  const Components parts(nodes);
  struct Part {
    Spin spin;
    bool seen = false, cycle = false;
  };
  std::vector<Part> all(parts.count + 1u);
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const std::uint32_t own = parts.component[i];
    if (own == 0) continue;
    Part& part = all[own];
    if (!part.seen) part.spin.first = i;
    part.seen = true;
    if (nodes[i].computed) part.spin.conditional = true;
    for (std::uint8_t k = 0; k < nodes[i].count; ++k) {
      const std::uint32_t to = nodes[i].edges[k].to;
      const bool inside = to < nodes.size() && parts.component[to] == own;
      if (inside) part.cycle = true;
      if (!inside && nodes[i].conditional) part.spin.conditional = true;
    }
  }
  std::vector<Spin> found;
  for (const Part& part : all) {
    if (part.cycle) found.push_back(part.spin);
  }
  return found;
}

namespace {

std::uint64_t offset_of(std::uint32_t line) {
  return kHeaderSize + kTimelineSize * line;
}
std::string path_of(std::uint32_t line) {
  return "lines[" + std::to_string(line) + "]";
}
std::string number_of(std::uint32_t line) {
  return "#" + std::to_string(line);
}

}  // namespace

void check_flow(const AnmFile& file, Diagnostics& diagnostics) {
  const std::vector<FlowNode> nodes = flow_of(file);
  const std::vector<bool> seen = reachable(nodes);
  bool computed = false;
  for (std::uint32_t i = 0; i < nodes.size(); ++i)
    computed = computed || (seen[i] && nodes[i].computed);
  for (const Spin& spin : spins(nodes)) {
    const std::string who = number_of(spin.first);
    // Code that is never reached does no harm; a computed jump may lead anywhere, or nowhere.
    const bool harmless = computed || !seen[spin.first];
    if (spin.conditional) {
      diagnostics.add(seen[spin.first] ? Severity::warning : Severity::info, "cs2.A51",
                      who + ": loop may spin without waiting", offset_of(spin.first),
                      path_of(spin.first));
    } else {
      diagnostics.add(harmless ? Severity::info : Severity::error, "cs2.A50",
                      who + ": infinite loop without waiting", offset_of(spin.first),
                      path_of(spin.first));
    }
  }
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (!seen[i]) {
      diagnostics.add(
          Severity::info, "cs2.A52",
          number_of(i) + (computed ? ": unreachable, unless by a computed jump" : ": unreachable"),
          offset_of(i), path_of(i));
      continue;
    }
    const bool ends = std::any_of(nodes[i].edges.begin(), nodes[i].edges.begin() + nodes[i].count,
                                  [&](const FlowEdge& edge) { return edge.to == nodes.size(); });
    if (ends) {
      diagnostics.add(Severity::info, "cs2.A53",
                      "animation stops at " + number_of(i) + " and holds the last image",
                      offset_of(i), path_of(i));
    }
  }
}

}  // namespace anmkit::cs2
