// SPDX-License-Identifier: MIT
// Display objects of every kind against what section 9 says that they draw.
#include <chrono>
#include <set>

#include "anmkit/gltf.hpp"
#include "formats/gc/document.hpp"
#include "glb.hpp"
#include "palette_generator.hpp"
#include "support.hpp"
#include "texture_generator.hpp"

namespace anmkit::gc::test {
namespace {

// The elements of one object in drawing order, by material and mode.
struct Group {
  unsigned texture, corners;
  std::vector<DrawnElement> elements;
};
std::vector<Group> groups_of(const MadeObject& object) {
  std::vector<Group> groups;
  for (const MadePrimitive& primitive : object.primitives) {
    const unsigned corners = primitive.opcode == 0xB8 ? 1 : primitive.opcode >= 0xA8 ? 2 : 3;
    auto found = std::ranges::find_if(groups, [&](const Group& g) {
      return g.texture == primitive.texture && g.corners == corners;
    });
    if (found == groups.end()) found = groups.insert(found, {primitive.texture, corners, {}});
    for (DrawnElement& element : reference_elements(object, primitive))
      found->elements.push_back(std::move(element));
  }
  return groups;
}

DrawnCorner corner_of(const Primitive& primitive, std::uint32_t index) {
  DrawnCorner corner;
  const auto copy = [&](const auto& from, std::vector<double>& to) {
    if (!from.empty()) to.assign(from.at(index).begin(), from.at(index).end());
  };
  copy(primitive.positions, corner.position);
  copy(primitive.normals, corner.normal);
  copy(primitive.colors, corner.color);
  copy(primitive.uvs, corner.coordinates);
  return corner;
}

bool near(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(a, b, [](double x, double y) {
    return std::fabs(x - y) <= 1e-6 * std::max(1.0, std::fabs(y));
  });
}
bool near(const DrawnCorner& a, const DrawnCorner& b) {
  return near(a.position, b.position) && near(a.normal, b.normal) && near(a.color, b.color) &&
         near(a.coordinates, b.coordinates);
}
bool near(const DrawnElement& a, const DrawnElement& b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) { return near(x, y); });
}

// Triangles with normals show their front: seen from where the normals point, they go round to the
// left. Positive: they do.
double facing(const DrawnElement& e) {
  std::array<double, 3> b{}, c{}, n{};
  for (std::size_t k = 0; k < 3; ++k) {
    b[k] = e[1].position[k] - e[0].position[k];
    c[k] = e[2].position[k] - e[0].position[k];
    n[k] = e[0].normal[k] + e[1].normal[k] + e[2].normal[k];
  }
  return (b[1] * c[2] - b[2] * c[1]) * n[0] + (b[2] * c[0] - b[0] * c[2]) * n[1] +
         (b[0] * c[1] - b[1] * c[0]) * n[2];
}

std::string text_of(const DrawnElement& element) {
  std::string text;
  for (const DrawnCorner& corner : element) {
    text += '{';
    for (const auto* part :
         {&corner.position, &corner.normal, &corner.color, &corner.coordinates}) {
      text += '(';
      for (const double v : *part)
        text += ' ' + std::to_string(v);
      text += ')';
    }
    text += '}';
  }
  return text;
}

void expect_group(const Group& group, const Primitive& found) {
  ASSERT_EQ(found.indices.size(), group.corners * group.elements.size());
  EXPECT_EQ(found.mode, group.corners == 3   ? PrimitiveMode::triangles
                        : group.corners == 2 ? PrimitiveMode::lines
                                             : PrimitiveMode::points);
  for (std::size_t i = 0; i < group.elements.size(); ++i) {
    DrawnElement drawn, wanted = group.elements[i];
    for (std::size_t k = 0; k < group.corners; ++k)
      drawn.push_back(corner_of(found, found.indices[group.corners * i + k]));
    if (group.corners == 3 && !wanted[0].normal.empty()) {
      EXPECT_GE(facing(drawn), -1e-6 * std::fabs(facing(wanted)));
      if (!near(drawn, wanted)) std::swap(wanted[1], wanted[2]);
    }
    ASSERT_TRUE(near(drawn, wanted))
        << "element " << i << ": " << text_of(drawn) << " instead of " << text_of(wanted);
  }
}

