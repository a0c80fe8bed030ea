// SPDX-License-Identifier: MIT
// Callers of the C interface that are wrong: zeros, small buffers, broken files, memory that ends.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "anmkit.h"

namespace {

std::string load(const std::string& name) {
  std::ifstream file(std::string(ANMKIT_EXAMPLES_DIR) + "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
constexpr const char* kWalk = "craftstudio/robot-walk.csmodelanim";

struct Close {
  void operator()(anmkit_file* file) const { anmkit_close(file); }
};
using File = std::unique_ptr<anmkit_file, Close>;
File open_walk() {
  const std::string bytes = load(kWalk);
  return File(anmkit_open(bytes.data(), bytes.size(), kWalk, nullptr, nullptr, nullptr));
}
int refuse(void*, const char*, const void*, std::size_t) {
  return 1;
}

TEST(CErrors, ZerosAreErrorValues) {
  anmkit_error error;
  std::size_t needed = 7;
  EXPECT_EQ(anmkit_open(nullptr, 0, nullptr, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error.status, ANMKIT_USAGE);
  EXPECT_EQ(error.offset, -1);
  EXPECT_EQ(anmkit_open(nullptr, 0, nullptr, nullptr, nullptr, nullptr), nullptr);
  EXPECT_EQ(anmkit_open(nullptr, 5, "a", nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error.status, ANMKIT_USAGE);
  EXPECT_EQ(anmkit_open_any(nullptr, 0, nullptr, nullptr, nullptr, nullptr), nullptr);
  EXPECT_EQ(anmkit_open_folder(nullptr, nullptr, nullptr), nullptr);
  EXPECT_EQ(anmkit_add_companion(nullptr, nullptr, 0, nullptr, nullptr), ANMKIT_USAGE);
  EXPECT_EQ(anmkit_set_option(nullptr, nullptr, nullptr, nullptr), ANMKIT_USAGE);
  anmkit_close(nullptr);
  EXPECT_EQ(anmkit_format(nullptr), nullptr);
  EXPECT_EQ(anmkit_clip_count(nullptr), -1);
  EXPECT_EQ(anmkit_node_count(nullptr, 0), -1);
  EXPECT_EQ(anmkit_clip_name(nullptr, 0), nullptr);
  EXPECT_EQ(anmkit_node_name(nullptr, 0, 0), nullptr);
  EXPECT_EQ(anmkit_node_parent(nullptr, 0, 0), -2);
  EXPECT_EQ(anmkit_clip(nullptr, 0, nullptr, nullptr), ANMKIT_USAGE);
  EXPECT_EQ(anmkit_get_track(nullptr, 0, 0, nullptr, nullptr), ANMKIT_USAGE);
  EXPECT_EQ(anmkit_sample(nullptr, 0, nullptr, 0, 0, nullptr, 0, 0, 0, nullptr), ANMKIT_USAGE);
  EXPECT_EQ(anmkit_sample_double(nullptr, 0, nullptr, 0, 0, nullptr, 0, 0, 0, nullptr),
            ANMKIT_USAGE);
  EXPECT_EQ(
      anmkit_sample_parts(nullptr, 0, nullptr, 0, nullptr, nullptr, nullptr, nullptr, 0, nullptr),
      ANMKIT_USAGE);
  EXPECT_EQ(anmkit_sample_parts_double(nullptr, 0, nullptr, 0, nullptr, nullptr, nullptr, nullptr,
                                       0, nullptr),
            ANMKIT_USAGE);
  EXPECT_EQ(anmkit_visible(nullptr, 0, nullptr, 0, nullptr, 0, nullptr), ANMKIT_USAGE);
  EXPECT_EQ(anmkit_json(nullptr, nullptr, nullptr, 0, &needed, nullptr), ANMKIT_USAGE);
  EXPECT_EQ(needed, 0U);
  EXPECT_EQ(anmkit_json(nullptr, "info", nullptr, 0, &needed, nullptr), ANMKIT_USAGE);
  EXPECT_EQ(anmkit_convert(nullptr, 0, nullptr, nullptr, nullptr, nullptr, nullptr), ANMKIT_USAGE);
  EXPECT_EQ(anmkit_build(nullptr, 0, nullptr, nullptr, nullptr), ANMKIT_USAGE);
  EXPECT_EQ(anmkit_render(nullptr, 0, 0, 0, 0, nullptr, nullptr, 0, nullptr), ANMKIT_USAGE);
  EXPECT_STRNE(anmkit_version(), "");
}

TEST(CErrors, NumbersOutOfRangeAreErrorValues) {
  const File file = open_walk();
  ASSERT_TRUE(file);
  anmkit_error error;
  for (const std::int32_t clip : {-1, 1, 1000000000}) {
    EXPECT_EQ(anmkit_node_count(file.get(), clip), -1);
    EXPECT_EQ(anmkit_clip_name(file.get(), clip), nullptr);
    const double frame = 0;
    EXPECT_EQ(anmkit_sample(file.get(), clip, &frame, 1, 0, nullptr, 0, 0, 0, &error),
              ANMKIT_USAGE);
    EXPECT_STREQ(error.code, "anmkit.CLIP");
  }
  anmkit_track track;
  for (const std::int32_t number : {-1, 1000000}) {
    EXPECT_EQ(anmkit_get_track(file.get(), 0, number, &track, &error), ANMKIT_USAGE);
    EXPECT_EQ(anmkit_node_name(file.get(), 0, number), nullptr);
    EXPECT_EQ(anmkit_node_parent(file.get(), 0, number), -2);
  }
  EXPECT_EQ(anmkit_set_option(file.get(), "no-such", "1", &error), ANMKIT_USAGE);
  EXPECT_EQ(anmkit_set_option(file.get(), "rate", "fast", &error), ANMKIT_USAGE);
}

TEST(CErrors, SmallBuffersStayAsTheyWere) {
  const File file = open_walk();
  const auto nodes = static_cast<std::size_t>(anmkit_node_count(file.get(), 0));
  const std::array frames = {0.0, 1.0};
  std::vector<float> out(2 * nodes * 16, 5);
  anmkit_error error;
  const auto sample = [&](std::size_t capacity, std::size_t frame_stride, std::size_t node_stride) {
    return anmkit_sample(file.get(), 0, frames.data(), 2, ANMKIT_WORLD, out.data(), capacity,
                         frame_stride, node_stride, &error);
  };
  EXPECT_EQ(sample(out.size() - 1, 0, 0), ANMKIT_USAGE);
  EXPECT_NE(std::strstr(error.message, std::to_string(out.size()).c_str()), nullptr)
      << error.message;
  // Strides whose sum passes all memory, and those that overlap.
  EXPECT_EQ(sample(out.size(), static_cast<std::size_t>(-1) / 2, 0), ANMKIT_USAGE);
  EXPECT_EQ(sample(out.size(), 0, static_cast<std::size_t>(-1)), ANMKIT_USAGE);
  EXPECT_EQ(sample(out.size(), 0, 15), ANMKIT_USAGE);
  EXPECT_EQ(sample(out.size(), 1, 0), ANMKIT_USAGE);
  EXPECT_EQ(out, std::vector<float>(2 * nodes * 16, 5));
  EXPECT_EQ(sample(out.size(), 0, 0), ANMKIT_OK);
  EXPECT_EQ(error.status, ANMKIT_OK);
  EXPECT_STREQ(error.message, "");
  for (const double bad : {std::nan(""), HUGE_VAL})
    EXPECT_EQ(anmkit_sample(file.get(), 0, &bad, 1, 0, out.data(), out.size(), 0, 0, &error),
              ANMKIT_USAGE);
  // No frames need no room.
  EXPECT_EQ(anmkit_sample(file.get(), 0, nullptr, 0, 0, nullptr, 0, 0, 0, &error), ANMKIT_OK);

  std::size_t needed = 0;
  EXPECT_EQ(anmkit_json(file.get(), "info", nullptr, 0, &needed, &error), ANMKIT_OK);
  std::string text(needed, '!');
  EXPECT_EQ(anmkit_json(file.get(), "info", text.data(), needed - 1, &needed, &error),
            ANMKIT_USAGE);
  EXPECT_EQ(text, std::string(needed, '!'));
}

TEST(CErrors, RequestsThatAreNone) {
  const File file = open_walk();
  anmkit_error error;
  std::size_t needed = 0;
  for (const char* what :
       {"", "show", "infos", "{", "[]", "{}", R"({"what":"info")", R"({"what":7})", "project"}) {
    EXPECT_EQ(anmkit_json(file.get(), what, nullptr, 0, &needed, &error), ANMKIT_USAGE) << what;
    EXPECT_STREQ(error.code, "anmkit.USAGE") << what;
    EXPECT_STRNE(error.message, "") << what;
  }
  EXPECT_EQ(anmkit_json(file.get(), R"({"what":"check","options":{"nope":1}})", nullptr, 0, &needed,
                        &error),
            ANMKIT_USAGE);
  const anmkit_file* files[] = {file.get()};
  EXPECT_EQ(anmkit_convert(files, 1, "x.glb", "[1]", refuse, nullptr, &error), ANMKIT_USAGE);
  EXPECT_EQ(anmkit_convert(files, 1, "x.nothing", nullptr, refuse, nullptr, &error), ANMKIT_USAGE)
      << error.code;
  EXPECT_EQ(anmkit_convert(files, 1, "x.glb", R"({"sparze":true})", refuse, nullptr, &error),
            ANMKIT_USAGE);
  EXPECT_NE(std::strstr(error.message, "sparze"), nullptr) << error.message;
  const anmkit_file* twice[] = {file.get(), file.get()};
  EXPECT_EQ(anmkit_convert(twice, 2, "x.glb", nullptr, refuse, nullptr, &error), ANMKIT_USAGE);
  const anmkit_file* none[] = {nullptr};
  EXPECT_EQ(anmkit_convert(none, 1, "x.glb", nullptr, refuse, nullptr, &error), ANMKIT_USAGE);
}

TEST(CErrors, BrokenFilesSayWhere) {
  std::string bytes = load(kWalk);
  bytes.resize(20);
  anmkit_error error;
  EXPECT_EQ(anmkit_open(bytes.data(), bytes.size(), kWalk, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error.status, ANMKIT_BAD);
  EXPECT_EQ(std::string(error.code).rfind("craftstudio.E-", 0), 0U) << error.code;
  EXPECT_GT(error.offset, 0);
  EXPECT_STRNE(error.message, "");
  const File any(anmkit_open_any(bytes.data(), bytes.size(), kWalk, nullptr, nullptr, &error));
  ASSERT_TRUE(any);
  EXPECT_STREQ(anmkit_format(any.get()), "csmodelanim");
  EXPECT_EQ(anmkit_clip_count(any.get()), 0);
  std::size_t needed = 0;
  ASSERT_EQ(anmkit_json(any.get(), "check", nullptr, 0, &needed, &error), ANMKIT_OK)
      << error.message;
  std::string text(needed, ' ');
  ASSERT_EQ(anmkit_json(any.get(), "check", text.data(), needed, nullptr, &error), ANMKIT_OK);
  EXPECT_NE(text.find("\"ok\":false"), std::string::npos) << text;
  EXPECT_EQ(anmkit_json(any.get(), "dump", nullptr, 0, &needed, &error), ANMKIT_BAD);
  EXPECT_EQ(anmkit_open("", 0, "empty.anm", nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error.status, ANMKIT_BAD);
}

// Every shorter file and every changed byte is good, or an error with a code.
TEST(CErrors, HostileBytes) {
  const std::string good = load(kWalk);
  const auto open = [](const std::string& bytes) {
    anmkit_error error;
    const File file(anmkit_open(bytes.data(), bytes.size(), kWalk, nullptr, nullptr, &error));
    if (!file) {
      EXPECT_NE(error.status, ANMKIT_OK);
      EXPECT_STRNE(error.code, "");
      return;
    }
    const std::int32_t nodes = anmkit_node_count(file.get(), 0);
    std::vector<float> out(nodes > 0 ? static_cast<std::size_t>(nodes) * 16 : 0);
    const double frame = 1e9;
    anmkit_sample(file.get(), 0, &frame, 1, ANMKIT_WORLD, out.data(), out.size(), 0, 0, &error);
  };
  for (std::size_t size = 0; size < good.size(); size += 7)
    open(good.substr(0, size));
  for (std::size_t at = 0; at < good.size(); at += 5) {
    std::string bytes = good;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x5A);
    open(bytes);
  }
}

// The callback throws, as an allocation does when memory ends: both end the call in its middle.
TEST(CErrors, ACallThatEndsInItsMiddleLeavesTheFileUnusable) {
  const std::string bytes = load("psx/HOP.ANM");
  bool ends = false;
  const auto beside = [](void* user, const char*, const void**, std::size_t*) -> int {
    if (*static_cast<bool*>(user)) throw std::bad_alloc();
    return 1;
  };
  const File file(anmkit_open(bytes.data(), bytes.size(), "psx/HOP.ANM", beside, &ends, nullptr));
  ASSERT_TRUE(file);
  ends = true;
  anmkit_error error;
  std::size_t needed = 0;
  EXPECT_EQ(anmkit_json(file.get(), "info", nullptr, 0, &needed, &error), ANMKIT_FAILED);
  EXPECT_EQ(std::string(error.code), "anmkit.MEMORY");
  ends = false;
  EXPECT_EQ(anmkit_json(file.get(), "info", nullptr, 0, &needed, &error), ANMKIT_FAILED);
  EXPECT_EQ(anmkit_node_count(file.get(), 0), -1);
  const File other(anmkit_open(bytes.data(), bytes.size(), "psx/HOP.ANM", beside, &ends, nullptr));
  EXPECT_EQ(anmkit_json(other.get(), "info", nullptr, 0, &needed, &error), ANMKIT_OK);
}

// A long text is cut between two characters.
TEST(CErrors, LongTextsAreCut) {
  std::string name;
  while (name.size() < 2000)
    name += "\xE3\x81\x82";  // three bytes
  const File file = open_walk();
  anmkit_error error;
  EXPECT_EQ(anmkit_json(file.get(), name.c_str(), nullptr, 0, nullptr, &error), ANMKIT_USAGE);
  EXPECT_LT(std::strlen(error.message), sizeof error.message);
  EXPECT_GT(std::strlen(error.message), sizeof error.message - 4);
  EXPECT_EQ((std::strlen(error.message) - std::string(error.message).find("\xE3\x81")) % 3, 0U);
}

}  // namespace
