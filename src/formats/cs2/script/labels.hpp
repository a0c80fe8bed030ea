// SPDX-License-Identifier: MIT
// Pass 1 of the compiler (section 4.5): the names of labels.
#pragma once

#include <forward_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/cs2/script/source_text.hpp"
#include "formats/cs2/script/tokens.hpp"

namespace anmkit::cs2 {

// Whether a label may be in the line: its first word is '#', maybe after a comment. Pass 1
// looks at no other lines.
bool may_define(std::string_view line);
// What concerns a line as a whole (sections 4.1, 4.3 and 4.6). Pass 1 asks it of the lines that it
// looks at.
void check_line(const SourceText& text, const TokenLine& tokens, std::size_t line,
                SourceFindings& findings);

struct Label {
  std::string_view name;  // in the source, or kept by Labels
  std::uint32_t address = 0xFFFFFFFF;
  std::size_t line = 0, column = 0, length = 0;  // of the name, with its quotes
  bool used = false;
};

class Labels {
 public:
  // Reads all lines with labels. In the compatible dialect the pass stops at the first bad label.
  void collect(const SourceText& text, SourceFindings& findings);

  // Upper and lower case are the same. Null when there is no such label.
  Label* find(std::string_view name);
  // In the order of their definition; references count from 0.
  std::vector<Label>& all() { return labels_; }

 private:
  bool define(const SourceText& text, const TokenLine& tokens, std::size_t line,
              SourceFindings& findings);

  struct Hash {
    std::size_t operator()(std::string_view name) const;
  };
  struct Same {
    bool operator()(std::string_view a, std::string_view b) const {
      return a == b || same_name(a, b);
    }
  };

  std::vector<Label> labels_;
  std::unordered_map<std::string_view, std::size_t, Hash, Same> by_name_;
  std::forward_list<std::string> texts_;  // names between quotes
};

}  // namespace anmkit::cs2
