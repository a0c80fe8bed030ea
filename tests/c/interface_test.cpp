// SPDX-License-Identifier: MIT
// The C interface: what it answers is what the library computes; what is wrong is an error value.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "anmkit.h"
#include "anmkit/anmkit.hpp"
#include "core/json.hpp"

namespace {

using anmkit::Bytes;
namespace fs = std::filesystem;

Bytes load(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return anmkit::to_bytes(std::string(std::istreambuf_iterator<char>(file), {}));
}
fs::path example(const char* name) {
  return fs::path(ANMKIT_EXAMPLES_DIR) / name;
}

struct Close {
  void operator()(anmkit_file* file) const { anmkit_close(file); }
};
using File = std::unique_ptr<anmkit_file, Close>;

// A folder of examples as a callback sees it.
struct Folder {
  fs::path root;
  Bytes last = {};
  std::vector<std::string> asked = {};

  static int read(void* user, const char* name, const void** data, std::size_t* size) {
    auto& folder = *static_cast<Folder*>(user);
    folder.asked.emplace_back(name);
    const fs::path path = folder.root / (std::strcmp(name, "/") == 0 ? "" : name);
    std::error_code ignored;
    if (std::string_view(name).ends_with('/')) {
      if (!fs::is_directory(path, ignored)) return 1;
      std::string names;
      for (const auto& one : fs::directory_iterator(path))
        names += one.path().filename().string() + "\n";
      folder.last = anmkit::to_bytes(names);
    } else {
      if (!fs::is_regular_file(path, ignored)) return 1;
      folder.last = load(path);
    }
    *data = folder.last.data();
    *size = folder.last.size();
    return 0;
  }
};

File open_example(const char* name, anmkit_error* error = nullptr) {
  const Bytes bytes = load(example(name));
  return File(anmkit_open(bytes.data(), bytes.size(), name, nullptr, nullptr, error));
}

std::string json(const anmkit_file* file, const char* what) {
  anmkit_error error;
  std::size_t needed = 0;
  EXPECT_EQ(anmkit_json(file, what, nullptr, 0, &needed, &error), ANMKIT_OK) << error.message;
  std::string text(needed, '?');
  EXPECT_EQ(anmkit_json(file, what, text.data(), text.size(), nullptr, &error), ANMKIT_OK)
      << error.message;
  if (!text.empty()) text.pop_back();
  return text;
}

using Outputs = std::map<std::string, Bytes>;
int keep(void* user, const char* name, const void* data, std::size_t size) {
  const auto* bytes = static_cast<const std::byte*>(data);
  (*static_cast<Outputs*>(user))[name] = Bytes(bytes, bytes + size);
  return 0;
}

constexpr const char* kClips[] = {"craftstudio/robot-walk.csmodelanim", "gc/stalk.anm",
                                  "sm64/wave.inc.c", "psx/HOP.ANM"};

// ---- Samples ----

// `sample` answers as text what the arrays have; here both are the library's own numbers.
TEST(CInterface, SamplesAreThoseOfTheReport) {
  for (const char* name : kClips) {
    const File file = open_example(name);
    ASSERT_TRUE(file) << name;
    const std::int32_t nodes = anmkit_node_count(file.get(), 0);
    ASSERT_GT(nodes, 0) << name;
    const std::array frames = {0.0, 2.5, 7.0};
    for (const std::int32_t space : {ANMKIT_LOCAL, ANMKIT_WORLD}) {
      const std::size_t numbers = space == ANMKIT_WORLD ? 16 : 10;
      std::vector<double> out(frames.size() * static_cast<std::size_t>(nodes) * numbers);
      anmkit_error error;
      ASSERT_EQ(anmkit_sample_double(file.get(), 0, frames.data(), frames.size(), space, out.data(),
                                     out.size(), 0, 0, &error),
                ANMKIT_OK)
          << name << ": " << error.message;
      std::vector<float> small(out.size());
      ASSERT_EQ(anmkit_sample(file.get(), 0, frames.data(), frames.size(), space, small.data(),
                              small.size(), 0, 0, &error),
                ANMKIT_OK);
      if (space == ANMKIT_WORLD) {
        std::vector<float> rows(out.size());
        ASSERT_EQ(anmkit_sample(file.get(), 0, frames.data(), frames.size(), ANMKIT_WORLD_ROWS,
                                rows.data(), rows.size(), 0, 0, &error),
                  ANMKIT_OK);
        for (std::size_t k = 0; k < rows.size(); ++k)
          EXPECT_EQ(rows[k], small[k / 16 * 16 + k % 4 * 4 + k % 16 / 4]);
        EXPECT_EQ(anmkit_sample(file.get(), 0, frames.data(), frames.size(), 3, rows.data(),
                                rows.size(), 0, 0, &error),
                  ANMKIT_USAGE);
      }
      std::vector<std::uint8_t> visible(frames.size() * static_cast<std::size_t>(nodes));
      if (space == ANMKIT_LOCAL) {
        const std::size_t rows = visible.size();
        std::vector<double> t(3 * rows), r(4 * rows), s(3 * rows);
        std::vector<float> r_small(4 * rows);
        ASSERT_EQ(anmkit_sample_parts_double(file.get(), 0, frames.data(), frames.size(), t.data(),
                                             r.data(), s.data(), visible.data(), rows, &error),
                  ANMKIT_OK);
        ASSERT_EQ(anmkit_sample_parts(file.get(), 0, frames.data(), frames.size(), nullptr,
                                      r_small.data(), nullptr, nullptr, rows, &error),
                  ANMKIT_OK);
        for (std::size_t row = 0; row < rows; ++row) {
          for (std::size_t k = 0; k < 10; ++k)
            EXPECT_EQ(out[10 * row + k], k < 3   ? t[3 * row + k]
                                         : k < 7 ? r[4 * row + k - 3]
                                                 : s[3 * row + k - 7]);
          for (std::size_t k = 0; k < 4; ++k)
            EXPECT_EQ(r_small[4 * row + k], small[10 * row + 3 + k]);
        }
        EXPECT_EQ(anmkit_sample_parts_double(file.get(), 0, frames.data(), frames.size(), t.data(),
                                             r.data(), s.data(), visible.data(), rows - 1, &error),
                  ANMKIT_USAGE);
      }
      ASSERT_EQ(anmkit_visible(file.get(), 0, frames.data(), frames.size(), visible.data(),
                               visible.size(), &error),
                ANMKIT_OK);
      const std::string text =
          json(file.get(), space == ANMKIT_WORLD
                               ? R"({"what":"sample","frames":[0,2.5,7],"space":"world"})"
                               : R"({"what":"sample","frames":[0,2.5,7]})");
      const auto report = anmkit::JsonDocument::parse(text);
      ASSERT_TRUE(report) << name;
      std::size_t frame = 0;
      for (auto at = report->root()["samples"].first(); at.present(); at = at.next(), ++frame) {
        // A report leaves out copies that are hidden.
        std::size_t row = 0;
        for (auto node = at["nodes"].first(); node.present(); node = node.next(), ++row) {
          while (node["name"].string() != anmkit_node_name(file.get(), 0, static_cast<int>(row)))
            ASSERT_LT(++row, static_cast<std::size_t>(nodes));
          const std::size_t place = frame * static_cast<std::size_t>(nodes) + row;
          EXPECT_EQ(node["visible"].boolean(), visible[place] != 0) << name;
          std::vector<double> told;
          for (const char* part : {"translation", "rotation", "scale", "matrix"}) {
            for (auto number = node[part].first(); number.present(); number = number.next())
              told.push_back(*number.number());
          }
          ASSERT_EQ(told.size(), numbers) << name;
          for (std::size_t k = 0; k < numbers; ++k) {
            EXPECT_EQ(out[place * numbers + k], told[k]) << name << " node " << row << " " << k;
            EXPECT_EQ(small[place * numbers + k], static_cast<float>(told[k])) << name;
          }
        }
      }
      EXPECT_EQ(frame, frames.size()) << name;
    }
  }
}

// Another computation: the sampler of games.
TEST(CInterface, SamplesAreThoseOfTheSampler) {
  for (const char* name : kClips) {
    const File file = open_example(name);
    const auto opened = anmkit::open(load(example(name)), name);
    const auto& parsed = std::get<anmkit::Parsed>(opened);
    anmkit::Diagnostics unused;
    const auto scene = parsed.document->to_scene({}, {}, unused);
    ASSERT_TRUE(scene) << name;
    const anmkit::Sampler sampler(*scene, scene->clips[0]);
    const std::size_t nodes = sampler.node_count();
    ASSERT_EQ(anmkit_node_count(file.get(), 0), static_cast<std::int32_t>(nodes)) << name;
    std::vector<anmkit::Transformf> pose(nodes);
    std::vector<float> out(10 * nodes);
    for (double frame = 0; frame < scene->clips[0].duration; frame += 0.75) {
      sampler.sample(frame, pose);
      ASSERT_EQ(anmkit_sample(file.get(), 0, &frame, 1, ANMKIT_LOCAL, out.data(), out.size(), 0, 0,
                              nullptr),
                ANMKIT_OK);
      for (std::size_t k = 0; k < nodes; ++k) {
        // Pivots are a part of the sampler's translations; none of these clips has one but robots.
        if (scene->nodes[k].block_size) continue;
        for (std::size_t i = 0; i < 3; ++i) {
          EXPECT_NEAR(out[10 * k + i], pose[k].translation[i],
                      1e-5 * std::max(1.0F, std::abs(pose[k].translation[i])))
              << name << " " << frame;
          EXPECT_NEAR(out[10 * k + 7 + i], pose[k].scale[i], 1e-5) << name;
        }
        double dot = 0, length = 0;
        for (std::size_t i = 0; i < 4; ++i) {
          dot += double{out[10 * k + 3 + i]} * double{pose[k].rotation[i]};
          length += double{pose[k].rotation[i]} * double{pose[k].rotation[i]};
        }
        // Stored quaternions may be a little longer than 1; both keep them so.
        EXPECT_NEAR(std::abs(dot), length, 1e-5) << name << " " << frame << " node " << k;
      }
    }
  }
}

TEST(CInterface, StridesPlaceNumbersAnywhere) {
  const File file = open_example(kClips[0]);
  const auto nodes = static_cast<std::size_t>(anmkit_node_count(file.get(), 0));
  const std::array frames = {0.0, 4.0, 8.0};
  std::vector<float> tight(3 * nodes * 10), by_node(3 * nodes * 12 + 5, -7);
  ASSERT_EQ(anmkit_sample(file.get(), 0, frames.data(), 3, ANMKIT_LOCAL, tight.data(), tight.size(),
                          0, 0, nullptr),
            ANMKIT_OK);
  // All frames of a node one after the other, 12 numbers each.
  ASSERT_EQ(anmkit_sample(file.get(), 0, frames.data(), 3, ANMKIT_LOCAL, by_node.data(),
                          3 * nodes * 12 - 2, 12, 36, nullptr),
            ANMKIT_OK);
  for (std::size_t frame = 0; frame < 3; ++frame) {
    for (std::size_t node = 0; node < nodes; ++node) {
      for (std::size_t k = 0; k < 12; ++k) {
        const float found = by_node[frame * 12 + node * 36 + k];
        EXPECT_EQ(found, k < 10 ? tight[(frame * nodes + node) * 10 + k] : -7.0F);
      }
    }
  }
  for (std::size_t k = 3 * nodes * 12; k < by_node.size(); ++k)
    EXPECT_EQ(by_node[k], -7.0F);
}

TEST(CInterface, ManyThreadsShareAFile) {
  const File file = open_example(kClips[1]);
  const auto size = 16 * static_cast<std::size_t>(anmkit_node_count(file.get(), 0));
  std::vector<float> expected(size);
  const double frame = 3.5;
  const auto sample = [&](const anmkit_file* from, std::vector<float>& out) {
    return anmkit_sample(from, 0, &frame, 1, ANMKIT_WORLD, out.data(), out.size(), 0, 0, nullptr);
  };
  ASSERT_EQ(sample(file.get(), expected), ANMKIT_OK);
  const File fresh = open_example(kClips[1]);  // made ready by whichever is first
  std::array<int, 4> good{};
  {
    std::vector<std::jthread> threads;
    for (int& one : good) {
      threads.emplace_back([&] {
        for (int i = 0; i < 50; ++i) {
          std::vector<float> out(size);
          std::size_t needed = 0;
          one += sample(fresh.get(), out) == ANMKIT_OK && out == expected &&
                 anmkit_json(fresh.get(), "info", nullptr, 0, &needed, nullptr) == ANMKIT_OK;
        }
      });
    }
  }
  EXPECT_EQ(good, (std::array<int, 4>{50, 50, 50, 50}));
}

// ---- Clips and keyframes ----

TEST(CInterface, TracksAreThoseOfTheClip) {
  for (const char* name : kClips) {
    const File file = open_example(name);
    const auto opened = anmkit::open(load(example(name)), name);
    anmkit::Diagnostics unused;
    const auto scene = std::get<anmkit::Parsed>(opened).document->to_scene({}, {}, unused);
    const anmkit::Clip& clip = scene->clips.at(0);
    anmkit_clip_info info;
    ASSERT_EQ(anmkit_clip(file.get(), 0, &info, nullptr), ANMKIT_OK) << name;
    EXPECT_EQ(info.rate, clip.rate);
    EXPECT_EQ(info.duration, clip.duration);
    EXPECT_EQ(info.loop_start, clip.loops ? clip.loop_start : -1);
    ASSERT_EQ(info.tracks, static_cast<std::int32_t>(clip.tracks.size())) << name;
    EXPECT_GT(info.tracks, 0) << name;
    for (std::int32_t i = 0; i < info.tracks; ++i) {
      const anmkit::Track& expected = clip.tracks[static_cast<std::size_t>(i)];
      anmkit_track track;
      ASSERT_EQ(anmkit_get_track(file.get(), 0, i, &track, nullptr), ANMKIT_OK);
      EXPECT_EQ(track.node, static_cast<std::int32_t>(expected.node));
      EXPECT_EQ(track.property, anmkit::property_name(expected.property));
      EXPECT_EQ(std::vector(track.times, track.times + track.keys), expected.times);
      const std::size_t values = track.keys * static_cast<std::size_t>(track.stride);
      EXPECT_EQ(std::vector(track.values, track.values + values), expected.values);
    }
    for (std::size_t i = 0; i < scene->nodes.size(); ++i) {
      const auto node = static_cast<std::int32_t>(i);
      EXPECT_EQ(anmkit_node_name(file.get(), 0, node), scene->nodes[i].name);
      EXPECT_EQ(anmkit_node_parent(file.get(), 0, node), scene->nodes[i].parent);
    }
    EXPECT_STREQ(anmkit_clip_name(file.get(), 0), clip.name.c_str());
  }
}

// ---- Companions ----

TEST(CInterface, CompanionsAreFoundByTheCallback) {
  Folder folder{example("")};
  const Bytes bytes = load(example("psx/HOP.ANM"));
  const File file(
      anmkit_open(bytes.data(), bytes.size(), "psx/HOP.ANM", Folder::read, &folder, nullptr));
  ASSERT_TRUE(file);
  EXPECT_NE(json(file.get(), "info").find("\"companions\":[\"psx/MODEL.TMD\""), std::string::npos)
      << json(file.get(), "info");
  EXPECT_NE(std::ranges::find(folder.asked, "psx/"), folder.asked.end());
  EXPECT_NE(std::ranges::find(folder.asked, "psx/MODEL.TMD"), folder.asked.end());
}

TEST(CInterface, CompanionsAreAdded) {
  const File file = open_example("psx/HOP.ANM");
  const Bytes model = load(example("psx/MODEL.TMD"));
  anmkit_error error;
  ASSERT_EQ(anmkit_add_companion(file.get(), model.data(), model.size(), "MODEL.TMD", &error),
            ANMKIT_OK)
      << error.message;
  EXPECT_NE(json(file.get(), "info").find("MODEL.TMD"), std::string::npos);
  EXPECT_EQ(anmkit_add_companion(file.get(), model.data(), model.size(), "MODEL.TMD", &error),
            ANMKIT_USAGE);
  EXPECT_EQ(anmkit_add_companion(file.get(), model.data(), 30, "CUT.TMD", &error), ANMKIT_BAD);
  EXPECT_STRNE(error.code, "");
  // With its model it is a figure, which `convert` writes.
  const anmkit_file* files[] = {file.get()};
  Outputs outputs;
  ASSERT_EQ(anmkit_convert(files, 1, "hop.glb", R"({"report":true})", keep, &outputs, &error),
            ANMKIT_OK)
      << error.message;
  ASSERT_EQ(outputs.size(), 2U);
  const std::string glb(anmkit::as_text(outputs.at("hop.glb")));
  EXPECT_TRUE(glb.starts_with("glTF"));
  EXPECT_NE(glb.find("\"meshes\""), std::string::npos);
  EXPECT_NE(anmkit::as_text(outputs.at("")).find("\"diagnostics\""), std::string::npos);
}

TEST(CInterface, FoldersAreProjects) {
  Folder folder{example("craftstudio")};
  const File file(anmkit_open_folder(Folder::read, &folder, nullptr));
  ASSERT_TRUE(file);
  EXPECT_EQ(anmkit_clip_count(file.get()), 0);
  const std::string project = json(file.get(), "project");
  const auto parsed = anmkit::JsonDocument::parse(project);
  const std::string subject(parsed->root()["subjects"].first()["name"].string().value_or(""));
  ASSERT_FALSE(subject.empty()) << project;
  const anmkit_file* files[] = {file.get()};
  Outputs outputs;
  anmkit_error error;
  ASSERT_EQ(anmkit_convert(files, 1, "all.glb", (R"({"subject":")" + subject + "\"}").c_str(), keep,
                           &outputs, &error),
            ANMKIT_OK)
      << error.message;
  EXPECT_GT(outputs.at("all.glb").size(), 1000U);
  std::size_t needed = 0;
  EXPECT_EQ(anmkit_json(file.get(), "info", nullptr, 0, &needed, &error), ANMKIT_USAGE);
}

