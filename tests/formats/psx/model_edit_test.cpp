// SPDX-License-Identifier: MIT
// Edited models: textures, light and facing triangles on their way through glTF and back.
#include <functional>
#include <set>

#include "anmkit/gltf.hpp"
#include "export_scene.hpp"
#include "formats/psx/document.hpp"
#include "formats/psx/model/packet.hpp"
#include "formats/psx/scene.hpp"
#include "random_files.hpp"
#include "support.hpp"

namespace anmkit::psx::test {
namespace {

constexpr unsigned kTsb = 1 << 7 | 2, kCba = 100 << 6 | 3;  // 8 bits, page 2; palette at 48, 100

// Object 0: an unlit and a lit textured triangle, a lit one of one colour. Object 1: a line and
// the triangle that only tells which way the object faces.
Bytes textured_model() {
  Bytes packets[2], vertices[2];
  for (const auto& v : {std::array{0, 0, 0}, {100, 0, 0}, {0, 100, 0}, {100, 100, 50}}) {
    for (Bytes& to : vertices) {
      for (const int value : v)
        put16(to, static_cast<unsigned>(value));
      put16(to, 0);
    }
  }
  const auto header = [&](Bytes& to, unsigned olen, unsigned ilen, unsigned flag, unsigned mode) {
    for (const unsigned value : {olen, ilen, flag, mode})
      put8(to, value);
  };
  const auto texture = [&](Bytes& to) {
    put16(to, 10 | 20 << 8), put16(to, kCba);
    put16(to, 30 | 40 << 8), put16(to, kTsb);
    put16(to, 255 | 0 << 8), put16(to, 0);
  };
  header(packets[0], 7, 6, 3, 0x25);  // double sided, unlit
  texture(packets[0]);
  put32(packets[0], 0x00808080);
  for (const unsigned v : {0, 1, 2, 0})
    put16(packets[0], v);
  header(packets[0], 9, 6, 0, 0x34);  // lit, a normal for each vertex
  texture(packets[0]);
  for (const unsigned v : {0, 1, 1, 2, 0, 3})
    put16(packets[0], v);
  header(packets[0], 4, 3, 0, 0x20);
  put32(packets[0], 0x20302010);
  for (const unsigned v : {1, 3, 2, 1})
    put16(packets[0], v);
  header(packets[1], 3, 2, 1, 0x40);
  put32(packets[1], 0x40FFFFFF);
  put16(packets[1], 0), put16(packets[1], 3);
  header(packets[1], 4, 3, 1, 0x21);
  put32(packets[1], 0x21000000);
  for (const unsigned v : {1, 2, 3, 0})
    put16(packets[1], v);
  Bytes normals;
  for (const unsigned value : {0u, 0u, 0xF000u, 0u, 4096u, 0u, 0u, 0u})
    put16(normals, value);

  const auto size = [](const Bytes& bytes) { return static_cast<std::uint32_t>(bytes.size()); };
  const std::uint32_t table = 2 * 28, first_vertex = table + size(packets[0]) + size(packets[1]);
  const std::uint32_t first_normal = first_vertex + 2 * size(vertices[0]);
  Bytes file;
  for (const std::uint32_t value :
       {0x41u, 0u, 2u, first_vertex, 4u, first_normal, 2u, table, 3u, 0u,
        first_vertex + size(vertices[0]), 4u, first_normal + size(normals), 0u,
        table + size(packets[0]), 2u, 0u})
    put32(file, value);
  for (const Bytes& part : {packets[0], packets[1], vertices[0], vertices[1], normals})
    file.insert(file.end(), part.begin(), part.end());
  return file;
}

// An 8-bit texture at page 2 whose palette is where kCba says.
Bytes texture_file() {
  Bytes file;
  for (const std::uint32_t value : {0x10u, 9u, 12u + 512u})
    put32(file, value);
  for (const unsigned value : {48u, 100u, 256u, 1u})
    put16(file, value);
  for (unsigned i = 0; i < 256; ++i)
    put16(file, i | 0x8000);
  put32(file, 12 + 2 * 128 * 64);
  for (const unsigned value : {128u, 0u, 128u, 64u})
    put16(file, value);
  for (unsigned i = 0; i < 128 * 64; ++i)
    put16(file, i);
  return file;
}

struct Edited {
  Bytes bytes;
  Tmd tmd;
  std::vector<Diagnostic> findings;
  std::string summary;
};
Edited through_gltf(bool with_original, const std::function<void(Scene&)>& edit) {
  const auto model = parse("psx-tmd", textured_model(), "MODEL.TMD");
  const auto texture = parse("psx-tim", texture_file(), "MODEL.TIM");
  EXPECT_TRUE(check(*model).empty()) << check(*model)[0].message;
  const Companion companion{texture->path, texture->bytes, texture->document.get()};
  Diagnostics diagnostics;
  const auto scene = model->document->to_scene({}, {{&companion, 1}, {}}, diagnostics);
  ConversionReport report;
  auto read = read_gltf(write_gltf(scene.value(), {}, report).value()).value();
  edit(read);
  Edited edited;
  ConversionReport back;
  const auto built = document_from_scene(*find_format("psx-tmd"), read,
                                         with_original ? model->document.get() : nullptr, {}, back);
  EXPECT_TRUE(built);
  edited.bytes = (*built)->write().value();
  Diagnostics unused;
  edited.tmd = parse_tmd(edited.bytes, unused).value();
  edited.findings = back.diagnostics.finish();
  edited.summary = back.summary;
  return edited;
}

std::vector<TmdFace> faces(const Tmd& tmd, std::size_t object) {
  std::vector<TmdFace> list;
  for (const TmdPrimitive& primitive : tmd.objects.at(object).primitives)
    list.push_back(decode_packet(tmd, tmd.objects[object], primitive).value());
  return list;
}

void move_object(Scene& scene, std::string_view name) {
  const auto node = std::ranges::find(scene.nodes, name, &Node::name);
  ASSERT_NE(node, scene.nodes.end());
  for (Primitive& primitive : scene.meshes[static_cast<std::size_t>(node->mesh)].primitives)
    for (auto& position : primitive.positions)
      position[0] += static_cast<float>(7.0 / 2048 / scene.metres_per_unit);
}

TEST(PsxModelEdit, UneditedIsTheSameFile) {
  EXPECT_EQ(through_gltf(true, [](Scene&) {}).bytes, textured_model());
}

TEST(PsxModelEdit, MaterialsGiveTexturesAndLight) {
  const Edited edited = through_gltf(false, [](Scene& scene) { move_object(scene, "obj000"); });
  EXPECT_TRUE(edited.findings.empty());
  ASSERT_EQ(edited.tmd.objects.size(), 2u);
  std::size_t unlit = 0, lit = 0, plain = 0;
  for (const TmdFace& face : faces(edited.tmd, 0)) {
    ASSERT_EQ(face.corners, 3);
    if (!face.textured) {
      ++plain;
      EXPECT_TRUE(face.lit);
      EXPECT_EQ(face.normal_count, 1);
      EXPECT_EQ(face.color[0][0], 0x10);
      EXPECT_EQ(face.color[0][2], 0x30);
      continue;
    }
    ++(face.lit ? lit : unlit);
    EXPECT_EQ(face.tsb, kTsb);
    EXPECT_EQ(face.cba, kCba);
    EXPECT_EQ(face.double_sided, !face.lit);
    std::vector<std::array<std::uint8_t, 2>> uv(face.uv.begin(), face.uv.begin() + 3);
    std::ranges::sort(uv);
    EXPECT_EQ(uv, (std::vector<std::array<std::uint8_t, 2>>{{10, 20}, {30, 40}, {255, 0}}));
    EXPECT_EQ(face.normal_count, face.lit ? 3 : 0);
  }
  EXPECT_EQ(unlit, 1u);
  EXPECT_EQ(lit, 1u);
  EXPECT_EQ(plain, 1u);
  const std::vector<TmdVector>& normals = edited.tmd.objects[0].normals;
  ASSERT_EQ(normals.size(), 2u);
  EXPECT_EQ(std::ranges::count(normals, TmdVector{0, 0, -4096, 0}), 1);
  EXPECT_EQ(std::ranges::count(normals, TmdVector{4096, 0, 0, 0}), 1);
}

TEST(PsxModelEdit, OtherObjectsAndFacingTrianglesStay) {
  const Edited first = through_gltf(true, [](Scene& scene) { move_object(scene, "obj001"); });
  // The untouched object has the same packets, the edited one still its facing triangle.
  Diagnostics unused;
  const Tmd original = parse_tmd(textured_model(), unused).value();
  ASSERT_EQ(first.tmd.objects.size(), 2u);
  for (std::size_t k = 0; k < original.objects[0].primitives.size(); ++k) {
    EXPECT_TRUE(std::ranges::equal(first.tmd.data(first.tmd.objects[0].primitives.at(k)),
                                   original.data(original.objects[0].primitives[k])));
  }
  const TmdObject& moved = first.tmd.objects[1];
  ASSERT_EQ(moved.primitives.size(), 2u);
  const auto facing = faces(first.tmd, 1)[0];
  EXPECT_EQ(facing.corners, 3);
  EXPECT_EQ(moved.vertices[facing.vertex[0]].x, 100);
  EXPECT_EQ(moved.vertices[facing.vertex[2]].z, 50);
  const auto line = faces(first.tmd, 1)[1];
  EXPECT_EQ(moved.vertices[line.vertex[0]].x, 7);
  EXPECT_EQ(moved.vertices[line.vertex[1]].x, 107);
}

TEST(PsxModelEdit, MovedTexelsAreAnEdit) {
  const Edited edited = through_gltf(true, [](Scene& scene) {
    for (Mesh& mesh : scene.meshes)
      for (Primitive& primitive : mesh.primitives)
        for (auto& uv : primitive.uvs)
          uv[0] += 2.0F / 256;
  });
  EXPECT_NE(edited.bytes, textured_model());
  EXPECT_EQ(faces(edited.tmd, 1).size(), 2u);
  for (const TmdFace& face : faces(edited.tmd, 0)) {
    for (unsigned c = 0; face.textured && c < 3; ++c)
      EXPECT_TRUE(face.uv[c][0] == 12 || face.uv[c][0] == 32 || face.uv[c][0] == 1);
  }
}

TEST(PsxModelEdit, MaterialNames) {
  EXPECT_EQ(texture_name(0x001A7FC0), "page 001A clut 7FC0");
  EXPECT_EQ(texture_of("page 001A clut 7FC0 lit.001"), 0x001A7FC0u);
  for (const char* name : {"", "page", "page 001A clut 7FC", "page 001G clut 7FC0", "plain"})
    EXPECT_FALSE(texture_of(name)) << name;
}

// A texture is known by its place in VRAM, which only the names of the export's materials specify.
TEST(PsxModelEdit, ReportsAndOmitsUnreadableTextures) {
  const Edited edited = through_gltf(false, [](Scene& scene) {
    for (Material& material : scene.materials)
      material.name = "paint";
    for (Image& image : scene.images)
      image.bytes.resize(20);
  });
  const Diagnostic* lost = find(edited.findings, "NO-TEXTURE");
  ASSERT_NE(lost, nullptr);
  EXPECT_EQ(lost->severity, Severity::warning);
  EXPECT_EQ(lost->path, "obj000");
  EXPECT_NE(lost->message.find("a texture is left out"), std::string::npos);
  // The other object never had one.
  for (const Diagnostic& one : edited.findings)
    EXPECT_EQ(one.path, "obj000") << one.message;
  // The faces stay, in plain colours.
  ASSERT_EQ(edited.tmd.objects.size(), 2u);
  EXPECT_EQ(faces(edited.tmd, 0).size(), 3u);
  for (const TmdFace& face : faces(edited.tmd, 0))
    EXPECT_FALSE(face.textured);
}

// Fields of view that move, two of them beyond what glTF can express.
Anc zooming_camera() {
  Anc anc;
  for (const int fov : {683, 700, 1, 2047, 0, -5, 2048, 512}) {
    anc.keyframes.push_back({.vp = {0, -100, -1000},
                             .vr = {10, 0, 0},
                             .rz = 4096,
                             .fov = static_cast<std::int16_t>(fov)});
  }
  return anc;
}

// With the file it came from every camera comes back bit for bit; without it, in its lens.
TEST(PsxGltfSamples, CameraWithAMovingLens) {
  const Anc anc = zooming_camera();
  const AncDocument document(anc);
  Diagnostics diagnostics;
  const Scene scene = document.to_scene({}, {{}, Options{}}, diagnostics).value();
  export_scene(scene, "psx_lens");
  ConversionReport report;
  const Bytes file = write_gltf(scene, {}, report).value();
  EXPECT_FALSE(report.diagnostics.has_warnings());
  EXPECT_NE(as_text(file).find("/cameras/0/perspective/yfov"), std::string_view::npos);
  const Scene read = read_gltf(file, 0).value();
  const Format& format = *find_format("psx-anc");
  const auto again = document_from_scene(format, read, &document, Options{}, report);
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ((*again)->write().value(), write(anc).value());
  const auto fresh = document_from_scene(format, read, nullptr, Options{}, report);
  ASSERT_TRUE(fresh.has_value());
  const Bytes bytes = (*fresh)->write().value();
  const Anc made = parse_anc(bytes, diagnostics).value();
  ASSERT_EQ(made.keyframes.size(), anc.keyframes.size());
  for (const std::size_t n : {0u, 1u, 7u})
    EXPECT_EQ(made.keyframes[n].fov, anc.keyframes[n].fov) << n;
}

// One edited key moves that frame's lens and no other.
TEST(PsxFromScene, AnEditedLens) {
  const Anc anc = zooming_camera();
  const AncDocument document(anc);
  Diagnostics diagnostics;
  ConversionReport report;
  const Scene scene = document.to_scene({}, {{}, Options{}}, diagnostics).value();
  Scene read = read_gltf(write_gltf(scene, {}, report).value(), 0).value();
  for (Track& track : read.clips[0].tracks)
    if (track.property == Property::field_of_view) track.values[1] = kPi / 4;
  const auto edited =
      document_from_scene(*find_format("psx-anc"), read, &document, Options{}, report);
  ASSERT_TRUE(edited.has_value());
  const Bytes bytes = (*edited)->write().value();
  const Anc made = parse_anc(bytes, diagnostics).value();
  EXPECT_EQ(made.keyframes[0], anc.keyframes[0]);
  EXPECT_EQ(made.keyframes[1].fov, 512);
  EXPECT_EQ(made.keyframes[5], anc.keyframes[5]);
}

// An animation exported alone has nodes and no mesh: no empty model comes of it.
TEST(PsxFromScene, NoModelWithoutAMesh) {
  Scene scene;
  scene.nodes.resize(2);
  scene.nodes[0].name = "obj0";
  scene.nodes[1].name = "obj1";
  ConversionReport report;
  const auto made = document_from_scene(*find_format("psx-tmd"), scene, nullptr, Options{}, report);
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().code, "psx.NO-MESH");
}

// A triangle of another program.
Scene foreign(bool unlit, bool normals) {
  Scene scene;
  scene.up = UpAxis::y_down;
  scene.metres_per_unit = 1.0 / 2048;
  Node& node = scene.nodes.emplace_back();
  node.name = "body";
  node.mesh = 0;
  Primitive& triangle = scene.meshes.emplace_back().primitives.emplace_back();
  triangle.positions = {{0, 0, 0}, {100, 0, 0}, {0, 100, 0}};
  if (normals) triangle.normals = {{0, 0, -1}, {0, 0, -1}, {1, 0, 0}};
  triangle.colors = {{1, 1, 1, 1}, {1, 0, 0, 1}, {1, 1, 1, 1}};
  triangle.material = 0;
  Material& material = scene.materials.emplace_back();
  material.name = "paint";
  material.base_color = {1, 1, 0, 1};
  material.unlit = unlit;
  return scene;
}
TmdFace only_face(const Scene& scene, Tmd& tmd) {
  ConversionReport report;
  const auto built = document_from_scene(*find_format("psx-tmd"), scene, nullptr, {}, report);
  EXPECT_TRUE(built);
  EXPECT_EQ(find(report.diagnostics.finish(), "W-LOSS"), nullptr);
  Diagnostics unused;
  tmd = parse_tmd((*built)->write().value(), unused).value();
  return faces(tmd, 0).at(0);
}

// Materials of glTF are lit unless they say otherwise; base colours times vertex colours stay.
TEST(PsxModelEdit, ShadedModelsOfOtherProgramsAreLit) {
  Tmd tmd;
  const TmdFace lit = only_face(foreign(false, true), tmd);
  EXPECT_TRUE(lit.lit && lit.gouraud);
  ASSERT_EQ(lit.normal_count, 3);
  EXPECT_EQ(tmd.objects[0].normals.size(), 2u);
  const TmdVector first = tmd.objects[0].normals[lit.normal[0]];
  EXPECT_EQ(first, (TmdVector{0, 0, -4096, 0}));
  ASSERT_EQ(lit.color_count, 3);
  const auto rgb = [](const std::array<std::uint8_t, 4>& c) {
    return std::array{c[0], c[1], c[2]};
  };
  EXPECT_EQ(rgb(lit.color[0]), (std::array<std::uint8_t, 3>{255, 255, 0}));
  // The second and the third corner change places.
  EXPECT_EQ(rgb(lit.color[2]), (std::array<std::uint8_t, 3>{255, 0, 0}));
  EXPECT_FALSE(only_face(foreign(true, true), tmd).lit);
  EXPECT_FALSE(only_face(foreign(false, false), tmd).lit);
  Scene bare = foreign(false, true);
  bare.meshes[0].primitives[0].material = -1;
  EXPECT_TRUE(only_face(bare, tmd).lit);
}

// Without a name that says a page, images get one: the first free one, from its corner.
TEST(PsxModelEdit, ImagesOfOtherMaterialsGetAPage) {
  const Edited edited = through_gltf(false, [](Scene& scene) {
    for (Material& material : scene.materials)
      material.name = "paint";
  });
  EXPECT_EQ(find(edited.findings, "NO-TEXTURE"), nullptr);
  EXPECT_NE(find(edited.findings, "TEXTURES"), nullptr);
  std::size_t textured = 0;
  for (const TmdFace& face : faces(edited.tmd, 0)) {
    if (!face.textured) continue;
    ++textured;
    EXPECT_EQ(face.tsb, 1 << 7 | 320 / 64);
    EXPECT_EQ(face.cba, 480 << 6);
    // The page of the export is 256 texels wide, and so is the new one.
    EXPECT_TRUE(face.uv[0] == (std::array<std::uint8_t, 2>{10, 20}));
  }
  EXPECT_EQ(textured, 2u);
  // A page that another material's name specifies is not taken again.
  const Edited beside = through_gltf(false, [](Scene& scene) {
    bool first = true;
    for (Material& material : scene.materials) {
      if (material.image < 0) continue;
      material.name = first ? texture_name(0x00850000) : "paint";
      first = false;
    }
  });
  std::set<std::uint16_t> pages;
  for (const TmdFace& face : faces(beside.tmd, 0))
    if (face.textured) pages.insert(face.tsb);
  EXPECT_EQ(pages, (std::set<std::uint16_t>{1 << 7 | 5, 1 << 7 | 7}));
}

// The textures of such a model: the same places, and the pixels of the image.
TEST(PsxModelEdit, TexturesOfTheSameScene) {
  Scene scene = foreign(false, true);
  scene.materials[0].image = 0;
  scene.meshes[0].primitives[0].uvs = {{0, 0}, {1, 0}, {2.5F, 1}};
  Image& image = scene.images.emplace_back();
  image.name = "skin";
  image.width = 3, image.height = 2;
  for (const unsigned shade : {0u, 255u, 255u, 255u, 255u, 0u})
    for (unsigned c = 0; c < 4; ++c)
      image.bytes.push_back(static_cast<std::byte>(c == 3 ? 128 : shade));
  ConversionReport model, textures;
  const auto tmd = document_from_scene(*find_format("psx-tmd"), scene, nullptr, {}, model);
  ASSERT_TRUE(tmd);
  const auto list = model.diagnostics.finish();
  EXPECT_TRUE(std::ranges::any_of(list, [](const Diagnostic& one) {
    return one.message.starts_with("1 faces repeat their texture");
  }));
  EXPECT_TRUE(std::ranges::any_of(list, [](const Diagnostic& one) {
    return one.message.starts_with("1 lit faces lose their colour");
  }));
  Diagnostics unused;
  const Tmd parsed = parse_tmd((*tmd)->write().value(), unused).value();
  const TmdFace face = faces(parsed, 0).at(0);
  EXPECT_TRUE(face.lit && face.textured);
  // Rows of 8 bits are whole words: four texels wide; the edge is the last of them.
  EXPECT_EQ(face.uv[0], (std::array<std::uint8_t, 2>{0, 0}));
  EXPECT_EQ(face.uv[2], (std::array<std::uint8_t, 2>{3, 0}));
  EXPECT_EQ(face.uv[1], (std::array<std::uint8_t, 2>{3, 1}));
  const auto tim = document_from_scene(*find_format("psx-tim"), scene, nullptr, {}, textures);
  ASSERT_TRUE(tim) << tim.error().message;
  const Tim& made = static_cast<const TimDocument&>(**tim).tim;
  EXPECT_EQ(made.pixels->x, 320);
  EXPECT_EQ(made.pixels->y, 0);
  EXPECT_EQ(made.clut->x, 0);
  EXPECT_EQ(made.clut->y, 480);
  EXPECT_EQ(face.tsb, 1 << 7 | 5);
  EXPECT_EQ(face.cba, 480 << 6);
  // An opaque material shows no transparency: black and white alone.
  const Picture shown = decode(made).value();
  EXPECT_EQ(shown.width, 4u);
  EXPECT_EQ(to_hex(ByteView(shown.pixels).first(4)), "000000ff");
  EXPECT_EQ(to_hex(ByteView(shown.pixels).last(4)), "000000ff");
  // With the textures next to it the model shows the image again.
  const Companion beside{"skin.TIM", {}, tim->get()};
  const Scene again = (*tmd)->to_scene({}, {{&beside, 1}, {}}, unused).value();
  ASSERT_EQ(again.images.size(), 1u);
  EXPECT_EQ(to_hex(ByteView(again.images[0].bytes).first(8)), "000000ff000000ff");
  const auto none =
      document_from_scene(*find_format("psx-tim"), foreign(false, true), nullptr, {}, textures);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, "psx.NO-PICTURE");
}

}  // namespace
}  // namespace anmkit::psx::test
