// SPDX-License-Identifier: MIT
// Fields of the family's binary files.
#pragma once

#include "describe/ranges.hpp"

namespace anmkit::craftstudio {

Description animation_description();
Description model_description();
Description project_description();

// The JSON exports (Format::explain_text).
void explain_js_animation(ByteView text, const VisitLeaf& visit);
void explain_js_model(ByteView text, const VisitLeaf& visit);

}  // namespace anmkit::craftstudio
