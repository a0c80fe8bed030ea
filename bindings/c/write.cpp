// SPDX-License-Identifier: MIT
// Files made from files, and from dumps.
#include <algorithm>
#include <set>

#include "anmkit/anmkit.hpp"
#include "file.hpp"

using namespace anmkit;
using namespace anmkit::c;

namespace {

Result<void> hand_over(anmkit_write_fn write, void* user, const std::string& name, ByteView bytes) {
  if (write(user, name.c_str(), bytes.data(), bytes.size()) == 0) return {};
  return fail("anmkit.WRITE", "the callback refused " + (name.empty() ? "the report" : name), {},
              name);
}

// The files of all, as one session sees them.
std::optional<Bytes> find_in(std::span<const anmkit_file* const> files, const std::string& path) {
  std::string names;
  for (const anmkit_file* file : files) {
    const std::lock_guard lock(file->mutex);
    if (!path.ends_with('/')) {
      if (const Bytes* bytes = file->session.files.find(path)) return *bytes;
      continue;
    }
    for (const std::string& name : file->session.files.list(path == "/" ? "" : path))
      names += name + '\n';
  }
  if (names.empty()) return {};
  return to_bytes(names);
}

Result<void> check_files(std::span<const anmkit_file* const> files) {
  std::set<std::string_view> names;
  for (const anmkit_file* file : files) {
    if (file == nullptr) return usage("a file is null");
    const std::lock_guard lock(file->mutex);
    if (auto good = check_whole(*file); !good) return good;
    if (!names.insert(file->name).second)
      return usage("two files have one name: " + (file->name.empty() ? "folders" : file->name));
  }
  return {};
}

// The report of a conversion: the reply without the files themselves.
std::string report_of(const JsonDocument& reply) {
  JsonWriter json;
  json.begin_object();
  for (JsonValue one = reply.root().first(); one.present(); one = one.next()) {
    if (one.key() == "files") continue;
    json.key(one.key());
    json.raw(reply.text().substr(one.begin_offset(), one.end_offset() - one.begin_offset()));
  }
  json.end_object();
  return json.take();
}

// A misspelled option would be ignored.
Result<void> check_members(std::string_view options) {
  constexpr std::string_view kKnown[] = {
      "to",     "clip",  "subject", "sparse", "keepSources", "metresPerUnit", "start",   "end",
      "length", "merge", "family",  "map",    "ground",      "inPlace",       "options", "report"};
  const auto parsed = JsonDocument::parse(options.empty() ? "{}" : options, kUsageError);
  if (!parsed) return std::unexpected(parsed.error());
  for (JsonValue one = parsed->root().first(); one.present(); one = one.next()) {
    if (std::ranges::find(kKnown, one.key()) == std::end(kKnown))
      return usage("there is no option '" + std::string(one.key()) + "' of a conversion");
  }
  return {};
}

Result<void> convert(std::span<const anmkit_file* const> files, const char* output,
                     std::string_view options, anmkit_write_fn write, void* user) {
  if (auto good = check_files(files); !good) return good;
  if (auto good = check_members(options); !good) return good;
  JsonWriter head;
  head.begin_object();
  head.member("output", std::string_view(output));
  head.end_object();
  auto request = request_text(files, options);
  if (!request) return std::unexpected(std::move(request.error()));
  request->replace(0, 1, head.text().substr(0, head.text().size() - 1) + ",");
  bindings::Session session;
  session.files.ask([&](const std::string& path) { return find_in(files, path); });
  auto reply = call(session, "convert", *request);
  if (!reply) return std::unexpected(std::move(reply.error()));
  const auto answer = JsonDocument::parse(reply->json.text());
  for (JsonValue one = answer->root()["files"].first(); one.present(); one = one.next()) {
    const auto number = static_cast<std::size_t>(one["bytes"].integer().value_or(0));
    if (auto done = hand_over(write, user, std::string(one["file"].string().value_or("")),
                              reply->arrays[number]);
        !done)
      return done;
  }
  const bool asked =
      !options.empty() && JsonDocument::parse(options)->root()["report"].boolean().value_or(false);
  if (!asked) return {};
  return hand_over(write, user, "", as_bytes(report_of(*answer)));
}

}  // namespace

extern "C" {

int32_t anmkit_convert(const anmkit_file* const* files, size_t count, const char* output,
                       const char* options_json, anmkit_write_fn write, void* user,
                       anmkit_error* error) {
  return run(nullptr, error, [&]() -> Result<void> {
    if (files == nullptr || count == 0) return usage("there are no files");
    if (output == nullptr || *output == '\0') return usage("the output has no name");
    if (write == nullptr) return usage("nothing takes the output: the callback is null");
    return convert({files, count}, output, options_json == nullptr ? "" : options_json, write,
                   user);
  });
}

int32_t anmkit_build(const char* dump, size_t size, anmkit_write_fn write, void* user,
                     anmkit_error* error) {
  return run(nullptr, error, [&]() -> Result<void> {
    if (dump == nullptr) return usage("the dump is null");
    if (write == nullptr) return usage("nothing takes the output: the callback is null");
    Diagnostics unused;
    const auto document = build_document({dump, size}, unused);
    if (!document) return std::unexpected(document.error());
    const auto bytes = (*document)->write();
    if (!bytes) return std::unexpected(bytes.error());
    return hand_over(write, user, std::string((*document)->format()), *bytes);
  });
}

}  // extern "C"
