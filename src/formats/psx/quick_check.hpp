// SPDX-License-Identifier: MIT
// Quick check of models, textures and archives, without building one
// (Format::passes_quick_check).
#pragma once

#include "anmkit/result.hpp"

namespace anmkit::psx {

// A model that is no memory dump, whose packets are as long as their kind is and name vertices and
// normals that are there.
bool quick_check_tmd(ByteView bytes);
// A texture whose palette block is as long as it says.
bool quick_check_tim(ByteView bytes);
// An archive whose entries are inside it and lead nowhere else.
bool quick_check_pak(ByteView bytes);

}  // namespace anmkit::psx