// ---- Writing ----

TEST(CInterface, DumpsBecomeTheFileAgain) {
  for (const char* name : kClips) {
    const Bytes bytes = load(example(name));
    const std::string dump = json(open_example(name).get(), "dump");
    Outputs outputs;
    anmkit_error error;
    ASSERT_EQ(anmkit_build(dump.data(), dump.size(), keep, &outputs, &error), ANMKIT_OK)
        << name << ": " << error.message;
    ASSERT_EQ(outputs.size(), 1U);
    EXPECT_EQ(outputs.begin()->second, bytes) << name;
  }
  anmkit_error error;
  Outputs outputs;
  EXPECT_EQ(anmkit_build("{\"anmkit\":1,", 12, keep, &outputs, &error), ANMKIT_BAD);
  EXPECT_EQ(error.offset, 12);
  EXPECT_TRUE(outputs.empty());
}

TEST(CInterface, ConversionsAreThoseOfTheLibrary) {
  const char* name = kClips[0];
  const anmkit::Opened opened = anmkit::open(load(example(name)), name);
  const anmkit::ConvertRequest request{.output = "walk.glb"};
  struct Nothing final : anmkit::Neighbourhood {
    std::vector<std::string> list(const std::string&) const override { return {}; }
    anmkit::Result<Bytes> read(const std::string& path) const override {
      return anmkit::fail("anmkit.READ", path);
    }
  } nothing;
  anmkit::CompanionPool pool(nothing);
  const auto plan = anmkit::plan_conversion({&opened, 1}, request);
  anmkit::ConversionReport report;
  const auto expected = anmkit::apply(plan->steps.at(0), request, pool, report);
  const File file = open_example(name);
  const anmkit_file* files[] = {file.get()};
  Outputs outputs;
  ASSERT_EQ(anmkit_convert(files, 1, "walk.glb", nullptr, keep, &outputs, nullptr), ANMKIT_OK);
  ASSERT_EQ(outputs.size(), 1U);
  EXPECT_EQ(outputs.at("walk.glb"), expected->at(0).bytes);
  // And back: the original file again.
  const Bytes& glb = outputs.at("walk.glb");
  const File back(anmkit_open(glb.data(), glb.size(), "walk.glb", nullptr, nullptr, nullptr));
  const anmkit_file* again[] = {back.get()};
  Outputs original;
  anmkit_error error;
  ASSERT_EQ(anmkit_convert(again, 1, "w.csmodelanim", nullptr, keep, &original, &error), ANMKIT_OK)
      << error.message;
  EXPECT_EQ(original.at("w.csmodelanim"), load(example(name)));
}

