// SPDX-License-Identifier: MIT
// Just inside and just outside of what is found in craftstudio files: neutral keys, mirrored
// blocks.
#include <algorithm>

#include "formats/craftstudio/document.hpp"
#include "support.hpp"

namespace anmkit::craftstudio::test {
namespace {

Bytes turned(Float4 delta) {
  Animation animation;
  animation.duration = 20;
  animation.nodes.emplace_back().name.bytes = "Arm";
  animation.nodes[0].orientation.push_back({0, 0, delta});
  return write(animation).value();
}

// A quaternion and its opposite are one orientation; (w, x, y, z) in the file.
TEST(CraftStudioEdges, OppositeQuaternionsAreNeutralToo) {
  const auto told = [](Float4 delta) {
    return find(check(*parse("csmodelanim", turned(delta))), "I-NEUTRAL-TRACK") != nullptr;
  };
  EXPECT_TRUE(told({1, 0, 0, 0}));
  EXPECT_TRUE(told({-1, 0, 0, 0}));
  EXPECT_FALSE(told({0, 1, 0, 0}));
  EXPECT_FALSE(told({0, 0, 0, -1}));
  EXPECT_FALSE(told({-1, 0, 1, 0}));
  EXPECT_FALSE(told({-1, 0, 0, 1}));
}

// A length within a thousandth of 1 is what storing a unit quaternion leaves.
TEST(CraftStudioEdges, LengthsOfQuaternions) {
  const auto code = [](float w) -> std::string {
    const auto found = check(*parse("csmodelanim", turned({w, 0, 0, 0})));
    if (find(found, "E-QUAT-ZERO") != nullptr) return "zero";
    return find(found, "W-QUAT-NORM") != nullptr ? "norm" : "good";
  };
  EXPECT_EQ(code(1.0009f), "good");
  EXPECT_EQ(code(0.9991f), "good");
  EXPECT_EQ(code(1.0011f), "norm");
  EXPECT_EQ(code(0.9989f), "norm");
  EXPECT_EQ(code(2e-6f), "norm");
  EXPECT_EQ(code(5e-7f), "zero");
}

// What a model specifies about its blocks, and the image that is given with it.
TEST(CraftStudioEdges, PlantedInBlocks) {
  const auto codes = [](const std::string& name, const std::string& place, Companions with = {}) {
    std::string all;
    for (const Diagnostic& one :
         check(*parse("csjsmodel",
                      to_bytes(R"({"title":"a","tree":[{"name":")" + name +
                               R"(","position":[0,0,0],"offsetFromPivot":[0,0,0],"size":[4,12,4],)"
                               R"("rotation":[0,0,0],"texOffset":)" +
                               place + R"(,"children":[]}]})")),
               with))
      all += one.code + ";";
    return all;
  };
  EXPECT_EQ(codes("A", "[0,0]"), "");
  EXPECT_EQ(codes("", "[0,0]"), "craftstudio.W-EMPTY-NAME;");
  // Outside of every texture; the four faces that begin further right are inside.
  EXPECT_EQ(codes("A", "[-1,0]"), "craftstudio.W-UV-OUTSIDE;");
  const Bytes cut = hex("89504E470D0A1A0A 0000000D");
  const Companion picture{"a.png", cut, nullptr};
  EXPECT_EQ(codes("A", "[0,0]", {&picture, 1}), "craftstudio.E-TEXTURE;");
}

// Eight corners of three numbers each, and nothing else in one.
TEST(CraftStudioEdges, CornersAreThreeNumbers) {
  const auto told = [](std::string_view corner) {
    std::string text =
        R"({"title":"a","tree":[{"name":"A","position":[0,0,0],"offsetFromPivot":[0,0,0],)"
        R"("size":[4,12,4],"rotation":[0,0,0],"vertexCoords":[)" +
        std::string(corner);
    for (const std::string_view rest :
         {"[-2,6,2]", "[-2,-6,2]", "[2,-6,2]", "[-2,6,-2]", "[2,6,-2]", "[2,-6,-2]", "[-2,-6,-2]"})
      text += "," + std::string(rest);
    text += R"(],"texOffset":[0,0],"children":[]}]})";
    return find(check(*parse("csjsmodel", to_bytes(text))), "E-JSON-VERTEX") != nullptr;
  };
  EXPECT_FALSE(told("[2,6,2]"));
  for (const std::string_view wrong :
       {"[2,6]", "[2,6,2,0]", R"([2,6,"2"])", "[null,6,2]", "7", R"({"x":2,"y":6,"z":2})"})
    EXPECT_TRUE(told(wrong)) << wrong;
}

