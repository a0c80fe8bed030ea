// The shared vectors through the library: playback, poses, and byte round trips.
#include <cmath>
#include <cstdio>

#include "anmkit/sampler.hpp"
#include "support.hpp"

namespace anmkit::psx::test {
namespace {

struct Command {
  std::string verb, file, format, space = "local";
  std::vector<double> frames;
  std::int64_t ticks = 60;
  Options options;
};

Command command_of(JsonValue args) {
  Command command;
  std::string option;
  std::size_t place = 0;
  for (JsonValue arg = args.first(); arg; arg = arg.next(), ++place) {
    std::string text(*arg.string());
    if (text.starts_with("--")) {
      const std::size_t equals = text.find('=');
      option = text.substr(2, equals == std::string::npos ? equals : equals - 2);
      if (equals != std::string::npos) command.options.set(option, text.substr(equals + 1));
      if (option == "loop" || option == "once") command.options.set(option, "");
    } else if (place == 0) {
      command.verb = text;
    } else if (option.empty()) {
      command.file = text;
    } else if (option == "frame") {
      command.frames.push_back(*parse_double(text));
    } else if (option == "space") {
      command.space = text;
    } else if (option == "ticks") {
      command.ticks = static_cast<std::int64_t>(*parse_double(text));
    } else if (option == "format") {
      command.format = text;
    } else {
      ADD_FAILURE() << "unknown option " << option;
    }
  }
  return command;
}

void expect_numbers(JsonValue wanted, std::span<const double> got, const std::string& where) {
  ASSERT_EQ(wanted.size(), got.size()) << where;
  std::size_t i = 0;
  for (JsonValue item = wanted.first(); item; item = item.next(), ++i) {
    EXPECT_NEAR(*item.number(), got[i], 1e-5 * std::max(1.0, std::fabs(got[i]))) << where;
  }
}

void expect_rotation(JsonValue wanted, Quat got, const std::string& where) {
  const JsonValue x = wanted.first();
  const Quat q{*x.number(), *x.next().number(), *x.next().next().number(),
               *x.next().next().next().number()};
  if (dot(q, got) < 0) got = -got;
  expect_numbers(wanted, std::array{got.x, got.y, got.z, got.w}, where);
}

void expect_node(JsonValue wanted, const Node& node, const NodePose& pose, const Mat4& world,
                 const std::string& where) {
  EXPECT_EQ(*wanted["name"].string(), node.name) << where;
  EXPECT_EQ(wanted["id"].integer(), node.id) << where;
  EXPECT_EQ(wanted["visible"].boolean(), pose.visible) << where;
  if (wanted["matrix"]) return expect_numbers(wanted["matrix"], world.m, where);
  const Transform& local = pose.local;
  expect_numbers(wanted["translation"],
                 std::array{local.translation.x, local.translation.y, local.translation.z}, where);
  expect_rotation(wanted["rotation"], local.rotation, where);
  expect_numbers(wanted["scale"], std::array{local.scale.x, local.scale.y, local.scale.z}, where);
  expect_numbers(wanted["angles"], pose.angles, where);
}

void run_sample(const Command& command, JsonValue expect) {
  const auto loaded = parse("psx-anm", read_file(kVectors / command.file));
  Diagnostics diagnostics;
  const auto scene = loaded->document->to_scene({}, command.options, diagnostics);
  ASSERT_TRUE(scene.has_value());
  EXPECT_EQ(expect["rate"].number(), scene->clips[0].rate);
  const Sampler sampler(*scene, scene->clips[0]);
  JsonValue sample = expect["samples"].first();
  for (const double frame : command.frames) {
    Pose pose;
    std::vector<Mat4> world;
    sampler.sample(frame, pose);
    world_matrices(*scene, pose, world);
    JsonValue node = sample["nodes"].first();
    for (std::size_t i = 0; i < pose.size(); ++i) {
      if (scene->nodes[i].transient && !pose[i].visible) continue;
      ASSERT_TRUE(node.present()) << command.file;
      expect_node(node, scene->nodes[i], pose[i], world[i],
                  command.file + " frame " + std::to_string(frame));
      node = node.next();
    }
    EXPECT_FALSE(node.present()) << command.file;
    sample = sample.next();
  }
}

void run_play(const Command& command, JsonValue expect) {
  const auto loaded = parse("psx-anm", read_file(kVectors / command.file));
  const auto playback =
      loaded->document->play({.clip = {}, .ticks = command.ticks}, {}, command.options);
  const auto& ticks = std::get<FramePlayback>(playback.value()).ticks;
  ASSERT_EQ(expect["ticks"].size(), ticks.size()) << command.file;
  std::size_t i = 0;
  for (JsonValue tick = expect["ticks"].first(); tick; tick = tick.next(), ++i)
    EXPECT_EQ(tick["frame"].number(), ticks[i].frame) << command.file << " tick " << i;
}

// False for files that hold nothing but their format's name.
bool run_check(const Command& command, JsonValue test) {
  const Bytes bytes = read_file(kVectors / command.file);
  if (as_text(bytes) == command.format) return false;
  const auto found = check(*parse(command.format, bytes));
  bool met = false;
  for (JsonValue code = test["codes"].first(); code; code = code.next()) {
    for (const Diagnostic& diagnostic : found) {
      const auto severity = test["severity"].string();
      met = met || (diagnostic.code == *code.string() &&
                    (!severity || *severity == severity_name(diagnostic.severity)));
    }
  }
  EXPECT_TRUE(met) << command.file;
  return true;
}

TEST(PsxVectors, EveryCase) {
  if (!std::filesystem::exists(kVectors)) GTEST_SKIP() << "no shared vectors at " << kVectors;
  const Bytes text = read_file(kVectors / "cases.json");
  const auto cases = JsonDocument::parse(as_text(text));
  ASSERT_TRUE(cases.has_value());
  std::size_t count = 0, placeholders = 0;
  for (JsonValue test = cases->root().first(); test; test = test.next(), ++count) {
    const Command command = command_of(test["args"]);
    if (command.verb == "sample") {
      run_sample(command, test["expect"]);
    } else if (command.verb == "play") {
      run_play(command, test["expect"]);
    } else {
      placeholders += run_check(command, test) ? 0 : 1;
    }
  }
  EXPECT_GT(count - placeholders, 100u);
  if (placeholders > 0) {
    std::printf("%zu check cases hold no data, only their format's name\n", placeholders);
  }
}

TEST(PsxVectors, GoodFilesRoundTrip) {
  if (!std::filesystem::exists(kVectors)) GTEST_SKIP() << "no shared vectors at " << kVectors;
  for (const auto& path : files_in(kVectors / "good")) {
    const Bytes bytes = read_file(path);
    const auto format = detect_one({bytes, "noname"});
    ASSERT_TRUE(format.has_value()) << path;
    const auto loaded = parse((*format)->id, bytes);
    ASSERT_TRUE(loaded->document) << path;
    EXPECT_EQ(loaded->document->write().value(), bytes) << path;
    const auto built = build_document(dump_document(*loaded->document));
    ASSERT_TRUE(built.has_value()) << path;
    EXPECT_EQ((*built)->write().value(), bytes) << path;
    for (const Diagnostic& diagnostic : check(*loaded))
      EXPECT_NE(diagnostic.severity, Severity::error) << path << diagnostic.code;
  }
}

}  // namespace
}  // namespace anmkit::psx::test
