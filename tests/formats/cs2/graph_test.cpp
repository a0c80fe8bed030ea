// SPDX-License-Identifier: MIT
// The flow of a script as text: each command, each way on from it (sections 3 and 9), and the
// blanks that a pragma may have.
#include "formats/cs2/script/pragmas.hpp"
#include "support.hpp"

namespace anmkit::cs2::test {
namespace {

// Image 7 for 2 to 5; if variable 1 is above 0, back to the start; a jump to where variable 3 says.
AnmFile script() {
  AnmFile file;
  file.lines.resize(3);
  file.lines[0].params = {Param{0, 7}, Param{0, 2}, Param{0, 5}};
  file.lines[1].op = 4;
  file.lines[1].params = {Param{1, 1}, Param{0, 0}};
  file.lines[2].op = 3;
  file.lines[2].params = {Param{1, 3}};
  return file;
}

TEST(Cs2Graph, EveryCommandAndBranch) {
  EXPECT_EQ(graph_dot(script()),
            "digraph animation {\n"
            "  node [shape=box];\n"
            "  n0 [label=\"#0 image 7 2 5\"];\n"
            "  n1 [label=\"#1 if @1 0\"];\n"
            "  n2 [label=\"#2 jump @3\"];\n"
            "  stop [label=\"end\"];\n"
            "  n0 -> n1;\n"
            "  n1 -> n2;\n"
            "  n1 -> n0 [label=\"jump\"];\n"
            "  n2 -> anywhere [label=\"computed\"];\n"
            "}\n");
  EXPECT_EQ(graph_mermaid(script()),
            "flowchart TD\n"
            "  n0[\"#0 image 7 2 5\"]\n"
            "  n1[\"#1 if @1 0\"]\n"
            "  n2[\"#2 jump @3\"]\n"
            "  stop[\"end\"]\n"
            "  n0 --> n1\n"
            "  n1 --> n2\n"
            "  n1 -->|jump| n0\n"
            "  n2 -->|computed| anywhere\n");
}

TEST(Cs2Graph, TheLastCommandFallsThroughToTheEnd) {
  AnmFile file;
  file.lines.resize(1);
  file.lines[0].op = 99;
  const std::string text = graph_dot(file);
  EXPECT_NE(text.find("n0 [label=\"#0 command 99\"]"), std::string::npos) << text;
  file.lines[0].op = 12;
  EXPECT_NE(graph_dot(file).find("n0 -> stop;"), std::string::npos);
}

TEST(Cs2Graph, PragmasMayHaveBlanks) {
  AnmFile file;
  EXPECT_TRUE(
      read_header("  unknown1=19 \t reserved=0100000002000000030000000400000005000000 ", file));
  EXPECT_EQ(file.unknown1, 19u);
  EXPECT_EQ(file.reserved, (std::array<std::uint32_t, 5>{1, 2, 3, 4, 5}));
  Timeline line;
  EXPECT_TRUE(read_overrides(" 1=2:0x10,\t3=1:19", line));
  EXPECT_EQ(line.params[1], (Param{2, 16}));
  EXPECT_EQ(line.params[3], (Param{1, 19}));
  EXPECT_FALSE(read_header("unknown1=1x", file));
  EXPECT_FALSE(read_header("unknown2=1", file));
  EXPECT_FALSE(read_overrides("8=0:0", line));
}

}  // namespace
}  // namespace anmkit::cs2::test
