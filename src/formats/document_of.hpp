// SPDX-License-Identifier: MIT
// A parsed file behind the Document interface: what a format can do is what its Kind has.
#pragma once

#include <utility>

#include "anmkit/document.hpp"
#include "anmkit/registry.hpp"

namespace anmkit {

// `Kind` is a struct of static functions, one a format, in the family's document.hpp:
//
//   struct AnmKind {
//     using File = Anm;                                   // what parsing gives; owned by the
//     document static constexpr std::string_view id = "psx-anm"; static Result<Bytes> write(const
//     File&); static void dump(const File&, JsonWriter&); static void check(const File&, const
//     Context&, Diagnostics&); static DocumentInfo info(const File&);
//   };
//
// and, where the format has them: to_scene, play, trace, graph, find_companions, entries,
// find_entry, kept_part, samples_with_found_companions, with the parameters of Document's functions
// behind the File; from_scene as Format has it. Everything else follows: the overrides, the
// abilities.
template <class Kind>
class DocumentOf final : public Document {
 public:
  using File = typename Kind::File;

  explicit DocumentOf(File parsed) : file(std::move(parsed)) {}

  std::string_view format() const override { return Kind::id; }
  Result<Bytes> write() const override { return Kind::write(file); }
  void dump(JsonWriter& writer) const override { Kind::dump(file, writer); }
  void check(const Context& context, Diagnostics& diagnostics) const override {
    Kind::check(file, context, diagnostics);
  }
  DocumentInfo info() const override { return Kind::info(file); }

  std::vector<std::string> find_companions(const std::string& path,
                                           const Neighbourhood& around) const override {
    if constexpr (requires { Kind::find_companions(file, path, around); }) {
      return Kind::find_companions(file, path, around);
    } else {
      return Document::find_companions(path, around);
    }
  }
  Result<Scene> to_scene(const SceneRequest& request, const Context& context,
                         Diagnostics& diagnostics) const override {
    if constexpr (requires { Kind::to_scene(file, request, context, diagnostics); }) {
      return Kind::to_scene(file, request, context, diagnostics);
    } else {
      return Document::to_scene(request, context, diagnostics);
    }
  }
  Result<Playback> play(const PlayRequest& request, const Context& context) const override {
    if constexpr (requires { Kind::play(file, request, context); }) {
      return Kind::play(file, request, context);
    } else {
      return Document::play(request, context);
    }
  }
  Result<std::string> trace(const PlayRequest& request, const Context& context) const override {
    if constexpr (requires { Kind::trace(file, request, context); }) {
      return Kind::trace(file, request, context);
    } else {
      return Document::trace(request, context);
    }
  }
  Result<std::string> graph(std::string_view flow) const override {
    if constexpr (requires { Kind::graph(file, flow); }) {
      return Kind::graph(file, flow);
    } else {
      return Document::graph(flow);
    }
  }
  std::vector<ArchiveEntry> entries() const override {
    if constexpr (requires { Kind::entries(file); }) {
      return Kind::entries(file);
    } else {
      return {};
    }
  }
  std::optional<ByteView> find_entry(std::string_view name) const override {
    if constexpr (requires { Kind::find_entry(file, name); }) {
      return Kind::find_entry(file, name);
    } else {
      return Document::find_entry(name);
    }
  }
  std::optional<KeptPart> kept_part() const override {
    if constexpr (requires { Kind::kept_part(file); }) {
      return Kind::kept_part(file);
    } else {
      return {};
    }
  }
  bool samples_with_found_companions() const override {
    if constexpr (requires { Kind::samples_with_found_companions; }) {
      return Kind::samples_with_found_companions;
    } else {
      return false;
    }
  }

  File file;
};

// The document as one of a kind, or null. (The library has no RTTI: the id says which it is.)
template <class Kind>
const DocumentOf<Kind>* document_as(const Document* document) {
  if (document == nullptr || document->format() != Kind::id) return nullptr;
  return static_cast<const DocumentOf<Kind>*>(document);
}

// The first companion of a kind, or null.
template <class Kind>
const DocumentOf<Kind>* companion_as(Companions companions) {
  for (const Companion& companion : companions) {
    if (const auto* found = document_as<Kind>(companion.document)) return found;
  }
  return nullptr;
}

// What `formats` says of a kind.
template <class Kind>
constexpr Abilities abilities_of() {
  return {.animation = requires {&Kind::play;
}
, .scene = requires { &Kind::to_scene; }, .play = requires { &Kind::play; },
    .from_scene = requires { &Kind::from_scene; }
};  // namespace anmkit
}

}  // namespace anmkit
