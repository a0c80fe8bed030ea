// SPDX-License-Identifier: MIT
// One pixel of HG-3 and HG-2, packed by hand per sections 8.1 and 8.2, and what is wrong when
// one of its fields is.
#include "core/zlib.hpp"
#include "formats/cs2/image/pixels.hpp"
#include "support.hpp"

namespace anmkit::cs2::test {
namespace {

// Blue 10, green 20, red 30, alpha FF (hex). Stored: 20 40 60 01; two bits of each in each plane.
const Bytes kPlanes = hex("14 22 00 40");
// Bits from the lowest: a literal run first; gamma codes of the total 4 (00100) and of the run 4.
const Bytes kRuns = hex("09 01");
const Bytes kPixel = hex("30 20 10 FF");

struct Parts {
  Bytes data = kPlanes, control = kRuns;
  std::uint32_t first_row = 0, rows = 1;
  std::uint32_t data_size = 4, control_size = 2;  // as the slice specifies
  std::string tag = "img0000";
  std::uint32_t info_size = 40, header_size = 12,
                more = 0;  // bytes that the last tag claims and lacks
  bool bad_sum = false;
};

Bytes hg3(const Parts& parts) {
  Bytes data = deflate_zlib(parts.data);
  const Bytes control = deflate_zlib(parts.control);
  if (parts.bad_sum) data.back() ^= std::byte{1};
  LittleWriter out;
  out.put_text("HG-3");
  for (const std::uint32_t word : {parts.header_size, 0x300u, 0u, 7u})
    out.put(word);
  out.put_text({"stdinfo\0", 8});
  for (const std::uint32_t word : {56u, parts.info_size, 1u, 1u, 32u, 0u, 0u, 1u, 1u, 1u, 0u, 0u})
    out.put(word);
  out.put_text((parts.tag + std::string(8, '\0')).substr(0, 8));
  out.put(std::uint32_t{0});
  out.put(static_cast<std::uint32_t>(24 + data.size() + control.size()) + parts.more);
  for (const std::uint32_t word :
       {parts.first_row, parts.rows, static_cast<std::uint32_t>(data.size()), parts.data_size,
        static_cast<std::uint32_t>(control.size()), parts.control_size})
    out.put(word);
  out.put_bytes(data);
  out.put_bytes(control);
  return out.take();
}

std::string code_of(const Bytes& bytes) {
  const auto file = parse_hg3(bytes);
  if (!file) return file.error().code;
  const auto picture = decode_hg(bytes, *file, file->frames.at(0));
  return picture ? "good" : picture.error().code;
}

// An image that no other leads to is after the last one; zeros are padding.
TEST(Cs2ImageDamage, BytesAfterTheLastImage) {
  const Bytes one = hg3({});
  const auto found_in = [&](const Bytes& tail) {
    Bytes bytes = one;
    bytes.insert(bytes.end(), tail.begin(), tail.end());
    return check(*parse("cs2-hg3", bytes));
  };
  EXPECT_TRUE(found_in({}).empty());
  EXPECT_TRUE(found_in(Bytes(20)).empty());
  const auto found = found_in(one);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].code, "cs2.HG-TAIL");
  EXPECT_EQ(found[0].severity, Severity::warning);
  EXPECT_EQ(found[0].offset, one.size());
}

TEST(Cs2ImageDamage, OneHandmadePixel) {
  const Bytes bytes = hg3({});
  const auto pictures = decode_hg(bytes, parse_hg3(bytes).value());
  ASSERT_TRUE(pictures.has_value()) << pictures.error().message;
  EXPECT_EQ(pictures->at(0).id, 7u);
  EXPECT_EQ(to_hex(pictures->at(0).picture.pixels), to_hex(kPixel));
}

// Two bytes as they are, one zero, and one byte again: 1, 00100, 010, 1 and 1 from the lowest bit
// on.
TEST(Cs2ImageDamage, RunsFollowEachOther) {
  const Bytes bytes = hg3({.data = hex("14 22 40"), .control = hex("89 06"), .data_size = 3});
  const auto pictures = decode_hg(bytes, parse_hg3(bytes).value());
  ASSERT_TRUE(pictures.has_value()) << pictures.error().message;
  EXPECT_EQ(to_hex(pictures->at(0).picture.pixels), to_hex(kPixel));
}

