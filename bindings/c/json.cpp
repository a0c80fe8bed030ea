// SPDX-License-Identifier: MIT
// Requests that are answered with JSON, and images.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "anmkit/anmkit.hpp"
#include "file.hpp"

using namespace anmkit;
using namespace anmkit::c;

namespace {

// Requests that callers may make; the session has more, which come in pairs with handles.
enum class Needs : std::uint8_t { nothing, file, folder };
struct Question {
  std::string_view what, method;
  Needs needs;
  std::string_view member;  // of the reply, whose value is the answer; empty: all of it
};
constexpr Question kQuestions[] = {
    {"version", "version", Needs::nothing, {}}, {"formats", "formats", Needs::nothing, {}},
    {"codes", "codes", Needs::nothing, {}},     {"project", "project", Needs::folder, {}},
    {"info", "info", Needs::file, "info"},      {"check", "check", Needs::file, "checked"},
    {"dump", "dump", Needs::file, "text"},      {"sample", "sample", Needs::file, "text"},
    {"play", "play", Needs::file, "text"},      {"graph", "graph", Needs::file, "text"},
    {"fields", "fields", Needs::file, {}},      {"detect", "detect", Needs::file, {}},
};

Result<const Question*> find_question(std::string_view what) {
  const auto found = std::ranges::find(kQuestions, what, &Question::what);
  if (found != std::end(kQuestions)) return found;
  std::string all;
  for (const Question& one : kQuestions)
    all += (all.empty() ? "" : ", ") + std::string(one.what);
  return usage("expected one of " + all + ", found '" + std::string(what) + "'");
}

// The value of a member, or the array that it numbers.
std::string answer_of(const bindings::Reply& reply, std::string_view member) {
  if (member.empty()) return reply.json.text();
  const auto document = JsonDocument::parse(reply.json.text());
  const JsonValue value = document->root()[member];
  if (const auto number = value.integer())
    return std::string(as_text(reply.arrays[static_cast<std::size_t>(*number)]));
  return std::string(
      document->text().substr(value.begin_offset(), value.end_offset() - value.begin_offset()));
}

Result<std::string> ask(const anmkit_file* file, std::string_view what) {
  std::string name(what);
  std::string_view more;
  if (what.starts_with('{')) {
    const auto request = JsonDocument::parse(what, kUsageError);
    if (!request) return std::unexpected(request.error());
    name = request->root()["what"].string().value_or("");
    more = what;
  }
  const auto question = find_question(name);
  if (!question) return std::unexpected(question.error());
  const Needs needs = (*question)->needs;
  if (needs != Needs::nothing && file == nullptr) return usage("'" + name + "' needs a file");
  if (needs == Needs::file && file->name.empty())
    return usage("'" + name + "' expects a file, found a folder");
  if (needs == Needs::folder && !file->name.empty())
    return usage("'" + name + "' needs a folder (anmkit_open_folder)");
  bindings::Session none;
  std::unique_lock<std::mutex> lock;
  std::span<const anmkit_file* const> files;
  if (needs != Needs::nothing) {
    lock = std::unique_lock(file->mutex);
    if (auto good = check_whole(*file); !good) return std::unexpected(good.error());
    files = {&file, 1};
  }
  const auto text = request_text(files, more);
  if (!text) return std::unexpected(text.error());
  auto reply = call(files.empty() ? none : file->session, (*question)->method, *text);
  if (!reply) return std::unexpected(std::move(reply.error()));
  return answer_of(*reply, (*question)->member);
}

Result<void> render(const anmkit_file& file, std::int32_t clip, double frame, std::uint32_t width,
                    std::uint32_t height, std::string_view view, std::uint8_t* out) {
  bindings::Session& session = file.session;
  if (!file.shown) {
    const auto text = request_text(std::array{&file}, {});
    if (!text) return std::unexpected(text.error());
    const auto reply = call(session, "show", *text);
    if (!reply) return std::unexpected(reply.error());
    file.shown = static_cast<int>(
        JsonDocument::parse(reply->json.text())->root()["handle"].integer().value_or(0));
  }
  const std::string handle = "{\"handle\":" + std::to_string(*file.shown);
  const auto chosen = call(session, "choose", handle + ",\"clip\":" + std::to_string(clip) + "}");
  if (!chosen) return std::unexpected(chosen.error());
  const auto added = request_text({}, view);
  if (!added) return std::unexpected(added.error());
  JsonWriter json;
  json.begin_object();
  json.member("frame", frame);
  json.member("width", width);
  json.member("height", height);
  json.end_object();
  const auto picture =
      call(session, "draw",
           handle + "," + json.text().substr(1, json.text().size() - 2) + "," + added->substr(1));
  if (!picture) return std::unexpected(picture.error());
  std::memcpy(out, picture->arrays.front().data(), picture->arrays.front().size());
  return {};
}

}  // namespace

extern "C" {

int32_t anmkit_json(const anmkit_file* file, const char* what, char* out, size_t capacity,
                    size_t* needed, anmkit_error* error) {
  if (needed != nullptr) *needed = 0;
  return run(file, error, [&]() -> Result<void> {
    if (what == nullptr) return usage("what is asked for is null");
    const auto text = ask(file, what);
    if (!text) return std::unexpected(text.error());
    const std::size_t size = text->size() + 1;
    if (needed != nullptr) *needed = size;
    if (out == nullptr && capacity == 0 && needed != nullptr) return {};
    if (out == nullptr) return usage("the buffer is null");
    if (capacity < size)
      return usage("the buffer has " + std::to_string(capacity) + " of " + std::to_string(size) +
                   " bytes");
    std::memcpy(out, text->c_str(), size);
    return {};
  });
}

int32_t anmkit_render(const anmkit_file* file, int32_t clip, double frame, uint32_t width,
                      uint32_t height, const char* view_json, uint8_t* out, size_t capacity,
                      anmkit_error* error) {
  return run(file, error, [&]() -> Result<void> {
    if (file == nullptr || file->name.empty()) return usage("an image needs a file");
    if (!std::isfinite(frame)) return usage("the frame is not a finite number");
    constexpr std::uint32_t kMostSide = 16384;
    if (width == 0 || height == 0 || width > kMostSide || height > kMostSide)
      return usage("an image is 1 to 16384 pixels wide and high");
    const std::uint64_t size = 4 * std::uint64_t{width} * height;
    if (out == nullptr) return usage("the buffer is null");
    if (capacity < size)
      return usage("the buffer has " + std::to_string(capacity) + " of " + std::to_string(size) +
                   " bytes");
    const std::lock_guard lock(file->mutex);
    if (auto good = check_whole(*file); !good) return good;
    return render(*file, std::max(clip, -1), frame, width, height,
                  view_json == nullptr ? "" : view_json, out);
  });
}

}  // extern "C"
