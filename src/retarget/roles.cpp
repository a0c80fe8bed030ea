// SPDX-License-Identifier: MIT
// Words of bone names, and the parts they propose.
#include "retarget/roles.hpp"

#include <algorithm>
#include <array>
#include <map>
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

// Prefixes and suffixes of rigs, and the words of Mario's display lists.
bool says_nothing(std::string_view word) {
  static constexpr std::array<std::string_view, 25> kWords = {
      "mixamorig", "bip",  "biped", "def",  "org", "jnt",    "joint",     "bone", "bn",
      "b",         "j",    "c",     "m",    "x",   "cc",     "base",      "bend", "bind",
      "stretch",   "skin", "mario", "poly", "dl",  "shared", "valvebiped"};
  return std::ranges::find(kWords, word) != kWords.end();
}

Side side_of(std::string_view word) {
  if (word == "l" || word == "left" || word == "lf" || word == "lft") return Side::left;
  if (word == "r" || word == "right" || word == "rt" || word == "rgt") return Side::right;
  return Side::none;
}

// "leftarm", all in one; Japanese names begin with the side.
Side cut_side(std::string& word) {
  static constexpr std::pair<std::string_view, Side> kBegins[] = {
      {"left", Side::left}, {"right", Side::right}, {"左", Side::left}, {"右", Side::right}};
  for (const auto& [text, side] : kBegins) {
    if (word.size() > text.size() && word.starts_with(text)) {
      word.erase(0, text.size());
      return side;
    }
  }
  return Side::none;
}

struct Word {
  std::string_view text;
  Meaning meaning;
};
constexpr Word kWords[] = {
    {"hips", {Part::hips}},
    {"hip", {Part::hips}},
    {"pelvis", {Part::hips}},
    {"butt", {Part::hips}},
    {"waist", {Part::hips, true}},
    {"下半身", {Part::hips}},
    {"腰", {Part::hips, true}},
    {"lowerbody", {Part::hips}},
    {"spine", {Part::spine}},
    {"chest", {Part::spine}},
    {"upperchest", {Part::spine}},
    {"torso", {Part::spine}},
    {"abdomen", {Part::spine}},
    {"body", {Part::spine}},
    {"trunk", {Part::spine}},
    {"belly", {Part::spine}},
    {"ribcage", {Part::spine}},
    {"thorax", {Part::spine}},
    {"lowerback", {Part::spine}},
    {"spinemid", {Part::spine}},
    {"spineshoulder", {Part::spine}},
    {"spinenaval", {Part::spine}},
    {"spinechest", {Part::spine}},
    {"abdomenlower", {Part::spine}},
    {"abdomenupper", {Part::spine}},
    {"chestlower", {Part::spine}},
    {"chestupper", {Part::spine}},
    {"upperbody", {Part::spine}},
    {"上半身", {Part::spine}},
    {"neck", {Part::neck}},
    {"necklower", {Part::neck}},
    {"neckupper", {Part::neck}},
    {"necktwist", {Part::neck}},
    {"首", {Part::neck}},
    {"head", {Part::head}},
    {"頭", {Part::head}},
    {"shoulder", {Part::shoulder, false, Part::upper_arm}},
    {"shldr", {Part::shoulder, false, Part::upper_arm}},
    {"肩", {Part::shoulder}},
    {"clavicle", {Part::shoulder}},
    {"collar", {Part::shoulder}},
    {"collarbone", {Part::shoulder}},
    {"arm", {Part::upper_arm, true, Part::shoulder}},
    {"腕", {Part::upper_arm}},
    {"upperarm", {Part::upper_arm}},
    {"uparm", {Part::upper_arm}},
    {"armup", {Part::upper_arm}},
    {"armupper", {Part::upper_arm}},
    {"bicep", {Part::upper_arm}},
    {"forearm", {Part::forearm}},
    {"lowerarm", {Part::forearm}},
    {"lowarm", {Part::forearm}},
    {"armlower", {Part::forearm}},
    {"elbow", {Part::forearm}},
    {"ひじ", {Part::forearm}},
    {"hand", {Part::hand}},
    {"wrist", {Part::hand}},
    {"手首", {Part::hand}},
    {"palm", {Part::hand, true}},
    {"thigh", {Part::thigh}},
    {"upleg", {Part::thigh}},
    {"upperleg", {Part::thigh}},
    {"legup", {Part::thigh}},
    {"legupper", {Part::thigh}},
    {"leg", {Part::shin, true, Part::thigh}},
    {"足", {Part::thigh}},
    {"shin", {Part::shin}},
    {"calf", {Part::shin}},
    {"lowerleg", {Part::shin}},
    {"lowleg", {Part::shin}},
    {"leglower", {Part::shin}},
    {"knee", {Part::shin}},
    {"ひざ", {Part::shin}},
    {"foot", {Part::foot, false, Part::toe}},
    {"ankle", {Part::foot}},
    {"足首", {Part::foot}},
    {"feet", {Part::foot}},
    {"toe", {Part::toe}},
    {"toes", {Part::toe}},
    {"toebase", {Part::toe}},
    {"つま先", {Part::toe}},
    {"ball", {Part::toe}},
    {"thumb", {Part::thumb}},
    {"handthumb", {Part::thumb}},
    {"fthumb", {Part::thumb}},
    {"index", {Part::index}},
    {"handindex", {Part::index}},
    {"findex", {Part::index}},
    {"middle", {Part::middle}},
    {"handmiddle", {Part::middle}},
    {"fmiddle", {Part::middle}},
    {"ring", {Part::ring}},
    {"handring", {Part::ring}},
    {"fring", {Part::ring}},
    {"little", {Part::little}},
    {"handpinky", {Part::little}},
    {"fpinky", {Part::little}},
    {"pinky", {Part::little}},
};

