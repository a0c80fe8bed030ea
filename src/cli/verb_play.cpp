// SPDX-License-Identifier: MIT
// anmkit play: what the engine shows, tick by tick.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "answers/answers.hpp"
#include "cli/bounds.hpp"
#include "cli/input.hpp"
#include "cli/report.hpp"
#include "cli/verbs.hpp"

namespace anmkit::cli {
namespace {

std::string as_json(const Parsed& opened, const Playback& playback) {
  JsonWriter json;
  write_playback(json, opened, playback);
  return json.take() + "\n";
}

std::string as_text(const Playback& playback) {
  std::string text;
  if (const auto* frames = std::get_if<FramePlayback>(&playback)) {
    for (const FrameTick& tick : frames->ticks) {
      text += fmt::format("tick {:>5}  frame {}\n", tick.tick, tick.frame);
    }
  }
  if (const auto* images = std::get_if<ImagePlayback>(&playback)) {
    for (const ImageTick& tick : images->ticks) {
      text += fmt::format("tick {:>5}  image {} blend {} {} at {},{}\n", tick.tick, tick.image,
                          tick.blend, tick.visible ? "shown" : "hidden", tick.x, tick.y);
    }
    text += images->ended ? fmt::format("ended at tick {}\n", *images->ended) : "still running\n";
  }
  return text;
}

// Files that a folder holds beside those that play.
bool is_bystander(const Parsed& opened, const Arguments& arguments) {
  return !opened.format->abilities.play &&
         std::ranges::find(arguments.files, opened.path) == arguments.files.end();
}

// The number is typed, so it is wrong usage.
bool fits_ticks(const std::string& path, const Arguments& arguments) {
  const std::uint64_t limit = most(Limit::ticks);
  if (std::cmp_less_equal(arguments.ticks, limit)) return true;
  print_diagnostic(path, over_limit(Limit::ticks, limit,
                                    fmt::format("--ticks wants {} of them", arguments.ticks)));
  return false;
}

int play_one(const std::string& path, Surroundings& surroundings, const Arguments& arguments,
             std::size_t& bystanders) {
  const Opened file = open_input(path, arguments);
  int status = kGood;
  const Parsed* parsed = parsed_or_explain(file, status);
  if (parsed == nullptr) return status;
  const Parsed& opened = *parsed;
  if (is_bystander(opened, arguments)) {
    ++bystanders;
    return kGood;
  }
  const std::vector<Companion> companions = companions_for(opened, surroundings);
  if (arguments.trace) {
    const auto trace =
        opened.document->trace({arguments.clip, arguments.ticks}, {companions, arguments.options});
    if (!trace) {
      print_diagnostic(path, trace.error());
      return status_for(trace.error(), !arguments.clip.empty());
    }
    if (!print_text(*trace)) return kSystem;
  }
  // After a trace too: it shows how a fault came, and this is the fault.
  const auto playback =
      opened.document->play({arguments.clip, arguments.ticks}, {companions, arguments.options});
  if (!playback) {
    print_diagnostic(path, playback.error());
    return status_for(playback.error(), !arguments.clip.empty());
  }
  if (arguments.trace) return kGood;
  return print_result(arguments.json ? as_json(opened, *playback) : as_text(*playback)) ? kGood
                                                                                        : kSystem;
}

}  // namespace

int run_play(const Arguments& arguments) {
  if (!fits_ticks(arguments.files.front(), arguments)) return kUsage;
  Surroundings surroundings(arguments);
  if (surroundings.status() != kGood) return surroundings.status();
  int status = kGood;
  std::size_t failed = 0, bystanders = 0;
  const std::vector<std::string> paths = expand_inputs(arguments);
  for (const std::string& path : paths) {
    const int result = play_one(path, surroundings, arguments, bystanders);
    if (result != kGood) ++failed;
    status = std::max(status, result);
  }
  print_failures(failed, paths.size());
  if (bystanders == paths.size() && status == kGood) {
    print_error("no file in the folder can be played");
    return kUsage;
  }
  return status;
}

}  // namespace anmkit::cli
