// Geometry palettes, skins and texture palettes made here byte by byte from sections 9 to 11.
#include "anmkit/gc_model.hpp"
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
      {0x1, "8000", "808080FF"},
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

TEST(GcModel, FilesComeBackByteForByteAndFromTheirDump) {
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
    document->check({}, {}, findings);
    EXPECT_FALSE(findings.has_errors()) << id << " " << findings.first_error()->message;
  }
}

TEST(GcModel, CutFilesAreRefusedOrComeBack) {
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
      document->check({}, {}, findings);
      (void)document->to_scene({}, {}, findings);
    }
  }
}

TEST(GcModel, AnActorWearsItsSkinAndTexture) {
  const DocumentPtr actor = document_of("gc-act", make_actor()),
                    mesh = document_of("gc-gpl", make_geometry()),
                    skin = document_of("gc-skn", make_skin()),
                    texture = document_of("gc-tpl", kTextures);
  const Companion with[] = {
      {"h0.gpl", {}, mesh.get()}, {"h0.skn", {}, skin.get()}, {"h0.tpl", {}, texture.get()}};
  Diagnostics diagnostics;
  const auto scene = actor->to_scene(with, {}, diagnostics);
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

// Where records of a model stand is its own: an edit of values stays, one that overlaps is refused.
TEST(GcModel, EditedDumpsStayInPlaceOrAreRefused) {
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
