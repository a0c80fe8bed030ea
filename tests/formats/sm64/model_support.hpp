// SPDX-License-Identifier: MIT
// Layouts shown with the display lists of one source.
#pragma once

#include "support.hpp"

namespace anmkit::sm64::test {

struct Shown {
  Scene scene;
  std::optional<Error> error;
  std::vector<Diagnostic> found;
  Bytes geo, model;
  DocumentPtr document;
};

inline Shown show_model(std::string_view geo, std::string_view model,
                        std::vector<Companion> more = {}, const Options& options = {}) {
  Shown shown;
  shown.geo = to_bytes(geo);
  shown.model = to_bytes(model);
  if (!model.empty()) more.push_back({"actors/x/model.inc.c", shown.model, nullptr});
  Diagnostics diagnostics;
  shown.document = find_format("sm64-geo")->parse({shown.geo, "geo.inc.c"}, {}, diagnostics);
  if (shown.document) {
    auto scene = shown.document->to_scene({}, {more, options}, diagnostics);
    if (scene) {
      shown.scene = std::move(*scene);
    } else {
      shown.error = scene.error();
    }
  }
  shown.found = diagnostics.finish();
  return shown;
}

}  // namespace anmkit::sm64::test
