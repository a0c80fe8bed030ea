// SPDX-License-Identifier: MIT
// Skinned vertices and normals against a computation from section 10 alone: what the skin's lists
// mean, and where the exported glTF puts every vertex.
#include "anmkit/gltf.hpp"
#include "character_files.hpp"
#include "formats/gc/model/scene.hpp"
#include "glb.hpp"
#include "support.hpp"

namespace anmkit::gc::test {
namespace {

constexpr double kTolerance = 1e-5;

struct Files {
  std::unique_ptr<Loaded> bank, actor, palette, skin;
  std::vector<Companion> companions() const {
    std::vector<Companion> all;
    for (const auto* file : {&actor, &palette, &skin})
      all.push_back({(*file)->path, (*file)->bytes, (*file)->document.get()});
    return all;
  }
};

Files files_of(const Character& character, const std::vector<MadeTrack>& motion,
               Generator& random) {
  Files files{parse("gc-anm", BankBytes::of(motion), "made.anm"),
              parse("gc-act", actor_bytes(character, random), "made.act"),
              parse("gc-gpl", skinned_palette(character), "made.gpl"),
              parse("gc-skn", SkinBytes::of(character, random), "made.skn")};
  for (const auto* file : {&files.bank, &files.actor, &files.palette, &files.skin}) {
    EXPECT_TRUE((*file)->document);
    EXPECT_EQ((*file)->document->write().value(), (*file)->bytes);
    for (const Diagnostic& item : check(**file, files.companions()))
      EXPECT_NE(item.severity, Severity::error) << item.code << ' ' << item.message;
  }
  return files;
}

double distance(const Real3& a, const Real3& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
double size_of(const Real3& a) {
  return std::hypot(a[0], a[1], a[2]);
}

// The exported skin, posed per the glTF specification.
std::vector<PosedVertex> posed(const Glb& glb, const std::vector<Matrix>& worlds) {
  const JsonValue primitive = glb.root()["meshes"].first()["primitives"].first();
  const JsonValue attributes = primitive["attributes"];
  const auto positions = glb.numbers(attributes["POSITION"]),
             normals = glb.numbers(attributes["NORMAL"]),
             joints = glb.numbers(attributes["JOINTS_0"]),
             weights = glb.numbers(attributes["WEIGHTS_0"]);
  const std::vector<Matrix> skin = glb.joint_matrices(worlds);
  std::vector<PosedVertex> out(positions.size() / 3);
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (std::size_t k = 0; k < 4; ++k) {
      const Matrix& m = skin.at(static_cast<std::size_t>(joints[4 * i + k]));
      for (std::size_t r = 0; r < 3; ++r) {
        double place = m[r][3], turned = 0;
        for (std::size_t c = 0; c < 3; ++c) {
          place += m[r][c] * positions[3 * i + c];
          turned += m[r][c] * normals[3 * i + c];
        }
        out[i].position[r] += weights[4 * i + k] * place;
        out[i].normal[r] += weights[4 * i + k] * turned;
      }
    }
  }
  return out;
}

void compare(const Character& character, const std::vector<PosedVertex>& found,
             const std::vector<PosedVertex>& wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto& v = character.vertices[i].stored;
    // Exported normals have length 1 in the bind pose; the stored ones have any.
    const double length =
        std::ldexp(std::hypot(v[3], v[4], v[5]), -static_cast<int>(character.fraction));
    Real3 normal = wanted[i].normal;
    for (double& part : normal)
      part /= length;
    EXPECT_LT(distance(found[i].position, wanted[i].position),
              kTolerance * std::max(1.0, size_of(wanted[i].position)))
        << "vertex " << i;
    EXPECT_LT(distance(found[i].normal, normal), kTolerance * std::max(1.0, size_of(normal)))
        << "normal " << i;
  }
}

TEST(GcSkin, ListsGiveBindPoseAndWeights) {
  Generator random(11);
  for (int round = 0; round < 60; ++round) {
    const Character character = random_character(random);
    const auto loaded = parse("gc-skn", SkinBytes::of(character, random));
    ASSERT_TRUE(loaded->document);
    const auto& skin = static_cast<const SkinDocument&>(*loaded->document).file;
    Diagnostics diagnostics;
    const auto vertices = skin_vertices(
        skin, loaded->bytes, {character.vertices.size(), character.bones.size()}, diagnostics);
    EXPECT_TRUE(diagnostics.empty());
    ASSERT_EQ(vertices.size(), character.vertices.size());
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      const MadeVertex& made = character.vertices[i];
      const auto value = [&](std::size_t k) {
        return std::ldexp(made.stored[k], -static_cast<int>(character.fraction));
      };
      EXPECT_NEAR(vertices[i].position.x, value(0), 1e-12);
      EXPECT_NEAR(vertices[i].position.y, value(1), 1e-12);
      EXPECT_NEAR(vertices[i].position.z, value(2), 1e-12);
      EXPECT_NEAR(vertices[i].normal.x, value(3), 1e-12);
      EXPECT_NEAR(vertices[i].normal.y, value(4), 1e-12);
      EXPECT_NEAR(vertices[i].normal.z, value(5), 1e-12);
      std::map<unsigned, double> wanted, found;
      for (const auto& [bone, weight] : made.bones)
        wanted[bone] += weight;
      for (const auto& [bone, weight] : vertices[i].weights)
        found[bone] += weight;
      EXPECT_EQ(found, wanted) << i;
    }
  }
}

TEST(GcSkin, ExportedVerticesAndNormalsMatchSection10) {
  Generator random(20010425);
  std::size_t compared = 0;
  for (int round = 0; round < 40; ++round) {
    const Character character = random_character(random);
    const auto motion = character_motion(character, random);
    const Files files = files_of(character, motion, random);
    Diagnostics diagnostics;
    const auto scene = files.bank->document->to_scene({}, {files.companions(), {}}, diagnostics);
    ASSERT_TRUE(scene.has_value());
    EXPECT_TRUE(diagnostics.empty());
    ConversionReport report;
    const auto file = write_gltf(*scene, {}, report);
    ASSERT_TRUE(file.has_value());
    const Glb glb(*file);
    // Rest pose: every vertex is where the palette would have it.
    std::vector<Matrix> rest;
    for (const MadeBone& bone : character.bones)
      rest.push_back(matrix_of(bone.rest));
    compare(character, posed(glb, glb.worlds(-1, 0)), reference_posed(character, rest));
    for (int frame = 0; frame <= static_cast<int>(scene->clips[0].duration); frame += 3) {
      std::vector<Matrix> locals;
      for (std::size_t i = 0; i < motion.size(); ++i)
        locals.push_back(reference_local(motion[i], character.bones[i].rest, false, frame,
                                         EaseReading::standard));
      compare(character, posed(glb, glb.worlds(0, frame / 60.0)),
              reference_posed(character, locals));
      compared += character.vertices.size();
    }
    if (HasFailure()) FAIL() << "round " << round;
  }
  EXPECT_GT(compared, 10000U);
}

}  // namespace
}  // namespace anmkit::gc::test
