// Every case of the shared vectors, and byte round trips of all shared files.
#include <cmath>

#include "anmkit/sampler.hpp"
#include "support.hpp"

namespace anmkit::craftstudio::test {
namespace {

// The parts of a command line that these cases use.
struct Command {
  std::string verb, file, format, space = "local";
  std::vector<std::string> with;
  std::vector<double> frames;
};

Command command_of(JsonValue args) {
  Command command;
  std::string option;
  std::size_t place = 0;
  for (JsonValue arg = args.first(); arg; arg = arg.next(), ++place) {
    const std::string text(*arg.string());
    if (text.starts_with("--")) {
      option = text;
    } else if (place == 0) {
      command.verb = text;
    } else if (option.empty()) {
      command.file = text;
    } else if (option == "--with") {
      command.with.push_back(text);
    } else if (option == "--frame") {
      command.frames.push_back(*parse_double(text));
    } else if (option == "--space") {
      command.space = text;
    } else if (option == "--format") {
      command.format = text;
    } else {
      ADD_FAILURE() << "unknown option " << option;
    }
  }
  return command;
}

// A case's main file and companions.
struct Loads {
  std::unique_ptr<Loaded> main;
  std::vector<std::unique_ptr<Loaded>> with;
  std::vector<Companion> companions;
};
Loads load_all(const Command& command) {
  Loads loads;
  const auto path = kVectors / command.file;
  loads.main = command.format.empty() ? load(path) : parse(command.format, read_file(path));
  for (const std::string& name : command.with) {
    loads.with.push_back(load(kVectors / name));
    const Loaded& one = *loads.with.back();
    loads.companions.push_back({name, one.bytes, one.document.get()});
  }
  return loads;
}

void expect_numbers(JsonValue wanted, std::span<const double> got, const std::string& where) {
  ASSERT_EQ(wanted.size(), got.size()) << where;
  std::size_t i = 0;
  for (JsonValue item = wanted.first(); item; item = item.next(), ++i) {
    EXPECT_NEAR(*item.number(), got[i], 1e-5 * std::max(1.0, std::fabs(got[i])))
        << where << " [" << i << "]";
  }
}

void expect_vec(JsonValue wanted, Vec3 got, const std::string& where) {
  const double v[3] = {got.x, got.y, got.z};
  expect_numbers(wanted, v, where);
}

void expect_rotation(JsonValue wanted, Quat got, const std::string& where) {
  ASSERT_EQ(wanted.size(), 4u) << where;
  double v[4];
  std::size_t i = 0;
  for (JsonValue item = wanted.first(); item; item = item.next(), ++i)
    v[i] = *item.number();
  const Quat q{v[0], v[1], v[2], v[3]};
  const double s = dot(q, got) < 0 ? -1 : 1;
  const double g[4] = {got.x * s, got.y * s, got.z * s, got.w * s};
  expect_numbers(wanted, g, where);
}

void expect_node(JsonValue wanted, const Node& node, const NodePose& pose, const Mat4& world,
                 const std::string& where) {
  EXPECT_EQ(*wanted["name"].string(), node.name) << where;
  EXPECT_EQ(wanted["id"].integer(), node.id) << where;
  EXPECT_EQ(wanted["visible"].boolean(), pose.visible) << where;
  if (wanted["matrix"]) return expect_numbers(wanted["matrix"], world.m, where + " matrix");
  expect_vec(wanted["translation"], pose.local.translation, where + " translation");
  expect_rotation(wanted["rotation"], pose.local.rotation, where + " rotation");
  expect_vec(wanted["scale"], pose.local.scale, where + " scale");
  expect_vec(wanted["pivotOffset"], pose.local.pivot, where + " pivotOffset");
  expect_vec(wanted["blockSize"], pose.block_size, where + " blockSize");
}

void run_sample(const Command& command, JsonValue expect) {
  const Loads loads = load_all(command);
  ASSERT_TRUE(loads.main->document);
  Diagnostics diagnostics;
  const auto scene = loads.main->document->to_scene(loads.companions, Options{}, diagnostics);
  ASSERT_TRUE(scene.has_value());
  const Clip& clip = scene->clips.front();
  EXPECT_EQ(expect["rate"].number(), clip.rate);
  const Sampler sampler(*scene, clip);
  ASSERT_EQ(expect["samples"].size(), command.frames.size());
  JsonValue sample = expect["samples"].first();
  for (const double frame : command.frames) {
    Pose pose;
    sampler.sample(clamp_frame(clip, frame), pose);
    std::vector<Mat4> world;
    world_matrices(*scene, pose, world);
    ASSERT_EQ(sample["nodes"].size(), scene->nodes.size());
    std::size_t i = 0;
    for (JsonValue node = sample["nodes"].first(); node; node = node.next(), ++i) {
      expect_node(node, scene->nodes[i], pose[i], world[i],
                  command.file + " frame " + std::to_string(frame) + " node " + std::to_string(i));
    }
    sample = sample.next();
  }
}

void run_check(const Command& command, JsonValue test) {
  const Loads loads = load_all(command);
  const auto found = check(*loads.main, loads.companions);
  bool met = false;
  for (JsonValue code = test["codes"].first(); code; code = code.next()) {
    for (const Diagnostic& diagnostic : found) {
      if (diagnostic.code != *code.string()) continue;
      const auto severity = test["severity"].string();
      met = met || !severity || *severity == severity_name(diagnostic.severity);
      EXPECT_TRUE(diagnostic.offset || diagnostic.code.find("I-UNKNOWN") != std::string::npos);
    }
  }
  EXPECT_TRUE(met) << command.file;
}

TEST(CraftStudioVectors, EveryCase) {
  if (!std::filesystem::exists(kVectors)) GTEST_SKIP() << "no shared vectors at " << kVectors;
  const Bytes text = read_file(kVectors / "cases.json");
  const auto cases = JsonDocument::parse(as_text(text));
  ASSERT_TRUE(cases.has_value());
  std::size_t count = 0;
  for (JsonValue test = cases->root().first(); test; test = test.next(), ++count) {
    const Command command = command_of(test["args"]);
    if (command.verb == "sample") {
      run_sample(command, test["expect"]);
    } else {
      ASSERT_EQ(command.verb, "check");
      run_check(command, test);
    }
  }
  EXPECT_GT(count, 100u);
}

void expect_round_trip(const std::filesystem::path& path) {
  const auto loaded = load(path);
  if (!loaded) return;
  ASSERT_TRUE(loaded->document) << path;
  EXPECT_EQ(loaded->document->write().value(), loaded->bytes) << path;
  const std::string dump = dump_document(*loaded->document);
  const auto built = build_document(dump);
  ASSERT_TRUE(built.has_value()) << path << ": " << built.error().message << built.error().path;
  EXPECT_EQ((*built)->write().value(), loaded->bytes) << path;
  const auto detected = detect_one({loaded->bytes, path.filename().string()});
  ASSERT_TRUE(detected.has_value()) << path << detected.error().message;
  EXPECT_EQ((*detected)->id, loaded->document->format()) << path;
}

TEST(CraftStudioVectors, GoodFilesRoundTrip) {
  if (!std::filesystem::exists(kVectors)) GTEST_SKIP() << "no shared vectors at " << kVectors;
  for (const auto& path : files_in(kVectors / "good"))
    expect_round_trip(path);
}

TEST(CraftStudioVectors, RealFilesRoundTrip) {
  if (!std::filesystem::exists(kSamples)) GTEST_SKIP() << "no shared samples at " << kSamples;
  for (const auto& path : files_in(kSamples))
    expect_round_trip(path);
}

// Section 8.4: all known files are what the canonical writer writes.
TEST(CraftStudioVectors, CanonicalTextOfRealFiles) {
  if (!std::filesystem::exists(kSamples)) GTEST_SKIP() << "no shared samples at " << kSamples;
  std::size_t count = 0;
  for (const auto& path : files_in(kSamples)) {
    const Bytes bytes = read_file(path);
    Diagnostics diagnostics;
    if (path.extension() == ".csjsmodelanim") {
      auto animation = parse_js_animation(as_text(bytes), diagnostics).value();
      for (auto& node : animation.node_animations) {
        for (auto* track :
             {&node.position, &node.offset_from_pivot, &node.size, &node.rotation, &node.stretch}) {
          for (auto& key : track->value())
            key.delta.spelling = {};
        }
      }
      EXPECT_EQ(write_text(animation), as_text(bytes)) << path;
      ++count;
    }
    if (path.extension() == ".csjsmodel") {
      auto model = parse_js_model(as_text(bytes), diagnostics).value();
      for (auto& block : model.blocks) {
        for (auto* triple :
             {&block.position, &block.offset_from_pivot, &block.size, &block.rotation})
          triple->spelling = {};
        if (!block.vertex_coords) continue;
        for (auto& corner : *block.vertex_coords)
          corner.spelling = {};
      }
      EXPECT_EQ(write_text(model), as_text(bytes)) << path;
      ++count;
    }
  }
  EXPECT_EQ(count, 11u);
}

}  // namespace
}  // namespace anmkit::craftstudio::test
