// SPDX-License-Identifier: MIT
// Tables of Mario's animations that are right at a glance (sections 1.2 and 9).
#include "formats/sm64/binary/quick_check.hpp"
#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

// Two headers before one index and one table of values: 18 indices at 48, 11 values at 6C (hex).
Bytes variants() {
  return hex(
      "0000 0002 0000 0000 | 0000 0018 0000 006A | 0000 0030 0000 0052"
      "0001 00BD 0000 0000 0003 0002 0000 0054 0000 0030 0000 006A"
      "0000 00BD 0000 0000 0003 0002 0000 003C 0000 0018 0000 0052"
      "0001 0000 0003 0001 0001 0004 0001 0000 0001 0005 0002 0006 0001 0000 0001 0000 0003 0008"
      "0000 0064 0078 006E FFF0 4000 2000 1000 F000 0000 1000");
}

TEST(Sm64DmaQuickCheck, VariantsShareTheirTables) {
  EXPECT_TRUE(quick_check_dma(example_dma()));
  const Bytes both = variants();
  ASSERT_EQ(both.size(), 0x30u + 0x52);
  EXPECT_TRUE(quick_check_dma(both));
  const auto loaded = parse("sm64-dma", both, "x.bin");
  ASSERT_TRUE(loaded->document);
  EXPECT_EQ(loaded->document->info().clips.size(), 2u);
  for (const Diagnostic& one : check(*loaded))
    EXPECT_NE(one.severity, Severity::error) << one.code;
}

// Each number alone that is not right any more.
TEST(Sm64DmaQuickCheck, EachFieldAlone) {
  for (const auto& [at, to] : std::vector<std::pair<std::size_t, const char*>>{
           {0, "7FFFFFFF"},    // more entries than there are
           {8, "00000014"},    // a header in the table
           {8, "00000019"},    // on an odd place
           {12, "00000017"},   // shorter than its header
           {12, "0000006B"},   // beyond the file
           {0x20, "0000"},     // no frames
           {0x22, "0000"},     // no part
           {0x22, "0003"},     // more channels than indices
           {0x48, "0000"},     // a channel without samples
           {0x4A, "000B"}}) {  // one after the values
    Bytes bytes = variants();
    std::ranges::copy(hex(to), bytes.begin() + static_cast<std::ptrdiff_t>(at));
    EXPECT_FALSE(quick_check_dma(bytes)) << at << " " << to;
  }
  EXPECT_FALSE(quick_check_dma(ByteView(variants()).first(7)));
}

}  // namespace
}  // namespace anmkit::sm64::test
