// SPDX-License-Identifier: MIT
// The flow as text for Graphviz and Mermaid.
#include "formats/cs2/script/flow.hpp"

namespace anmkit::cs2 {
namespace {

std::string label_of(const AnmFile& file, std::size_t index) {
  const Timeline& line = file.lines[index];
  const Opcode* opcode = find_opcode(line.op);
  std::string label = "#" + std::to_string(index) + " ";
  if (opcode == nullptr) return label + "command " + std::to_string(line.op);
  label += opcode->keyword.empty() ? "image" : opcode->keyword;
  for (std::size_t k = 0; k < opcode->count; ++k) {
    const Param& param = line.params[k];
    label += param.type == kVariable ? " @" : " ";
    label += std::to_string(static_cast<std::int32_t>(param.value));
  }
  return label;
}

// `node(name, label)` and `edge(from, to, jump)` write one line each.
template <class WriteNode, class WriteEdge>
void walk(const AnmFile& file, WriteNode node, WriteEdge edge) {
  const std::vector<FlowNode> nodes = flow_of(file);
  const auto name = [&](std::size_t i) {
    return i < nodes.size() ? "n" + std::to_string(i) : std::string("stop");
  };
  for (std::size_t i = 0; i < nodes.size(); ++i)
    node(name(i), label_of(file, i));
  node("stop", "end");
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (std::uint8_t k = 0; k < nodes[i].count; ++k)
      edge(name(i), name(nodes[i].edges[k].to), nodes[i].edges[k].jump ? "jump" : "");
    if (nodes[i].computed) edge(name(i), "anywhere", "computed");
  }
}

}  // namespace

std::string graph_dot(const AnmFile& file) {
  std::string text = "digraph animation {\n  node [shape=box];\n";
  walk(
      file,
      [&](const std::string& name, const std::string& label) {
        text += "  " + name + " [label=\"" + label + "\"];\n";
      },
      [&](const std::string& from, const std::string& to, std::string_view label) {
        text += "  " + from + " -> " + to;
        if (!label.empty()) text += " [label=\"" + std::string(label) + "\"]";
        text += ";\n";
      });
  return text + "}\n";
}

std::string graph_mermaid(const AnmFile& file) {
  std::string text = "flowchart TD\n";
  walk(
      file,
      [&](const std::string& name, const std::string& label) {
        text += "  " + name + "[\"" + label + "\"]\n";
      },
      [&](const std::string& from, const std::string& to, std::string_view label) {
        text += "  " + from + " -->";
        if (!label.empty()) text += "|" + std::string(label) + "|";
        text += " " + to + "\n";
      });
  return text;
}

}  // namespace anmkit::cs2
