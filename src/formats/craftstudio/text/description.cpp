// SPDX-License-Identifier: MIT
// Values of the JSON exports (section 8).
#include "formats/craftstudio/description.hpp"
#include "describe/json_text.hpp"

namespace anmkit::craftstudio {
namespace {

constexpr JsonMeaning kAnimationMeanings[] = {
    {"title", "name of the animation", "8.1"},
    {"duration", "length, in frames", "8.1"},
    {"holdLastKeyframe", "whether the animation stops at its end", "8.1"},
    {"nodeAnimations.*", "the node of the model that moves", "8.1"},
    {"nodeAnimations.*.position.*", "frame of a position key", "8.1"},
    {"nodeAnimations.*.position.*[*]", "x, y, z added to the rest pose, in pixels", "8.1"},
    {"nodeAnimations.*.offsetFromPivot.*", "frame of a pivot offset key", "8.1"},
    {"nodeAnimations.*.offsetFromPivot.*[*]", "x, y, z added to the pivot's offset, in pixels",
     "8.1"},
    {"nodeAnimations.*.size.*", "frame of a block size key", "8.1"},
    {"nodeAnimations.*.size.*[*]", "x, y, z added to the block's size, in pixels", "8.1"},
    {"nodeAnimations.*.rotation.*", "frame of a rotation key", "8.1"},
    {"nodeAnimations.*.rotation.*[*]", "angle about x, y, z, in degrees: y, then x, then z", "8.3"},
    {"nodeAnimations.*.stretch.*", "frame of a scale key", "8.1"},
    {"nodeAnimations.*.stretch.*[*]", "x, y, z added to the rest pose's factors", "8.1"},
};

constexpr JsonMeaning kModelMeanings[] = {
    {"title", "name of the model", "8.2"},
    {"transparent", "whether parts are transparent", "8.2"},
    {"**.name", "name of the block, which animations find it by", "8.2"},
    {"**.position[*]", "position x, y, z in the parent's frame, in pixels", "8.2"},
    {"**.offsetFromPivot[*]", "x, y, z from the pivot to the block's centre, in pixels", "8.2"},
    {"**.size[*]", "size along x, y, z, in pixels", "8.2"},
    {"**.rotation[*]", "angle about x, y, z, in degrees: y, then x, then z", "8.3"},
    {"**.vertexCoords[*][*]", "a corner's x, y, z around the block's centre, in pixels", "8.2"},
    {"**.vertexs[*][*]", "a corner's x, y, z around the block's centre, in pixels", "8.2"},
    {"**.texOffset[*]", "column and row of the block's faces in the texture, in pixels", "8.2"},
};

}  // namespace

void explain_js_model(ByteView text, const VisitLeaf& visit) {
  explain_json(text, kModelMeanings, visit);
}
void explain_js_animation(ByteView text, const VisitLeaf& visit) {
  explain_json(text, kAnimationMeanings, visit);
}

}  // namespace anmkit::craftstudio
