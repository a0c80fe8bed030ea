// SPDX-License-Identifier: MIT
// Textures: palettes alone, several in one file, and images that become textures (section 8).
#include "formats/psx/document.hpp"
#include "formats/psx/texture/vram.hpp"
#include "support.hpp"

#include "core/pictures.hpp"

namespace anmkit::psx::test {
namespace {

// 16 colours: transparent, red, green, blue, then black that is seen.
std::string colors() {
  std::string text = "0000 1F00 E003 007C";
  for (int i = 4; i < 16; ++i)
    text += " 0080";
  return text;
}
// A palette alone, at 0, 480.
Bytes palette_alone() {
  return hex("10000000 08000000 2C000000 0000 E001 1000 0100" + colors());
}
// 4 x 1 texels 0 1 2 3 without a palette, at 640, 0.
Bytes texels_alone() {
  return hex("10000000 00000000 0E000000 8002 0000 0100 0100 1032");
}
const std::string kColored = "00000000 ff0000ff 00ff00ff 0000ffff";

Bytes joined(const Bytes& a, const Bytes& b, std::size_t zeros = 0) {
  Bytes both = a;
  both.resize(both.size() + zeros);
  both.insert(both.end(), b.begin(), b.end());
  return both;
}

// 4-bit texels at 640, 0 with their palette at 0, 480.
Bytes colored_texels() {
  return hex("10000000 08000000 2C000000 0000 E001 1000 0100" + colors() +
             "0E000000 8002 0000 0100 0100 1032");
}

const TimDocument& tim_of(const std::unique_ptr<Loaded>& loaded) {
  return static_cast<const TimDocument&>(*loaded->document);
}

// Faults of a place in video memory, one at a time.
TEST(PsxTim, ChecksPositionsInVideoMemory) {
  struct Plant {
    std::size_t at;
    unsigned value;
    const char* code;
    std::uint64_t offset;
    const char* path;
  };
  EXPECT_TRUE(check(*parse("psx-tim", colored_texels())).empty());
  for (const Plant& plant : std::initializer_list<Plant>{
           {12, 8, "psx.TIM-09", 12, "clut"},       // no multiple of 16
           {12, 1024, "psx.TIM-09", 12, "clut"},    // after the last column
           {14, 512, "psx.TIM-09", 12, "clut"},     // below the last row
           {56, 1024, "psx.TIM-09", 56, "pixels"},  //
           {58, 512, "psx.TIM-09", 56, "pixels"},   //
           {4, 12, "psx.MIXED", 4, "flags"},
       }) {
    Bytes bytes = colored_texels();
    set16(bytes, plant.at, plant.value);
    const auto found = check(*parse("psx-tim", bytes));
    ASSERT_EQ(found.size(), 1u) << plant.at;
    EXPECT_EQ(found[0].code, plant.code);
    EXPECT_EQ(found[0].severity, Severity::warning);
    EXPECT_EQ(found[0].offset, plant.offset);
    EXPECT_EQ(found[0].path, plant.path);
  }
  // Of the palette's own cells the last, and the one after it.
  Bytes over = colored_texels();
  set16(over, 58, 480);
  set16(over, 56, 15);
  EXPECT_EQ(check(*parse("psx-tim", over)).at(0).code, "psx.TIM-10");
  for (const auto& [x, y] : {std::pair{16, 480}, {15, 481}, {15, 470}}) {
    set16(over, 56, static_cast<unsigned>(x));
    set16(over, 58, static_cast<unsigned>(y));
    EXPECT_TRUE(check(*parse("psx-tim", over)).empty()) << x << ", " << y;
  }
}

TEST(PsxTim, APaletteAloneShowsItsColours) {
  const Bytes bytes = palette_alone();
  const auto loaded = parse("psx-tim", bytes, "PAL.TIM");
  ASSERT_TRUE(loaded->document);
  EXPECT_FALSE(tim_of(loaded).tim.pixels);
  EXPECT_EQ(loaded->document->write().value(), bytes);
  const auto pictures = loaded->document->pictures({}).value();
  ASSERT_EQ(pictures.size(), 1u);
  EXPECT_EQ(pictures[0].picture.width, 16u);
  EXPECT_EQ(pictures[0].picture.height, 1u);
  EXPECT_EQ(Bytes(pictures[0].picture.pixels.begin(), pictures[0].picture.pixels.begin() + 16),
            hex(kColored));
  EXPECT_EQ(loaded->document->info().facts.at(0),
            (std::pair<std::string, std::string>("palette alone", "16 x 1 colours")));
  Diagnostics found;
  loaded->document->check({}, found);
  EXPECT_TRUE(found.finish().empty());
  // Half a block after it is an image that is cut short.
  EXPECT_FALSE(parse("psx-tim", joined(bytes, Bytes(3)))->document);
}

TEST(PsxTim, APaletteComesFromAnotherFile) {
  const auto plain = parse("psx-tim", texels_alone(), "A.TIM");
  const auto palette = parse("psx-tim", palette_alone(), "PAL.TIM");
  // Some tools write an image of no size after the palette.
  const auto empty =
      parse("psx-tim", joined(palette_alone(), hex("0C000000 0000 0000 0000 0000")), "EMPTY.TIM");
  ASSERT_TRUE(plain->document && palette->document && empty->document);
  // Without one: greys.
  EXPECT_EQ(to_hex(plain->document->pictures({}).value()[0].picture.pixels).substr(8, 6), "101010");
  for (const auto* one : {&palette, &empty}) {
    const Companion beside[] = {{"P.TIM", (*one)->bytes, (*one)->document.get()}};
    const auto pictures = plain->document->pictures({beside, {}});
    ASSERT_TRUE(pictures) << pictures.error().message;
    EXPECT_EQ(pictures->at(0).picture.pixels, hex(kColored));
    Diagnostics unused;
    const Scene scene = plain->document->to_scene({}, {beside, {}}, unused).value();
    EXPECT_EQ(scene.images.at(0).bytes, hex(kColored));
  }
  const Companion without[] = {{"B.TIM", plain->bytes, plain->document.get()}};
  const auto other = parse("psx-tim", texels_alone(), "C.TIM");
  const auto refused = other->document->pictures({without, {}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "psx.NO-PALETTE");
}

TEST(PsxTim, SeveralTexturesInOneFile) {
  const Bytes first = example_tim(), second = texels_alone();
  const Bytes bytes = joined(joined(first, second, 6), palette_alone());
  const auto loaded = parse("psx-tim", bytes, "PACK.TIM");
  ASSERT_TRUE(loaded->document);
  EXPECT_EQ(loaded->document->write().value(), bytes);
  const auto& further = tim_of(loaded).further;
  ASSERT_EQ(further.size(), 2u);
  EXPECT_EQ(further[0].offset, first.size() + 6);
  EXPECT_EQ(further[1].offset, first.size() + 6 + second.size());
  EXPECT_FALSE(further[1].tim.pixels);
  const auto pictures = loaded->document->pictures({}).value();
  ASSERT_EQ(pictures.size(), 3u);
  for (std::uint32_t i = 0; i < 3; ++i)
    EXPECT_EQ(pictures[i].id, i);
  EXPECT_EQ(pictures[1].file, further[0].offset);
  // The palette alone is that of the image without one.
  EXPECT_EQ(pictures[1].picture.pixels, hex(kColored));
  Diagnostics found;
  loaded->document->check({}, found);
  const auto list = found.finish();
  EXPECT_EQ(std::ranges::count(list, std::string("psx.TIM-08"), &Diagnostic::code), 2);
  EXPECT_EQ(find(list, "TIM-05"), nullptr);
  EXPECT_EQ(find(list, "TIM-08")->offset, further[0].offset);
  // What begins like none is a tail.
  const auto tail = parse("psx-tim", joined(first, hex("11000000 00000000")));
  EXPECT_TRUE(tim_of(tail).further.empty());
  // A palette alone in front of another texture.
  const auto front = parse("psx-tim", joined(palette_alone(), second));
  EXPECT_FALSE(tim_of(front).tim.pixels);
  ASSERT_EQ(tim_of(front).further.size(), 1u);
  EXPECT_EQ(front->document->pictures({}).value().at(1).picture.pixels, hex(kColored));
}

// Models take the texels and palettes of all of them.
TEST(PsxTim, AllTexturesOfAFileAreInVideoMemory) {
  const auto loaded = parse("psx-tim", joined(texels_alone(), palette_alone()));
  Vram vram;
  vram.load(tim_of(loaded).tim);
  for (const PackedTim& one : tim_of(loaded).further)
    vram.load(one.tim);
  const Picture page = vram.page(10, 480 << 6);
  EXPECT_EQ(Bytes(page.pixels.begin(), page.pixels.begin() + 16), hex(kColored));
}

// ---- images that become textures ----

Picture picture_of(std::uint32_t width, const std::string& pixels) {
  Picture picture{width, 0, hex(pixels)};
  picture.height = static_cast<std::uint32_t>(picture.pixels.size() / 4 / width);
  return picture;
}

Result<Bytes> made(const Picture& picture, const std::string& bits, Companions beside,
                   ConversionReport& report) {
  PictureSequence sequence;
  sequence.pictures.emplace_back().picture = picture;
  Options options;
  if (!bits.empty()) options.set("bits", bits);
  auto files =
      find_format("psx-tim")->from_pictures({sequence, "out/X.TIM"}, {beside, options}, report);
  if (!files) return std::unexpected(files.error());
  EXPECT_EQ(files->size(), 1u);
  EXPECT_EQ(files->at(0).name, "X.TIM");
  return files->at(0).bytes;
}
std::string refused(const Picture& picture, const std::string& bits = {}, Companions beside = {}) {
  ConversionReport report;
  const auto bytes = made(picture, bits, beside, report);
  return bytes ? "" : bytes.error().code;
}

// Red, transparent, black, and green that is half transparent.
const std::string kFour = "ff0000ff 12345600 000000ff 00ff00c8";

TEST(PsxTim, FourColoursBecomeFourBits) {
  ConversionReport report;
  const auto bytes = made(picture_of(4, kFour), "", {}, report);
  ASSERT_TRUE(bytes) << bytes.error().message;
  // Colours ascend: 0000, 001F, 8000 (black that is seen), 83E0 (green with the STP bit).
  EXPECT_EQ(*bytes, hex("10000000 08000000 2C000000 0000 E001 1000 0100 0000 1F00 0080 E083" +
                        std::string(48, '0') + "0E000000 8002 0000 0100 0100 0132"));
  EXPECT_EQ(report.fits.at(0).error, 0);
  EXPECT_NE(find(report.diagnostics.finish(), "W-LOSS"), nullptr);
}

TEST(PsxTim, OtherDepths) {
  ConversionReport report;
  EXPECT_EQ(made(picture_of(4, kFour), "8", {}, report).value(),
            hex("10000000 09000000 0C020000 0000 E001 0001 0100 0000 1F00 0080 E083" +
                std::string(std::size_t{252} * 4, '0') + "10000000 8002 0000 0200 0100 0100 0203"));
  EXPECT_EQ(made(picture_of(4, kFour), "16", {}, report).value(),
            hex("10000000 02000000 14000000 8002 0000 0400 0100 1F00 0000 0080 E083"));
  EXPECT_EQ(made(picture_of(3, "010203ff 040506ff 07080900"), "24", {}, report).value(),
            hex("10000000 03000000 16000000 8002 0000 0500 0100 010203 040506 070809 00"));
  // Transparency that 24 bits do not have.
  const auto list = report.diagnostics.finish();
  EXPECT_TRUE(std::ranges::any_of(list, [](const Diagnostic& one) {
    return one.message.starts_with("1 transparent pixels are shown");
  }));
}

TEST(PsxTim, AsManyBitsAsKeepAllColours) {
  const auto depth = [](std::uint32_t width, std::uint32_t colors) {
    Picture picture = make_picture(width, 17);
    for (std::uint32_t i = 0; i < width * 17; ++i) {
      const std::uint32_t word = 1 + i % colors;
      for (std::uint32_t c = 0; c < 3; ++c)
        picture.pixels[4 * i + c] = static_cast<std::byte>((word >> (5 * c) & 31) * 255 / 31);
      picture.pixels[4 * i + 3] = std::byte{255};
    }
    ConversionReport report;
    const auto bytes = made(picture, "", {}, report);
    EXPECT_TRUE(bytes);
    return bytes ? std::to_integer<int>((*bytes)[4]) & 7 : -1;
  };
  EXPECT_EQ(depth(16, 16), 0);
  EXPECT_EQ(depth(16, 17), 1);
  EXPECT_EQ(depth(16, 256), 1);
  EXPECT_EQ(depth(16, 257), 2);
  // Widths that fewer bits cannot express.
  EXPECT_EQ(depth(18, 16), 1);
  EXPECT_EQ(depth(17, 16), 2);
}

// A ramp of 1,024 colours in 16: each within half a step of the palette, and the report gives how
// far the written texture is from the image.
TEST(PsxTim, ManyColoursBecomeFew) {
  Picture picture = make_picture(32, 32);
  for (std::uint32_t i = 0; i < 1024; ++i) {
    picture.pixels[4 * i] = static_cast<std::byte>(i % 32 * 8);
    picture.pixels[4 * i + 1] = static_cast<std::byte>(i / 32 * 8);
    picture.pixels[4 * i + 3] = std::byte{255};
  }
  int worst[2] = {};
  const std::string bits[2] = {"4", "8"};
  for (int k = 0; k < 2; ++k) {
    ConversionReport report;
    const auto bytes = made(picture, bits[k], {}, report);
    ASSERT_TRUE(bytes);
    Diagnostics unused;
    const Picture shown = decode(parse_tim(*bytes, unused).value()).value();
    for (std::size_t i = 0; i < shown.pixels.size(); ++i)
      worst[k] = std::max(worst[k], std::abs(std::to_integer<int>(shown.pixels[i]) -
                                             std::to_integer<int>(picture.pixels[i])));
    EXPECT_EQ(report.fits.at(0).what, "colours");
    EXPECT_EQ(report.fits.at(0).error, worst[k]);
  }
  // 16 colours over a square of 248: sides of 62, so about 31 and the rounding to 5 bits.
  EXPECT_LE(worst[0], 45);
  EXPECT_LE(worst[1], 16);
}

TEST(PsxTim, KeepsPositionDepthAndPalettes) {
  // Two palettes, bits that nobody knows, a wrong length and a tail; red is in the palette twice.
  const std::string head = "10000000 18000000 4C000000 1000 E101 1000 0200";
  const std::string second = " 0000 FF7F 1F00" + std::string(52, '0');
  const std::string palettes = "0000 1F00 1F00 007C" + std::string(48, '0') + second;
  const Bytes bytes = hex(head + palettes + "63000000 4001 0500 0100 0200 1232 3121 ABCD");
  const auto loaded = parse("psx-tim", bytes, "OLD.TIM");
  ASSERT_TRUE(loaded->document);
  const Companion beside[] = {{"OLD.TIM", loaded->bytes, loaded->document.get()}};
  Picture picture = loaded->document->pictures({}).value()[0].picture;
  ConversionReport report;
  EXPECT_EQ(made(picture, "", beside, report).value(), bytes);
  // One pixel blue: the others keep the red that they had.
  const Bytes blue = hex("0000F8FF");
  std::ranges::copy(blue, picture.pixels.begin());
  Bytes wanted = bytes;
  wanted[wanted.size() - 6] = std::byte{0x13};
  EXPECT_EQ(made(picture, "", beside, report).value(), wanted);
  // Another depth is a new palette at the old places.
  Diagnostics unused;
  const Tim eight = parse_tim(made(picture, "8", beside, report).value(), unused).value();
  EXPECT_EQ(eight.pixels->x, 320);
  EXPECT_EQ(eight.pixels->y, 5);
  EXPECT_EQ(eight.clut->x, 16);
  EXPECT_EQ(eight.clut->y, 481);
  EXPECT_EQ(eight.clut->h, 1);
  // A palette alone lends its colours to a new texture.
  const auto palette = parse("psx-tim", palette_alone(), "PAL.TIM");
  const Companion lent[] = {{"PAL.TIM", palette->bytes, palette->document.get()}};
  const Tim colored =
      parse_tim(
          made(picture_of(4, "f00808ff 00ff00ff 0000ffff 00000000"), "", lent, report).value(),
          unused)
          .value();
  EXPECT_EQ(*colored.clut, *tim_of(palette).tim.clut);
  EXPECT_EQ(to_hex(colored.pixels->data), "2103");
}

TEST(PsxTim, RejectsImagesThatDoNotFit) {
  EXPECT_EQ(refused(make_picture(6, 1), "4"), "psx.SIZE");
  EXPECT_EQ(refused(make_picture(7, 1), "8"), "psx.SIZE");
  EXPECT_EQ(refused(make_picture(7, 1), "16"), "");
  EXPECT_EQ(refused(make_picture(388, 1), "16"), "psx.SIZE");
  EXPECT_EQ(refused(make_picture(384, 1), "16"), "");
  EXPECT_EQ(refused(make_picture(4, 513), "4"), "psx.SIZE");
  EXPECT_EQ(refused(Picture{}), "anmkit.PICTURES");
  const auto model = parse("psx-tmd", example_tmd(), "A.TMD");
  const Companion beside[] = {{"A.TMD", model->bytes, model->document.get()}};
  EXPECT_EQ(refused(make_picture(4, 1), "", beside), kUsageError);
  PictureSequence two;
  two.pictures.resize(2);
  ConversionReport report;
  EXPECT_FALSE(find_format("psx-tim")->from_pictures({two, "X.TIM"}, {}, report));
}

// What begins almost like another texture after a palette or an image.
TEST(PsxTim, DataSimilarToAnotherTexture) {
  struct Case {
    std::string_view tail;
    std::size_t further;
  };
  for (const Case& one : std::vector<Case>{
           {"10000000 00000000 0E000000 8002 0000 0100 0100 1032", 1},
           {"11000000 00000000 0E000000 8002 0000 0100 0100 1032", 0},  // another id
           {"10000000 10000000 0E000000 8002 0000 0100 0100 1032", 0},  // a flag that is not known
           {"10000000 05000000 0E000000 8002 0000 0100 0100 1032", 0},  // a depth that is none
           {"10000000 00000000 0E000000 8002 0000 0100 0100", 0},       // cut short
           {"10000000 000000", 0}}) {
    const auto loaded = parse("psx-tim", joined(example_tim(), hex(one.tail)));
    ASSERT_TRUE(loaded->document) << one.tail;
    EXPECT_EQ(tim_of(loaded).further.size(), one.further) << one.tail;
  }
  // Eight bytes after a palette are the beginning of an image's block that is cut short.
  const auto cut = parse("psx-tim", joined(palette_alone(), hex("10000000 08000000")));
  EXPECT_FALSE(cut->document);
  EXPECT_NE(find(cut->diagnostics.finish(), "TIM-01"), nullptr);
}

// Section 8: bit 3 says the palette, w and h the bytes of a block.
TEST(PsxTim, PartsThatDisagreeAreNotWritten) {
  const auto code = [](const auto& change) {
    Diagnostics unused;
    Tim tim = parse_tim(example_tim(), unused).value();
    change(tim);
    const auto bytes = write(tim);
    return bytes ? std::string() : bytes.error().code + " " + bytes.error().path;
  };
  EXPECT_EQ(code([](Tim&) {}), "");
  EXPECT_EQ(code([](Tim& tim) { tim.pixels.reset(); }), "");
  EXPECT_EQ(code([](Tim& tim) { tim.flags = 0; }), "psx.TIM-01 clut");
  EXPECT_EQ(code([](Tim& tim) { tim.clut.reset(); }), "psx.TIM-01 clut");
  EXPECT_EQ(code([](Tim& tim) { tim.clut->w = 15; }), "psx.TIM-02 clut.data");
  EXPECT_EQ(code([](Tim& tim) { tim.pixels->h = 2; }), "psx.TIM-02 pixels.data");
  EXPECT_EQ(code([](Tim& tim) {
              tim.flags = 0;
              tim.clut.reset();
              tim.pixels.reset();
            }),
            "psx.TIM-01 pixels");
}

// Images of a scene go back into the texture that they were made from.
TEST(PsxTim, ImportsImagesOfAScene) {
  const auto back = [](const Bytes& bytes, const auto& change) {
    const auto loaded = parse("psx-tim", bytes, "A.TIM");
    Diagnostics unused;
    Scene scene = loaded->document->to_scene({}, {}, unused).value();
    change(scene);
    ConversionReport report;
    const auto made =
        document_from_scene(*find_format("psx-tim"), scene, loaded->document.get(), {}, report);
    return made ? to_hex((*made)->write().value()) : made.error().code;
  };
  const Bytes one = example_tim(), two = joined(example_tim(), texels_alone());
  EXPECT_EQ(back(one, [](Scene&) {}), to_hex(one));
  EXPECT_EQ(back(two, [](Scene&) {}), to_hex(two));
  // Red and nothing, red and nothing: the third texel becomes nothing.
  const auto clear = [](Scene& scene) {
    std::fill_n(scene.images[0].bytes.begin() + 8, 4, std::byte{});
  };
  Bytes edited = one;
  edited.back() = std::byte{0};
  EXPECT_EQ(back(one, clear), to_hex(edited));
  EXPECT_EQ(back(two, clear), "psx.NO-PICTURE");
  EXPECT_EQ(back(two,
                 [](Scene& scene) {
                   scene.materials.back().image = -1;
                   scene.images.pop_back();
                 }),
            "psx.NO-PICTURE");
  const auto broken = [](Image& image) {
    image.media_type = "image/png";
    image.bytes = to_bytes("no image");
  };
  EXPECT_TRUE(back(one, [&](Scene& scene) { broken(scene.images[0]); }).starts_with("anmkit."));
  EXPECT_EQ(back(two, [&](Scene& scene) { broken(scene.images[1]); }), "psx.NO-PICTURE");
}

// Companions that lend no palette: other files, the texture itself; and who needs none.
TEST(PsxTim, ChoosesTheCompanionWithThePalette) {
  const auto plain = parse("psx-tim", texels_alone(), "A.TIM");
  const auto palette = parse("psx-tim", palette_alone(), "PAL.TIM");
  const auto model = parse("psx-tmd", example_tmd(), "A.TMD");
  const Companion model_beside{"A.TMD", model->bytes, model->document.get()},
      self{"A.TIM", plain->bytes, plain->document.get()},
      lends{"PAL.TIM", palette->bytes, palette->document.get()};
  const std::vector<Companion> all{model_beside, self, lends, lends};
  EXPECT_EQ(plain->document->pictures({all, {}}).value().at(0).picture.pixels, hex(kColored));
  // A palette alone shows its own colours, and texels of 16 bits are colours.
  const auto without = parse("psx-tim", texels_alone(), "B.TIM");
  const Companion beside[] = {{"B.TIM", without->bytes, without->document.get()}};
  EXPECT_TRUE(palette->document->pictures({beside, {}}));
  const auto direct =
      parse("psx-tim", hex("10000000 02000000 10000000 8002 0000 0200 0100 1F00 E003"), "D.TIM");
  const auto shown = direct->document->pictures({beside, {}});
  ASSERT_TRUE(shown) << shown.error().message;
  EXPECT_EQ(to_hex(shown->at(0).picture.pixels), "ff0000ff00ff00ff");
}

}  // namespace
}  // namespace anmkit::psx::test