// Section 8.3: a box about its centre. Each number of each corner counts.
TEST(CraftStudioEdges, CornersAreThoseOfABox) {
  const auto told = [](std::size_t corner, std::size_t axis) {
    double corners[8][3] = {{2, 6, 2},   {-2, 6, 2}, {-2, -6, 2}, {2, -6, 2},
                            {-2, 6, -2}, {2, 6, -2}, {2, -6, -2}, {-2, -6, -2}};
    if (corner < 8) corners[corner][axis] += 1;
    std::string text =
        R"({"title":"a","tree":[{"name":"A","position":[0,0,0],"offsetFromPivot":[0,0,0],)"
        R"("size":[4,12,4],"rotation":[0,0,0],"vertexCoords":[)";
    for (const auto& [x, y, z] : corners)
      text += (text.back() == '[' ? "[" : ",[") + std::to_string(x) + "," + std::to_string(y) +
              "," + std::to_string(z) + "]";
    text += R"(],"texOffset":[0,0],"children":[]}]})";
    const auto found = check(*parse("csjsmodel", to_bytes(text)));
    const Diagnostic* hit = find(found, "W-JSON-VERTEX");
    return hit == nullptr ? std::string() : hit->path;
  };
  EXPECT_EQ(told(8, 0), "");
  for (std::size_t axis = 0; axis < 3; ++axis) {
    // The others are measured by the first one.
    EXPECT_EQ(told(0, axis), "blocks[0].vertexCoords[1]");
    for (std::size_t corner = 1; corner < 8; ++corner)
      EXPECT_EQ(told(corner, axis), "blocks[0].vertexCoords[" + std::to_string(corner) + "]");
  }
}

// Section 2.1: seven bits per byte; a length that needs two takes two.
TEST(CraftStudioEdges, LengthsOfNames) {
  for (const std::size_t length : {1, 127, 128, 200, 16383, 16384}) {
    Animation animation;
    animation.duration = 20;
    animation.nodes.emplace_back().name.bytes.assign(length, 'x');
    const auto found = check(*parse("csmodelanim", write(animation).value()));
    EXPECT_EQ(find(found, "W-STRING-LONGFORM"), nullptr) << length;
  }
}

// Section 4: a track blends back to its first key unless it ends at the end, as it began, or holds.
TEST(CraftStudioEdges, WhenTracksBlendBack) {
  const auto told = [](bool hold, std::uint16_t last, float x) {
    Animation animation;
    animation.duration = 20;
    animation.hold_last_key_frame = hold ? 1 : 0;
    animation.nodes.emplace_back().name.bytes = "Arm";
    animation.nodes[0].position = {{0, 0, {1, 2, 3}}, {5, 0, {2, 2, 3}}, {last, 0, {x, 2, 3}}};
    return find(check(*parse("csmodelanim", write(animation).value())), "I-WRAP-BLEND") != nullptr;
  };
  EXPECT_TRUE(told(false, 19, 4));
  EXPECT_FALSE(told(false, 20, 4));
  EXPECT_FALSE(told(false, 19, 1));
  EXPECT_FALSE(told(true, 19, 4));
}

// Section 8: whole frames, as many as a 16-bit number can count.
TEST(CraftStudioEdges, DurationsOfText) {
  const auto told = [](std::string_view duration) {
    const std::string text = R"({"title":"a","duration":)" + std::string(duration) +
                             R"(,"holdLastKeyframe":false,"nodeAnimations":{}})";
    return find(check(*parse("csjsmodelanim", to_bytes(text))), "E-JSON-KEY") != nullptr;
  };
  for (const std::string_view good : {"0", "1", "65535"})
    EXPECT_FALSE(told(good)) << good;
  for (const std::string_view wrong : {"-1", "65536", "1.5", "1e99"})
    EXPECT_TRUE(told(wrong)) << wrong;
}

