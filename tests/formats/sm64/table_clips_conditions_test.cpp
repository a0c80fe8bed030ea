// SPDX-License-Identifier: MIT
// The clip of a DMA table by name (section 1.6).
#include "formats/sm64/document.hpp"
#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

// A clip of a table by its number, else by its name, else an error that names what there is.
TEST(Sm64BinaryConditions, ClipsOfTables) {
  const auto loaded = parse("sm64-dma", example_dma());
  const auto& document = static_cast<const DmaDocument&>(*loaded->document);
  for (const std::string_view good : {"", "0", "00", "anim_00"}) {
    const auto motion = document.motion(good, {}, {});
    ASSERT_TRUE(motion) << good;
    EXPECT_EQ(motion->name, "anim_00");
  }
  for (const std::string_view bad : {"1", "0x0", "0 ", "99999999999999999999", "x"})
    EXPECT_FALSE(document.motion(bad, {}, {})) << bad;
}

}  // namespace
}  // namespace anmkit::sm64::test
