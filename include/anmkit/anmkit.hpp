// SPDX-License-Identifier: MIT
// All of anmkit.
#pragma once

#include "anmkit/convert.hpp"
#include "anmkit/craftstudio.hpp"
#include "anmkit/cs2.hpp"
#include "anmkit/document.hpp"
#include "anmkit/gc.hpp"
#include "anmkit/gltf.hpp"
#include "anmkit/math.hpp"
#include "anmkit/psx.hpp"
#include "anmkit/registry.hpp"
#include "anmkit/result.hpp"
#include "anmkit/sampler.hpp"
#include "anmkit/scene.hpp"
#include "anmkit/sm64.hpp"
#include "anmkit/version.hpp"
