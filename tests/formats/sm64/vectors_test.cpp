// Every case of the shared vectors, and byte round trips of all shared files.
#include <cmath>

#include "anmkit/sampler.hpp"
#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

// The parts of a command line that these cases use.
struct Command {
  std::string verb, file, format, clip;
  std::vector<std::string> with;
  std::vector<double> frames;
  std::int64_t ticks = 60;
  Options options;
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
    } else if (option == "--clip") {
      command.clip = text;
    } else if (option == "--frame") {
      command.frames.push_back(*parse_double(text));
    } else if (option == "--ticks") {
      command.ticks = std::stoll(text);
    } else if (option == "--format") {
      command.format = text;
    } else if (option == "--accel") {
      command.options.set("accel", text);
    } else {
      ADD_FAILURE() << "unknown option " << option;
    }
  }
  return command;
}

std::unique_ptr<Loaded> load(const Command& command) {
  Bytes bytes = read_file(kVectors / command.file);
  std::string id = command.format;
  if (id.empty()) {
    const auto detected = detect_one({bytes, command.file});
    EXPECT_TRUE(detected.has_value()) << command.file;
    id = (*detected)->id;
  }
  return parse(id, std::move(bytes), command.file, command.options);
}

void expect_numbers(JsonValue wanted, std::span<const double> got, const std::string& where) {
  ASSERT_EQ(wanted.size(), got.size()) << where;
  std::size_t i = 0;
  for (JsonValue item = wanted.first(); item; item = item.next(), ++i) {
    EXPECT_NEAR(*item.number(), got[i], 1e-5 * std::max(1.0, std::fabs(got[i])))
        << where << " [" << i << "]";
  }
}

void expect_rotation(JsonValue wanted, Quat got, const std::string& where) {
  ASSERT_EQ(wanted.size(), 4u) << where;
  double v[4];
  std::size_t i = 0;
  for (JsonValue item = wanted.first(); item; item = item.next(), ++i)
    v[i] = *item.number();
  const double s = dot(Quat{v[0], v[1], v[2], v[3]}, got) < 0 ? -1 : 1;
  const double g[4] = {got.x * s, got.y * s, got.z * s, got.w * s};
  expect_numbers(wanted, g, where);
}

void run_sample(const Command& command, JsonValue expect) {
  const auto loaded = load(command);
  ASSERT_TRUE(loaded->document) << command.file;
  EXPECT_EQ(expect["format"].string(), loaded->document->format());
  Diagnostics diagnostics;
  Options options = command.options;
  options.set("clip", command.clip);
  const auto scene = loaded->document->to_scene({}, options, diagnostics);
  ASSERT_TRUE(scene.has_value());
  const auto index = find_clip(*scene, command.clip);
  ASSERT_TRUE(index.has_value()) << command.clip;
  const Clip& clip = scene->clips[*index];
  EXPECT_EQ(expect["rate"].number(), clip.rate);
  EXPECT_NEAR(*expect["duration"].number(), clip.duration / clip.rate, 1e-6);
  const Sampler sampler(*scene, clip);
  JsonValue sample = expect["samples"].first();
  for (const double frame : command.frames) {
    Pose pose;
    sampler.sample(clamp_frame(clip, frame), pose);
    const std::string where = command.file + " " + clip.name + " frame " + std::to_string(frame);
    ASSERT_EQ(sample["nodes"].size(), scene->nodes.size()) << where;
    std::size_t i = 0;
    for (JsonValue node = sample["nodes"].first(); node; node = node.next(), ++i) {
      const Transform& local = pose[i].local;
      EXPECT_EQ(*node["name"].string(), scene->nodes[i].name) << where;
      EXPECT_EQ(node["id"].integer(), scene->nodes[i].id) << where;
      const double t[] = {local.translation.x, local.translation.y, local.translation.z};
      expect_numbers(node["translation"], t, where + " translation");
      expect_rotation(node["rotation"], local.rotation, where + " rotation");
      expect_numbers(node["angles"], pose[i].angles, where + " angles");
    }
    sample = sample.next();
  }
}

