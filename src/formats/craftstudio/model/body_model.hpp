// SPDX-License-Identifier: MIT
// A body as the model that is written.
#pragma once

#include "formats/craftstudio/model/body.hpp"

namespace anmkit::craftstudio {

// `units`: world units of one of the scene's. Faces have their places on the sheet. Of a node that
// `original` has, what did not change stays bit for bit; `original` may be null.
Model model_of(const Body& body, double units, const Model* original);

// The model of a scene that was never CraftStudio's, without a texture.
Result<Model> body_of(const Scene& scene, bool pixels);

// Whether nodes are, look and are painted alike, as far as a scene can tell; textures aside.
bool shows_the_same(const RestModel& original, const RestModel& made);

// Keeps unchanged values, where both have the same tree.
void keep_values(JsModel& model, const JsModel& original);

}  // namespace anmkit::craftstudio
