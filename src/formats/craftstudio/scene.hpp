// SPDX-License-Identifier: MIT
// Motion and model to Scene.
#pragma once

#include "anmkit/scene.hpp"
#include "formats/craftstudio/motion.hpp"

namespace anmkit::craftstudio {

// A model alone, in pixels or world units. `resized` marks nodes whose block size is animated.
Scene scene_of(const RestModel& model, bool pixels, const std::vector<bool>& resized);
// A motion, bound to a model where there is one (section 3.6); one clip.
Scene scene_of(Motion motion, const RestModel* model, std::string title, const Reading& reading);

}  // namespace anmkit::craftstudio
