// SPDX-License-Identifier: MIT
// Requests about files, clips made ready, errors reported.
#include "file.hpp"

#include <algorithm>
#include <cstring>

namespace anmkit::c {
namespace {

// Cut between two characters where it is too long.
template <std::size_t size>
void copy_text(char (&to)[size], std::string_view from) {
  std::size_t length = std::min(from.size(), size - 1);
  const auto is_inside = [&](std::size_t at) {
    return at < from.size() && (static_cast<unsigned char>(from[at]) & 0xC0U) == 0x80U;
  };
  while (length > 0 && length < from.size() && is_inside(length))
    --length;
  std::memcpy(to, from.data(), length);
  to[length] = '\0';
}

std::int32_t status_of(std::string_view code) {
  if (code == kUsageError || code == kBadOption || code == kNoSuchClip) return ANMKIT_USAGE;
  if (code == "anmkit.MEMORY" || code == "anmkit.WRITE") return ANMKIT_FAILED;
  return ANMKIT_BAD;
}

// What the file or the function says: a request that says it again could not mean anything else.
constexpr std::string_view kOwn[] = {"file", "files", "with", "output", "what", "handle", "report"};

// What a caller added to a request: a JSON object, or empty.
class Added {
 public:
  static Result<Added> parse(std::string_view text) {
    auto document = JsonDocument::parse(text.empty() ? "{}" : text, kUsageError);
    if (!document) return std::unexpected(std::move(document.error()));
    if (!document->root().is(JsonKind::object)) return usage("expected a JSON object");
    return Added(std::move(*document));
  }

  void write_members(JsonWriter& json, std::span<const anmkit_file* const> files) const {
    json.key("with");
    json.begin_array();
    for (const anmkit_file* file : files) {
      for (const std::string& name : file->with)
        json.value(std::string_view(name));
    }
    json.end_array();
    const JsonValue root = document_.root();
    json.key("options");
    json.begin_object();
    for (const anmkit_file* file : files) {
      for (const auto& [name, value] : file->options)
        json.member(name, std::string_view(value));
    }
    write_all(json, root["options"]);
    json.end_object();
    for (JsonValue one = root.first(); one.present(); one = one.next()) {
      if (one.key() != "options" && std::ranges::find(kOwn, one.key()) == std::end(kOwn))
        write(json, one);
    }
  }

 private:
  explicit Added(JsonDocument document) : document_(std::move(document)) {}
  void write(JsonWriter& json, JsonValue member) const {
    json.key(member.key());
    json.raw(document_.text().substr(member.begin_offset(),
                                     member.end_offset() - member.begin_offset()));
  }
  void write_all(JsonWriter& json, JsonValue object) const {
    for (JsonValue one = object.first(); one.present(); one = one.next())
      write(json, one);
  }

  JsonDocument document_;
};

}  // namespace

std::unexpected<Error> usage(std::string message) {
  return fail(std::string(kUsageError), std::move(message));
}

std::int32_t tell(anmkit_error* error, const Result<void>& done) {
  const std::int32_t status = done ? ANMKIT_OK : status_of(done.error().code);
  if (error == nullptr) return status;
  *error = {};
  error->offset = -1;
  if (done) return status;
  error->status = status;
  copy_text(error->code, done.error().code);
  if (done.error().offset) error->offset = static_cast<std::int64_t>(*done.error().offset);
  copy_text(error->path, done.error().path);
  copy_text(error->message, done.error().message);
  return status;
}

Result<std::string> request_text(std::span<const anmkit_file* const> files, std::string_view more) {
  const auto added = Added::parse(more);
  if (!added) return std::unexpected(added.error());
  JsonWriter json;
  json.begin_object();
  if (!files.empty()) json.member("file", std::string_view(files.front()->name));
  json.key("files");
  json.begin_array();
  for (const anmkit_file* file : files) {
    if (!file->name.empty()) json.value(std::string_view(file->name));
  }
  json.end_array();
  added->write_members(json, files);
  json.end_object();
  return json.take();
}

Result<const Ready*> ready(const anmkit_file* file, std::int32_t clip) {
  if (file == nullptr) return usage("the file is null");
  const std::lock_guard lock(file->mutex);
  if (auto good = check_whole(*file); !good) return std::unexpected(good.error());
  if (clip < 0 || static_cast<std::size_t>(clip) >= file->clips.size()) {
    return fail(std::string(kNoSuchClip), "there is no clip " + std::to_string(clip) + " of " +
                                              std::to_string(file->clips.size()));
  }
  auto& slot = file->clips[static_cast<std::size_t>(clip)];
  if (!slot) {
    const std::string index = std::to_string(clip);
    slot = [&]() -> Result<std::unique_ptr<const Ready>> {
      const auto text = request_text({&file, 1}, "{\"clip\":\"" + index + "\"}");
      if (!text) return std::unexpected(text.error());
      const auto request = JsonDocument::parse(*text);
      auto scene = bindings::scene_to_sample(file->session, bindings::Request(request->root()),
                                             {.meshes = false});
      if (!scene) return std::unexpected(std::move(scene.error()));
      const auto found = find_clip(*scene, index);
      if (!found) return std::unexpected(found.error());
      return std::make_unique<const Ready>(std::move(*scene), *found);
    }();
  }
  if (!*slot) return std::unexpected(slot->error());
  return slot->value().get();
}

Result<void> check_whole(const anmkit_file& file) {
  if (!file.torn) return {};
  return fail("anmkit.MEMORY", "memory ended during an earlier call with this file; close it");
}

}  // namespace anmkit::c
