// SPDX-License-Identifier: MIT
// Fields of geometry, skins and textures (sections 9 to 11).
#include "formats/gc/description.hpp"

namespace anmkit::gc {

Description geometry_description() {
  static const NamedValue kTypesLabels[] = {{6, "6: a position and a normal"}};
  static const Field kGeometryFields[] = {
      Field{"versionNumber", "u4", "12012000 or 6012001", "9.1"}.fixed("12012000|6012001"),
      Field{"userDataSize", "u4", "size of the user's data", "9.1"}.in("bytes"),
      {"userData", "u4", "where the user's data are", "9.1"},
      {"numDescriptors", "u4", "number of objects", "9.1"},
      {"descriptorArray", "u4", "where the list of objects is", "9.1"},
      Field{"descriptors", "descriptor", "an object", "9.1"}
          .times("numDescriptors")
          .placed("descriptorArray"),
      Field{"user", "bytes", "the user's data", "9.1"}
          .only_if("userDataSize != 0 and userData != 0")
          .placed("userData")
          .sized("userDataSize"),
  };
  static const Field kDescriptorFields[] = {
      {"layout", "u4", "where the object is", "9.1"},
      {"name", "u4", "where its name is", "9.1"},
      Field{"title", "textz", "its name", "9.1"}.only_if("name != 0").placed("name"),
      Field{"object", "display_object", "the object", "9.2"}
          .only_if("layout != 0")
          .placed("layout"),
  };
  static const Field kObjectFields[] = {
      {"positionHeader", "u4", "where its positions are described, from here", "9.2"},
      {"colorHeader", "u4", "where its colours are described, from here; 0: it has none", "9.2"},
      {"textureHeader", "u4", "where its textures are described, from here; 0: it has none", "9.2"},
      {"lightingHeader", "u4", "where its normals are described, from here; 0: it has none", "9.2"},
      {"displayHeader", "u4", "where its primitives are described, from here", "9.2"},
      {"textureChannels", "u1", "number of textures", "9.2"},
      Field{"pad", "bytes", "0", "9.2"}.sized("3").as(ByteKind::padding),
      let("start", "_parent.layout"),
      Field{"positions", "numbers", "its positions", "9.2"}
          .only_if("positionHeader != 0")
          .placed("start + positionHeader"),
      Field{"colors", "colors", "its colours", "9.2"}
          .only_if("colorHeader != 0")
          .placed("start + colorHeader"),
      Field{"textures", "texture", "a texture", "9.2"}
          .only_if("textureHeader != 0")
          .times("textureChannels")
          .placed("start + textureHeader"),
      Field{"lighting", "lighting", "its normals", "9.2"}
          .only_if("lightingHeader != 0")
          .placed("start + lightingHeader"),
      Field{"display", "display", "its primitives", "9.2"}
          .only_if("displayHeader != 0")
          .placed("start + displayHeader"),
  };
  static const Field kArrayField{"array", "u4", "where they are, from the object", "9.2"};
  static const Field kCountField{"count", "u2", "how many there are", "9.2"};
  static const Field kQuantizeField{
      "quantize", "u1", "type of numbers (high digit) and bits of their fraction (low)", "3"};
  static const Field kComponentsField =
      Field{"components", "u1", "numbers of each", "9.2"}.called(kTypesLabels);
  static const Field kNumbersFields[] = {
      kArrayField,
      kCountField,
      kQuantizeField,
      kComponentsField,
      Field{"values", "u1|s1|u2|s2|f4", "a coordinate, with the fraction bits above", "9.2"}
          .by("quantize >> 4")
          .times("count * components")
          .placed("_parent.start + array"),
  };
  static const Field kColorsFields[] = {
      kArrayField,
      kCountField,
      Field{"format", "u1", "how colours are stored (high digit)", "9.2"},
      kComponentsField,
      let("kind", "format >> 4"),
      let("width", "kind == 0 or kind == 3 ? 2 : kind == 1 or kind == 4 ? 3 : 4"),
      Field{"values", "bytes", "the colours", "9.2"}
          .placed("_parent.start + array")
          .sized("count * width"),
  };
  static const Field kTextureFields[] = {
      kArrayField,
      kCountField,
      kQuantizeField,
      kComponentsField,
      Field{"name", "u4", "where the name of the texture's file is, from the object", "9.2"},
      Field{"runtime", "u4", "0; the game keeps an address here", "9.2"}.as(ByteKind::unused),
      Field{"file", "textz", "name of the texture's file", "9.2"}
          .only_if("name != 0")
          .placed("_parent.start + name"),
      Field{"values", "u1|s1|u2|s2|f4", "a texture coordinate, with the fraction bits above", "9.2"}
          .by("quantize >> 4")
          .times("count * components")
          .placed("_parent.start + array"),
  };
  static const Field kLightingFields[] = {
      kArrayField,
      kCountField,
      kQuantizeField,
      kComponentsField,
      Field{"ambient", "f4", "part of the light that is everywhere", "9.2"}.in("per cent"),
      // Those between the positions belong to them.
      Field{"values", "u1|s1|u2|s2|f4", "a coordinate of a normal, with the fraction bits above",
            "9.2"}
          .only_if("array != 0 and components == 3")
          .by("quantize >> 4")
          .times("count * components")
          .placed("_parent.start + array"),
  };
  static const Field kDisplayFields[] = {
      {"primitiveBank", "u4", "where the primitives are, from the object", "9.2"},
      {"stateList", "u4", "where the states are, from the object", "9.2"},
      {"stateCount", "u2", "number of states", "9.2"},
      Field{"pad", "u2", "0", "9.2"}.as(ByteKind::padding),
      let("start", "_parent.start"),
      Field{"states", "state", "a state, and the list drawn with it", "9.3"}
          .times("stateCount")
          .placed("start + stateList"),
  };
  static const NamedValue kStatesLabels[] = {{1, "texture"},
                                             {2, "vertex description (6012001)"},
                                             {3, "vertex description, or TEV mode (6012001)"},
                                             {4, "TEV mode"},
                                             {5, "matrix load"}};
  static const Field kStateLabels[] = {
      Field{"id", "u1", "the parameter", "9.3"}.called(kStatesLabels),
      Field{"pad", "bytes", "0; later revisions use them", "9.3"}.sized("3").as(ByteKind::padding),
      {"setting", "u4", "the value", "9.3"},
      {"primitives", "u4", "where its primitives are, from the object; 0: none", "9.3"},
      Field{"size", "u4", "size of its primitives", "9.3"}.in("bytes"),
      Field{"list", "bytes", "primitives for the graphics processor", "9.4"}
          .only_if("primitives != 0 and size != 0")
          .placed("_parent.start + primitives")
          .sized("size"),
  };
  static const Record kGeometryRecords[] = {
      {"gpl", kGeometryFields},          {"descriptor", kDescriptorFields},
      {"display_object", kObjectFields}, {"numbers", kNumbersFields},
      {"colors", kColorsFields},         {"texture", kTextureFields},
      {"lighting", kLightingFields},     {"display", kDisplayFields},
      {"state", kStateLabels},
  };
  return {"gc-gpl", "GameCube geometry palette", std::endian::big, kGeometryRecords};
}

Description skin_description() {
  static const Field kSkinFields[] = {
      {"oneBoneCount", "u2", "number of lists for one bone", "10"},
      {"twoBoneCount", "u2", "number of lists for two bones", "10"},
      {"accumulationCount", "u2", "number of lists that are added up", "10"},
      {"fraction", "u1", "bits of the fraction of positions and normals", "10"},
      {"relocated", "u1", "0", "10"},
      {"oneBoneOffset", "u4", "where the lists for one bone are", "10"},
      {"twoBoneOffset", "u4", "where the lists for two bones are", "10"},
      {"accumulationOffset", "u4", "where the lists that are added up are", "10"},
      {"clearBegin", "u4", "first byte to clear, from the geometry's positions", "10"},
      {"clearSize", "u4", "bytes to clear", "10"},
      {"flushIndices", "u4", "where the numbers of vertices to flush are", "10"},
      {"flushCount", "u4", "how many vertices to flush", "10"},
      Field{"oneBone", "one_bone", "vertices of one bone", "10"}
          .times("oneBoneCount")
          .placed("oneBoneOffset"),
      Field{"twoBone", "two_bones", "vertices of two bones", "10"}
          .times("twoBoneCount")
          .placed("twoBoneOffset"),
      Field{"accumulation", "accumulation", "vertices to which a bone adds", "10"}
          .times("accumulationCount")
          .placed("accumulationOffset"),
      Field{"flush", "u2", "number of a vertex to flush", "10"}
          .only_if("flushIndices != 0")
          .times("flushCount")
          .placed("flushIndices"),
  };
  static const Field kVerticesField =
      Field{"vertices", "s2",
            "positions and normals in the bind pose, with the fraction bits above", "10"}
          .times("count * 6")
          .placed("source");
  static const Field kOneBoneFields[] = {
      Field{"scratch", "bytes", "room for a matrix", "10"}.sized("48").as(ByteKind::unused),
      {"source", "u4", "where its vertices are", "10"},
      {"destination", "u4", "where they go, from the geometry's positions", "10"},
      {"bone", "u2", "number of the bone", "10"},
      {"count", "u2", "number of vertices", "10"},
      {"leadIn", "u1", "bytes to skip first", "10"},
      Field{"pad", "bytes", "0", "10"}.sized("3").as(ByteKind::padding),
      kVerticesField,
  };
  static const Field kTwoBonesFields[] = {
      Field{"scratch", "bytes", "room for two matrices", "10"}.sized("96").as(ByteKind::unused),
      {"source", "u4", "where its vertices are", "10"},
      {"weights", "u4", "where its weights are", "10"},
      {"destination", "u4", "where they go, from the geometry's positions", "10"},
      Field{"bones", "u2", "number of a bone", "10"}.times("2"),
      {"count", "u2", "number of vertices", "10"},
      {"leadIn", "u1", "bytes to skip first", "10"},
      Field{"pad", "u1", "0", "10"}.as(ByteKind::padding),
      kVerticesField,
      Field{"shares", "u1", "weight of a bone", "10"}
          .times("count * 2")
          .placed("weights")
          .in("of all", 1 / 256.0),
  };
  static const Field kAccumulationFields[] = {
      Field{"scratch", "bytes", "room for a matrix", "10"}.sized("48").as(ByteKind::unused),
      {"source", "u4", "where its vertices are", "10"},
      {"indices", "u4", "where the numbers of the vertices are", "10"},
      {"destination", "u4", "where vertex 0 is, from the geometry's positions", "10"},
      {"weights", "u4", "where its weights are", "10"},
      {"bone", "u2", "number of the bone", "10"},
      {"count", "u2", "number of vertices", "10"},
      kVerticesField,
      Field{"targets", "u2", "number of a vertex", "10"}.times("count").placed("indices"),
      Field{"shares", "u1", "weight of the bone", "10"}.times("count").placed("weights").in(
          "of all", 1 / 256.0),
  };
  static const Record kSkinRecords[] = {{"skn", kSkinFields},
                                        {"one_bone", kOneBoneFields},
                                        {"two_bones", kTwoBonesFields},
                                        {"accumulation", kAccumulationFields}};
  return {"gc-skn", "GameCube skin", std::endian::big, kSkinRecords};
}

Description texture_description() {
  static const NamedValue kFormatsLabels[] = {
      {0, "I4"},    {1, "I8"}, {2, "IA4"}, {3, "IA8"},    {4, "RGB565"}, {5, "RGB5A3"},
      {6, "RGBA8"}, {8, "C4"}, {9, "C8"},  {10, "C14X2"}, {14, "CMPR"}};
  static const NamedValue kWrapsLabels[] = {{0, "clamp"}, {1, "repeat"}, {2, "mirror"}};
  static const NamedValue kFiltersLabels[] = {{0, "nearest"},
                                              {1, "linear"},
                                              {2, "nearest, nearest level"},
                                              {3, "linear, nearest level"},
                                              {4, "nearest, between levels"},
                                              {5, "linear, between levels"}};
  static const NamedValue kPalettesLabels[] = {{0, "IA8"}, {1, "RGB565"}, {2, "RGB5A3"}};
  static const Field kTexturesFields[] = {
      Field{"versionNumber", "u4", "2142000", "11"}.fixed("2142000"),
      {"count", "u4", "number of images", "11"},
      {"descriptorArray", "u4", "offset of the list of images", "11"},
      Field{"descriptors", "descriptor", "an image", "11"}.times("count").placed("descriptorArray"),
  };
  static const Field kPictureFields[] = {
      {"image", "u4", "offset of the image", "11"},
      {"clut", "u4", "where its palette is; 0: it has none", "11"},
      Field{"header", "image", "the image", "11"}.only_if("image != 0").placed("image"),
      Field{"palette", "palette", "its palette", "11"}.only_if("clut != 0").placed("clut"),
  };
  static const Field kImageFields[] = {
      Field{"height", "u2", "height", "11"}.in("pixels"),
      Field{"width", "u2", "width", "11"}.in("pixels"),
      Field{"format", "u4", "how pixels are stored", "11"}.called(kFormatsLabels),
      {"data", "u4", "where the pixels are", "11"},
      Field{"wrapS", "u4", "wrap mode beyond the left and right edge", "11"}.called(kWrapsLabels),
      Field{"wrapT", "u4", "wrap mode beyond the upper and lower edge", "11"}.called(kWrapsLabels),
      Field{"minFilter", "u4", "minification filter", "11"}.called(kFiltersLabels),
      Field{"magFilter", "u4", "magnification filter", "11"}.called(kFiltersLabels),
      {"lodBias", "f4", "added to the level of detail", "11"},
      {"edgeLod", "u1", "whether edges count for the level", "11"},
      {"minLod", "u1", "first level", "11"},
      {"maxLod", "u1", "last level", "11"},
      {"unpacked", "u1", "0", "11"},
      let("wide",
          "format == 0 or format == 1 or format == 2 or format == 8 or format == 9 or "
          "format == 14 ? 8 : 4"),
      let("high", "format == 0 or format == 8 or format == 14 ? 8 : 4"),
      let("tile", "format == 6 ? 64 : 32"),
      let("tiles", "((width + wide - 1) / wide) * ((height + high - 1) / high)"),
      // Of several levels all that is left up to the end of the file.
      Field{"pixels", "bytes", "the pixels, tile by tile", "11"}.placed("data").sized(
          "minLod == maxLod ? tiles * tile : _root._io.size - data"),
  };
  static const Field kPaletteLabels[] = {
      {"entries", "u2", "number of colours", "11"},
      {"unpacked", "u1", "0", "11"},
      Field{"pad", "u1", "0", "11"}.as(ByteKind::padding),
      Field{"format", "u4", "how colours are stored", "11"}.called(kPalettesLabels),
      {"data", "u4", "where the colours are", "11"},
      Field{"colors", "u2", "a colour", "11"}.times("entries").placed("data"),
  };
  static const Record kTextureRecords[] = {{"tpl", kTexturesFields},
                                           {"descriptor", kPictureFields},
                                           {"image", kImageFields},
                                           {"palette", kPaletteLabels}};
  return {"gc-tpl", "GameCube texture palette", std::endian::big, kTextureRecords};
}

}  // namespace anmkit::gc
