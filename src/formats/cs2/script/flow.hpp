// SPDX-License-Identifier: MIT
// The control-flow graph of a script (section 9, last line).
#pragma once

#include <vector>

#include "anmkit/cs2.hpp"

namespace anmkit::cs2 {

struct FlowEdge {
  std::uint32_t to = 0;  // at most the number of timelines, which represents the end
  bool jump = false;     // false = falls through
};
struct FlowNode {
  std::array<FlowEdge, 2> edges{};
  std::uint8_t count = 0;
  bool computed = false;     // a variable jump: may go anywhere
  bool conditional = false;  // loop and the ifs
  bool waits = false;        // image or wait whose duration can be positive
};
std::vector<FlowNode> flow_of(const AnmFile& file);

// Which timelines can be reached from the first one; computed jumps are not followed.
std::vector<bool> reachable(const std::vector<FlowNode>& nodes);

// Sets of timelines that can run round and round without waiting.
struct Spin {
  std::uint32_t first = 0;   // lowest timeline in it
  bool conditional = false;  // has a conditional way out, or a computed jump
};
std::vector<Spin> spins(const std::vector<FlowNode>& nodes);

// Findings A50 ... A53.
void check_flow(const AnmFile& file, Diagnostics& diagnostics);

}  // namespace anmkit::cs2
