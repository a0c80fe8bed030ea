// SPDX-License-Identifier: MIT
// Geometry palettes, skins and texture palettes made here byte by byte from sections 9 to 11.
#include "formats/gc/model/model.hpp"
#include "model_files.hpp"

namespace anmkit::gc::test {
namespace {

DocumentPtr document_of(std::string_view id, const Bytes& bytes) {
  auto loaded = parse(id, bytes);
  EXPECT_TRUE(loaded->document != nullptr) << id;
  return std::move(loaded->document);
}

TEST(GcTexture, TexelsOfATile) {
  Diagnostics diagnostics;
  const auto palette = parse_textures(kTextures, diagnostics);
  ASSERT_TRUE(palette.has_value());
  ASSERT_EQ(palette->images.size(), 1U);
  const auto picture = decode(kTextures, palette->images[0], nullptr);
  ASSERT_TRUE(picture.has_value());
  ASSERT_EQ(picture->pixels.size(), 64U);
  EXPECT_EQ(to_hex(ByteView(picture->pixels).first(8)), to_hex(hex("FF0000FF 0000FFFF")));
}

// Each format once: a tile of chosen bytes, the first texel as section 11 defines it.
TEST(GcTexture, FirstTexelOfEveryFormat) {
  struct Case {
    std::uint32_t format;
    const char* start;
    const char* rgba;
  };
  const Case cases[] = {
      {0x0, "F000", "FFFFFFFF"},
      {0x1, "8000", "80808080"},
      {0x2, "F000", "000000FF"},
      {0x3, "4080", "80808040"},
      {0x4, "07E0", "00FF00FF"},
      {0x5, "7F00", "FF0000FF"},
      {0x6, "1122", "220000 11"},
      {0x8, "1000", "0000FFFF"},
      {0x9, "0100", "0000FFFF"},
      {0xA, "0001", "0000FFFF"},
      {0xE, "F800001F40000000", "0000FFFF"},
  };
  for (const Case& c : cases) {
    Bytes file = hex(c.start);
    file.resize(64);
    const Bytes palette = hex("F800001F");
    file.insert(file.end(), palette.begin(), palette.end());
    TextureHeader image;
    image.width = image.height = 1;
    image.format = c.format;
    ClutHeader clut;
    clut.entries = 2;
    clut.format = 1;
    clut.data = 64;
    const auto picture = decode(file, image, &clut);
    ASSERT_TRUE(picture.has_value()) << c.format;
    EXPECT_EQ(to_hex(picture->pixels), to_hex(hex(c.rgba))) << c.format;
  }
}

TEST(GcModel, RoundTripsFilesAndDumps) {
  const std::pair<std::string_view, Bytes> files[] = {
      {"gc-gpl", make_geometry()}, {"gc-skn", make_skin()}, {"gc-tpl", kTextures}};
  for (const auto& [id, bytes] : files) {
    const DocumentPtr document = document_of(id, bytes);
    ASSERT_TRUE(document);
    EXPECT_EQ(*document->write(), bytes) << id;
    const auto built = rebuilt(*document);
    ASSERT_TRUE(built.has_value()) << built.error().message;
    EXPECT_EQ(*(*built)->write(), bytes) << id;
    Diagnostics findings;
    document->check({{}, {}}, findings);
    EXPECT_FALSE(findings.has_errors()) << id << " " << findings.first_error()->message;
  }
}

TEST(GcModel, TruncatedFilesAreRejectedOrRoundTrip) {
  const std::pair<std::string_view, Bytes> files[] = {
      {"gc-gpl", make_geometry()}, {"gc-skn", make_skin()}, {"gc-tpl", kTextures}};
  for (const auto& [id, whole] : files) {
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const Bytes bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      Diagnostics diagnostics;
      const DocumentPtr document = find_format(id)->parse({bytes, "x"}, {}, diagnostics);
      ASSERT_NE(document != nullptr, diagnostics.has_errors()) << id << size;
      if (!document) continue;
      EXPECT_EQ(*document->write(), bytes) << id << size;
      Diagnostics findings;
      document->check({{}, {}}, findings);
      (void)document->to_scene({}, {{}, {}}, findings);
    }
  }
}

// Section 9.1: a header of 20 bytes, 8 a descriptor, then the names that these point to.
TEST(GcModel, NewPalettesNameTheirObjects) {
  const DocumentPtr mesh = document_of("gc-gpl", make_geometry());
  Diagnostics diagnostics;
  const Scene scene = mesh->to_scene({}, {{}, {}}, diagnostics).value();
  ConversionReport report;
  const auto made =
      document_from_scene(*find_format("gc-gpl"), scene, nullptr, {}, report, "made.gpl");
  ASSERT_TRUE(made.has_value()) << made.error().message;
  const Bytes bytes = (*made)->write().value();
  EXPECT_EQ(to_hex(ByteView(bytes).subspan(12, 8)), "0000000100000014");
  EXPECT_EQ(to_hex(ByteView(bytes).subspan(24, 4)), "0000001c");
  EXPECT_EQ((*made)->info().nodes, std::vector<std::string>{"object0"});
  EXPECT_EQ(as_text(ByteView(bytes).subspan(28, 8)), std::string_view("object0\0", 8));
}

// Section 9.3: textures have 13 bits. What shows one beyond them loses it, which is reported.
TEST(GcModel, TexturesBeyondThoseThatHaveNumbers) {
  Scene scene;
  scene.images.resize(8193, {"", "", Bytes(4, std::byte{255}), 1, 1});
  Node& node = scene.nodes.emplace_back();
  node.name = "a";
  node.mesh = 0;
  Mesh& mesh = scene.meshes.emplace_back();
  for (std::int32_t image = 0; image <= 8192; ++image) {
    scene.materials.emplace_back().image = image;
    Primitive& shown = mesh.primitives.emplace_back();
    shown.material = image;
    shown.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    shown.uvs = {{0, 0}, {1, 0}, {0, 1}};
    shown.indices = {0, 1, 2};
  }
  ConversionReport report;
  const auto made =
      document_from_scene(*find_format("gc-gpl"), scene, nullptr, {}, report, "made.gpl");
  ASSERT_TRUE(made.has_value()) << made.error().message;
  const auto found = report.diagnostics.finish();
  const auto lost = std::ranges::find_if(found, [](const Diagnostic& d) {
    return d.message == "1 primitive loses its texture: a palette has at most 8192";
  });
  EXPECT_NE(lost, found.end());
}

TEST(GcModel, AnActorShowsItsSkinAndTexture) {
  const DocumentPtr actor = document_of("gc-act", make_actor()),
                    mesh = document_of("gc-gpl", make_geometry()),
                    skin = document_of("gc-skn", make_skin()),
                    texture = document_of("gc-tpl", kTextures);
  const Companion with[] = {
      {"h0.gpl", {}, mesh.get()}, {"h0.skn", {}, skin.get()}, {"h0.tpl", {}, texture.get()}};
  Diagnostics diagnostics;
  const auto scene = actor->to_scene({}, {with, {}}, diagnostics);
  ASSERT_TRUE(scene.has_value());
  EXPECT_TRUE(diagnostics.empty());
  ASSERT_EQ(scene->images.size(), 1U);
  ASSERT_EQ(scene->meshes.size(), 1U);
  ASSERT_EQ(scene->meshes[0].primitives.size(), 1U);
  const Primitive& quad = scene->meshes[0].primitives[0];
  ASSERT_EQ(quad.positions.size(), 4U);
  EXPECT_EQ(quad.positions[2], (std::array<float, 3>{1, 1, 0}));
  EXPECT_EQ(quad.normals[1], (std::array<float, 3>{0, 0, 1}));
  EXPECT_EQ(quad.uvs[2], (std::array<float, 2>{1, 1}));
  EXPECT_EQ(quad.indices, (std::vector<std::uint32_t>{0, 1, 2, 2, 3, 0}));
  EXPECT_EQ(quad.weights[0], (std::array<float, 4>{1, 0, 0, 0}));
  EXPECT_EQ(quad.weights[2], (std::array<float, 4>{0.5F, 0.5F, 0, 0}));
  EXPECT_EQ(quad.joints[2], (std::array<std::uint32_t, 4>{0, 1, 0, 0}));
  EXPECT_EQ(scene->materials.at(static_cast<std::size_t>(quad.material)).image, 0);
}

// Where records of a model are is its own: an edit of values stays, one that overlaps is refused.
// The quad in one green colour, with a state for the texture mode before it is drawn.
Bytes geometry_in_mode(std::uint32_t mode) {
  Bytes bytes = make_geometry();
  bytes.resize((bytes.size() + 3) / 4 * 4);
  constexpr std::uint32_t kObject = 0x1C;
  const auto states = static_cast<std::uint32_t>(bytes.size()) - kObject;
  BigWriter more;
  for (const std::uint32_t word : {0x03000000U, 0x808U, 0U, 0U, 0x04000000U, mode, 0U, 0U,
                                   0x01000000U, 0x11110000U, 0x94U, 11U,
                                   // Colour header: one RGB8, which is after it.
                                   states + 0x38, 0x00011003U, 0x00FF0000U})
    more.put(word);
  const Bytes end = more.take();
  bytes.insert(bytes.end(), end.begin(), end.end());
  const auto put = [&](std::size_t at, auto number) {
    BigWriter out;
    out.put(number);
    std::ranges::copy(out.take(), bytes.begin() + static_cast<std::ptrdiff_t>(kObject + at));
  };
  put(0x04, states + 0x30);  // colours
  put(0x34, states);         // display states
  put(0x38, std::uint16_t{3});
  return bytes;
}

TEST(GcModel, TextureModes) {
  struct Case {
    std::uint32_t mode;
    bool texture, color, finding;
  };
  // Section 9.3: modulate, decal, blend, replace, pass colour; a number without a name; higher
  // bits.
  const Case cases[] = {{0, true, true, false},    {1, true, true, true},   {2, true, true, true},
                        {3, true, false, false},   {4, false, true, false}, {9, true, true, false},
                        {0x13, true, false, false}};
  const DocumentPtr actor = document_of("gc-act", make_actor()),
                    skin = document_of("gc-skn", make_skin()),
                    texture = document_of("gc-tpl", kTextures);
  for (const Case& c : cases) {
    const DocumentPtr mesh = document_of("gc-gpl", geometry_in_mode(c.mode));
    ASSERT_TRUE(mesh);
    const Companion with[] = {
        {"h0.gpl", {}, mesh.get()}, {"h0.skn", {}, skin.get()}, {"h0.tpl", {}, texture.get()}};
    Diagnostics diagnostics;
    const auto scene = actor->to_scene({}, {with, {}}, diagnostics);
    ASSERT_TRUE(scene.has_value()) << c.mode;
    ASSERT_EQ(scene->meshes.size(), 1U);
    ASSERT_EQ(scene->meshes[0].primitives.size(), 1U) << c.mode;
    ASSERT_EQ(scene->materials.size(), 1U) << c.mode;
    const Material& material = scene->materials[0];
    EXPECT_EQ(material.image >= 0, c.texture) << c.mode;
    const std::array<float, 4> green{0, 1, 0, 1}, white{1, 1, 1, 1};
    EXPECT_EQ(material.base_color, c.color ? green : white) << c.mode;
    EXPECT_EQ(find(diagnostics.finish(), "GPL017") != nullptr, c.finding) << c.mode;
  }
}

TEST(GcModel, EditedDumpsStayInPlaceOrAreRejected) {
  const auto build = [](std::string_view from, std::string_view to) {
    std::string text = dump_document(*document_of("gc-gpl", make_geometry()));
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << text;
    text.replace(at, from.size(), to);
    Diagnostics diagnostics;
    auto built = build_document(text, diagnostics);
    EXPECT_TRUE(diagnostics.empty());
    return built;
  };
  const auto edited = build("\"count\": 4", "\"count\": 3");
  ASSERT_TRUE(edited.has_value());
  Bytes wanted = make_geometry();
  wanted[57] = std::byte{3};
  EXPECT_EQ((*edited)->write().value(), wanted);
  EXPECT_FALSE(build("\"positionHeader\": 24", "\"positionHeader\": 4").has_value());
  EXPECT_FALSE(build("\"positionHeader\": 24", "\"positionHeader\": 65535").has_value());
}

}  // namespace
}  // namespace anmkit::gc::test
