// Every case of the shared vectors, and round trips of all shared files.
#include "support.hpp"

namespace anmkit::cs2::test {
namespace {

const std::filesystem::path kVectors = std::filesystem::path(ANMKIT_SHARED_DIR) / "vectors" / "cs2";

struct Command {
  std::string verb, file, with;
  Options options;
  std::int64_t ticks = 60;
};

Command command_of(JsonValue args) {
  Command command;
  std::string option;
  std::size_t place = 0;
  for (JsonValue arg = args.first(); arg; arg = arg.next(), ++place) {
    const std::string text(*arg.string());
    if (text.starts_with("--")) {
      option = text.substr(2);
      if (option == "inclusive-random") command.options.set(option, "");
    } else if (place == 0) {
      command.verb = text;
    } else if (place == 1) {
      command.file = text;
    } else if (option == "ticks") {
      command.ticks = static_cast<std::int64_t>(*parse_double(text));
    } else if (option == "with") {
      command.with = text;
    } else if (option != "format") {
      command.options.set(option, text);
    }
  }
  return command;
}

void expect_play(const ImagePlayback& got, JsonValue wanted, const std::string& where) {
  EXPECT_EQ(wanted["ended"].integer(), got.ended) << where;
  std::size_t i = 0;
  for (JsonValue tick = wanted["ticks"].first(); tick; tick = tick.next()) {
    const bool initial = tick["tick"].integer() == 0 && tick["image"].integer() == 0 &&
                         tick["blend"].integer() == 255 && *tick["visible"].boolean() &&
                         tick["x"].integer() == 0 && tick["y"].integer() == 0;
    if (initial && (got.ticks.empty() || got.ticks.front().tick != 0)) continue;
    ASSERT_LT(i, got.ticks.size()) << where;
    const ImageTick& mine = got.ticks[i++];
    EXPECT_EQ(tick["tick"].integer(), mine.tick) << where;
    EXPECT_EQ(tick["image"].integer(), mine.image) << where;
    EXPECT_EQ(tick["blend"].integer(), mine.blend) << where;
    EXPECT_EQ(tick["visible"].boolean(), mine.visible) << where;
    EXPECT_EQ(tick["x"].integer(), mine.x) << where;
    EXPECT_EQ(tick["y"].integer(), mine.y) << where;
  }
  EXPECT_EQ(i, got.ticks.size()) << where;
}

void run_case(JsonValue test) {
  const Command command = command_of(test["args"]);
  const auto main = parse("cs2-anm", read_file(kVectors / command.file), command.file);
  std::unique_ptr<Loaded> pictures;
  std::vector<Companion> companions;
  if (!command.with.empty()) {
    pictures = parse("cs2-hg3", read_file(kVectors / command.with), command.with);
    companions.push_back({command.with, pictures->bytes, pictures->document.get()});
  }
  if (command.verb == "play") {
    ASSERT_TRUE(main->document) << command.file;
    const auto playback = main->document->play({"", command.ticks}, companions, command.options);
    ASSERT_TRUE(playback.has_value()) << command.file << " " << playback.error().message;
    return expect_play(std::get<ImagePlayback>(*playback), test["expect"], command.file);
  }
  const auto found = check(*main, companions);
  bool met = false;
  for (JsonValue code = test["codes"].first(); code; code = code.next()) {
    for (const Diagnostic& finding : found) {
      const bool same = finding.code == *code.string();
      met = met || (same && severity_name(finding.severity) == *test["severity"].string());
    }
  }
  EXPECT_TRUE(met) << command.file;
  const bool failed = std::ranges::any_of(
      found, [](const Diagnostic& finding) { return finding.severity == Severity::error; });
  EXPECT_EQ(failed, *test["severity"].string() == "error") << command.file;
}

TEST(Cs2Vectors, Cases) {
  if (!std::filesystem::exists(kVectors)) GTEST_SKIP() << "no shared vectors beside the project";
  const Bytes text = read_file(kVectors / "cases.json");
  const auto json = JsonDocument::parse(as_text(text));
  ASSERT_TRUE(json.has_value());
  std::size_t count = 0;
  for (JsonValue test = json->root().first(); test; test = test.next(), ++count)
    run_case(test);
  EXPECT_GT(count, 0u);
}

TEST(Cs2Vectors, GoodFilesAndTheirSources) {
  if (!std::filesystem::exists(kVectors)) GTEST_SKIP() << "no shared vectors beside the project";
  for (const auto& entry : std::filesystem::directory_iterator(kVectors / "good")) {
    const bool script = entry.path().extension() == ".anm";
    const auto loaded = parse(script ? "cs2-anm" : "cs2-text", read_file(entry.path()));
    ASSERT_TRUE(loaded->document) << entry.path();
    EXPECT_EQ(loaded->document->write(), loaded->bytes) << entry.path();
    const auto built = build_document(dump_document(*loaded->document));
    ASSERT_TRUE(built.has_value()) << entry.path();
    EXPECT_EQ((*built)->write(), loaded->bytes) << entry.path();
    if (script) continue;
    // The text beside a script compiles to it in both dialects.
    auto sibling = entry.path();
    const Bytes wanted = read_file(sibling.replace_extension(".anm"));
    for (const Dialect dialect : {Dialect::strict, Dialect::compatible}) {
      Diagnostics found;
      const auto file = compile(as_text(loaded->bytes), {dialect, "x.txt"}, found);
      ASSERT_TRUE(file.has_value()) << entry.path();
      EXPECT_EQ(write(*file), wanted) << entry.path();
    }
  }
}

TEST(Cs2Vectors, OfficialSampleHas38Timelines) {
  const auto path = std::filesystem::path(ANMKIT_SHARED_DIR) / "samples" / "cs2" / "test_1.txt";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no shared samples beside the project";
  const Bytes text = read_file(path);
  Diagnostics found;
  const auto file = compile(as_text(text), {Dialect::compatible, "test_1.txt"}, found);
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(file->lines.size(), 38u);
}

}  // namespace
}  // namespace anmkit::cs2::test
