// SPDX-License-Identifier: MIT
// Bytes explained. An explanation is kept until it is let go, so that a page of it costs no more
// than what is on the page.
#include <algorithm>

#include "answers/answers.hpp"
#include "requests.hpp"

namespace anmkit::wasm {
namespace {

constexpr double kMostLeaves = 100000;  // of one reply

const Format* format_of(const Opened& opened) {
  if (const auto* parsed = std::get_if<Parsed>(&opened)) return parsed->format;
  const auto* raw = std::get_if<Raw>(&opened);
  return raw == nullptr ? nullptr : raw->format;
}

Result<void> open_bytes(Session& session, const Request& request, Reply& reply) {
  const std::string path = request.text("file");
  const auto opened = session.open(request, path);
  if (!opened) return std::unexpected(opened.error());
  const Format* format = format_of(**opened);
  if (format == nullptr) return fail(std::string(kUnsupported), "nothing describes its bytes");
  Bytes bytes = *session.files.find(path);
  auto what = explain(bytes, *format);
  if (!what) return std::unexpected(std::move(what.error()));
  const int handle = session.next_handle++;
  reply.json.member("handle", handle);
  reply.json.member("format", format->id);
  reply.json.member("specification", specification_of(*format));
  reply.json.member("size", bytes.size());
  write_coverage(reply.json, *what);
  session.explained.emplace(handle, Session::Explained{std::move(bytes), format, std::move(*what)});
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

constexpr NamedMethod kMethods[] = {
    {"explain", open_bytes}, {"leaves", leaves}, {"closeExplanation", close_bytes}};

}  // namespace

std::span<const NamedMethod> methods_of_bytes() {
  return kMethods;
}

}  // namespace anmkit::wasm
