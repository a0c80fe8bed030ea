// SPDX-License-Identifier: MIT
// Fields of animations and models (sections 2 and 5).
#include "formats/craftstudio/description.hpp"

namespace anmkit::craftstudio {
namespace {

std::span<const NamedValue> asset_types_labels() {
  static const NamedValue kAssetTypesLabels[] = {
      {0, "model"},    {1, "map"},    {2, "scene"},           {3, "tile set"},
      {4, "document"}, {5, "sprite"}, {6, "model animation"}, {7, "script"},
      {8, "sound"},    {9, "font"}};
  return kAssetTypesLabels;
}

}  // namespace

Description animation_description() {
  static const NamedValue kHoldsLabels[] = {{0, "no: it begins again"},
                                            {1, "yes: it stays at the last key"}};
  static const Field kAnimationFields[] = {
      Field{"assetType", "u1", "type of the asset", "2.1"}.fixed("6").called(asset_types_labels()),
      Field{"formatVersion", "u2", "version of the layout, 2 or 3", "2.1"}.fixed("2|3"),
      Field{"duration", "u2", "length of the animation", "2.1"}.in("frames"),
      Field{"holdLastKeyFrame", "u1", "whether the animation stops at its end", "2.1"}
          .only_if("formatVersion == 3")
          .called(kHoldsLabels),
      {"nodeCount", "u2", "number of nodes that are animated", "2.1"},
      Field{"nodes", "node", "the keys of one node", "2.2"}.times("nodeCount"),
      Field{"trailing", "bytes", "the end of a longer version that was stored here before", "2.5"}
          .sized("_root._io.size - _io.pos")
          .as(ByteKind::unused),
  };
  static const Field kNodeFields[] = {
      {"name", "textv", "the node of the model that moves, with the length before it", "2.2"},
      {"positionCount", "u2", "number of position keys", "2.2"},
      Field{"position", "place_key", "a key of the position", "2.3"}.times("positionCount"),
      {"orientationCount", "u2", "number of orientation keys", "2.2"},
      Field{"orientation", "turn_key", "a key of the orientation", "2.3"}.times("orientationCount"),
      {"blockSizeCount", "u2", "number of block size keys", "2.2"},
      Field{"blockSize", "size_key", "a key of the block's size", "2.3"}.times("blockSizeCount"),
      {"pivotOffsetCount", "u2", "number of pivot offset keys", "2.2"},
      Field{"pivotOffset", "place_key", "a key of the pivot's offset", "2.3"}.times(
          "pivotOffsetCount"),
      {"scaleCount", "u2", "number of scale keys", "2.2"},
      Field{"scale", "factor_key", "a key of the scale", "2.3"}.times("scaleCount"),
  };
  static const Field kTimeField =
      Field{"time", "u2", "when the key is reached", "2.3"}.in("frames");
  static const Field kModeField{"interpolationMode", "u1",
                                "0 in every known file; no player reads it", "2.3"};
  static const Field kPlaceKeyFields[] = {
      kTimeField, kModeField,
      Field{"delta", "f4", "x, y, z added to the rest pose, in world units of 16 pixels", "2.4"}
          .times("3")};
  static const Field kTurnKeyFields[] = {
      kTimeField, kModeField,
      Field{"delta", "f4", "quaternion w, x, y, z after the rest pose", "2.4"}.times("4")};
  static const Field kSizeKeyFields[] = {
      kTimeField, kModeField,
      Field{"delta", "s4", "x, y, z added to the block's size", "2.4"}.times("3").in("pixels")};
  static const Field kFactorKeyFields[] = {
      kTimeField, kModeField,
      Field{"delta", "f4", "x, y, z added to the rest pose's factors", "2.4"}.times("3")};
  static const Record kAnimationRecords[] = {
      {"csmodelanim", kAnimationFields}, {"node", kNodeFields},
      {"place_key", kPlaceKeyFields},    {"turn_key", kTurnKeyFields},
      {"size_key", kSizeKeyFields},      {"factor_key", kFactorKeyFields}};
  return {"csmodelanim", "CraftStudio model animation", std::endian::little, kAnimationRecords};
}

Description model_description() {
  static const NamedValue kUnwrapsLabels[] = {{0, "collapsed"}, {1, "full"}, {2, "custom"}};
  static const NamedValue kRootsLabels[] = {{65535, "none: a root"}};
  static const Field kModelFields[] = {
      Field{"assetType", "u1", "type of the asset", "5.1"}.fixed("0").called(asset_types_labels()),
      Field{"formatVersion", "u2", "version of the layout, 5", "5.1"}.fixed("5"),
      {"nextNodeId", "u2", "number that the next node will get", "5.1"},
      {"nodeCount", "u2", "number of nodes", "5.1"},
      Field{"nodes", "node", "a node, its parent before it", "5.2"}.times("nodeCount"),
      Field{"textureSize", "u4", "size of the texture", "5.1"}.in("bytes"),
      Field{"texture", "bytes", "the texture, a PNG", "5.1"}.sized("textureSize"),
      {"animationCount", "u2", "number of animations of this model", "5.1"},
      Field{"animationIds", "u2", "asset number of an animation", "5.1"}.times("animationCount"),
      Field{"trailing", "bytes", "the end of a longer version that was stored here before", "2.5"}
          .sized("_root._io.size - _io.pos")
          .as(ByteKind::unused),
  };
  static const Field kModelNodeFields[] = {
      {"id", "u2", "number of the node", "5.2"},
      Field{"parentId", "u2", "number of the parent", "5.2"}.called(kRootsLabels),
      {"name", "textv", "name, which animations find it by, with the length before it", "5.2"},
      Field{"position", "f4", "x, y, z in the parent's frame, in world units of 16 pixels", "5.2"}
          .times("3"),
      Field{"pivotOffset", "f4", "x, y, z from the pivot to the block's centre, in world units",
            "5.2"}
          .times("3"),
      Field{"scale", "f4", "factors along x, y, z; negative ones mirror", "5.2"}.times("3"),
      Field{"orientation", "f4", "quaternion w, x, y, z", "5.2"}.times("4"),
      Field{"blockSize", "u2", "size of the block along x, y, z", "5.2"}.times("3").in("pixels"),
      Field{"unwrapMode", "u1", "how the editor lays out the texture", "5.2"}.called(
          kUnwrapsLabels),
      Field{"quadOffset", "point",
            "corner of a face in the texture: front, back, right, bottom, "
            "left, top",
            "5.2"}
          .times("6"),
      Field{"quadTransform", "u1",
            "rotation (1, 2, 4) and mirroring (8, 16) of a face: front, back, right, bottom, left, "
            "top",
            "5.2"}
          .times("6"),
  };
  static const Field kPointFields[] = {
      Field{"x", "s4", "column of the texture", "5.2"}.in("pixels"),
      Field{"y", "s4", "row of the texture", "5.2"}.in("pixels"),
  };
  static const Record kModelRecords[] = {
      {"csmodel", kModelFields}, {"node", kModelNodeFields}, {"point", kPointFields}};
  return {"csmodel", "CraftStudio model", std::endian::little, kModelRecords};
}

}  // namespace anmkit::craftstudio
