// SPDX-License-Identifier: MIT
// Bytes explained. An explanation is kept until it is let go, so that a page of it costs no more
// than what is on the page.
#include <algorithm>

#include "convert/key_origins.hpp"
#include "json_reports/json_reports.hpp"
#include "requests.hpp"

namespace anmkit::bindings {
namespace {

constexpr double kMostLeaves = 100000;  // of one reply

const Format* format_of(const Opened& opened) {
  if (const auto* parsed = std::get_if<Parsed>(&opened)) return parsed->format;
  const auto* raw = std::get_if<Raw>(&opened);
  return raw == nullptr ? nullptr : raw->format;
}

Result<Session::Explained> explained(Session& session, const Request& request) {
  const std::string path = request.text("file");
  const auto opened = session.open(request, path);
  if (!opened) return std::unexpected(opened.error());
  const Format* format = format_of(**opened);
  if (format == nullptr)
    return fail(std::string(kUnsupported), "no description of its bytes exists");
  Bytes bytes = *session.files.find(path);
  auto what = explain(bytes, *format);
  if (!what) return std::unexpected(std::move(what.error()));
  return Session::Explained{std::move(bytes), format, std::move(*what)};
}

void write_head(JsonWriter& json, const Session::Explained& one) {
  json.member("format", one.format->id);
  json.member("specification", specification_of(*one.format));
  json.member("size", one.bytes.size());
  write_coverage(json, one.what);
}

Result<void> open_bytes(Session& session, const Request& request, Reply& reply) {
  auto one = explained(session, request);
  if (!one) return std::unexpected(std::move(one.error()));
  const int handle = session.next_handle++;
  reply.json.member("handle", handle);
  write_head(reply.json, *one);
  session.explained.emplace(handle, std::move(*one));
  return {};
}

// All leaves in one reply, as `anmkit explain FILE --json` lists them.
Result<void> fields(Session& session, const Request& request, Reply& reply) {
  const auto one = explained(session, request);
  if (!one) return std::unexpected(one.error());
  write_head(reply.json, *one);
  reply.json.key("fields");
  reply.json.begin_array();
  one->what.visit([&](const Leaf& leaf) {
    write_leaf(reply.json, leaf);
    return true;
  });
  reply.json.end_array();
  return {};
}

Result<void> leaves(Session& session, const Request& request, Reply& reply) {
  const auto found = session.explained.find(static_cast<int>(request.number("handle", 0)));
  if (found == session.explained.end())
    return fail(std::string(kUsageError), "there is no such explanation");
  const auto size = static_cast<double>(found->second.bytes.size());
  const double from = std::clamp(request.number("offset", 0), 0.0, size);
  const double end = std::min(size, from + std::max(0.0, request.number("length", size)));
  double left = std::min(kMostLeaves, request.number("most", kMostLeaves));
  reply.json.key("fields");
  reply.json.begin_array();
  if (from < end) {
    found->second.what.visit(
        [&](const Leaf& leaf) {
          if (static_cast<double>(leaf.offset) >= end || left-- <= 0) return false;
          write_leaf(reply.json, leaf);
          return true;
        },
        static_cast<std::uint64_t>(from));
  }
  reply.json.end_array();
  return {};
}

Result<void> close_bytes(Session& session, const Request& request, Reply&) {
  session.explained.erase(static_cast<int>(request.number("handle", 0)));
  return {};
}

// Either way between the keys of a clip and the fields of the file that has it: "offset" asks for
// keys, "track" and "key" for fields.
Result<void> origins(Session& session, const Request& request, Reply& reply) {
  const auto parsed = parsed_file(session, request);
  if (!parsed) return std::unexpected(parsed.error());
  const auto options = request.options();
  CompanionPool pool(session.files);
  if (auto named = name_all(pool, request); !named) return named;
  const CompanionPool::Set beside = pool.of(**parsed);
  const auto clip = request["clip"].integer().value_or(0);
  const auto what = KeyOrigins::make(**parsed, beside.companions, *options,
                                     static_cast<std::size_t>(std::max<std::int64_t>(0, clip)));
  if (!what) return std::unexpected(what.error());
  const auto offset = request["offset"].integer();
  reply.json.key(offset ? "keys" : "fields");
  reply.json.begin_array();
  if (offset) {
    for (const ClipKey key : what->keys_of(static_cast<std::uint64_t>(*offset))) {
      reply.json.begin_object();
      reply.json.member("track", key.track);
      reply.json.member("key", key.key);
      reply.json.end_object();
    }
  } else {
    const auto track = request["track"].integer().value_or(-1);
    const auto key = request["key"].integer().value_or(-1);
    for (const KeyOrigins::Origin& one :
         what->fields_of({static_cast<std::uint32_t>(track), static_cast<std::uint32_t>(key)})) {
      reply.json.begin_object();
      reply.json.member("keys", one.keys);
      reply.json.key("field");
      write_leaf(reply.json, one.leaf);
      reply.json.end_object();
    }
  }
  reply.json.end_array();
  return {};
}

constexpr NamedMethod kMethods[] = {{"explain", open_bytes},
                                    {"fields", fields},
                                    {"leaves", leaves},
                                    {"closeExplanation", close_bytes},
                                    {"origins", origins}};

}  // namespace

std::span<const NamedMethod> methods_of_bytes() {
  return kMethods;
}

}  // namespace anmkit::bindings
