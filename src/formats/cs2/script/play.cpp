// SPDX-License-Identifier: MIT
// Engine playback, tick by tick (section 7).
#include <algorithm>

#include "formats/choose_clip.hpp"
#include "formats/cs2/document.hpp"
#include "formats/cs2/script/pragmas.hpp"
#include "formats/play_in_parts.hpp"

namespace anmkit::cs2 {
namespace {

// Whole numbers of at most 32 bits; negative ones wrap.
Result<std::uint32_t> word_option(const Options& options, std::string_view name,
                                  std::uint32_t fallback) {
  const double number = options.number(name, fallback);
  if (number >= -2147483648.0 && number <= 4294967295.0) {
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(number));
  }
  return fail(std::string(kBadOption), "--" + std::string(name) + " expects a 32-bit number");
}

Result<std::vector<std::uint32_t>> random_list(std::string_view text) {
  std::vector<std::uint32_t> numbers;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const auto number = parse_word(text.substr(0, comma));
    if (!number) {
      return fail(std::string(kBadOption), "--rand expects 32-bit numbers with commas, found '" +
                                               std::string(text.substr(0, comma)) + "'");
    }
    numbers.push_back(*number);
    text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
  }
  return numbers;
}

Result<MachineOptions> machine_options(Companions companions, const Options& options) {
  MachineOptions machine;
  std::uint32_t highest = 0;
  if (const HgDocument* pictures = find_pictures(companions)) {
    for (const HgFrame& frame : pictures->file.frames)
      highest = std::max(highest, frame.id);
  }
  const auto max_id = word_option(options, "max-id", highest);
  const auto seed = word_option(options, "seed", machine.seed);
  const auto budget = word_option(options, "budget", 100000);
  auto random = random_list(options.text("rand"));
  if (!max_id) return std::unexpected(max_id.error());
  if (!seed) return std::unexpected(seed.error());
  if (!budget) return std::unexpected(budget.error());
  if (!random) return std::unexpected(random.error());
  machine.max_id = *max_id;
  machine.seed = *seed;
  machine.budget = *budget;
  machine.random = std::move(*random);
  machine.inclusive_random = options.has("inclusive-random");
  return machine;
}

}  // namespace

// The engine multiplies without a sign, so that negative numbers become large ones.
std::uint32_t opacity_of(std::int32_t blend) {
  constexpr std::uint32_t kLayer = 255;  // the layer around the image is opaque
  return std::min(255u, static_cast<std::uint32_t>(blend) * kLayer / 255);
}

Result<Playback> AnmDocument::play(const PlayRequest& request, const Context& context) const {
  const auto& [companions, options] = context;
  if (const auto clip = choose_clip(request.clip, {title}); !clip)
    return std::unexpected(clip.error());
  auto setup = machine_options(companions, options);
  if (!setup) return std::unexpected(std::move(setup.error()));
  ImagePlayback playback;
  Machine machine(file, std::move(*setup));
  // Nothing happens while the machine waits.
  const auto next = [&](std::int64_t tick) {
    return std::max(tick + 1, machine.base() + machine.duration());
  };
  for (std::int64_t tick = 0; tick < request.ticks; tick = next(tick)) {
    const auto changed = machine.update(tick);
    if (!changed) return std::unexpected(changed.error());
    if (*changed) {
      const MachineState& state = machine.state();
      playback.ticks.push_back({tick, state.frame, state.blend, state.disp != 0, state.x, state.y,
                                opacity_of(state.blend)});
      if (!hand_on(playback, request)) return playback;
    }
    if (machine.ended()) {
      playback.ended = tick;
      break;
    }
  }
  hand_on(playback, request, true);
  return playback;
}

// A fault ends the trace; `play` tells it.
Result<std::string> AnmDocument::trace(const PlayRequest& request, const Context& context) const {
  const auto& [companions, options] = context;
  if (const auto clip = choose_clip(request.clip, {title}); !clip)
    return std::unexpected(clip.error());
  auto setup = machine_options(companions, options);
  if (!setup) return std::unexpected(std::move(setup.error()));
  Machine machine(file, std::move(*setup));
  std::string text;
  bool good = true;
  for (std::int64_t tick = 0; tick < request.ticks && !machine.ended() && good; ++tick) {
    std::string steps;
    machine.trace_to(&steps);
    const auto changed = machine.update(tick);
    good = changed.has_value();
    if (steps.empty() && !machine.ended() && good) continue;
    const MachineState& state = machine.state();
    text += "tick " + std::to_string(tick) + "\n" + steps;
    text += "  = image " + std::to_string(state.frame) + " blend " + std::to_string(state.blend) +
            " disp " + std::to_string(state.disp) + " at " + std::to_string(state.x) + "," +
            std::to_string(state.y) + "\n";
    if (machine.ended() && good) text += "  script over\n";
  }
  return text;
}

Result<Playback> TextDocument::play(const PlayRequest& request, const Context& context) const {
  const auto& [companions, options] = context;
  const auto document = compiled();
  if (!document) return std::unexpected(document.error());
  return document->play(request, {companions, options});
}

Result<std::string> TextDocument::trace(const PlayRequest& request, const Context& context) const {
  const auto& [companions, options] = context;
  const auto document = compiled();
  if (!document) return std::unexpected(document.error());
  return document->trace(request, {companions, options});
}

}  // namespace anmkit::cs2
