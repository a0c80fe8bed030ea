// SPDX-License-Identifier: MIT
// Where the pictures of a model lie.
#pragma once

#include <string>
#include <vector>

#include "anmkit/document.hpp"

namespace anmkit::sm64 {

// The PNG files beside a model's source, and those that its includes name
// ("actors/x/eye.rgba16.inc.c": eye.rgba16.png there), below any folder above it.
std::vector<std::string> texture_files(const std::string& model, const Neighbourhood& around);

}  // namespace anmkit::sm64
