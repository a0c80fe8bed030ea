// SPDX-License-Identifier: MIT
// Indices, exact names, then near ones for the message.
#include "formats/choose_clip.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "core/findings.hpp"
#include "core/nearest.hpp"

namespace anmkit {

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
  if (const std::string_view meant = nearest(clip, names); !meant.empty())
    return fail(std::string(kNoSuchClip), message + "; did you mean " + quoted(meant) + "?");
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
