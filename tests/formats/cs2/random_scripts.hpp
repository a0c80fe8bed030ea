// SPDX-License-Identifier: MIT
// Random source text: every command, kind of operand and way of writing them, and, when asked for,
// the mistakes that the official compiler lives with.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace anmkit::cs2::test {

class ScriptMaker {
 public:
  explicit ScriptMaker(std::uint32_t seed) : random_(seed) {}

  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_()) % limit; }
  bool one_in(std::uint32_t chance) { return below(chance) == 0; }

  // `mistakes`: one line in this many has one, 0 for none.
  std::string script(std::uint32_t mistakes) {
    choose_names();
    std::string text;
    if (mistakes != 0 && one_in(30)) text += "\xEF\xBB\xBF";
    std::size_t defined = 0;
    const std::uint32_t lines = 1 + below(24);
    for (std::uint32_t i = 0; i < lines; ++i) {
      if (defined < names_.size() && one_in(3)) {
        text += blanks() + "#" + blanks() + written(names_[defined++]) + ending();
      }
      text += (mistakes != 0 && one_in(mistakes) ? mistake() : command() + blanks()) + ending();
      if (one_in(6)) text += idle() + ending();
    }
    // References to a label are only good when it is defined somewhere.
    for (; defined < names_.size(); ++defined)
      text += "#" + written(names_[defined]) + (one_in(4) ? "  // last" : "") + ending();
    if (one_in(4)) text += command();
    if (mistakes != 0 && one_in(20)) text += std::string(1, '\0') + "1 2 3 4";
    return text;
  }

 private:
  template <std::size_t N>
  std::string_view pick(const std::array<std::string_view, N>& list) {
    return list[below(N)];
  }

  void choose_names() {
    static constexpr std::array<std::string_view, 12> pool = {
        "top",      "again",  "wait", "Loop", "_x9",     "a name with blanks",
        "\x83\x41", "b\"q\"", "set",  "#",    "label_3", "abcdefghijklmnopqrstuvwxyz01234"};
    names_.clear();
    const std::uint32_t count = below(5);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::string name(pool[(below(4) + 4 * i) % pool.size()]);
      if (std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
    }
  }

  std::string cased(std::string text) {
    if (!one_in(4)) return text;
    for (char& c : text) {
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (letter && one_in(2)) c = static_cast<char>(c ^ 0x20);
    }
    return text;
  }
  // A name bare where the language allows it, or in quotes.
  std::string written(const std::string& name) {
    const bool bare = std::ranges::all_of(name, [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
    // Letters inside a double-byte character are not letters.
    std::string text = bare ? cased(name) : name;
    if (bare && !one_in(4)) return text;
    std::string quoted = "\"";
    for (const char c : text)
      quoted += c == '"' ? std::string("\\\"") : std::string(1, c);
    return quoted + "\"";
  }

  std::string blanks() {
    static constexpr std::array<std::string_view, 8> list = {"",   "",      "",        " ",
                                                             "\t", "  \t ", "/* x */", "/*/"};
    return std::string(pick(list));
  }
  std::string gap() { return one_in(8) ? " " + blanks() : " "; }
  std::string ending() { return one_in(3) ? "\r\n" : "\n"; }

  std::string number() {
    static constexpr std::string_view digits = "0123456789abcdefABCDEF";
    std::uint32_t value = below(8);
    if (one_in(6)) value = below(70);
    if (one_in(25)) value = static_cast<std::uint32_t>(random_());
    if (one_in(25)) value = 0xFFFFFFFFu - below(4);
    if (one_in(40))
      return pick(std::array<std::string_view, 5>{"'A'", "'ab'", "'\\''", "0x", "''"}).data();
    if (one_in(60)) return "4294967296" + std::to_string(below(100));
    if (!one_in(4)) return (one_in(10) ? "0" : "") + std::to_string(value);
    std::string text = one_in(2) ? "0x" : "0X";
    for (int shift = 28; shift >= 0; shift -= 4) {
      const std::uint32_t digit = value >> shift & 15;
      if (text.size() == 2 && digit == 0 && !one_in(6)) continue;
      text += digits[digit + (digit >= 10 && one_in(2) ? 6 : 0)];
    }
    return text;
  }
  std::string label() {
    return names_.empty() ? number()
                          : written(names_[below(static_cast<std::uint32_t>(names_.size()))]);
  }
  std::string operand(char role) {
    const bool odd = one_in(8);
    if (role == 'l' && !odd) return names_.empty() ? std::to_string(below(20)) : label();
    if (odd && one_in(2)) return label();
    return one_in(5) ? "@" + std::string(one_in(6) ? " " : "") + number() : number();
  }

  // The rows of section 3; an upper case letter may be left out.
  std::string command() {
    static constexpr std::array<std::string_view, 18> rows = {
        " nN",     "set vnN", "loop vl", "jump l",   "if vl",    "ife vnl",
        "ifn vnl", "ifg vnl", "ifs vnl", "ifge vnl", "ifse vnl", "max v",
        "blend n", "disp n",  "pos nn",  "wait nN",  "add vn",   "sub vn"};
    const std::string_view row = one_in(3) ? rows[0] : rows[below(18)];
    const std::size_t space = row.find(' ');
    std::string text = blanks();
    if (space == 0) {
      text += one_in(5) ? "@" + std::to_string(below(64)) : number();
    } else {
      const std::string keyword = cased(std::string(row.substr(0, space)));
      text += one_in(10) ? "\"" + keyword + "\"" : keyword;
    }
    for (const char role : row.substr(space + 1)) {
      if (role == 'N' && one_in(2)) break;
      const std::string next = operand(static_cast<char>(role | 0x20));
      // A blank is only needed where two words would run together.
      const bool free = next[0] == '@' || next[0] == '"' || text.back() == '"';
      text += (free && one_in(3) ? std::string() : gap()) + next;
    }
    return text + (one_in(10) ? " // " + std::string(one_in(2) ? "\x83\x5C" : "note") : "");
  }
  // Lines without a statement; an empty one is harmless while nothing is left unread.
  std::string idle() {
    static constexpr std::array<std::string_view, 7> list = {
        "", "", " ", "\t\t", "// nothing", "/* all */ /*/ // of it", "\t//"};
    return std::string(pick(list));
  }

  std::string mistake() {
    static constexpr std::array<std::string_view, 34> list = {"life with loop 0x3f 3",
                                                              "jump jump around",
                                                              "jump -1",
                                                              "set 1 -2",
                                                              "pos -1 -1",
                                                              "1 10 20 30 40",
                                                              "#",
                                                              "#top",
                                                              "#AGAIN",
                                                              "#again again",
                                                              "@64 1",
                                                              "@",
                                                              "@foo 1",
                                                              "@5.5 2 3 4",
                                                              "1 2 /* open",
                                                              "wait",
                                                              "set 1",
                                                              "1 2 3 \x1A 4",
                                                              "1 2.5f 3",
                                                              "jump @x 1 2",
                                                              "jump @",
                                                              "loop @ 5",
                                                              "1 @ 2 3",
                                                              "\x83\x41 2 3",
                                                              "#\x83\x41\x83\x42",
                                                              "5 'A",
                                                              "WAIT 3 foo 7",
                                                              "1 2 3 ++ <<= 4 5 6",
                                                              "#top 1 2 3",
                                                              "ife 1 2 \"nowhere\"",
                                                              "'\x83\x41' 1 \"open end",
                                                              "#@ 1",
                                                              "#5 jump \"5\" 3",
                                                              "1 2 3 set 1 2 3 jump 0 0"};
    if (one_in(60)) return "1 2 //" + std::string(505 + below(4), 'x');
    if (one_in(60)) return "#" + std::string(31 + below(2), 'n');
    if (one_in(30)) return command() + " " + command();
    std::string text(pick(list));
    // Empty lines after it take what it left, word by word.
    for (std::uint32_t i = one_in(2) ? 1 + below(5) : 0; i > 0; --i)
      text += "\n";
    return text;
  }

  std::mt19937 random_;
  std::vector<std::string> names_;
};

}  // namespace anmkit::cs2::test
