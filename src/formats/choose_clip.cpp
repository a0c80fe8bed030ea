// SPDX-License-Identifier: MIT
// Indices, exact names, then near ones for the message.
#include "formats/choose_clip.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "core/findings.hpp"
#include "core/letters.hpp"
#include "core/nearest.hpp"

namespace anmkit {
namespace {

// The first names that a word is a part of, those that end with it before others: "'anim_RUN' or
// 'RUN_FAST'". Empty when there is none.
std::string names_with(std::string_view part, const std::vector<std::string_view>& names) {
  constexpr std::size_t kShown = 3, kShortest = 3;
  if (part.size() < kShortest) return {};
  const std::string low = lowered(part);
  std::vector<std::string_view> ending, others;
  for (const std::string_view name : names) {
    const std::string own = lowered(name);
    if (own.find(low) != own.npos) (own.ends_with(low) ? ending : others).push_back(name);
  }
  ending.insert(ending.end(), others.begin(), others.end());
  std::string text;
  const std::size_t count = std::min(kShown, ending.size());
  for (std::size_t i = 0; i < count; ++i)
    text += (i == 0 ? "" : i + 1 == count ? " or " : ", ") + quoted(ending[i]);
  return text;
}

}  // namespace

Result<std::size_t> choose_clip(std::string_view clip, const std::vector<std::string_view>& names) {
  if (names.empty()) return fail(std::string(kNoSuchClip), "there are no clips");
  if (clip.empty()) return std::size_t{0};
  std::size_t index = 0;
  const char* const last = clip.data() + clip.size();
  const auto end = std::from_chars(clip.data(), last, index);
  if (end.ec == std::errc{} && end.ptr == last && index < names.size()) return index;
  const auto named = std::ranges::find(names, clip);
  if (named != names.end()) return static_cast<std::size_t>(named - names.begin());
  std::string message = "no clip " + quoted(clip);
  std::string meant = names_with(clip, names);
  if (meant.empty() && !nearest(clip, names).empty()) meant = quoted(nearest(clip, names));
  if (!meant.empty())
    return fail(std::string(kNoSuchClip), message + "; did you mean " + meant + "?");
  constexpr std::size_t kShown = 5;
  message +=
      names.size() == 1 ? "; there is one:" : "; there are " + std::to_string(names.size()) + ":";
  for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i) {
    message += (i == 0 ? " " : ", ") + std::to_string(i);
    if (!names[i].empty()) message += " " + quoted(names[i]);
  }
  if (names.size() > kShown) message += " ...; anmkit info names them all";
  return fail(std::string(kNoSuchClip), std::move(message));
}

}  // namespace anmkit