void run_play(const Command& command, JsonValue expect) {
  const auto loaded = load(command);
  ASSERT_TRUE(loaded->document) << command.file;
  const auto playback = loaded->document->play({command.clip, command.ticks}, {}, command.options);
  ASSERT_TRUE(playback.has_value()) << command.file << playback.error().message;
  const auto& ticks = std::get<FramePlayback>(*playback).ticks;
  ASSERT_EQ(ticks.size(), expect["ticks"].size());
  std::size_t i = 0;
  for (JsonValue tick = expect["ticks"].first(); tick; tick = tick.next(), ++i) {
    EXPECT_EQ(tick["tick"].integer(), ticks[i].tick);
    EXPECT_EQ(tick["frame"].number(), ticks[i].frame)
        << command.file << " " << command.clip << " tick " << i;
  }
}

void run_check(const Command& command, JsonValue test) {
  const auto loaded = load(command);
  const auto found = check(*loaded);
  bool met = false, errors = false;
  std::string all;
  for (const Diagnostic& diagnostic : found) {
    all += diagnostic.code + " ";
    errors = errors || diagnostic.severity == Severity::error;
    for (JsonValue code = test["codes"].first(); code; code = code.next()) {
      if (diagnostic.code != *code.string()) continue;
      const auto severity = test["severity"].string();
      met = met || !severity || *severity == severity_name(diagnostic.severity);
    }
  }
  EXPECT_TRUE(met) << command.file << ": " << all;
  if (const auto severity = test["severity"].string()) {
    EXPECT_EQ(errors, *severity == "error") << command.file << ": " << all;
  }
}

TEST(Sm64Vectors, EveryCase) {
  if (!std::filesystem::exists(kVectors)) GTEST_SKIP() << "no shared vectors at " << kVectors;
  const Bytes text = read_file(kVectors / "cases.json");
  const auto cases = JsonDocument::parse(as_text(text));
  ASSERT_TRUE(cases.has_value());
  std::size_t count = 0;
  for (JsonValue test = cases->root().first(); test; test = test.next(), ++count) {
    const Command command = command_of(test["args"]);
    if (command.verb == "sample") {
      run_sample(command, test["expect"]);
    } else if (command.verb == "play") {
      run_play(command, test["expect"]);
    } else {
      ASSERT_EQ(command.verb, "check");
      run_check(command, test);
    }
  }
  EXPECT_GT(count, 200u);
}

void expect_round_trip(const std::filesystem::path& path) {
  Bytes bytes = read_file(path);
  const auto detected = detect_one({bytes, path.string()});
  ASSERT_TRUE(detected.has_value()) << path << detected.error().message;
  const auto loaded = parse((*detected)->id, std::move(bytes), path.string());
  ASSERT_TRUE(loaded->document) << path;
  EXPECT_EQ(loaded->document->write().value(), loaded->bytes) << path;
  const auto built = build_document(dump_document(*loaded->document));
  ASSERT_TRUE(built.has_value()) << path << ": " << built.error().message << built.error().path;
  EXPECT_EQ((*built)->write().value(), loaded->bytes) << path;
}

TEST(Sm64Vectors, GoodFilesRoundTrip) {
  if (!std::filesystem::exists(kVectors)) GTEST_SKIP() << "no shared vectors at " << kVectors;
  for (const auto& path : files_in(kVectors / "good"))
    expect_round_trip(path);
}

