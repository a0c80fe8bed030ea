// SPDX-License-Identifier: MIT
// U8 archives made here by hand per section 16.
#include "formats/gc/archive/u8.hpp"

#include "anmkit/explain.hpp"
#include "support.hpp"

namespace anmkit::gc::test {
namespace {

struct Node {
  bool folder;
  std::string name;
  std::uint32_t place, size;
};

// A table with these nodes after the root, then the data at 0x100.
Bytes archive(const std::vector<Node>& nodes, const Bytes& data) {
  BigWriter out;
  std::string names(1, '\0');
  out.put(std::uint32_t{0x55AA382D});
  out.put(std::uint32_t{0x20});
  std::size_t text = 1;
  for (const Node& node : nodes)
    text += node.name.size() + 1;
  const auto count = static_cast<std::uint32_t>(nodes.size() + 1);
  out.put(static_cast<std::uint32_t>(12 * count + text));
  out.put(std::uint32_t{0x100});
  out.put_bytes(Bytes(16));
  out.put(std::uint32_t{0x01000000});
  out.put(std::uint32_t{0});
  out.put(count);
  for (const Node& node : nodes) {
    out.put((node.folder ? 0x01000000u : 0u) | static_cast<std::uint32_t>(names.size()));
    out.put(node.place);
    out.put(node.size);
    names += node.name;
    names += '\0';
  }
  out.put_text(names);
  Bytes bytes = out.take();
  bytes.resize(std::max<std::size_t>(bytes.size(), 0x100));
  bytes.insert(bytes.end(), data.begin(), data.end());
  return bytes;
}

// "chara/hero.act", "chara/anm/walk.anm", "read.me".
std::vector<Node> tree() {
  return {{true, "chara", 0, 5},
          {false, "hero.act", 0x100, 4},
          {true, "anm", 1, 5},
          {false, "walk.anm", 0x104, 3},
          {false, "read.me", 0x107, 0}};
}

std::string code_of(const Bytes& bytes) {
  Diagnostics found;
  const auto parsed = parse_archive(bytes, found);
  return parsed ? "good" : parsed.error().code;
}

TEST(GcArchive, FilesHaveTheNamesOfTheirFolders) {
  const Bytes bytes = archive(tree(), to_bytes("HEROana"));
  const auto loaded = parse("gc-arc", bytes);
  ASSERT_TRUE(loaded->document);
  const auto entries = loaded->document->entries();
  ASSERT_EQ(entries.size(), 3U);
  EXPECT_EQ(entries[0].name, "chara/hero.act");
  EXPECT_EQ(as_text(entries[0].bytes), "HERO");
  EXPECT_EQ(entries[1].name, "chara/anm/walk.anm");
  EXPECT_EQ(as_text(entries[1].bytes), "ana");
  EXPECT_EQ(entries[2].name, "read.me");
  EXPECT_TRUE(check(*loaded).empty());
  EXPECT_EQ(as_text(*loaded->document->find_entry("CHARA/Hero.act")), "HERO");
  EXPECT_FALSE(loaded->document->find_entry("hero.act"));
  EXPECT_EQ(detect({bytes, "x"}).front().format->id, "gc-arc");
  expect_round_trip("gc-arc", bytes);
}

// The example of 100 bytes in containers.md 5.5.
TEST(GcArchive, WorkedExample) {
  const Bytes bytes =
      hex("55AA382D 00000020 00000022 00000060 00000000000000000000000000000000"
          "01000000 00000000 00000002 00000001 00000060 00000004 00 77616C6B2E616E6D 00"
          "0000000000000000000000000000000000000000000000000000000000 00 007B7960");
  ASSERT_EQ(bytes.size(), 100U);
  const NewFile files[] = {{"walk.anm", hex("007B7960")}};
  EXPECT_EQ(write_archive(files).value(), bytes);
  expect_round_trip("gc-arc", bytes);
}

// The header tells where the table is.
TEST(GcArchive, ReadsTheTableAtTheOffsetInTheHeader) {
  const auto at = [](std::uint32_t place, std::uint32_t size) {
    BigWriter out;
    out.put(kArchiveMagic);
    out.put(place);
    out.put(size);
    out.put(place + 34);
    Bytes bytes = out.take();
    bytes.resize(std::max<std::size_t>(place, 16));
    BigWriter table;
    table.put_bytes(hex("01000000 00000000 00000002 00000001"));
    table.put(place + 34);
    table.put_bytes(hex("00000004 00 77616C6B2E616E6D 00 007B7960"));
    const Bytes rest = table.take();
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    return bytes;
  };
  const Bytes far = at(0x40, 34);
  const auto loaded = parse("gc-arc", far);
  ASSERT_TRUE(loaded->document);
  EXPECT_EQ(loaded->document->entries().at(0).name, "walk.anm");
  EXPECT_EQ(as_text(loaded->document->entries().at(0).bytes), as_text(hex("007B7960")));
  std::map<std::string, std::uint64_t> places;
  const auto explained = explain(far, *find_format("gc-arc"));
  ASSERT_TRUE(explained.has_value());
  explained->visit([&](const Leaf& leaf) {
    places[std::string(leaf.path)] = leaf.offset;
    return true;
  });
  EXPECT_EQ(places["root.kind"], 0x40U);
  EXPECT_EQ(places["table[0].kind"], 0x4CU);
  EXPECT_EQ(places["table[0].name"], 0x59U);
  EXPECT_EQ(places["table[0].contents"], 0x62U);
  // Inside the header; sizes that do not hold the nodes, or go beyond the end.
  EXPECT_EQ(code_of(at(0x10, 34)), "gc.ARC001");
  EXPECT_EQ(code_of(at(0x20, 23)), "gc.ARC001");
  EXPECT_EQ(code_of(at(0x20, 24)), "good");
  EXPECT_EQ(code_of(at(0x20, 39)), "gc.ARC001");
}

TEST(GcArchive, NewArchivesContainTheirFiles) {
  const std::vector<NewFile> files = {{"b/c/deep.anm", to_bytes("1")},
                                      {"top.gpl", to_bytes("22")},
                                      {"b/flat.act", to_bytes("333")},
                                      {"a/empty.tpl", {}}};
  Diagnostics found;
  const auto again = parse_archive(write_archive(files).value(), found);
  ASSERT_TRUE(again.has_value());
  std::map<std::string, std::string> contents;
  for (const ArchivedFile& file : again->files) {
    contents[file.name] = as_text(again->data(file));
    EXPECT_EQ(file.offset % 32, 0U);
  }
  EXPECT_EQ(
      contents,
      (std::map<std::string, std::string>{
          {"b/c/deep.anm", "1"}, {"top.gpl", "22"}, {"b/flat.act", "333"}, {"a/empty.tpl", ""}}));
  expect_round_trip("gc-arc", again->bytes);
  EXPECT_TRUE(parse_archive(write_archive({}).value(), found)->files.empty());
}

TEST(GcArchive, RejectsInvalidNames) {
  const auto refused = [](std::vector<NewFile> files) {
    const auto made = write_archive(files);
    return made ? "good" : made.error().code;
  };
  EXPECT_EQ(refused({{"../up", {}}}), "gc.ARC005");
  EXPECT_EQ(refused({{"a//b", {}}}), "gc.ARC005");
  EXPECT_EQ(refused({{std::string(5000, 'x'), {}}}), "gc.ARC005");
  std::string deep;
  for (int i = 0; i < 70; ++i)
    deep += "d/";
  EXPECT_EQ(refused({{deep + "x", {}}}), "gc.ARC005");
  EXPECT_EQ(refused({{"a", {}}, {"a", {}}}), "gc.ARC006");
  EXPECT_EQ(refused({{"a", {}}, {"a/b", {}}}), "gc.ARC006");
  // The offset of a name has 24 bits.
  std::vector<NewFile> many;
  for (int i = 0; i < 4300; ++i)
    many.push_back({std::to_string(10000 + i) + std::string(4000, 'n'), {}});
  EXPECT_EQ(refused(many), "gc.ARC008");
}

TEST(GcArchive, ReportsDamage) {
  const Bytes data = to_bytes("HEROana");
  const Bytes good = archive(tree(), data);
  EXPECT_EQ(code_of(good), "good");
  EXPECT_EQ(code_of({}), "gc.ARC001");
  EXPECT_EQ(code_of(to_bytes("0123456789abcdefXYZ")), "gc.ARC001");
  Bytes far = good;
  far[4] = std::byte{1};  // the root
  EXPECT_EQ(code_of(far), "gc.ARC001");
  Bytes many = good;
  many[0x28] = std::byte{1};  // the number of nodes
  EXPECT_EQ(code_of(many), "gc.ARC001");
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_NE(code_of(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size))),
              "good");
  auto nodes = tree();
  nodes[1].size = 0x100;
  EXPECT_EQ(code_of(archive(nodes, data)), "gc.ARC002");
  nodes = tree();
  nodes[2].size = 6;  // after its parent's end
  EXPECT_EQ(code_of(archive(nodes, data)), "gc.ARC003");
  nodes[2].size = 3;  // itself
  EXPECT_EQ(code_of(archive(nodes, data)), "gc.ARC003");
  Bytes nameless = good;
  nameless[0x2D] = std::byte{0xFF};
  EXPECT_EQ(code_of(nameless), "gc.ARC004");
  // Many files that are one.
  std::vector<Node> same(12, {false, "x", 0, 0x100});
  EXPECT_EQ(code_of(archive(same, {})), "gc.ARC007");
}

