// SPDX-License-Identifier: MIT
// Scripts and what plays tick by tick.
#include <algorithm>

#include "convert/show.hpp"
#include "json_reports/json_reports.hpp"
#include "requests.hpp"
#include "script.hpp"

namespace anmkit::bindings {

Result<Picture> Script::screen(std::int64_t tick, std::vector<std::int64_t>& missing) const {
  ScreenOptions options;
  options.first_tick = tick;
  options.last_tick = tick + 1;
  auto shown = show(playback_, pictures_, options, missing);
  if (!shown) return std::unexpected(std::move(shown.error()));
  return shown->draw(0);
}

namespace {

constexpr std::int64_t kMostTicks = 1000000;

Result<std::int64_t> ticks_of(const Request& request, std::int64_t fallback) {
  const auto ticks = request["ticks"].integer().value_or(fallback);
  if (ticks < 1 || ticks > kMostTicks)
    return fail(std::string(kBadOption), "1 to " + std::to_string(kMostTicks) + " ticks");
  return ticks;
}

// As `anmkit play`, with what is found next to the file as well.
Result<void> play(Session& session, const Request& request, Reply& reply) {
  const auto parsed = parsed_file(session, request);
  if (!parsed) return std::unexpected(parsed.error());
  const auto options = request.options();
  const auto ticks = ticks_of(request, 60);
  if (!ticks) return std::unexpected(ticks.error());
  CompanionPool pool(session.files);
  if (auto named = name_all(pool, request); !named) return named;
  const CompanionPool::Set beside = (*parsed)->document->samples_with_found_companions()
                                        ? pool.of(**parsed)
                                        : CompanionPool::Set{pool.given(), {}, {}};
  const std::string clip = request.text("clip");
  const Context context{beside.companions, *options};
  const auto playback = (*parsed)->document->play({clip, *ticks}, context);
  if (!playback) return std::unexpected(playback.error());
  JsonWriter json;
  write_playback(json, **parsed, *playback);
  reply.json.member("text", reply.add(to_bytes(json.text())));
  if (request.flag("trace")) {
    auto trace = (*parsed)->document->trace({clip, *ticks}, context);
    if (!trace) return std::unexpected(std::move(trace.error()));
    reply.json.member("trace", reply.add(to_bytes(*trace)));
  }
  return {};
}

Result<void> graph(Session& session, const Request& request, Reply& reply) {
  const auto parsed = parsed_file(session, request);
  if (!parsed) return std::unexpected(parsed.error());
  const std::string flow = request.text("as");
  auto text = (*parsed)->document->graph(flow.empty() ? "mermaid" : flow);
  if (!text) return std::unexpected(std::move(text.error()));
  reply.json.member("text", reply.add(to_bytes(*text)));
  return {};
}

Result<void> open_script(Session& session, const Request& request, Reply& reply) {
  const auto parsed = parsed_file(session, request);
  if (!parsed) return std::unexpected(parsed.error());
  const auto options = request.options();
  CompanionPool pool(session.files);
  if (auto named = name_all(pool, request); !named) return named;
  const CompanionPool::Set beside = pool.of(**parsed);
  const DocumentInfo info = (*parsed)->document->info();
  const double length = info.clips.empty() ? 0 : info.clips.front().frames;
  constexpr std::int64_t kUndecided = 600;  // a random script has no length of its own
  const auto ticks =
      ticks_of(request, length > 0 ? static_cast<std::int64_t>(std::min(length, 1e6)) : kUndecided);
  if (!ticks) return std::unexpected(ticks.error());
  auto playback =
      (*parsed)->document->play({request.text("clip"), *ticks + 1}, {beside.companions, *options});
  if (!playback) return std::unexpected(playback.error());
  auto* images = std::get_if<ImagePlayback>(&*playback);
  if (images == nullptr)
    return fail(std::string(kUnsupported), "the file moves nodes and shows no images");
  auto pictures = script_pictures(**parsed, beside.companions);
  const int handle = session.next_handle++;
  reply.json.member("handle", handle);
  reply.json.member("ticks", *ticks);
  reply.json.key("clip");
  write_clip(reply.json, info.clips.empty() ? ClipInfo{} : info.clips.front());
  reply.json.key("playback");
  write_playback(reply.json, **parsed, *playback);
  write_strings(reply.json, "found", beside.found);
  reply.json.key("pictures");
  reply.json.begin_array();
  for (const StoredPicture& one : pictures ? *pictures : std::vector<StoredPicture>{}) {
    reply.json.begin_object();
    reply.json.member("id", one.id);
    reply.json.member("width", one.picture.width);
    reply.json.member("height", one.picture.height);
    reply.json.end_object();
  }
  reply.json.end_array();
  write_optional(reply.json, "problem", pictures ? "" : pictures.error().message);
  session.scripts[handle] = std::make_unique<Script>(
      std::move(*images), pictures ? std::move(*pictures) : std::vector<StoredPicture>{});
  return {};
}

Result<void> screen(Session& session, const Request& request, Reply& reply) {
  const auto found = session.scripts.find(static_cast<int>(request.number("handle", 0)));
  if (found == session.scripts.end())
    return fail(std::string(kUsageError), "there is no such script");
  std::vector<std::int64_t> missing;
  const double tick = std::clamp(request.number("tick", 0), 0.0, static_cast<double>(kMostTicks));
  auto picture = found->second->screen(static_cast<std::int64_t>(tick), missing);
  if (!picture) return std::unexpected(std::move(picture.error()));
  reply.json.member("width", picture->width);
  reply.json.member("height", picture->height);
  reply.json.member("pixels", reply.add(std::move(picture->pixels)));
  reply.json.key("missing");
  reply.json.begin_array(true);
  for (const std::int64_t number : missing)
    reply.json.value(number);
  reply.json.end_array();
  return {};
}

Result<void> close_script(Session& session, const Request& request, Reply&) {
  session.scripts.erase(static_cast<int>(request.number("handle", 0)));
  return {};
}

// All images of a file.
Result<void> pictures(Session& session, const Request& request, Reply& reply) {
  const auto parsed = parsed_file(session, request);
  if (!parsed) return std::unexpected(parsed.error());
  auto stored = (*parsed)->document->pictures({});
  if (!stored) return std::unexpected(std::move(stored.error()));
  reply.json.key("pictures");
  reply.json.begin_array();
  for (StoredPicture& one : *stored) {
    reply.json.begin_object();
    reply.json.member("id", one.id);
    reply.json.member("x", one.x);
    reply.json.member("y", one.y);
    reply.json.member("canvasWidth", one.canvas_width);
    reply.json.member("canvasHeight", one.canvas_height);
    reply.json.member("width", one.picture.width);
    reply.json.member("height", one.picture.height);
    reply.json.member("pixels", reply.add(std::move(one.picture.pixels)));
    reply.json.end_object();
  }
  reply.json.end_array();
  return {};
}

constexpr NamedMethod kMethods[] = {
    {"play", play},
    {"graph", graph},
    {"script", open_script},
    {"screen", screen},
    {"closeScript", close_script},
    {"pictures", pictures},
};

}  // namespace

std::span<const NamedMethod> methods_of_scripts() {
  return kMethods;
}

}  // namespace anmkit::bindings
