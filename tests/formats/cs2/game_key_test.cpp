// SPDX-License-Identifier: MIT
// Windows programs made here, with the key of a game's archives in their resources (section 8.3).
#include "formats/cs2/archive/game_key.hpp"

#include "core/bytes.hpp"
#include "formats/cs2/archive/blowfish.hpp"
#include "formats/cs2/document.hpp"
#include "support.hpp"

namespace anmkit::cs2::test {
namespace {

// The published vectors of Blowfish for keys of eight bytes.
TEST(Cs2GameKey, BlowfishTakesKeysOfAnyLength) {
  struct Vector {
    const char* key;
    std::uint32_t plain[2], cipher[2];
  };
  const Vector vectors[] = {
      {"0123456789ABCDEF", {0x11111111, 0x11111111}, {0x61F9C380, 0x2281B096}},
      {"FEDCBA9876543210", {0x01234567, 0x89ABCDEF}, {0x0ACEAB0F, 0xC6A0A28D}},
      {"7CA110454A1A6E57", {0x01A1D6D0, 0x39776742}, {0x59C68245, 0xEB05282B}},
  };
  for (const Vector& one : vectors) {
    const Blowfish cipher{ByteView(hex(one.key))};
    std::uint32_t left = one.plain[0], right = one.plain[1];
    cipher.encipher(left, right);
    EXPECT_EQ(left, one.cipher[0]) << one.key;
    EXPECT_EQ(right, one.cipher[1]) << one.key;
  }
}

struct Resource {
  std::string type, name;
  Bytes data;
};

// A program of one section with these resources, each in one language.
Bytes program(const std::vector<Resource>& resources, bool wide = false) {
  constexpr std::uint32_t kAddress = 0x3000, kOffset = 0x200;
  const auto count = static_cast<std::uint32_t>(resources.size());
  // The tables of types, names and languages, the places of the data, names, data.
  const std::uint32_t names = 16 + 8 * count, languages = names + 24 * count;
  const std::uint32_t places = languages + 24 * count, texts = places + 16 * count;
  LittleWriter tables, strings, contents;
  std::vector<std::uint32_t> at;
  for (const Resource& one : resources) {
    for (const std::string& text : {one.type, one.name}) {
      at.push_back(texts + static_cast<std::uint32_t>(strings.size()));
      strings.put(static_cast<std::uint16_t>(text.size()));
      for (const char c : text)
        strings.put(static_cast<std::uint16_t>(c));
    }
  }
  const auto directory = [&](std::uint16_t named, std::uint16_t numbered) {
    tables.put_bytes(Bytes(12));
    tables.put(named);
    tables.put(numbered);
  };
  directory(static_cast<std::uint16_t>(count), 0);
  for (std::uint32_t i = 0; i < count; ++i) {
    tables.put(0x80000000 | at[2 * i]);
    tables.put(0x80000000 | (names + 24 * i));
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    directory(1, 0);
    tables.put(0x80000000 | at[2 * i + 1]);
    tables.put(0x80000000 | (languages + 24 * i));
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    directory(0, 1);
    tables.put(std::uint32_t{1041});
    tables.put(places + 16 * i);
  }
  const Bytes text = strings.take();
  for (const Resource& one : resources) {
    tables.put(static_cast<std::uint32_t>(kAddress + texts + text.size() + contents.size()));
    tables.put(static_cast<std::uint32_t>(one.data.size()));
    tables.put_bytes(Bytes(8));
    contents.put_bytes(one.data);
  }
  tables.put_bytes(text);
  tables.put_bytes(contents.take());
  const Bytes section = tables.take();

  const std::uint16_t optional = wide ? 0xF0 : 0xE0;
  LittleWriter out;
  out.put_text("MZ");
  out.put_bytes(Bytes(0x3A));
  out.put(std::uint32_t{0x40});
  out.put_text({"PE\0\0", 4});
  out.put(std::uint16_t{0x14C});
  out.put(std::uint16_t{1});  // sections
  out.put_bytes(Bytes(12));
  out.put(optional);
  out.put(std::uint16_t{0x102});
  out.put(static_cast<std::uint16_t>(wide ? 0x20B : 0x10B));
  out.put_bytes(Bytes((wide ? 112 : 96) - 2 + 16));
  out.put(kAddress);
  out.put(static_cast<std::uint32_t>(section.size()));
  out.put_bytes(Bytes(13 * 8));
  out.put_text({".rsrc\0\0\0", 8});
  out.put(static_cast<std::uint32_t>(section.size()));
  out.put(kAddress);
  out.put(static_cast<std::uint32_t>(section.size()));
  out.put(kOffset);
  Bytes bytes = out.take();
  bytes.resize(kOffset);
  bytes.insert(bytes.end(), section.begin(), section.end());
  return bytes;
}

Bytes enciphered(std::string_view text, std::string_view key) {
  Bytes plain = to_bytes(text);
  plain.resize((plain.size() + 8) / 8 * 8);
  return Blowfish(as_bytes(key)).encipher(plain);
}

TEST(Cs2GameKey, ProgramsHaveTheCodeOfTheirArchives) {
  const Resource code{"V_CODE2", "DATA", enciphered("FW-V2B64", "windmill")};
  for (const bool wide : {false, true})
    EXPECT_EQ(v_code2_of(program({{"ICON", "DATA", hex("00")}, code}, wide)).value(), "FW-V2B64");
  Bytes key = to_bytes("a key of its own");
  const Resource other{"V_CODE2", "DATA", enciphered("Another 1", as_text(key))};
  for (std::byte& one : key)
    one ^= std::byte{0xCD};
  EXPECT_EQ(v_code2_of(program({{"KEY_CODE", "KEY", key}, other})).value(), "Another 1");
}

TEST(Cs2GameKey, OtherProgramsHaveNone) {
  const Bytes without = program({{"ICON", "DATA", hex("00")}});
  for (const Bytes& bytes : {Bytes(), to_bytes("MZ"), to_bytes("CCM2"), without}) {
    const auto code = v_code2_of(bytes);
    ASSERT_FALSE(code.has_value());
    EXPECT_EQ(code.error().code, "cs2.KIF-PROGRAM");
  }
  // Cut anywhere, there is no code.
  const Bytes whole = program({{"V_CODE2", "DATA", enciphered("FW-V2B64", "windmill")}});
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(v_code2_of(ByteView(whole).first(size)).has_value()) << size;
}

// The option's text is a program, a number or the code itself.
TEST(Cs2GameKey, TheOptionNamesAProgram) {
  Options options;
  options.set("key", "game/CATS.EXE");
  EXPECT_EQ(key_files(options), std::vector<std::string>{"game/CATS.EXE"});
  for (const char* text : {"FW-V2B64", "0x12345678", "exe"}) {
    Options other;
    other.set("key", text);
    EXPECT_TRUE(key_files(other).empty()) << text;
  }
  EXPECT_TRUE(key_files({}).empty());
  const Bytes bytes = hex("4b494600 00000000"), bad = to_bytes("no program");
  const Companion files[] = {{"game/CATS.EXE", bad, nullptr}};
  Diagnostics found;
  EXPECT_EQ(parse_int_document({bytes, "a.int", files}, options, found), nullptr);
  EXPECT_NE(anmkit::test::find_code(found.finish(), "cs2.KIF-PROGRAM"), nullptr);
}

// Programs with one number wrong: the header is at 40, the directories' third place at C8, the
// section's row at 138, its contents at 200 (hex).
TEST(Cs2GameKey, RejectsAlmostValidPrograms) {
  const Bytes good = program({{"V_CODE2", "DATA", enciphered("FW-V2B64", "windmill")}});
  ASSERT_EQ(v_code2_of(good).value(), "FW-V2B64");
  struct Case {
    std::size_t at;
    std::uint32_t value;
  };
  for (const Case& one : std::vector<Case>{{0x3C, 0x41},           // no PE there
                                           {0x3C, 0xFFFFFFF0},     // nor outside of the file
                                           {0x58, 0x10C},          // neither 32 nor 64 bits
                                           {0xC8, 0},              // no resources
                                           {0xC8, 0x2FFF},         // before the section
                                           {0xC8, 0x4000},         // after it
                                           {0x210, 24},            // a type with a number
                                           {0x210, 0x80000018},    // or with another name
                                           {0x200 + 72, 0x2FFF},   // the data is before the section
                                           {0x200 + 72, 0x9000},   // or after it
                                           {0x200 + 76, 7},        // too short for one block
                                           {0x200 + 76, 0xFFFF}})  // longer than the file
  {
    Bytes bad = good;
    set32(bad, one.at, one.value);
    const auto code = v_code2_of(bad);
    ASSERT_FALSE(code.has_value()) << one.at << " " << one.value;
    EXPECT_EQ(code.error().code, "cs2.KIF-PROGRAM");
  }
  // An empty key is none.
  EXPECT_EQ(v_code2_of(program({{"KEY_CODE", "KEY", {}},
                                {"V_CODE2", "DATA", enciphered("FW-V2B64", "windmill")}}))
                .value(),
            "FW-V2B64");
}

}  // namespace
}  // namespace anmkit::cs2::test