void expect_material(const MadeObject& object, unsigned texture, const Material& material) {
  EXPECT_EQ(material.unlit, !object.lighting);
  EXPECT_EQ(material.image >= 0, !object.textures.empty());
  if (!object.textures.empty()) {
    const std::uint32_t setting = object.textures[texture];
    // 0 clamp, 1 repeat, 2 mirror; filters in the order of the enumeration (section 9.3).
    constexpr Wrap kWraps[] = {Wrap::clamp, Wrap::repeat, Wrap::mirror};
    EXPECT_EQ(material.wrap_s, kWraps[setting >> 16U & 15U]);
    EXPECT_EQ(material.wrap_t, kWraps[setting >> 20U & 15U]);
    EXPECT_EQ(static_cast<unsigned>(material.min_filter), setting >> 24U & 15U);
    EXPECT_EQ(static_cast<unsigned>(material.mag_filter), setting >> 28U);
  }
  if (object.colors.count() == 1) {
    const auto color = reference_color(object.colors.type, object.colors.colors[0]);
    for (std::size_t k = 0; k < 4; ++k)
      EXPECT_NEAR(double{material.base_color[k]}, color[k], 1e-6);
  } else {
    EXPECT_EQ(material.base_color, (std::array<float, 4>{1, 1, 1, 1}));
  }
}

// Nothing is lost but what the scene cannot store, and that is reported.
void expect_left_out(const std::vector<MadeObject>& objects, const std::vector<Diagnostic>& found) {
  const bool normals = std::ranges::any_of(
      objects, [](const MadeObject& o) { return o.normals.present() && o.normals.count() == 0; });
  const bool matrices = std::ranges::any_of(objects, &MadeObject::matrix_index);
  EXPECT_EQ(find(found, "GPL015") != nullptr, normals);
  EXPECT_EQ(find(found, "GPL016") != nullptr, matrices);
  for (const Diagnostic& item : found)
    EXPECT_TRUE(item.code == "gc.GPL015" || item.code == "gc.GPL016") << item.code;
}

struct Seen {
  std::set<unsigned> opcodes, types, colors, modes, channels;
};
void note(const MadeObject& object, Seen& seen) {
  for (const MadePrimitive& primitive : object.primitives)
    seen.opcodes.insert(primitive.opcode);
  seen.types.insert(object.positions.type);
  seen.modes.insert(object.positions.mode);
  if (object.colors.count() > 1) seen.colors.insert(object.colors.type);
  seen.channels.insert(static_cast<unsigned>(object.channels.size()));
}

TEST(GcPalette, ObjectsDrawAsInSection9) {
  Generator random(12012000);
  Seen seen;
  std::size_t elements = 0;
  const auto textures =
      parse("gc-tpl", texture_palette(std::vector<MadeTexture>(3, random_texture(random, 5, 1))),
            "made.tpl");
  const Companion companion{textures->path, textures->bytes, textures->document.get()};
  for (int round = 0; round < 120; ++round) {
    std::vector<MadeObject> objects;
    for (int i = random.whole(1, 4); i > 0; --i)
      objects.push_back(ObjectGenerator(random).object());
    const Bytes bytes =
        PaletteBytes::of(objects, random.whole(0, 1) == 0 ? 12012000 : 6012001, random);
    expect_round_trip("gc-gpl", bytes);
    const auto loaded = parse("gc-gpl", bytes, "made.gpl");
    ASSERT_TRUE(loaded->document);
    // Headers of arrays that an object does not name stay unreached.
    for (const Diagnostic& item : check(*loaded))
      EXPECT_EQ(item.code, "gc.GPL019") << item.path << ' ' << item.message;
    Diagnostics diagnostics;
    const auto scene = loaded->document->to_scene({}, {{&companion, 1}, {}}, diagnostics);
    ASSERT_TRUE(scene.has_value());
    expect_left_out(objects, diagnostics.finish());
    ASSERT_EQ(scene->nodes.size(), objects.size());
    for (std::size_t i = 0; i < objects.size(); ++i) {
      note(objects[i], seen);
      const auto groups = groups_of(objects[i]);
      ASSERT_GE(scene->nodes[i].mesh, 0);
      const Mesh& mesh = scene->meshes[static_cast<std::size_t>(scene->nodes[i].mesh)];
      ASSERT_EQ(mesh.primitives.size(), groups.size());
      for (std::size_t g = 0; g < groups.size(); ++g) {
        SCOPED_TRACE("round " + std::to_string(round) + " object " + std::to_string(i) + " group " +
                     std::to_string(g));
        expect_group(groups[g], mesh.primitives[g]);
        const auto material = static_cast<std::size_t>(mesh.primitives[g].material);
        expect_material(objects[i], groups[g].texture, scene->materials.at(material));
        elements += groups[g].elements.size();
      }
    }
    ConversionReport report;
    const auto file = write_gltf(*scene, {}, report);
    ASSERT_TRUE(file.has_value()) << file.error().message;
    Glb(*file).expect_valid();
    if (HasFailure()) FAIL() << "round " << round;
  }
  // The generator reached every kind.
  EXPECT_EQ(seen.opcodes.size(), 7U);
  EXPECT_EQ(seen.types.size(), 5U);
  EXPECT_EQ(seen.modes.size(), 3U);
  EXPECT_EQ(seen.colors.size(), 6U);
  EXPECT_EQ(seen.channels.size(), 9U);
  EXPECT_GT(elements, 5000U);
}

