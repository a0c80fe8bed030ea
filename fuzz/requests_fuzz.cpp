// SPDX-License-Identifier: MIT
// Requests to a session with files in memory: each is answered with JSON or with
// an error that has a code, and so is the next one.
#include "core/json.hpp"
#include "feed.hpp"
#include "roundtrip.hpp"
#include "session/session.hpp"

namespace {

using namespace anmkit;
using namespace anmkit::bindings;

// "a.ext": what the extension specifies is a part of the input, as the bytes are.
std::string name_of(fuzz::Feed& feed, std::size_t number) {
  static const std::vector<std::string_view> kExtensions = [] {
    std::vector<std::string_view> all{".glb", ".gltf", ".png"};
    for (const Family& family : families()) {
      for (const Format& format : family.formats)
        all.insert(all.end(), format.extensions.begin(), format.extensions.end());
    }
    return all;
  }();
  return std::string(1, static_cast<char>('a' + number)) +
         std::string(kExtensions[feed.byte() % kExtensions.size()]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<const NamedMethod*> kMethods = all_methods();
  fuzz::Feed feed(data, size);
  std::vector<std::pair<const NamedMethod*, Bytes>> requests;
  for (std::size_t count = 1 + feed.byte() % 3; count > 0; --count) {
    const NamedMethod* method = kMethods[feed.byte() % kMethods.size()];
    requests.emplace_back(method, feed.part());
  }
  Session session;
  for (std::size_t number = 0; !feed.empty() && number < 4; ++number) {
    const std::string name = name_of(feed, number);
    session.files.put(name, feed.part());
  }
  for (const auto& [method, text] : requests) {
    const auto parsed = JsonDocument::parse(as_text(text));
    if (!parsed) continue;
    Reply reply;
    reply.json.begin_object();
    if (const auto done = method->run(session, Request(parsed->root()), reply); !done) {
      fuzz::require(!done.error().code.empty(), "an error has a code", method->name);
      continue;
    }
    reply.json.end_object();
    fuzz::require(JsonDocument::parse(reply.json.take()).has_value(), "a reply is JSON",
                  method->name);
  }
  return 0;
}
