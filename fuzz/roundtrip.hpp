// SPDX-License-Identifier: MIT
// The properties every format must keep, for any bytes: parsing never crashes; what parses is
// written back bit for bit; the dump builds the same again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "anmkit/registry.hpp"
#include "anmkit/sampler.hpp"
#include "memory_budget.hpp"
#include "scene/reference.hpp"

namespace anmkit::fuzz {

inline void require(bool good, const char* property, std::string_view format) {
  if (good) return;
  std::fprintf(stderr, "property broken: %s (%.*s)\n", property, static_cast<int>(format.size()),
               format.data());
  std::abort();
}

// Everything a generic tool does with a document that parsed.
inline void use(const Document& document, const Options& options) {
  Diagnostics diagnostics;
  document.check({{}, options}, diagnostics);
  (void)document.info();
  (void)document.play({.clip = {}, .ticks = 8}, {{}, options});
  const auto scene = document.to_scene({}, {{}, options}, diagnostics);
  if (!scene) return;
  Pose pose;
  std::vector<Mat4> world;
  for (const Clip& clip : scene->clips) {
    const ReferenceSampler sampler(*scene, clip);
    for (const double frame : {0.0, 0.5, clip.duration, -3.25}) {
      sampler.sample(clamp_frame(clip, frame), pose);
      world_matrices(*scene, pose, world);
    }
  }
}

inline void require_dump(const Document& document, ByteView bytes) {
  const std::string_view id = document.format();
  Diagnostics moved;
  const auto built = build_document(dump_document(document), moved);
  require(built.has_value() && moved.empty(), "build(dump(x)) succeeds", id);
  const auto again = (*built)->write();
  require(again && std::ranges::equal(*again, bytes), "write(build(dump(x))) == x", id);
}

// The input's first byte chooses among the family's formats, so that one corpus serves all.
inline int run(std::string_view family_id, const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const MemoryBudget budget(size);
  const ByteView bytes(reinterpret_cast<const std::byte*>(data) + 1, size - 1);
  for (const Family& family : families()) {
    if (family.id != family_id) continue;
    const Format& format = family.formats[data[0] % family.formats.size()];
    const Options options;
    Diagnostics diagnostics;
    // Only the family's own: other families' detection has its own target, and may be costly.
    for (const Format& one : family.formats)
      (void)one.detect(bytes);
    const DocumentPtr document = format.parse({bytes, "input"}, options, diagnostics);
    if (!document) {
      require(diagnostics.has_errors(), "a refusal has a reason", format.id);
      return 0;
    }
    const auto written = document->write();
    require(written && std::ranges::equal(*written, bytes), "write(parse(x)) == x", format.id);
    // Dumps are ten times as long as files, so not all of them.
    if (size % 4 == 0) require_dump(*document, bytes);
    use(*document, options);
  }
  return 0;
}

}  // namespace anmkit::fuzz