// A node whose name was read is named where the file ends inside it.
TEST(CraftStudioEdges, TruncationErrorsNameTheNode) {
  for (const std::string_view format : {"csmodel", "csmodelanim"}) {
    Bytes bytes = format == "csmodel" ? example_model() : example_animation();
    bytes.resize(format == "csmodel" ? 0x45 : 0x70);
    const auto found = check(*parse(format, bytes));
    const Diagnostic* hit = find(found, "E-TRUNCATED");
    ASSERT_NE(hit, nullptr);
    EXPECT_NE(hit->message.find(" of node "), std::string::npos) << hit->message;
    EXPECT_NE(hit->message.find("Arm"), std::string::npos) << hit->message;
  }
}

// The order of corners turns over with an odd number of mirrored axes; an axis of size 0 is not
// mirrored.
TEST(CraftStudioEdges, MirroredAxesFlipFaces) {
  Diagnostics unused;
  const Model model = parse_model(example_model(), unused).value();
  for (const auto& [scale, over] : {std::pair{Float3{1, 1, 1}, false},
                                    {Float3{-1, 1, 1}, true},
                                    {Float3{-1, -1, 1}, false},
                                    {Float3{-1, -1, -1}, true},
                                    {Float3{0, 1, 1}, false},
                                    {Float3{1, 0, 1}, false},
                                    {Float3{1, 1, 0}, false},
                                    {Float3{1, -1, 0}, true}}) {
    Model changed = model;
    changed.nodes[0].scale = scale;
    const auto loaded = parse("csmodel", write(changed).value());
    Diagnostics diagnostics;
    const Scene scene = loaded->document->to_scene({}, {{}, {}}, diagnostics).value();
    ASSERT_EQ(scene.meshes.size(), 1u);
    const auto& indices = scene.meshes[0].primitives[0].indices;
    EXPECT_EQ(indices.at(1), over ? 2u : 1u) << scale[0] << " " << scale[1] << " " << scale[2];
  }
}

// Section 8: sizes are pixels more or less than the model's, stretches factors more or less. The
// other tracks of a node have nothing to do with either.
TEST(CraftStudioEdges, TracksOfTextAgainstTheModel) {
  const auto model = parse("csmodel", example_model());  // 4 x 12 x 4 pixels, scale 1
  const Companion with[] = {{"m", {}, model->document.get()}};
  const auto told = [&](std::string_view track, std::string_view value, std::string_view code) {
    std::string text =
        R"({"title":"a","duration":20,"holdLastKeyframe":false,"nodeAnimations":{"Arm":{)";
    for (const std::string_view name :
         {"position", "offsetFromPivot", "size", "rotation", "stretch"}) {
      text += std::string(name == "position" ? "" : ",") + "\"" + std::string(name) + "\":{";
      if (name == track) text += "\"0\":" + std::string(value);
      text += "}";
    }
    const auto found = check(*parse("csjsmodelanim", to_bytes(text + "}}}")), with);
    EXPECT_EQ(find(found, "I-JSON-EXTRA"), nullptr) << "every key of this text is known";
    return find(found, code) != nullptr;
  };
  EXPECT_TRUE(told("size", "[-5,0,0]", "W-SIZE-NEGATIVE"));
  EXPECT_FALSE(told("size", "[-4,-12,-4]", "W-SIZE-NEGATIVE"));
  EXPECT_FALSE(told("size", "[-1,0,0]", "I-SCALE-ZERO"));
  EXPECT_TRUE(told("stretch", "[-1,0,0]", "I-SCALE-ZERO"));
  EXPECT_FALSE(told("stretch", "[-5,0,0]", "W-SIZE-NEGATIVE"));
  for (const std::string_view other : {"position", "offsetFromPivot", "rotation"}) {
    EXPECT_FALSE(told(other, "[-5,-1,0]", "W-SIZE-NEGATIVE")) << other;
    EXPECT_FALSE(told(other, "[-5,-1,0]", "I-SCALE-ZERO")) << other;
  }
}

}  // namespace
}  // namespace anmkit::craftstudio::test
