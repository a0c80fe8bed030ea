// SPDX-License-Identifier: MIT
// Actors, skins, palettes and display lists that are wrong or odd in one place each (sections 8 to
// 11): what is refused, what is left out, and that every byte comes back.
#include "formats/gc/bank/record_streams.hpp"
#include "formats/gc/model/display_list.hpp"
#include "formats/gc/unclaimed_bytes.hpp"
#include "model_files.hpp"

namespace anmkit::gc::test {
namespace {

void put32(Bytes& bytes, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i)
    bytes.at(at + i) = static_cast<std::byte>(value >> (24 - 8 * i) & 255);
}

// The code of the first finding of a parse, or "".
template <class Parse>
std::string refusal(Parse parse, const Bytes& bytes) {
  Diagnostics diagnostics;
  const auto file = parse(bytes, diagnostics);
  const auto found = diagnostics.finish();
  EXPECT_NE(file.has_value(), !found.empty());
  return found.empty() ? "" : found.front().code;
}

// ---- Controls of actors (section 8.3) ----

TEST(GcReaderConditions, Controls) {
  const auto controls = [](const Bytes& bytes) {
    Diagnostics diagnostics;
    const auto actor = parse_actor(bytes, diagnostics);
    EXPECT_TRUE(actor);
    EXPECT_EQ(write(*actor).value(), bytes);
    return actor ? actor->controls.size() : 99;
  };
  EXPECT_EQ(controls(kActor), 2u);
  Bytes bytes = kActor;
  put32(bytes, 0x20, 0x8C);  // both bones name one control
  EXPECT_EQ(controls(bytes), 1u);
  put32(bytes, 0x20, 0);
  EXPECT_EQ(controls(bytes), 1u);
  // 44 bytes of a control, 52 of a matrix: cut off at the file's end.
  const auto size = static_cast<std::uint32_t>(bytes.size());
  for (const std::uint32_t left : {43u, 44u, 51u, 52u}) {
    bytes = kActor;
    bytes.resize(size + left);
    put32(bytes, 0x20, size);
    EXPECT_EQ(controls(bytes), left < 44 ? 1u : 2u) << left;
    bytes[size] = std::byte{16};  // a matrix
    EXPECT_EQ(controls(bytes), left < 52 ? 1u : 2u) << left;
  }
}

// ---- Skins (section 10) ----

// The skin of the model files with an accumulation list after it: one vertex.
Bytes whole_skin() {
  Bytes bytes = make_skin();
  const auto at = static_cast<std::uint32_t>(bytes.size());
  set16(bytes, 4, 0x0100);  // one list: 00 01
  put32(bytes, 16, at);
  bytes.resize(at + 0x30 + 20 + 12 + 2 + 2);
  put32(bytes, at + 0x30, at + 0x44);   // source
  put32(bytes, at + 0x34, at + 0x50);   // indices
  put32(bytes, at + 0x3C, at + 0x52);   // weights
  put32(bytes, at + 0x40, 0x00010001);  // bone 1, one vertex
  return bytes;
}

TEST(GcReaderConditions, DetectsSkins) {
  const Bytes good = whole_skin();
  EXPECT_TRUE(is_skin(good));
  EXPECT_TRUE(is_skin(make_skin()));
  const std::size_t one = 36 + 0x30, two = 36 + 0x40 + 0x60, more = make_skin().size() + 0x30;
  const std::tuple<std::size_t, std::uint32_t, const char*> changes[] = {
      {6, 0, "no fraction"},
      {6, 0x20000000, "a fraction of 32 bits"},
      {7, 0x01000000, "a mark that is neither of two"},
      {8, 0x7FFFFFFF, "one-bone lists after the end"},
      {12, 0x7FFFFFFF, "two-bone lists after the end"},
      {16, 0x7FFFFFFF, "accumulation lists after the end"},
      {one, 35, "a source in the header"},
      {one, 0x7FFFFFFF, "a source after the end"},
      {two, 35, "a source of two bones in the header"},
      {two + 4, 35, "weights in the header"},
      {more, 35, "a source of accumulation in the header"},
      {more + 4, 35, "indices in the header"},
      {more + 4, 0x7FFFFFFF, "indices after the end"},
      {more + 12, 35, "weights of accumulation in the header"},
  };
  for (const auto& [at, value, what] : changes) {
    Bytes bytes = good;
    if (at < 8) {
      bytes.at(at) = static_cast<std::byte>(value >> 24);
    } else {
      put32(bytes, at, value);
    }
    EXPECT_FALSE(is_skin(bytes)) << what;
  }
  Bytes relocated = good;
  relocated[7] = std::byte{0xFF};
  EXPECT_TRUE(is_skin(relocated));
  EXPECT_FALSE(is_skin(ByteView(good).first(35)));
  EXPECT_FALSE(is_skin(Bytes(40)));  // no lists
}

TEST(GcReaderConditions, SkinsCutOff) {
  const Bytes good = whole_skin();
  expect_round_trip("gc-skn", good);
  EXPECT_EQ(refusal(parse_skin, Bytes(35)), "gc.SKN001");
  for (const std::size_t field : {8, 12, 16}) {
    Bytes bytes = good;
    put32(bytes, field, static_cast<std::uint32_t>(bytes.size()) - 0x40);
    const std::string code = refusal(parse_skin, bytes);
    EXPECT_EQ(code, field == 8 ? "" : "gc.SKN002") << field;
    put32(bytes, field, 0xFFFFFFFF);
    EXPECT_EQ(refusal(parse_skin, bytes), "gc.SKN002") << field;
  }
}

// Values that a dump may have and no file can store.
TEST(GcReaderConditions, SkinsThatCannotBeWritten) {
  Diagnostics diagnostics;
  const auto good = parse_skin(whole_skin(), diagnostics);
  ASSERT_TRUE(good);
  const auto message = [&](const auto& change) {
    Skin skin = *good;
    change(skin);
    const auto bytes = write(skin);
    return bytes ? std::string() : bytes.error().message;
  };
  EXPECT_EQ(message([](Skin&) {}), "");
  const std::string size = "size is too small for the records";
  EXPECT_EQ(message([](Skin& skin) { skin.size = 35; }), size);
  EXPECT_EQ(message([](Skin& skin) { skin.size = std::uint64_t{1} << 40; }), size);
  EXPECT_EQ(message([](Skin& skin) { skin.one_bone.resize(65536); }), size);
  EXPECT_EQ(message([](Skin& skin) { skin.two_bone.resize(65536); }), size);
  EXPECT_EQ(message([](Skin& skin) { skin.accumulation.resize(65536); }), size);
  const std::string outside = "a list or a gap is outside the file";
  EXPECT_EQ(message([](Skin& skin) { skin.one_bone_offset = 0xFFFFFF00; }), outside);
  EXPECT_EQ(message([](Skin& skin) { skin.two_bone_offset = 0xFFFFFF00; }), outside);
  EXPECT_EQ(message([](Skin& skin) { skin.accumulation_offset = 0xFFFFFF00; }), outside);
  EXPECT_EQ(message([](Skin& skin) { skin.gaps = {{skin.size, Bytes(1)}}; }), outside);
}

// ---- Palettes (sections 9.1 and 11) ----

// Objects and palettes of colours that two descriptors share are one record each.
TEST(GcReaderConditions, SharedRecords) {
  Bytes geometry(28);
  const Bytes one = make_geometry();
  put32(geometry, 0, 12012000);
  put32(geometry, 12, 2);
  put32(geometry, 16, 28);
  geometry.resize(44);
  for (const std::size_t descriptor : {28, 36})
    put32(geometry, descriptor, 44);
  geometry.insert(geometry.end(), one.begin() + 0x1C, one.end());
  Diagnostics diagnostics;
  const auto palette = parse_geometry(geometry, diagnostics);
  ASSERT_TRUE(palette);
  EXPECT_EQ(palette->objects.size(), 1u);
  EXPECT_EQ(write(*palette).value(), geometry);

  // Two 8x8 textures of 4 bits with 16 colours in common.
  Bytes textures(0x80 + 32 + 32);
  put32(textures, 0, 0x0020AF30);
  put32(textures, 4, 2);
  put32(textures, 8, 12);
  for (const std::size_t descriptor : {12, 20}) {
    put32(textures, descriptor, 0x20);
    put32(textures, descriptor + 4, 0x60);
  }
  put32(textures, 0x20, 0x00080008);
  put32(textures, 0x24, 8);
  put32(textures, 0x28, 0x80);
  put32(textures, 0x60, 0x00100000);
  put32(textures, 0x64, 1);
  put32(textures, 0x68, 0xA0);
  const auto shared = parse_textures(textures, diagnostics);
  ASSERT_TRUE(shared);
  EXPECT_EQ(shared->images.size(), 1u);
  EXPECT_EQ(shared->cluts.size(), 1u);
  EXPECT_EQ(write(*shared).value(), textures);
}

TEST(GcReaderConditions, TexturesWithoutTexels) {
  TextureHeader image;
  image.format = 1;
  for (const auto& [width, height] : {std::pair{0, 8}, {8, 0}, {0, 0}}) {
    image.width = static_cast<std::uint16_t>(width);
    image.height = static_cast<std::uint16_t>(height);
    const auto picture = decode(Bytes(64), image, nullptr, 0);
    ASSERT_FALSE(picture);
    EXPECT_EQ(picture.error().code, "gc.TPL006");
  }
  image.width = image.height = 8;
  EXPECT_TRUE(decode(Bytes(64), image, nullptr, 0));
  EXPECT_EQ(decode(Bytes(63), image, nullptr, 0).error().code, "gc.TPL007");
}

// ---- Display lists (section 9.4) ----

TEST(GcReaderConditions, Components) {
  AttributeArray array;
  array.components = 2;
  const Bytes bytes = hex("FF80 3F80 0000 7F80 0000");
  const auto value = [&](unsigned type, unsigned index, std::uint64_t at = 0) {
    array.type = type;
    return array.component(bytes, at, index);
  };
  EXPECT_EQ(value(0, 0), 255);
  EXPECT_EQ(value(1, 0), -1);
  EXPECT_EQ(value(2, 0), 0xFF80);
  EXPECT_EQ(value(3, 0), -128);
  EXPECT_EQ(value(4, 0, 2), 1);
  EXPECT_EQ(value(4, 0, 6), 0);  // infinite
  EXPECT_EQ(value(5, 0), 0);     // no such type
  EXPECT_EQ(value(0, 2), 0);     // no such component
  EXPECT_EQ(value(4, 1, 6), 0);  // after the end

  const std::array<float, 4> white = {1, 1, 1, 1};
  VertexArray colors;
  colors.count = 1;
  colors.quantize = 0x50;
  EXPECT_EQ(color_at(bytes, color_array(colors, 0), 2)[0], static_cast<float>(0x3F) / 255);
  EXPECT_EQ(color_at(bytes, color_array(colors, 0), 7), white);
  colors.quantize = 0x60;  // no such format
  EXPECT_EQ(color_at(bytes, color_array(colors, 0), 0), white);
}

struct Followed {
  bool whole = false;
  std::size_t drawn = 0, left_out = 0;
  bool operator==(const Followed&) const = default;
};
// Positions by an index of one byte; further attributes as their modes specify.
Followed follow(const std::string& list, std::uint32_t description = 2u << 2,
                const std::array<AttributeArray, kAttributes>* arrays = nullptr) {
  std::array<AttributeArray, kAttributes> usual;
  usual[kPosition].count = 2;
  usual[kPosition].stride = 6;
  const Bytes bytes = hex(list);
  Followed followed;
  const ListEnd end = read_list(bytes, 0, bytes.size(), description, arrays ? *arrays : usual,
                                [&](const DrawnPrimitive&) { ++followed.drawn; });
  followed.whole = end.whole;
  followed.left_out = end.left_out;
  return followed;
}

TEST(GcReaderConditions, ListCommands) {
  const std::string triangle = "90 0003 00 01 00 ";
  EXPECT_EQ(follow(triangle + triangle), (Followed{true, 2, 0}));
  EXPECT_EQ(follow("00 00 " + triangle + "00"), (Followed{true, 1, 0}));
  EXPECT_EQ(follow("B8 0001 00"), (Followed{true, 1, 0}));
  EXPECT_EQ(follow("C0 0001 00"), (Followed{false, 0, 0}));                // no such primitive
  EXPECT_EQ(follow("88 0001 00"), (Followed{false, 0, 0}));                // nor this one
  EXPECT_EQ(follow("90 00"), (Followed{false, 0, 0}));                     // cut off in the count
  EXPECT_EQ(follow(triangle + "90 0003 00 01"), (Followed{false, 1, 0}));  // in the vertices
  EXPECT_EQ(follow(triangle, 0), (Followed{false, 0, 0}));                 // vertices of no bytes
  EXPECT_EQ(follow("90 0003 00 01 02 " + triangle), (Followed{true, 1, 1}));  // index outside
  // Loads of registers, of one and more words, and what is no command.
  EXPECT_EQ(follow("08 50 00000000 10 0001 1000 0000 0000 0000 0000 61 00000000 " + triangle),
            (Followed{true, 1, 0}));
  for (const std::string load : {"08 5000000000", "10 0000 1000 00000000", "20 00000000",
                                 "28 00000000", "30 00000000", "38 00000000", "61 00000000"}) {
    EXPECT_EQ(follow(load + " " + triangle), (Followed{true, 1, 0})) << load;
    EXPECT_FALSE(follow(load.substr(0, load.size() - 2)).whole) << load;
  }
  EXPECT_FALSE(follow("40 00000000").whole);
  EXPECT_FALSE(follow("10 00").whole);
}

// An index is proved for positions always; for others where there are several elements to choose.
TEST(GcReaderConditions, ListIndices) {
  std::array<AttributeArray, kAttributes> arrays;
  arrays[kPosition].count = 2;
  arrays[kPosition].stride = 6;
  // Position and one more attribute by indices of a byte.
  const auto with = [&](std::size_t attribute, std::uint64_t count, std::uint64_t stride) {
    auto all = arrays;
    all[attribute].count = count;
    all[attribute].stride = stride;
    return follow("90 0001 00 05", 2u << 2 | 2u << (2 * attribute), &all);
  };
  for (const std::size_t attribute : {kNormal, kColor, kColor + 1, kTexture}) {
    EXPECT_EQ(with(attribute, 6, 4), (Followed{true, 1, 0})) << attribute;
    EXPECT_EQ(with(attribute, 5, 4), (Followed{true, 0, 1})) << attribute;
    EXPECT_EQ(with(attribute, 5, 0), (Followed{true, 1, 0})) << attribute;  // not readable at all
  }
  EXPECT_EQ(with(kColor, 1, 4), (Followed{true, 1, 0}));  // the only colour
  EXPECT_EQ(with(kColor + 1, 1, 4), (Followed{true, 1, 0}));
  EXPECT_EQ(with(kNormal, 1, 4), (Followed{true, 0, 1}));
  // The range of the list itself.
  EXPECT_FALSE(read_list(Bytes(4), 0, 5, 2u << 2, arrays, {}).whole);
  EXPECT_TRUE(read_list(Bytes(4), 0, 4, 2u << 2, arrays, {}).whole);
  const Bytes list = hex("90 0001 00");
  EXPECT_TRUE(read_list(list, 0, 4, 2u << 2, arrays, {}).whole);
}

// ---- Records and what they leave ----

TEST(GcReaderConditions, Differences) {
  const Bytes a = hex("0011223344556677 8899AABBCCDDEEFF 00112233");
  EXPECT_TRUE(differences(a, a).empty());
  Bytes b = a;
  b[0] = b[8] = b[18] = std::byte{0x55};
  const auto gaps = differences(a, b);  // equal bytes between them: 7, and 9
  ASSERT_EQ(gaps.size(), 2u);
  EXPECT_EQ(gaps[0].offset, 0u);
  EXPECT_EQ(gaps[0].bytes.size(), 9u);
  EXPECT_EQ(gaps[1].offset, 18u);
  Bytes back = a;
  EXPECT_TRUE(lay_over(gaps, back));
  EXPECT_EQ(back, b);
  // What the records did not give at all.
  const auto more = differences(ByteView(a).first(10), a);
  ASSERT_EQ(more.size(), 1u);
  EXPECT_EQ(more[0].offset, 10u);
  EXPECT_EQ(more[0].bytes.size(), 10u);
  EXPECT_FALSE(lay_over({{20, Bytes(1)}}, back));
}

// A record is complete when all its parts are there and fit their types.
TEST(GcReaderConditions, CompleteRecords) {
  Bytes to;
  const auto triple = [&](unsigned type, std::optional<Triple> value) {
    RecordWriter writer(to, type);
    writer.triple(value);
    return writer.complete();
  };
  Triple whole, floating;
  whole.integers = {1, 2, 3};
  floating.floats = {1, 2, 3};
  EXPECT_TRUE(triple(0, whole));
  EXPECT_TRUE(triple(kFloatType, floating));
  EXPECT_FALSE(triple(0, floating));
  EXPECT_FALSE(triple(kFloatType, whole));
  EXPECT_FALSE(triple(0, {}));
  const std::tuple<unsigned, std::int32_t, std::int32_t> ranges[] = {
      {0, 0, 255}, {1, -128, 127}, {2, 0, 65535}, {3, -32768, 32767}};
  for (const auto& [type, least, most] : ranges) {
    for (const std::int32_t value : {least - 1, least, most, most + 1}) {
      whole.integers = {0, value, 0};
      EXPECT_EQ(triple(type, whole), least <= value && value <= most) << type << " " << value;
    }
  }
  const auto quat = [&](std::optional<std::array<std::int16_t, 4>> value, unsigned omitted) {
    RecordWriter writer(to, 3, omitted);
    writer.quat(value);
    return writer.complete() ? to.size() : 99;
  };
  EXPECT_EQ(quat(std::array<std::int16_t, 4>{1, 2, 3, 4}, 0), 8u);
  EXPECT_EQ(quat(std::array<std::int16_t, 4>{1, 0, 0, 4}, 6), 4u);
  EXPECT_EQ(quat(std::array<std::int16_t, 4>{1, 0, 3, 4}, 6), 99u);
  EXPECT_EQ(quat(std::nullopt, 0), 99u);
  RecordWriter ease(to, 3), matrix(to, 3), curve(to, 3), good(to, 3);
  ease.q14({});
  matrix.matrix({});
  EXPECT_EQ(curve.curve({}), nullptr);
  EXPECT_FALSE(ease.complete() || matrix.complete() || curve.complete());
  good.q14(5);
  good.matrix(std::array<float, 12>{});
  EXPECT_NE(good.curve(Curve{}), nullptr);
  EXPECT_TRUE(good.complete());
}

}  // namespace
}  // namespace anmkit::gc::test
