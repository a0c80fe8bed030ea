// SPDX-License-Identifier: MIT
// The limit `samples`, to glTF and back: each frame of a clip becomes a pose of all that moves in
// it.
#pragma once

#include "anmkit/document.hpp"

namespace anmkit {

// Error anmkit.LIMIT: more frames times moving nodes than the limit.
Result<void> check_samples(const Clip& clip, const Options& options);

}  // namespace anmkit
