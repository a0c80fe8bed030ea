// SPDX-License-Identifier: MIT
// anmkit play: engine playback, tick by tick.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "cli/arguments/bounds.hpp"
#include "cli/commands/verbs.hpp"
#include "cli/files/clip_inputs.hpp"
#include "cli/files/input.hpp"
#include "cli/files/output.hpp"
#include "cli/report.hpp"
#include "convert/flaws.hpp"
#include "json_reports/json_reports.hpp"

namespace anmkit::cli {
namespace {

std::string as_text(const Playback& part) {
  std::string text;
  if (const auto* frames = std::get_if<FramePlayback>(&part)) {
    for (const FrameTick& tick : frames->ticks)
      fmt::format_to(std::back_inserter(text), "tick {:>5}  frame {}\n", tick.tick, tick.frame);
  }
  if (const auto* images = std::get_if<ImagePlayback>(&part)) {
    for (const ImageTick& tick : images->ticks) {
      fmt::format_to(std::back_inserter(text), "tick {:>5}  image {} blend {} {} at {},{}\n",
                     tick.tick, tick.image, tick.blend, tick.visible ? "shown" : "hidden", tick.x,
                     tick.y);
    }
  }
  return text;
}

// What is printed before the ticks, and the fault if there is one: a script is run to its end to
// know that. `empty`: no frame of the clip is ever shown.
Result<Playback> head_of(const Document& document, PlayRequest request, const Context& context,
                         bool& empty) {
  empty = request.ticks > 0;
  request.each = [&](const Playback& part) {
    const auto* frames = std::get_if<FramePlayback>(&part);
    empty = empty && frames != nullptr && frames->ticks.empty();
    return frames == nullptr;
  };
  auto head = document.play(request, context);
  empty = empty && head && std::holds_alternative<FramePlayback>(*head);
  return head;
}

bool print_json(const Parsed& opened, const Playback& head, PlayRequest request,
                const Context& context, const Sink& sink) {
  JsonWriter json(JsonWriter::Style::compact, sink);
  begin_playback(json, opened, head);
  request.each = [&](const Playback& part) {
    write_ticks(json, part);
    return json.flush();
  };
  const auto played = opened.document->play(request, context);
  end_playback(json);
  return json.flush() && sink(as_bytes("\n")) && played;
}

bool print_lines(const Parsed& opened, const Playback& head, PlayRequest request,
                 const Context& context, const Sink& sink) {
  bool good = true;
  request.each = [&](const Playback& part) {
    good = good && sink(as_bytes(as_text(part)));
    return good;
  };
  good = opened.document->play(request, context) && good;
  const auto* images = std::get_if<ImagePlayback>(&head);
  if (images == nullptr || !good) return good;
  return sink(as_bytes(images->ended ? fmt::format("ended at tick {}\n", *images->ended)
                                     : std::string("still running\n")));
}

// Played once more while it is printed, so that any number of ticks takes little memory.
int print_playback(const Parsed& opened, const Playback& head, const PlayRequest& request,
                   const Context& context, const Arguments& arguments) {
  const auto written = write_output(
      "-",
      [&](const Sink& sink) {
        return arguments.json ? print_json(opened, head, request, context, sink)
                              : print_lines(opened, head, request, context, sink);
      },
      wishes_of(arguments));
  if (written) return kGood;
  print_diagnostic("-", written.error());
  return status_of_output(written.error());
}

// A trace is held as a whole. The number is typed, so it is wrong usage.
bool fits_ticks(const std::string& path, const Arguments& arguments) {
  const std::uint64_t limit = most(Limit::ticks);
  if (std::cmp_less_equal(arguments.play.ticks, limit)) return true;
  print_diagnostic(path, over_limit(Limit::ticks, limit,
                                    fmt::format("--ticks needs {} of them", arguments.play.ticks)));
  return false;
}

int play_one(const std::string& path, Surroundings& surroundings, const Arguments& arguments) {
  const Opened file = open_input(path, arguments);
  int status = kGood;
  const Parsed* parsed = parsed_or_explain(file, status);
  if (parsed == nullptr) return status;
  const Parsed& opened = *parsed;
  surroundings.pool().use_for(file);
  const std::vector<Companion> companions = companions_for(opened, surroundings);
  const PlayRequest request{arguments.clip, arguments.play.ticks};
  const Context context{companions, arguments.options};
  if (arguments.play.trace) {
    const auto trace = opened.document->trace(request, context);
    if (!trace) {
      print_diagnostic(path, trace.error());
      return status_for(trace.error(), !arguments.clip.empty());
    }
    if (!print_text(*trace)) return kSystem;
  }
  // After a trace too: it shows how a fault came, and this is the fault.
  bool empty = false;
  const auto head = head_of(*opened.document, request, context, empty);
  if (!head) {
    print_diagnostic(path, head.error());
    return status_for(head.error(), !arguments.clip.empty());
  }
  Diagnostics flaws;
  report_flaws(opened, context, flaws);
  for (const Companion& one : companions)
    report_flaws(one, context, flaws);
  print_diagnostics(path, flaws);
  if (empty) {
    print_diagnostic(path, {Severity::warning,
                            "anmkit.EMPTY",
                            {},
                            {},
                            "the clip has no frames: nothing is ever shown"});
  }
  return arguments.play.trace ? kGood : print_playback(opened, *head, request, context, arguments);
}

}  // namespace

int run_play(const Arguments& given) {
  const Arguments arguments = with_motions_as_inputs(given);
  if (arguments.play.trace && !fits_ticks(arguments.files.front(), arguments)) return kUsage;
  Surroundings surroundings(arguments);
  if (surroundings.status() != kGood) return surroundings.status();
  const ClipInputs inputs = clip_inputs(arguments, false);
  int status = inputs.status;
  std::size_t failed = 0;
  for (const std::string& path : inputs.paths) {
    const int result = play_one(path, surroundings, arguments);
    if (result != kGood) ++failed;
    status = std::max(status, result);
  }
  surroundings.tell_unused();
  print_failures(failed, inputs.paths.size());
  if (inputs.paths.empty() && status == kGood) {
    print_error("no file in the folder can be played", "anmkit info FOLDER lists its contents");
    return kUsage;
  }
  return status;
}

}  // namespace anmkit::cli