TEST(GcArchive, NamesAreChecked) {
  const auto loaded = parse(
      "gc-arc", archive({{false, "..", 0x100, 1}, {false, "a", 0x100, 1}, {false, "a", 0x101, 1}},
                        to_bytes("ab")));
  ASSERT_TRUE(loaded->document);
  const auto list = check(*loaded);
  ASSERT_NE(find_code(list, "gc.ARC005"), nullptr);
  EXPECT_EQ(find_code(list, "gc.ARC005")->offset, 0x2CU);
  ASSERT_NE(find_code(list, "gc.ARC006"), nullptr);
  EXPECT_EQ(find_code(list, "gc.ARC006")->severity, Severity::warning);
}

// Paths repeat the names of their folders.
TEST(GcArchive, DeepFoldersCostNoMemory) {
  std::vector<Node> nodes;
  const std::string name(40, 'n');
  for (std::uint32_t i = 0; i < 2000; ++i)
    nodes.push_back({true, i == 0 ? name : "", i, 2002});
  nodes.push_back({false, "x", 0, 0});
  Bytes bytes = archive(nodes, {});
  // All folders share the long name.
  for (std::size_t i = 1; i < 2000; ++i)
    bytes[0x20 + 12 + 12 * i + 3] = std::byte{1}, bytes[0x20 + 12 + 12 * i + 2] = std::byte{0},
                               bytes[0x20 + 12 + 12 * i + 1] = std::byte{0};
  EXPECT_EQ(code_of(bytes), "gc.ARC007");
}

}  // namespace
}  // namespace anmkit::gc::test
