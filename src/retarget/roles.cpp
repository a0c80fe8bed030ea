// SPDX-License-Identifier: MIT
// Words of bone names, and what they mean.
#include "retarget/roles.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/letters.hpp"

namespace anmkit::bones {
namespace {

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_figure(char c) {
  return c >= '0' && c <= '9';
}

// "mixamorig:LeftUpLeg" is left, up, leg; "LArm" is l, arm; "spine.001" is spine, 001.
std::vector<std::string> words_of(std::string_view name) {
  if (const std::size_t mark = name.find_last_of(":|/"); mark != std::string_view::npos)
    name.remove_prefix(mark + 1);
  std::vector<std::string> words;
  const auto kind = [](char c) { return is_figure(c) ? 2 : is_upper(c) || is_lower(c) ? 1 : 0; };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    // Bytes of other alphabets are letters.
    const int now = static_cast<unsigned char>(c) >= 128 ? 1 : kind(c);
    if (now == 0) continue;
    const char before = i == 0 ? '_' : name[i - 1];
    const int then = static_cast<unsigned char>(before) >= 128 ? 1 : kind(before);
    const bool hump =
        is_upper(c) &&
        (is_lower(before) || (i + 1 < name.size() && is_upper(before) && is_lower(name[i + 1])));
    if (now != then || hump) words.emplace_back();
    words.back() += lower(c);
  }
  return words;
}

// What rigs put before the names of all their bones, and what Mario's display lists are called.
bool says_nothing(std::string_view word) {
  static constexpr std::array<std::string_view, 19> kWords = {
      "mixamorig", "bip", "biped", "def",  "org",        "jnt",   "joint", "bone",   "bn", "b",
      "j",         "c",   "cc",    "base", "valvebiped", "mario", "poly",  "shared", "dl"};
  return std::ranges::find(kWords, word) != kWords.end();
}

Side side_of(std::string_view word) {
  if (word == "l" || word == "left" || word == "lf" || word == "lft") return Side::left;
  if (word == "r" || word == "right" || word == "rt" || word == "rgt") return Side::right;
  return Side::none;
}

// "leftarm", all in one.
Side cut_side(std::string& word) {
  for (const auto& [begin, side] : {std::pair{"left", Side::left}, {"right", Side::right}}) {
    const std::string_view text = begin;
    if (word.size() > text.size() && word.starts_with(text)) {
      word.erase(0, text.size());
      return side;
    }
  }
  return Side::none;
}

constexpr std::pair<std::string_view, Part> kMeanings[] = {
    {"hips", Part::hips},         {"hip", Part::hips},           {"pelvis", Part::hips},
    {"butt", Part::hips},         {"waist", Part::hips},         {"spine", Part::spine},
    {"chest", Part::spine},       {"upperchest", Part::spine},   {"torso", Part::spine},
    {"abdomen", Part::spine},     {"body", Part::spine},         {"trunk", Part::spine},
    {"belly", Part::spine},       {"ribcage", Part::spine},      {"thorax", Part::spine},
    {"neck", Part::neck},         {"head", Part::head},          {"shoulder", Part::shoulder},
    {"clavicle", Part::shoulder}, {"collar", Part::shoulder},    {"collarbone", Part::shoulder},
    {"arm", Part::upper_arm},     {"upperarm", Part::upper_arm}, {"uparm", Part::upper_arm},
    {"armup", Part::upper_arm},   {"armupper", Part::upper_arm}, {"bicep", Part::upper_arm},
    {"forearm", Part::forearm},   {"lowerarm", Part::forearm},   {"lowarm", Part::forearm},
    {"armlower", Part::forearm},  {"elbow", Part::forearm},      {"hand", Part::hand},
    {"wrist", Part::hand},        {"palm", Part::hand},          {"thigh", Part::thigh},
    {"upleg", Part::thigh},       {"upperleg", Part::thigh},     {"legup", Part::thigh},
    {"legupper", Part::thigh},    {"leg", Part::shin},           {"shin", Part::shin},
    {"calf", Part::shin},         {"lowerleg", Part::shin},      {"lowleg", Part::shin},
    {"leglower", Part::shin},     {"knee", Part::shin},          {"foot", Part::foot},
    {"ankle", Part::foot},        {"feet", Part::foot},          {"toe", Part::toe},
    {"toes", Part::toe},          {"toebase", Part::toe},        {"ball", Part::toe},
    {"thumb", Part::thumb},       {"handthumb", Part::thumb},    {"fthumb", Part::thumb},
    {"index", Part::index},       {"handindex", Part::index},    {"findex", Part::index},
    {"middle", Part::middle},     {"handmiddle", Part::middle},  {"fmiddle", Part::middle},
    {"ring", Part::ring},         {"handring", Part::ring},      {"fring", Part::ring},
    {"little", Part::little},     {"handpinky", Part::little},   {"fpinky", Part::little},
    {"pinky", Part::little},
};

}  // namespace

Spelling spelling_of(std::string_view name) {
  Spelling spelling;
  const auto words = words_of(name);
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string word = words[i];
    if (i + 1 < words.size() && words[i + 1] == "poly") continue;
    if (is_figure(word.front())) {
      const std::size_t first = std::min(word.find_first_not_of('0'), word.size() - 1);
      spelling.number = word.substr(first);
    } else if (const Side side = side_of(word); side != Side::none && words.size() > 1) {
      spelling.side = side;
    } else if (!says_nothing(word) || words.size() == 1) {
      if (spelling.side == Side::none) spelling.side = cut_side(word);
      spelling.word += word;
    }
  }
  return spelling;
}

Role role_of(std::string_view name) {
  const Spelling spelling = spelling_of(name);
  const auto* const found =
      std::ranges::find(kMeanings, spelling.word, &std::pair<std::string_view, Part>::first);
  if (found == std::end(kMeanings)) return {};
  return {found->second, spelling.side};
}

}  // namespace anmkit::bones
