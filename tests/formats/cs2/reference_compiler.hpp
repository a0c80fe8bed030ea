// SPDX-License-Identifier: MIT
// A second compiler, written from sections 4.1 to 4.6 of the specification and nothing else. It is
// plain and slow, and shares no code with the library: the two must agree about every script.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reference_words.hpp"

namespace anmkit::cs2::reference {

// What a compilation gives: the file (none when the official compiler would abort, or when strict
// refuses), and each finding as (line from 1, code).
struct Outcome {
  std::optional<std::string> file;
  std::set<std::pair<std::size_t, std::string>> faults;
};

class SecondCompiler {
 public:
  SecondCompiler(const std::string& source, bool strict) : strict_(strict) {
    std::string text = source.substr(0, source.find('\0'));
    for (std::size_t at = 0; (at = text.find("\r\n", at)) != std::string::npos;)
      text.erase(at, 1);
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      lines_.push_back(text.substr(0, end));
      text.erase(0, end == std::string::npos ? end : end + 1);
    }
  }

  Outcome run() {
    first_pass();
    for (line_ = 0; line_ < lines_.size(); ++line_)
      second_pass(lines_[line_]);
    if (strict_ && records_.empty()) outcome_.faults.emplace(0, "S22");
    if (!aborted_ && (!strict_ || outcome_.faults.empty())) outcome_.file = file();
    return outcome_;
  }

 private:
  struct Slot {
    std::uint32_t type = 0, value = 0;
  };
  struct Record {
    std::uint32_t op = 0;
    std::array<Slot, 8> slots{};
  };
  struct Name {
    std::string text;
    std::uint32_t address = 0xFFFFFFFF;
  };

  void fault(const char* code) { outcome_.faults.emplace(words_line_ + 1, code); }

  std::optional<std::uint32_t> find(const std::string& text) const {
    for (std::uint32_t i = 0; i < names_.size(); ++i) {
      if (lowered(names_[i].text) == lowered(text)) return i;
    }
    return std::nullopt;
  }

  // Section 4.5, pass 1, and what concerns lines as a whole (section 4.6).
  void first_pass() {
    bool stopped = false;
    for (line_ = 0; line_ < lines_.size(); ++line_) {
      const std::string& text = lines_[line_];
      const Words words = words_of(text);
      words_line_ = line_;
      if (line_ == 0 && text.compare(0, 3, "\xEF\xBB\xBF") == 0) fault("S16");
      if (text.size() > 511) fault("S15");
      if (words.unclosed) fault("S17");
      if (stopped || words.all.empty() || words.all[0].kind != '#') continue;
      if (words.all.size() == 1) {
        fault("S08");
        stopped = !strict_;
        continue;
      }
      const std::string& name = words.all[1].text;
      if (name.size() > 31) {
        fault("S14");
        aborted_ = true;
        continue;
      }
      if (words.all[1].kind == 'o' && byte_at(name, 0) >= 0x80) fault("S19");
      if (find(name)) {
        fault("S09");
        stopped = !strict_;
        continue;
      }
      names_.push_back({name, 0xFFFFFFFF});
    }
  }

  bool more() const { return place_ < words_.size(); }

  bool argument(Slot& slot) {
    if (!more()) return false;
    const Word word = words_[place_++];
    if (word.kind == 'i') {
      slot = {0, word.value};
      return true;
    }
    if (word.kind == '@') {
      if (!more() || words_[place_++].kind != 'i') {
        fault("S10");
        return false;
      }
      slot = {1, words_[place_ - 1].value};
      return true;
    }
    if (const auto ordinal = find(word.text)) {
      slot = {2, *ordinal};
      return true;
    }
    const bool negative = word.text == "-" && more() && words_[place_].kind == 'i';
    if (negative) fault("S18");
    if (!negative || !strict_) fault("S12");
    return false;
  }

  // `required` arguments from slot `from` on, then an optional one that repeats the last.
  bool arguments(Record& record, std::size_t from, std::size_t required, bool optional) {
    std::size_t slot = from;
    for (; slot < from + required; ++slot) {
      if (!argument(record.slots[slot])) {
        fault("S13");
        return false;
      }
    }
    if (optional) {
      if (!more() || !argument(record.slots[slot])) record.slots[slot] = record.slots[slot - 1];
    }
    return true;
  }