TEST(CInterface, ARefusingCallbackEndsTheConversion) {
  const File file = open_example(kClips[0]);
  const anmkit_file* files[] = {file.get()};
  const auto refuse = [](void*, const char*, const void*, std::size_t) { return 1; };
  anmkit_error error;
  EXPECT_EQ(anmkit_convert(files, 1, "walk.glb", nullptr, refuse, nullptr, &error), ANMKIT_FAILED);
  EXPECT_STREQ(error.code, "anmkit.WRITE");
  EXPECT_STREQ(error.path, "walk.glb");
}

TEST(CInterface, ImagesAreDrawn) {
  const File file = open_example(kClips[2]);
  std::vector<std::uint8_t> image(64 * 48 * 4 + 4, 9), other(64 * 48 * 4);
  anmkit_error error;
  const auto draw = [&](double frame, std::vector<std::uint8_t>& out) {
    return anmkit_render(file.get(), 0, frame, 64, 48, R"({"background":[255,255,255]})",
                         out.data(), 64 * 48 * 4, &error);
  };
  ASSERT_EQ(draw(0, image), ANMKIT_OK) << error.message;
  ASSERT_EQ(draw(8, other), ANMKIT_OK);
  EXPECT_FALSE(std::equal(other.begin(), other.end(), image.begin()));
  // White, opaque corner; something darker inside; nothing behind the end.
  EXPECT_EQ((std::array{image[0], image[1], image[2], image[3]}),
            (std::array<std::uint8_t, 4>{255, 255, 255, 255}));
  EXPECT_LT(*std::min_element(image.begin(), image.end() - 4), 200);
  EXPECT_EQ(image.back(), 9);
  EXPECT_EQ(anmkit_render(file.get(), 0, 0, 64, 48, nullptr, image.data(), 64 * 48 * 4 - 1, &error),
            ANMKIT_USAGE);
  EXPECT_EQ(anmkit_render(file.get(), 99, 0, 64, 48, nullptr, image.data(), image.size(), &error),
            ANMKIT_USAGE);
}

}  // namespace
