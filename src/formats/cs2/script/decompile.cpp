// SPDX-License-Identifier: MIT
// Canonical text (section 5).
#include <algorithm>

#include "anmkit/cs2.hpp"
#include "core/bytes.hpp"

namespace anmkit::cs2 {
namespace {

constexpr std::string_view kEnd = "\r\n";
constexpr std::size_t kTailBytesPerLine = 128;

std::string number(std::uint32_t value) {
  if (value < 0x80000000u) return std::to_string(value);
  std::string text = "0x";
  for (int shift = 28; shift >= 0; shift -= 4)
    text += "0123456789abcdef"[value >> shift & 15];
  return text;
}

std::string label(std::uint32_t index) {
  return "label_" + std::to_string(index);
}

// Whether a slot becomes a label (section 5.1, rule 1).
bool is_label(const AnmFile& file, const Opcode& opcode, const Timeline& line, std::size_t slot) {
  return opcode.roles[slot] == Role::label && line.params[slot].type == kConstant &&
         line.params[slot].value <= file.lines.size();
}

// The values of a slot that text alone can express; the rest goes into a pragma.
Param plain(const Param& param) {
  return {param.type == kVariable ? kVariable : kConstant, param.value};
}

std::string pair(const Param& param) {
  return number(param.type) + ":" + number(param.value);
}

std::string raw_line(const Timeline& line) {
  std::string text = "//%raw " + number(line.op);
  for (const Param& param : line.params)
    text += " " + pair(param);
  return text;
}

std::string command_line(const AnmFile& file, const Timeline& line) {
  const Opcode& opcode = *find_opcode(line.op);
  Timeline said;  // compiled from the text
  said.op = line.op;
  std::size_t count = opcode.count;
  for (std::size_t slot = 0; slot < count; ++slot)
    said.params[slot] = plain(line.params[slot]);
  if (opcode.roles[count - 1] == Role::maximum && said.params[count - 1] == said.params[count - 2])
    --count;
  std::string text = "\t" + std::string(opcode.keyword);
  for (std::size_t slot = 0; slot < count; ++slot) {
    if (text.size() > 1) text += ' ';
    const Param& param = said.params[slot];
    if (is_label(file, opcode, line, slot)) {
      text += label(param.value);
    } else {
      text += (param.type == kVariable ? "@" : "") + number(param.value);
    }
  }
  std::string overrides;
  for (std::size_t slot = 0; slot < line.params.size(); ++slot) {
    if (line.params[slot] == said.params[slot]) continue;
    overrides +=
        (overrides.empty() ? " //%p " : ",") + std::to_string(slot) + "=" + pair(line.params[slot]);
  }
  return text + overrides;
}

std::vector<bool> label_targets(const AnmFile& file) {
  std::vector<bool> targets(file.lines.size() + 1);
  for (const Timeline& line : file.lines) {
    const Opcode* opcode = find_opcode(line.op);
    if (opcode == nullptr) continue;
    for (std::size_t slot = 0; slot < opcode->count; ++slot) {
      if (is_label(file, *opcode, line, slot)) targets[line.params[slot].value] = true;
    }
  }
  return targets;
}

void append_header(std::string& text, const AnmFile& file) {
  const bool zero =
      file.unknown1 == 0 &&
      std::ranges::all_of(file.reserved, [](std::uint32_t word) { return word == 0; });
  // A script without timelines has no other text.
  if (zero && !file.lines.empty()) return;
  LittleWriter reserved;
  for (const std::uint32_t word : file.reserved)
    reserved.put(word);
  text += "//%header unknown1=" + number(file.unknown1) + " reserved=" + to_hex(reserved.take());
  text += kEnd;
}

}  // namespace

std::string decompile(const AnmFile& file) {
  std::string text;
  append_header(text, file);
  const std::vector<bool> targets = label_targets(file);
  for (std::uint32_t i = 0; i <= file.lines.size(); ++i) {
    if (targets[i]) text += "#" + label(i) + std::string(kEnd);
    if (i == file.lines.size()) break;
    const Timeline& line = file.lines[i];
    const bool unspeakable =
        find_opcode(line.op) == nullptr ||
        (line.op == 0 && line.params[0].type == kVariable && line.params[0].value >= kVariables);
    text += unspeakable ? raw_line(line) : command_line(file, line);
    text += kEnd;
  }
  for (std::size_t i = 0; i < file.tail.size(); i += kTailBytesPerLine) {
    const std::size_t count = std::min(kTailBytesPerLine, file.tail.size() - i);
    text += "//%tail " + to_hex(ByteView(file.tail).subspan(i, count)) + std::string(kEnd);
  }
  return text;
}

}  // namespace anmkit::cs2