TEST(Cs2ImageDamage, EachFieldAlone) {
  EXPECT_EQ(code_of(hg3({})), "good");
  EXPECT_EQ(code_of(hg3({.header_size = 11})), "cs2.HG-HEADER");
  EXPECT_EQ(code_of(hg3({.header_size = 10000})), "cs2.HG-HEADER");
  EXPECT_EQ(code_of(hg3({.info_size = 39})), "cs2.HG-STDINFO");
  EXPECT_EQ(code_of(hg3({.more = 1})), "cs2.HG-TRUNCATED");
  EXPECT_EQ(code_of(hg3({.first_row = 1})), "cs2.HG-ROWS");
  EXPECT_EQ(code_of(hg3({.rows = 0})), "cs2.HG-ROWS");
  EXPECT_EQ(code_of(hg3({.rows = 2})), "cs2.HG-ROWS");
  EXPECT_EQ(code_of(hg3({.tag = "imgmode"})), "cs2.HG-ROWS");
  EXPECT_EQ(code_of(hg3({.tag = "img_al"})), "cs2.HG-CODING");
  EXPECT_EQ(code_of(hg3({.data_size = 5})), "cs2.HG-ZLIB");
  EXPECT_EQ(code_of(hg3({.control_size = 1})), "cs2.HG-ZLIB");
  // No bits at all; a total of 5 (1, 00101), more than the row; of 1 (1, 1), less than it.
  EXPECT_EQ(code_of(hg3({.control = {}, .control_size = 0})), "cs2.HG-LENGTH");
  EXPECT_EQ(code_of(hg3({.control = hex("29 00")})), "cs2.HG-LENGTH");
  EXPECT_EQ(code_of(hg3({.control = hex("07"), .control_size = 1})), "cs2.HG-LENGTH");
  // The run is missing, has five bytes of four, or has four where the data has three.
  EXPECT_EQ(code_of(hg3({.control = hex("09"), .control_size = 1})), "cs2.HG-RUNS");
  EXPECT_EQ(code_of(hg3({.control = hex("09 05")})), "cs2.HG-RUNS");
  EXPECT_EQ(code_of(hg3({.data = hex("14 22 00"), .data_size = 3})), "cs2.HG-RUNS");
  // A run of zeros needs no data: the pixel is empty.
  EXPECT_EQ(code_of(hg3({.data = {}, .control = hex("08 01"), .data_size = 0})), "good");
}

TEST(Cs2ImageDamage, ReportsWrongChecksumsAndShowsTheRest) {
  const Bytes bytes = hg3({.bad_sum = true});
  const HgFile file = parse_hg3(bytes).value();
  Diagnostics warnings;
  const auto told = decode_hg(bytes, file, file.frames[0], &warnings);
  ASSERT_TRUE(told.has_value());
  EXPECT_EQ(to_hex(told->pixels), to_hex(kPixel));
  EXPECT_TRUE(has(warnings, "cs2.HG-SUM"));
  EXPECT_FALSE(warnings.has_errors());
  EXPECT_EQ(to_hex(decode_hg(bytes, file, file.frames[0])->pixels), to_hex(kPixel));
}

TEST(Cs2ImageDamage, SizesAndDepths) {
  const Bytes bytes = hg3({});
  const HgFile file = parse_hg3(bytes).value();
  const auto code = [&](std::uint32_t width, std::uint32_t height, std::uint32_t bits) {
    HgFrame frame = file.frames[0];
    frame.width = width;
    frame.height = height;
    frame.bits = bits;
    const auto picture = decode_hg(bytes, file, frame);
    return picture ? "good" : picture.error().code;
  };
  EXPECT_EQ(code(1, 1, 32), "good");
  EXPECT_EQ(code(0, 1, 32), "cs2.HG-SIZE");
  EXPECT_EQ(code(1, 0, 32), "cs2.HG-SIZE");
  EXPECT_EQ(code(0xFFFFFFFF, 0xFFFFFFFF, 32), "cs2.HG-SIZE");
  EXPECT_EQ(code(1u << 26, 2, 32), "cs2.HG-SIZE");
  EXPECT_EQ(code(1, 1, 16), "cs2.HG-BITS");
  EXPECT_EQ(code(1, 1, 24), "good");  // rows of three bytes are padded to four
  EXPECT_EQ(code(2, 1, 32), "cs2.HG-LENGTH");
}

// Version 10 (hex): nine fields, rows from the top, alpha inverted.
TEST(Cs2ImageDamage, OldestImages) {
  const Bytes data = deflate_zlib(kPlanes), control = deflate_zlib(kRuns);
  const auto hg2 = [&](std::uint32_t version, std::uint32_t data_size) {
    LittleWriter out;
    out.put_text("HG-2");
    for (const std::uint32_t word : {12u, version, 1u, 1u, 32u, 0u, 0u, data_size, 4u,
                                     static_cast<std::uint32_t>(control.size()), 2u})
      out.put(word);
    if (version >= 0x20)
      for (const std::uint32_t word : {0u, 7u, 1u, 1u, 0u, 0u, 1u, 0u})
        out.put(word);
    out.put_bytes(data);
    out.put_bytes(control);
    return out.take();
  };
  const auto size = static_cast<std::uint32_t>(data.size());
  const Bytes oldest = hg2(0x10, size), newer = hg2(0x20, size), cut = hg2(0x10, 1000);
  EXPECT_EQ(to_hex(decode_hg(oldest, parse_hg2(oldest).value())->at(0).picture.pixels), "30201000");
  EXPECT_EQ(to_hex(decode_hg(newer, parse_hg2(newer).value())->at(0).picture.pixels),
            to_hex(kPixel));
  EXPECT_EQ(decode_hg(cut, parse_hg2(cut).value()).error().code, "cs2.HG-SLICE");
}

TEST(Cs2ImageDamage, RejectsImagesThatDoNotFit) {
  const auto stored = [](std::uint32_t width, std::uint32_t height, std::size_t bytes) {
    StoredPicture one;
    one.picture = {width, height, Bytes(bytes)};
    return write_hg3({&one, 1}).has_value();
  };
  EXPECT_TRUE(stored(2, 1, 8));
  EXPECT_FALSE(stored(2, 1, 7));
  EXPECT_FALSE(stored(0, 1, 0));
  EXPECT_FALSE(stored(1u << 26, 2, 8));
  EXPECT_FALSE(write_hg3({}).has_value());
}

}  // namespace
}  // namespace anmkit::cs2::test