  bool image(Record& record, const Word& first) {
    record.slots[0] = {0, first.value};
    if (first.kind == '@') {
      if (!more()) {
        fault("S10");
        return false;
      }
      const Word& number = words_[place_++];
      if (strict_ && number.kind != 'i') {
        fault("S10");
        return false;
      }
      record.slots[0] = {1, number.kind == 'i' ? number.value : 0};
      if (record.slots[0].value > 63) {
        fault("S11");
        return false;
      }
    }
    return arguments(record, 1, 1, true);
  }

  bool command(Record& record, const std::string& keyword) {
    struct Row {
      const char* keyword;
      std::size_t required;
      bool optional;
    };
    // The table of section 3 in the order of the opcodes, from 1.
    static constexpr std::array<Row, 17> table = {{{"set", 2, true},
                                                   {"loop", 2, false},
                                                   {"jump", 1, false},
                                                   {"if", 2, false},
                                                   {"ife", 3, false},
                                                   {"ifn", 3, false},
                                                   {"ifg", 3, false},
                                                   {"ifs", 3, false},
                                                   {"ifge", 3, false},
                                                   {"ifse", 3, false},
                                                   {"max", 1, false},
                                                   {"blend", 1, false},
                                                   {"disp", 1, false},
                                                   {"pos", 2, false},
                                                   {"wait", 1, true},
                                                   {"add", 2, false},
                                                   {"sub", 2, false}}};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
      if (lowered(keyword) != table[i].keyword) continue;
      record.op = i + 1;
      return arguments(record, 0, table[i].required, table[i].optional);
    }
    fault("S05");
    return false;
  }

  // Section 4.5, pass 2.
  void second_pass(const std::string& text) {
    if (text.empty() && more() && !strict_) outcome_.faults.emplace(line_ + 1, "S01");
    if (!text.empty() || strict_) {
      words_ = words_of(text).all;
      words_line_ = line_;
      place_ = 0;
    }
    if (!more()) return;
    const Word first = words_[place_++];
    bool good = true;
    if (first.kind == '#') {
      if (more()) {
        if (const auto ordinal = find(words_[place_++].text)) {
          names_[*ordinal].address = static_cast<std::uint32_t>(records_.size());
        }
      }
    } else {
      Record record;
      good = first.kind == 'i' || first.kind == '@' ? image(record, first)
                                                    : command(record, first.text);
      if (good) records_.push_back(record);
    }
    // Strict says one thing about a line: words after a command that failed are no news.
    const bool failed_here = strict_ && has_argument_fault();
    if (more() && !failed_here && (good || !strict_)) fault("S04");
  }

  bool has_argument_fault() const {
    for (const char* code : {"S05", "S10", "S11", "S12", "S13", "S18"}) {
      if (outcome_.faults.contains({words_line_ + 1, code})) return true;
    }
    return false;
  }

  static void put(std::string& out, std::uint32_t value) {
    for (int shift = 0; shift < 32; shift += 8)
      out += static_cast<char>(value >> shift & 0xFF);
  }

  // Section 2, with pass 3.
  std::string file() const {
    std::string out = std::string("ANM\0", 4);
    put(out, 0);
    put(out, static_cast<std::uint32_t>(records_.size()));
    out.append(20, '\0');
    for (const Record& record : records_) {
      put(out, record.op);
      for (const Slot& slot : record.slots) {
        put(out, slot.type == 2 ? 0 : slot.type);
        put(out, slot.type == 2 ? names_[slot.value].address : slot.value);
      }
    }
    return out;
  }

  bool strict_;
  bool aborted_ = false;
  std::vector<std::string> lines_;
  std::vector<Name> names_;
  std::vector<Word> words_;
  std::size_t place_ = 0;
  std::size_t line_ = 0;
  std::size_t words_line_ = 0;  // where the words at hand are, which an empty line keeps
  std::vector<Record> records_;
  Outcome outcome_;
};

inline Outcome compile(const std::string& source, bool strict) {
  return SecondCompiler(source, strict).run();
}

}  // namespace anmkit::cs2::reference
