// SPDX-License-Identifier: MIT
// Names of files: their parts, which are safe to create, and which exist on any system; and words
// that were meant by others.
#include "core/paths.hpp"

#include <gtest/gtest.h>

#include "core/counted.hpp"
#include "core/listing.hpp"
#include "core/nearest.hpp"

namespace anmkit {
namespace {

using namespace std::string_view_literals;

TEST(Paths, Parts) {
  struct Case {
    std::string_view path, folder, name, stem, extension;
  };
  for (const Case& one :
       {Case{"a/b/c.x", "a/b/", "c.x", "c", ".x"}, Case{"c.x", "", "c.x", "c", ".x"},
        Case{"a\\c.tar.gz", "a\\", "c.tar.gz", "c.tar", ".gz"}, Case{"a.b/c", "a.b/", "c", "c", ""},
        Case{".x", "", ".x", ".x", ""}, Case{"a/", "a/", "", "", ""}, Case{"", "", "", "", ""}}) {
    EXPECT_EQ(folder_of(one.path), one.folder) << one.path;
    EXPECT_EQ(file_name(one.path), one.name) << one.path;
    EXPECT_EQ(stem_of(one.path), one.stem) << one.path;
    EXPECT_EQ(extension_of(one.path), one.extension) << one.path;
    EXPECT_EQ(without_extension(one.path), std::string(one.folder) + std::string(one.stem))
        << one.path;
  }
}

TEST(Paths, ExtensionsBeginWithTheLastDot) {
  const std::pair<const char*, const char*> cases[] = {
      {"a/b.c/d", ""}, {"a/.hidden", ""}, {"a.b.c", ".c"}, {"a.", "."}, {"", ""}};
  for (const auto& [path, extension] : cases)
    EXPECT_EQ(extension_of(path), extension) << path;
}

TEST(Paths, SafeNamesStayInTheirFolder) {
  for (const std::string_view name : {""sv, "/a"sv, "\\a"sv, "a:b"sv, "C:\\a"sv, "a\0b"sv, ".."sv,
                                      "../a"sv, "a/.."sv, "a\\..\\b"sv, "a/"sv, "a\\"sv})
    EXPECT_FALSE(is_safe_name(name)) << name;
  for (const std::string_view name :
       {"a"sv, "a/b.x"sv, "a\\b"sv, "..a"sv, "a.."sv, "./a"sv, "a//b"sv})
    EXPECT_TRUE(is_safe_name(name)) << name;
}

TEST(Paths, PortableNames) {
  for (const auto& [name, portable] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"walk.anm", "walk.anm"},
           {"a/b\\c:d|e<f>g?h*i\"j", "a_b_c_d_e_f_g_h_i_j"},
           {"a\x1F\x7F\x20z", "a__ z"},
           {"t\xC3\xAAte", "t\xC3\xAAte"},
           {".hidden", "_hidden"},
           {"end. .", "end"},
           {" . ", "_"},
           {".", "_"},
           {"   ", "_"},
           {"", "_"},
           // Devices of Windows, with any extension and in any case.
           {"CON", "CON_"},
           {"con.walk", "con_.walk"},
           {"Lpt9", "Lpt9_"},
           {"nul .x", "nul_ .x"},
           {"conin$", "conin$_"},
           {"CONOUT$.a", "CONOUT$_.a"},
           {"prn", "prn_"},
           {"Aux.tim", "Aux_.tim"},
           {"com1", "com1_"},
           {"lpt:", "lpt_"},
           {"xyz1", "xyz1"},
           {"com0", "com0"},
           {"console", "console"},
           {"com12", "com12"}}) {
    EXPECT_EQ(portable_name(name), portable) << name;
  }
  EXPECT_EQ(portable_name(std::string(200, 'a')), std::string(200, 'a'));
  EXPECT_EQ(portable_name(std::string(201, 'a')), std::string(200, 'a'));
  // A character is never cut in two: byte 200 is the second or third of three.
  EXPECT_EQ(portable_name(std::string(199, 'a') + "\xE2\x82\xAC"), std::string(199, 'a'));
  EXPECT_EQ(portable_name(std::string(198, 'a') + "\xE2\x82\xAC"), std::string(198, 'a'));
  EXPECT_EQ(portable_name(std::string(197, 'a') + "\xE2\x82\xAC!"),
            std::string(197, 'a') + "\xE2\x82\xAC");
  // No character has so many bytes.
  EXPECT_EQ(portable_name(std::string(300, '\x80')), "_");
}

// Damerau's distance without a second change at the same place, as defined.
TEST(Words, SuggestsForTypingErrors) {
  for (const auto& [a, b, slips] :
       std::vector<std::tuple<std::string_view, std::string_view, std::size_t>>{
           {"", "", 0},
           {"", "abc", 3},
           {"walk", "walk", 0},
           {"Walk", "wALK", 0},
           {"walk", "wlak", 1},  // changed places
           {"ab", "ba", 1},
           {"walk", "wakl", 1},
           {"walk", "wak", 1},
           {"walk", "walks", 1},
           {"walk", "talk", 1},
           {"abc", "cba", 2},
           {"abcd", "acbd", 1},
           {"kitten", "sitting", 3}}) {
    EXPECT_EQ(distance(a, b), slips) << a << " " << b;
    EXPECT_EQ(distance(b, a), slips) << a << " " << b;
  }
}

TEST(Words, NearestPrefersTheFirst) {
  const std::vector<std::string_view> known{"convert", "check", "chuck"};
  EXPECT_EQ(nearest("chek", known), "check");
  EXPECT_EQ(nearest("chick", known), "check");
  EXPECT_EQ(nearest("covnret", known), "convert");
  EXPECT_EQ(nearest("xyz", known), "");
  EXPECT_EQ(nearest("c", known), "");
  const std::string longest(40, 'a'), longer(41, 'a');
  EXPECT_EQ(nearest(longest, {longest}), longest);
  EXPECT_EQ(nearest(longer, {longest}), "");
  EXPECT_EQ(nearest(longest, {longer}), "");
}

TEST(Paths, NamesOfArchiveEntries) {
  EXPECT_EQ(entry_name("TIM/A.TIM"), "TIM/A.TIM");
  EXPECT_EQ(entry_name("././A.TIM"), "A.TIM");
  EXPECT_EQ(entry_name("old/GAME.PAK//TIM/A.TIM"), "TIM/A.TIM");
  EXPECT_EQ(entry_name("../up/A.TIM"), "A.TIM");
  EXPECT_EQ(entry_name("/root/A.TIM"), "A.TIM");
}

TEST(Words, ListsSomeOfMany) {
  EXPECT_EQ(some_of({}, 2), "");
  EXPECT_EQ(some_of({"a", ""}, 2), "a, (no name)");
  EXPECT_EQ(some_of({"a", "b", "c", "d"}, 2), "a, b and 2 more");
}

TEST(Words, CountsOneAsOne) {
  EXPECT_EQ(counted(0, "byte"), "0 bytes");
  EXPECT_EQ(counted(1, "byte"), "1 byte");
  EXPECT_EQ(counted(std::uint64_t{1} << 40, "byte"), "1099511627776 bytes");
  EXPECT_EQ(counted(1, "entry needs", "entries need"), "1 entry needs");
  EXPECT_EQ(counted(-1, "entry needs", "entries need"), "-1 entries need");
}

}  // namespace
}  // namespace anmkit
