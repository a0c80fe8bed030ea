// SPDX-License-Identifier: MIT
// Sequences of clips on one timeline (section 4), and splitting at the format's size (section 9.2).
#include <algorithm>

#include "formats/psx/animation/sequence.hpp"
#include "formats/psx/check.hpp"

namespace anmkit::psx {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The number that begins at `at`, without leading zeros; moves after it.
std::string_view take_number(std::string_view text, std::size_t& at) {
  while (at < text.size() && text[at] == '0')
    ++at;
  const std::size_t begin = at;
  while (at < text.size() && is_digit(text[at]))
    ++at;
  return text.substr(begin, at - begin);
}

// A joined clip is in memory only; ten hours are more than any game's sequence.
constexpr std::int64_t kMostFrames = 10LL * 3600 * 30;
constexpr std::size_t kMostKeyframes = std::size_t{1} << 24;

Error too_long(std::string what) {
  return fail(prefixed("SIZE"), std::move(what)).error();
}

std::size_t frames_in(const Anm& clip) {
  return clip.frame_count();
}
std::size_t frames_in(const Anc& clip) {
  return clip.keyframes.size();
}

template <class Clip>
std::vector<PartOf<Clip>> parts_of(std::span<const Clip* const> clips) {
  std::vector<PartOf<Clip>> parts;
  std::int64_t start = 0;
  for (const Clip* clip : clips) {
    parts.push_back({clip, start});
    start += static_cast<std::int64_t>(frames_in(*clip));
  }
  return parts;
}

// By their starts; what is odd about the clips as a sequence is reported.
template <class Clip>
std::vector<PartOf<Clip>> in_order(std::span<const PartOf<Clip>> given, Diagnostics& diagnostics) {
  std::vector<PartOf<Clip>> parts(given.begin(), given.end());
  std::ranges::stable_sort(parts, {}, &PartOf<Clip>::start);
  std::vector<const Clip*> clips;
  for (const PartOf<Clip>& part : parts)
    clips.push_back(part.clip);
  check_sequence(clips, diagnostics);
  return parts;
}

// Says which frame of which clip each frame of the sequence shows, from the first on: null before
// anything does. `add` is false when there are too many keyframes.
template <class Clip, class Add>
Result<void> lay(std::span<const PartOf<Clip>> parts, Add add) {
  std::int64_t frame = 0;
  const Error crowded = too_long("the sequence has too many keyframes");
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const auto own = static_cast<std::int64_t>(frames_in(*parts[k].clip));
    if (parts[k].start < 0 || parts[k].start > kMostFrames) {
      return std::unexpected(too_long("clip " + std::to_string(k) + " starts at frame " +
                                      std::to_string(parts[k].start) + ", expected 0 ... " +
                                      std::to_string(kMostFrames)));
    }
    for (; frame < parts[k].start; ++frame)
      if (!add(nullptr, 0)) return std::unexpected(crowded);
    const bool last = k + 1 == parts.size();
    const std::int64_t count = last ? own : parts[k + 1].start - parts[k].start;
    for (std::int64_t n = 0; n < count && own > 0; ++n, ++frame) {
      const auto shown = static_cast<std::size_t>(std::min(n, own - 1));
      if (!add(parts[k].clip, shown)) return std::unexpected(crowded);
    }
  }
  return {};
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const std::string_view x = take_number(a, i), y = take_number(b, j);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
      continue;
    }
    if (a[i] != b[j]) return a[i] < b[j];
    ++i, ++j;
  }
  if (i < a.size() || j < b.size()) return j < b.size();
  return a < b;  // names that differ only in leading zeros
}

std::vector<SequencePart> back_to_back(std::span<const Anm* const> clips) {
  return parts_of(clips);
}
std::vector<CameraPart> back_to_back(std::span<const Anc* const> clips) {
  return parts_of(clips);
}

Result<Anm> join(std::span<const SequencePart> given, Diagnostics& diagnostics) {
  const std::vector<SequencePart> parts = in_order(given, diagnostics);
  // Counted first: what is too long takes no memory.
  std::size_t keyframes = 0;
  auto done = lay(std::span(parts), [&](const Anm* clip, std::size_t n) {
    keyframes += clip == nullptr ? 0 : clip->frame(n).size();
    return keyframes <= kMostKeyframes;
  });
  if (!done) return std::unexpected(std::move(done.error()));
  Anm joined;
  joined.keyframes.reserve(keyframes);
  done = lay(std::span(parts), [&](const Anm* clip, std::size_t n) {
    joined.add_frame(clip == nullptr ? std::span<const Keyframe>{} : clip->frame(n));
    return true;
  });
  if (!done) return std::unexpected(std::move(done.error()));
  if (parts.empty()) return joined;
  joined.tag = parts.front().clip->tag;
  joined.rate_hint = parts.front().clip->rate_hint;
  return joined;
}

Result<Anc> join(std::span<const CameraPart> given, Diagnostics& diagnostics) {
  const std::vector<CameraPart> parts = in_order(given, diagnostics);
  Anc joined;
  const auto filled = std::ranges::find_if(
      parts, [](const CameraPart& part) { return !part.clip->keyframes.empty(); });
  if (filled == parts.end()) return joined;
  auto done = lay(std::span(parts), [&](const Anc* clip, std::size_t n) {
    const auto& keys = joined.keyframes;
    const CameraKey waiting = keys.empty() ? filled->clip->keyframes.front() : keys.back();
    joined.keyframes.push_back(clip == nullptr ? waiting : clip->keyframes[n]);
    return true;
  });
  if (!done) return std::unexpected(std::move(done.error()));
  const Anc& first = *parts.front().clip;
  joined.tag = first.tag;
  joined.rate_hint = first.rate_hint;
  return joined;
}

Result<std::vector<Anm>> split(const Anm& anm) {
  std::vector<Anm> parts;
  const auto begin_part = [&] {
    Anm& part = parts.emplace_back();
    part.tag = anm.tag;
    part.rate_hint = anm.rate_hint;
  };
  begin_part();
  std::size_t words = 4;  // header and the table's first entry
  for (std::size_t n = 0; n < anm.frame_count(); ++n) {
    std::size_t frame = 1;  // its table entry
    for (const Keyframe& key : anm.frame(n))
      frame += key.size() / 2;
    if (4 + frame > kMaxWords) {
      return std::unexpected(
          too_long("frame " + std::to_string(n) + " alone is too large for a file"));
    }
    if (words + frame > kMaxWords) {
      begin_part();
      words = 4;
    }
    parts.back().add_frame(anm.frame(n));
    words += frame;
  }
  if (parts.size() == 1) {
    parts.front().gap = anm.gap;
    parts.front().tail = anm.tail;
  }
  return parts;
}

}  // namespace anmkit::psx