Spelling spelling_of_words(const std::vector<std::string>& words) {
  Spelling spelling;
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

// Neither a side nor a part of a body.
bool is_idle(std::string_view word) {
  return side_of(word) == Side::none &&
         std::ranges::find(kWords, word, &Word::text) == std::end(kWords);
}

// Takes the first (or last) word off the names, when most have the same one and more after it.
bool cut_common(std::vector<std::vector<std::string>>& names, const std::vector<bool>& candidates,
                std::size_t count, bool front) {
  constexpr std::size_t kFewest = 6;  // names; fewer may be alike by chance
  const auto end_of = [&](const std::vector<std::string>& words) -> const std::string& {
    return front ? words.front() : words.back();
  };
  std::map<std::string_view, std::size_t> seen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (candidates[i] && names[i].size() > 1 && is_idle(end_of(names[i]))) ++seen[end_of(names[i])];
  }
  const auto most = std::ranges::max_element(seen, {}, [](const auto& one) { return one.second; });
  if (count < kFewest || most == seen.end() || 4 * most->second < 3 * count) return false;
  const std::string common(most->first);
  for (auto& words : names) {
    if (words.size() > 1 && end_of(words) == common)
      words.erase(front ? words.begin() : words.end() - 1);
  }
  return true;
}

}  // namespace

Spelling spelling_of(std::string_view name) {
  return spelling_of_words(words_of(name));
}

std::vector<Spelling> spellings_of(const Scene& scene, const std::vector<bool>& candidates) {
  std::vector<std::vector<std::string>> words;
  std::size_t count = 0;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    words.push_back(words_of(scene.nodes[i].name));
    count += candidates[i] && !words[i].empty() ? 1 : 0;
  }
  for (const bool front : {true, false}) {
    // "Character", "1": prefixes and suffixes have few words.
    constexpr int kMostWords = 4;
    int cut = 0;
    while (cut < kMostWords && cut_common(words, candidates, count, front))
      ++cut;
  }
  std::vector<Spelling> spellings;
  for (const auto& one : words)
    spellings.push_back(spelling_of_words(one));
  return spellings;
}

Meaning meaning_of(const Spelling& spelling) {
  const auto* const found = std::ranges::find(kWords, spelling.word, &Word::text);
  if (found == std::end(kWords)) return {};
  const Meaning& meaning = found->meaning;
  const bool sided = spelling.side != Side::none;
  // The joint at the hip is where the thigh begins.
  if (meaning.part == Part::hips && sided) return {Part::none, true, Part::thigh};
  return meaning;
}

Role role_of(std::string_view name) {
  const Spelling spelling = spelling_of(name);
  const Part part = meaning_of(spelling).part;
  return part == Part::none ? Role{} : Role{part, spelling.side};
}

}  // namespace anmkit::bones
