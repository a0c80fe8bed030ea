// SPDX-License-Identifier: MIT
// Numbers and names in messages about cs2 files, and names in the archives that are made.
#include "formats/cs2/document.hpp"
#include "support.hpp"

namespace anmkit::cs2::test {
namespace {

const Diagnostic* found_in(const std::vector<Diagnostic>& list, std::string_view code) {
  return find_code(list, code);
}

// Section 2: a header of 32 bytes, 68 a timeline.
TEST(Cs2Messages, SizesOfScripts) {
  const auto error = parse_anm(Bytes(31)).error();
  EXPECT_EQ(error.code, "cs2.A01");
  EXPECT_EQ(error.message, "file too short for an ANM header (31 bytes, expected 32)");
  AnmFile file;
  file.lines.resize(2);
  Bytes bytes = write(file);
  ASSERT_EQ(bytes.size(), 32u + 2 * 68);
  bytes.pop_back();
  EXPECT_EQ(parse_anm(bytes).error().message, "truncated: count is 2 timelines, data contains 1");
}

// An image that is not there: the first sixteen that are.
TEST(Cs2Messages, ListsAvailableImages) {
  AnmFile file;
  file.lines.resize(1);
  file.lines[0].op = 0;
  file.lines[0].params[0] = {0, 99};
  const auto said = [&](const std::vector<std::uint32_t>& ids) {
    Diagnostics diagnostics;
    check(file, &ids, "ball.hg3", diagnostics);
    const auto list = diagnostics.finish();
    const Diagnostic* hit = found_in(list, "cs2.A70");
    return hit == nullptr ? std::string("nothing") : hit->message;
  };
  EXPECT_EQ(said({7, 3, 5}), "#0: image id 99 not in ball.hg3 (ids: 3, 5, 7)");
  EXPECT_EQ(said({99}), "nothing");
  std::vector<std::uint32_t> many;
  for (std::uint32_t id = 0; id < 16; ++id)
    many.push_back(id);
  const std::string sixteen = "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15";
  EXPECT_EQ(said(many), "#0: image id 99 not in ball.hg3 (ids: " + sixteen + ")");
  many.push_back(16);
  EXPECT_EQ(said(many), "#0: image id 99 not in ball.hg3 (ids: " + sixteen + " and 1 more)");
}

// Files get their names inside of the folder that was given; what is behind the place of another
// disk or folder above keeps its own name alone.
TEST(Cs2Messages, NamesInArchives) {
  const auto all = conversions();
  const auto make = std::ranges::find(all, kIntId, &Conversion::to);
  ASSERT_NE(make, all.end());
  const Bytes bytes = to_bytes("x");
  std::vector<Input> inputs;
  for (const std::string path : {"art//face/smile.hg3", "./notes.txt", "../up.txt"}) {
    Input& input = inputs.emplace_back();
    input.path = path;
    input.bytes = bytes;
  }
  ConversionReport report;
  const auto made = make->run({inputs, "all.int"}, {{}, {}}, report);
  ASSERT_TRUE(made.has_value()) << made.error().message;
  EXPECT_EQ(report.summary, "3 files, not encrypted");
  const auto archive = parse(kIntId, made->at(0).bytes, "all.int");
  std::vector<std::string> names;
  for (const ArchiveEntry& entry : archive->document->entries()) {
    names.push_back(entry.name);
    EXPECT_EQ(Bytes(entry.bytes.begin(), entry.bytes.end()), bytes);
  }
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"face/smile.hg3", "notes.txt", "up.txt"}));
}

}  // namespace
}  // namespace anmkit::cs2::test