// Files with a fault in their values still come back byte for byte.
TEST(Sm64Vectors, BadFilesThatParseRoundTrip) {
  if (!std::filesystem::exists(kVectors)) GTEST_SKIP() << "no shared vectors at " << kVectors;
  std::size_t parsed = 0;
  for (const auto& path : files_in(kVectors / "bad")) {
    const std::string name = path.parent_path().filename().string();
    const std::string id = name.find("sm64-c") != std::string::npos     ? "sm64-c"
                           : name.find("sm64-dma") != std::string::npos ? "sm64-dma"
                                                                        : "sm64-anim";
    const auto loaded = parse(id, read_file(path), path.string());
    if (!loaded->document) continue;
    ++parsed;
    EXPECT_EQ(loaded->document->write().value(), loaded->bytes) << path;
    const auto built = build_document(dump_document(*loaded->document));
    ASSERT_TRUE(built.has_value()) << path << built.error().message << built.error().path;
    EXPECT_EQ((*built)->write().value(), loaded->bytes) << path;
  }
  EXPECT_GT(parsed, 80u);
}

TEST(Sm64Vectors, RealFilesRoundTrip) {
  if (!std::filesystem::exists(kSamples)) GTEST_SKIP() << "no shared samples at " << kSamples;
  for (const auto& path : files_in(kSamples))
    expect_round_trip(path);
}

// Section 4.3: the canonical writer reproduces vanilla files, the section 4.4 one fast64's.
TEST(Sm64Vectors, CanonicalText) {
  if (!std::filesystem::exists(kSamples)) GTEST_SKIP() << "no shared samples at " << kSamples;
  const auto again = [](const std::filesystem::path& path, Profile profile) {
    const Bytes bytes = read_file(path);
    Diagnostics diagnostics;
    const auto file = parse_c(as_text(bytes), diagnostics);
    ASSERT_TRUE(file.has_value()) << path;
    EXPECT_EQ(write_c(*file, as_text(bytes), profile), as_text(bytes)) << path;
  };
  for (const auto& path : files_in(kSamples / "assets"))
    again(path, Profile::mario_dma);
  for (const char* name : {"anim_080237FC.inc.c", "anim_08023954.inc.c", "table.inc.c"})
    again(kSamples / "actors/bobomb/anims" / name, Profile::vanilla_actor);
  for (const char* name : {"c00/case0", "c06/case6", "c12/case12", "c18/case18"})
    again(kVectors / "good" / (std::string(name) + ".inc.c"), Profile::vanilla_actor);
  for (const char* name : {"c01/case1", "c07/case7", "c13/case13", "c19/case19"})
    again(kVectors / "good" / (std::string(name) + ".inc.c"), Profile::mario_dma);
}

// A C file made into a table and back is the same text; the table is the same bytes.
TEST(Sm64Vectors, TablesBecomeFilesAndTablesAgain) {
  if (!std::filesystem::exists(kVectors)) GTEST_SKIP() << "no shared vectors at " << kVectors;
  const Conversion* to_c = find_conversion("sm64-dma", "sm64-c");
  const Conversion* to_dma = find_conversion("sm64-c", "sm64-dma");
  ASSERT_TRUE(to_c != nullptr && to_dma != nullptr);
  for (const char* name : {"table0.bin", "table1.bin", "table2.bin", "table3.bin"}) {
    const auto table = parse("sm64-dma", read_file(kVectors / "good" / name), name);
    const Input input{name, table->document.get()};
    ConversionReport report;
    const auto files = to_c->run({&input, 1}, {}, {}, report);
    ASSERT_TRUE(files.has_value()) << files.error().message;
    std::vector<std::unique_ptr<Loaded>> loaded;
    std::vector<Input> inputs;
    for (const OutputFile& file : *files) {
      loaded.push_back(parse("sm64-c", file.bytes, "assets/anims/" + file.name));
      EXPECT_FALSE(find(check(*loaded.back()), "E-MARIODIALECT")) << name;
      inputs.push_back({loaded.back()->path, loaded.back()->document.get()});
    }
    std::ranges::reverse(inputs);
    const auto back = to_dma->run(inputs, {}, {}, report);
    ASSERT_TRUE(back.has_value()) << back.error().message;
    EXPECT_EQ(back->front().bytes, table->bytes) << name;
  }
}

}  // namespace
}  // namespace anmkit::sm64::test