// Hostile files: time and memory stay within a multiple of their size.
TEST(GcPalette, SharedRecordsCostNoMoreThanTheirFile) {
  const auto begin = std::chrono::steady_clock::now();
  // 20000 texture headers that overlap, each at an offset of its own.
  BigWriter palette;
  constexpr std::uint32_t kCount = 20000;
  for (const std::uint32_t word : {2142000U, kCount, 12U})
    palette.put(word);
  for (std::uint32_t i = 0; i < kCount; ++i) {
    palette.put(12 + i);
    palette.put(12 + 2 * i);
  }
  const auto textures = parse("gc-tpl", palette.take());
  ASSERT_TRUE(textures->document);
  Diagnostics findings;
  textures->document->check({{}, {}}, findings);
  (void)textures->document->info();
  (void)textures->document->to_scene({}, {{}, {}}, findings);

  // Every bone of an actor draws one large object: exports would copy it for each.
  Generator random(3);
  MadeObject object;
  object.positions.type = 4;
  object.positions.components = 3;
  object.positions.mode = 3;
  for (int i = 0; i < 30000; ++i)
    object.positions.values.push_back({double(i), 0, 0});
  MadePrimitive points{0xB8, 0, {}};
  for (std::size_t i = 0; i < 30000; ++i)
    points.at.push_back({i, 0, 0, 0});
  object.primitives = {points};
  const auto geometry = parse("gc-gpl", PaletteBytes::of({object}, 12012000, random), "many.gpl");
  ASSERT_TRUE(geometry->document);
  BigWriter bones;
  constexpr std::uint32_t kBones = 4000;
  bones.put(std::uint32_t{8092000});
  bones.put(kBones);
  for (const std::uint32_t word : {4U, 32U, 0U, 0xFFFF0000U, 0U, 0U})
    bones.put(word);
  for (std::uint32_t i = 0; i < kBones; ++i) {
    for (const std::uint32_t word :
         {0U, i == 0 ? 0 : 32 + 28 * (i - 1), i + 1 == kBones ? 0 : 32 + 28 * (i + 1), 0U, 0U, i,
          0x01000000U})
      bones.put(word);
  }
  const auto actor = parse("gc-act", bones.take(), "many.act");
  ASSERT_TRUE(actor->document);
  const Companion companion{geometry->path, geometry->bytes, geometry->document.get()};
  Diagnostics diagnostics;
  const auto scene = actor->document->to_scene({}, {{&companion, 1}, {}}, diagnostics);
  ASSERT_TRUE(scene.has_value());
  EXPECT_TRUE(find(diagnostics.finish(), "GPL014"));
  std::size_t vertices = 0;
  for (const Node& node : scene->nodes) {
    if (node.mesh < 0) continue;
    for (const Primitive& p : scene->meshes[static_cast<std::size_t>(node.mesh)].primitives)
      vertices += p.positions.size();
  }
  EXPECT_LE(vertices, 64 * geometry->bytes.size() + 65536);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

}  // namespace
}  // namespace anmkit::gc::test
