// SPDX-License-Identifier: MIT
// All of anmkit, and its version.
#pragma once

#include "anmkit/convert.hpp"
#include "anmkit/craftstudio.hpp"
#include "anmkit/cs2.hpp"
#include "anmkit/document.hpp"
#include "anmkit/explain.hpp"
#include "anmkit/gc.hpp"
#include "anmkit/gltf.hpp"
#include "anmkit/math.hpp"
#include "anmkit/project.hpp"
#include "anmkit/psx.hpp"
#include "anmkit/registry.hpp"
#include "anmkit/render.hpp"
#include "anmkit/result.hpp"
#include "anmkit/retarget.hpp"
#include "anmkit/sampler.hpp"
#include "anmkit/scene.hpp"
#include "anmkit/sm64.hpp"

namespace anmkit {

// Major, minor, patch. Before 1.0 a new minor version may change what programs call; a patch does
// not. The build takes its own version from this line.
inline constexpr char kVersion[] = "0.2.0";

}  // namespace anmkit
