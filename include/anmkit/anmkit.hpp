// All of anmkit.
#pragma once

#include "anmkit/bytes.hpp"
#include "anmkit/craftstudio.hpp"
#include "anmkit/cs2.hpp"
#include "anmkit/document.hpp"
#include "anmkit/fit.hpp"
#include "anmkit/gc.hpp"
#include "anmkit/gc_model.hpp"
#include "anmkit/gltf.hpp"
#include "anmkit/json.hpp"
#include "anmkit/math.hpp"
#include "anmkit/psx.hpp"
#include "anmkit/registry.hpp"
#include "anmkit/result.hpp"
#include "anmkit/sampler.hpp"
#include "anmkit/scene.hpp"
#include "anmkit/sm64.hpp"
