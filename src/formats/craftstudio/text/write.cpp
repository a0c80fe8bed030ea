// SPDX-License-Identifier: MIT
// The canonical JSON text of section 8.4, as the editor's exports have it.
#include <charconv>
#include <cmath>

#include "core/json.hpp"
#include "formats/craftstudio/text/read.hpp"

namespace anmkit::craftstudio {
namespace {

// Seven significant digits as .NET's single precision prints them: "%.7g" with E-07 / E+07.
void append_value(std::string& text, double value) {
  const auto single = static_cast<double>(static_cast<float>(value));
  if (single == 0 || !std::isfinite(single)) {
    text += '0';
    return;
  }
  std::array<char, 40> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::fabs(single),
                                 std::chars_format::scientific, 6);
  const std::string_view form(buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data()));
  const std::size_t e = form.find('e');
  std::string digits(1, form[0]);
  digits += form.substr(2, e - 2);
  digits.erase(digits.find_last_not_of('0') + 1);
  int exponent = 0;
  const std::string_view power = form.substr(e + (form[e + 1] == '+' ? 2 : 1));
  std::from_chars(power.data(), power.data() + power.size(), exponent);

  if (single < 0) text += '-';
  if (exponent < -4 || exponent >= 7) {
    text += digits[0];
    if (digits.size() > 1) text.append(1, '.').append(digits, 1);
    text += exponent < 0 ? "E-" : "E+";
    if (std::abs(exponent) < 10) text += '0';
    text += std::to_string(std::abs(exponent));
  } else if (exponent < 0) {
    text += "0.";
    text.append(static_cast<std::size_t>(-exponent - 1), '0');
    text += digits;
  } else {
    const auto whole = static_cast<std::size_t>(exponent) + 1;
    if (digits.size() < whole) digits.append(whole - digits.size(), '0');
    text.append(digits, 0, whole);
    if (digits.size() > whole) text.append(1, '.').append(digits, whole);
  }
}

class TextWriter {
 public:
  void line(std::size_t depth) {
    text_ += '\n';
    text_.append(2 * depth, ' ');
  }
  void string(std::string_view value) {
    JsonWriter quoted;
    quoted.value(value);
    text_ += quoted.text();
  }
  // Begins member number `index` of an object on its own line.
  void key(std::size_t depth, std::size_t index, std::string_view name) {
    if (index > 0) text_ += ',';
    line(depth);
    string(name);
    text_ += ": ";
  }
  void triple(const JsTriple& triple, bool integers = false) {
    text_ += "[ ";
    for (std::size_t i = 0; i < 3; ++i) {
      if (i > 0) text_ += ", ";
      number(triple.value[i], triple.spelling[i], integers);
    }
    text_ += " ]";
  }
  void number(double value, std::string_view spelling, bool integer) {
    if (!spelling.empty()) {
      text_ += spelling;
    } else if (integer && value == std::trunc(value) && std::fabs(value) < 1e15) {
      text_ += std::to_string(static_cast<std::int64_t>(value));
    } else {
      append_value(text_, value);
    }
  }
  void raw(std::string_view text) { text_ += text; }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

void write_node(TextWriter& out, const JsNodeAnimation& node) {
  out.raw("{");
  const auto tracks = tracks_of(node);
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    // Consumers insist on all five tracks, so an absent one is written empty (section 8.1).
    out.key(3, i, kJsTrackNames[i]);
    out.raw("{");
    std::size_t index = 0;
    if (*tracks[i]) {
      for (const JsKey& key : **tracks[i]) {
        out.key(4, index++, std::to_string(key.time));
        out.triple(key.delta, kJsTrackNames[i] == "size");
      }
    }
    out.line(3);
    out.raw("}");
  }
  out.line(2);
  out.raw("}");
}

void write_block(TextWriter& out, const JsBlock& block, std::size_t depth) {
  out.raw("{");
  std::size_t index = 0;
  const auto key = [&](std::string_view name) { out.key(depth + 1, index++, name); };
  key("name");
  out.string(block.name);
  key("position");
  out.triple(block.position);
  key("offsetFromPivot");
  out.triple(block.offset_from_pivot);
  key("size");
  out.triple(block.size, true);
  key("rotation");
  out.triple(block.rotation);
  if (block.vertex_coords) {
    key("vertexCoords");
    out.raw("[");
    for (std::size_t i = 0; i < 8; ++i) {
      if (i > 0) out.raw(",");
      out.line(depth + 2);
      out.triple((*block.vertex_coords)[i]);
    }
    out.line(depth + 1);
    out.raw("]");
  }
  key("texOffset");
  out.raw("[ ");
  out.number(block.tex_offset[0], {}, true);
  out.raw(", ");
  out.number(block.tex_offset[1], {}, true);
  out.raw(" ]");
  key("children");
}

// Ends the blocks above until `depth` are open; each one closes its list of children.
void close_to(TextWriter& out, std::size_t& open, std::size_t depth, bool& has_children) {
  for (; open > depth; --open) {
    if (has_children) {
      out.line(2 * open + 1);
      out.raw("]");
    } else {
      out.raw("[]");
    }
    out.line(2 * open);
    out.raw("}");
    has_children = true;
  }
}

}  // namespace

std::string write_text(const JsAnimation& animation) {
  TextWriter out;
  out.raw("{");
  out.key(1, 0, "title");
  out.string(animation.title);
  out.key(1, 1, "duration");
  out.raw(std::to_string(animation.duration));
  out.key(1, 2, "holdLastKeyframe");
  out.raw(animation.hold_last_keyframe ? "true" : "false");
  out.key(1, 3, "nodeAnimations");
  out.raw("{");
  std::size_t index = 0;
  for (const JsNodeAnimation& node : animation.node_animations) {
    out.key(2, index++, node.name);
    write_node(out, node);
  }
  out.line(1);
  out.raw("}");
  out.line(0);
  out.raw("}");
  return out.take();
}

std::string write_text(const JsModel& model) {
  TextWriter out;
  out.raw("{");
  out.key(1, 0, "title");
  out.string(model.title);
  if (model.transparent) {
    out.key(1, 1, "transparent");
    out.raw(*model.transparent ? "true" : "false");
  }
  out.key(1, 1, "tree");
  // Blocks are in pre-order, so a stack of open blocks is a walk over the list. The children of
  // a block at depth d are indented by 2d + 2 steps.
  std::vector<std::int32_t> path;
  std::size_t open = 0;
  bool has_children = false;
  for (std::size_t i = 0; i < model.blocks.size(); ++i) {
    const JsBlock& block = model.blocks[i];
    while (!path.empty() && path.back() != block.parent)
      path.pop_back();
    const bool sibling = open > path.size();
    close_to(out, open, path.size(), has_children);
    out.raw(sibling ? "," : "[");
    has_children = false;
    path.push_back(static_cast<std::int32_t>(i));
    ++open;
    out.line(2 * open);
    write_block(out, block, 2 * open);
  }
  close_to(out, open, 0, has_children);
  if (model.blocks.empty()) {
    out.raw("[]");
  } else {
    out.line(1);
    out.raw("]");
  }
  out.line(0);
  out.raw("}");
  return out.take();
}

namespace {

void adopt(JsTriple& triple, const JsTriple& from) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (triple.value[i] == from.value[i]) triple.spelling[i] = from.spelling[i];
  }
}

void adopt(JsNodeAnimation::Track& track, const JsNodeAnimation::Track& from) {
  if (!track || !from) return;
  // Keys of one frame belong together, in the order they are.
  std::size_t at = 0;
  for (JsKey& key : *track) {
    for (std::size_t tried = 0; tried < from->size(); ++tried) {
      const JsKey& candidate = (*from)[(at + tried) % from->size()];
      if (candidate.time != key.time) continue;
      adopt(key.delta, candidate.delta);
      at = (at + tried + 1) % from->size();
      break;
    }
  }
}

// The counterpart of item `index`: the one of the same place and name, else the first of the name.
template <class Item>
const Item* counterpart(const std::vector<Item>& from, std::size_t index, const Item& item) {
  if (index < from.size() && from[index].name == item.name) return &from[index];
  for (const Item& other : from) {
    if (other.name == item.name) return &other;
  }
  return nullptr;
}

}  // namespace

void adopt_spellings(JsAnimation& animation, const JsAnimation& from) {
  for (std::size_t i = 0; i < animation.node_animations.size(); ++i) {
    JsNodeAnimation& node = animation.node_animations[i];
    const JsNodeAnimation* other = counterpart(from.node_animations, i, node);
    if (other == nullptr) continue;
    const auto tracks = tracks_of(node);
    const auto others = tracks_of(*other);
    for (std::size_t track = 0; track < tracks.size(); ++track)
      adopt(*tracks[track], *others[track]);
  }
}

void adopt_spellings(JsModel& model, const JsModel& from) {
  for (std::size_t i = 0; i < model.blocks.size(); ++i) {
    JsBlock& block = model.blocks[i];
    const JsBlock* other = counterpart(from.blocks, i, block);
    if (other == nullptr) continue;
    adopt(block.position, other->position);
    adopt(block.offset_from_pivot, other->offset_from_pivot);
    adopt(block.size, other->size);
    adopt(block.rotation, other->rotation);
    if (!block.vertex_coords || !other->vertex_coords) continue;
    for (std::size_t corner = 0; corner < 8; ++corner)
      adopt((*block.vertex_coords)[corner], (*other->vertex_coords)[corner]);
  }
}

}  // namespace anmkit::craftstudio
