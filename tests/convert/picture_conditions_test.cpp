// SPDX-License-Identifier: MIT
// Picture files that are broken or odd in one place each, and animations that cannot be written:
// messages, and images that are drawn nevertheless.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "core/png_write.hpp"
#include "core/zlib.hpp"
#include "pictures/animation.hpp"
#include "pictures/png.hpp"

namespace anmkit {
namespace {

Picture flat(std::uint32_t width, std::uint32_t height, unsigned shade = 90, unsigned alpha = 255) {
  Picture picture = make_picture(width, height);
  for (std::size_t i = 0; i < picture.pixels.size(); ++i)
    picture.pixels[i] = static_cast<std::byte>(i % 4 == 3 ? alpha : shade);
  return picture;
}
PictureAnimation moving(std::size_t frames, std::uint32_t width = 2, std::uint32_t height = 2) {
  PictureAnimation animation;
  for (std::size_t i = 0; i < frames; ++i)
    animation.frames.push_back({flat(width, height, static_cast<unsigned>(40 + 50 * i)), 6});
  return animation;
}
std::string refusal(const Bytes& file) {
  const auto read = decode_animation(file);
  return read ? "" : read.error().message;
}

// ---- What cannot be written ----

TEST(ImageFileConditions, AnimationsThatCannotBeWritten) {
  const auto message = [](const auto& change) {
    PictureAnimation animation = moving(2);
    change(animation);
    std::set<std::string> said;
    for (const auto& encode : {&encode_apng, &encode_gif, &encode_webp}) {
      const auto file = encode(animation);
      said.insert(file ? "" : file.error().message);
    }
    EXPECT_EQ(said.size(), 1u);
    return *said.begin();
  };
  EXPECT_EQ(message([](PictureAnimation&) {}), "");
  const std::string empty = "an animation needs at least one frame and a clock";
  EXPECT_EQ(message([](PictureAnimation& a) { a.frames.clear(); }), empty);
  EXPECT_EQ(message([](PictureAnimation& a) { a.ticks_per_second = 0; }), empty);
  const std::string large = "2 frames of 0 x 2 pixels; at most 134217728 are written";
  EXPECT_EQ(message([](PictureAnimation& a) { a.frames[0].picture.width = 0; }), large);
  EXPECT_EQ(message([](PictureAnimation& a) { a.frames[0].picture = {65535, 65535, {}}; }),
            "2 frames of 65535 x 65535 pixels; at most 134217728 are written");
  const std::string differ = "the frames differ in size";
  EXPECT_EQ(message([](PictureAnimation& a) { a.frames[1].picture = flat(3, 2); }), differ);
  EXPECT_EQ(message([](PictureAnimation& a) { a.frames[1].picture = flat(2, 3); }), differ);
  EXPECT_EQ(message([](PictureAnimation& a) { a.frames[1].picture.pixels.pop_back(); }), differ);
  EXPECT_EQ(message([](PictureAnimation& a) { a.frames[1].ticks = 0; }), "a frame lasts 0 ticks");
  EXPECT_EQ(message([](PictureAnimation& a) { a.frames[1].ticks = 1LL << 31; }),
            "a frame lasts 2147483648 ticks");
}

TEST(ImageFileConditions, BoundsOfEachFormat) {
  PictureAnimation fast = moving(1);
  fast.ticks_per_second = 65536;
  EXPECT_EQ(encode_apng(fast).error().message, "a clock of more than 65535 ticks per second");
  fast.ticks_per_second = 65535;
  EXPECT_TRUE(encode_apng(fast));
  for (const auto& [width, height] : {std::pair{65536u, 1u}, {1u, 65536u}}) {
    EXPECT_EQ(encode_gif(moving(1, width, height)).error().message,
              "images are at most 65535 pixels wide and high");
  }
  for (const auto& [width, height] : {std::pair{16384u, 1u}, {1u, 16384u}}) {
    EXPECT_EQ(encode_webp(moving(1, width, height)).error().message,
              "libwebp: images are at most 16383 pixels wide and high");
  }
  PictureAnimation slow = moving(1);
  slow.ticks_per_second = 1;
  slow.frames[0].ticks = 3000000;
  EXPECT_EQ(encode_webp(slow).error().message, "libwebp: the animation is longer than 24 days");
  // A still of libpng's alone.
  for (const auto& [width, height, bytes] :
       {std::tuple{0u, 1u, 0u}, {1u, 0u, 0u}, {1u, 1u, 3u}, {65536u, 65536u, 4u}})
    EXPECT_NE(encode_png(Bytes(bytes), width, height).error().message.find("four bytes per pixel"),
              std::string::npos);
}

// Loops as each format counts them, delays that one frame cannot store, and images of nothing.
TEST(ImageFileConditions, RoundTripsLoopsAndDelays) {
  for (const std::uint32_t loops : {0u, 1u, 2u, 70000u}) {
    PictureAnimation animation = moving(2);
    animation.loops = loops;
    const auto gif = decode_animation(encode_gif(animation).value());
    ASSERT_TRUE(gif);
    EXPECT_EQ(gif->loops, std::min(loops, 65536u));
    const auto apng = decode_animation(encode_apng(animation).value());
    ASSERT_TRUE(apng);
    EXPECT_EQ(apng->loops, loops);
  }
  PictureAnimation animation = moving(1);
  animation.ticks_per_second = 100;
  animation.frames[0].ticks = 70000;
  const auto gif = decode_animation(encode_gif(animation).value());
  ASSERT_TRUE(gif);
  ASSERT_EQ(gif->frames.size(), 2u);
  EXPECT_EQ(gif->frames[0].ticks + gif->frames[1].ticks, 70000);
  // All transparent: no colour at all. And more colours than a palette has.
  animation.frames = {{flat(2, 2, 0, 0), 1}};
  const auto clear = decode_animation(encode_gif(animation).value());
  ASSERT_TRUE(clear);
  EXPECT_EQ(clear->frames[0].picture.pixels, Bytes(16));
  Picture many = make_picture(32, 32);
  for (std::size_t i = 0; i < 1024; ++i) {
    many.pixels[4 * i] = static_cast<std::byte>(i);
    many.pixels[4 * i + 1] = static_cast<std::byte>(i / 4);
    many.pixels[4 * i + 3] = std::byte{255};
  }
  animation.frames = {{many, 1}};
  const auto reduced = decode_animation(encode_gif(animation).value());
  ASSERT_TRUE(reduced);
  for (std::size_t i = 0; i < 4096; ++i) {
    const int was = std::to_integer<int>(many.pixels[i]);
    EXPECT_NEAR(std::to_integer<int>(reduced->frames[0].picture.pixels[i]), was, 24);
  }
}

// ---- Which format it is, and how much it may promise ----

TEST(ImageFileConditions, Kinds) {
  const std::string unknown = "neither GIF nor PNG nor WebP nor JPEG";
  for (const std::string text : {"", "GIF7", "RIFF", "RIFFxxxxWEBP", "RIFFxxxxWAVEx", "\xFF\xD9"})
    EXPECT_EQ(refusal(to_bytes(text)), unknown) << text;
  EXPECT_EQ(refusal(to_bytes("RIFFxxxxWEBPx")), "libwebp: the file is damaged");
  EXPECT_EQ(refusal(to_bytes("GIF8")), "the header is damaged");
  const Bytes file(100);
  EXPECT_TRUE(check_promise(file, 8256, 100, 1, "x"));
  EXPECT_FALSE(check_promise(file, 8256, 100, 2, "x"));
  EXPECT_FALSE(check_promise(file, 0, 100, 1, "x"));
  EXPECT_FALSE(check_promise(Bytes(100000), 65536, 1025, 1, "x"));
}

// ---- PNG ----

Bytes be32(std::initializer_list<std::uint32_t> values) {
  BigWriter out;
  for (const std::uint32_t value : values)
    out.put(value);
  return out.take();
}
using Chunk = std::pair<std::string, Bytes>;
// The chunks of a still of 2 x 2 pixels: IHDR, IDAT, IEND, as libpng writes them.
std::vector<Chunk> still_chunks() {
  const Picture picture = flat(2, 2);
  const Bytes file = encode_png(picture.pixels, 2, 2).value();
  std::vector<Chunk> chunks;
  BigReader reader(file, 8);
  while (reader.left() > 0) {
    const std::uint64_t length = reader.get<std::uint32_t>("length");
    const std::string type(as_text(reader.get_bytes(4, "type")));
    const ByteView payload = reader.get_bytes(length, "payload");
    reader.get<std::uint32_t>("crc");
    chunks.emplace_back(type, Bytes(payload.begin(), payload.end()));
  }
  return chunks;
}
Bytes png_of(const std::vector<Chunk>& chunks) {
  BigWriter out;
  out.put_text("\x89PNG\r\n\x1a\n");
  for (const auto& [type, payload] : chunks)
    put_png_chunk(out, type, payload);
  return out.take();
}
Bytes control(std::uint32_t number, std::uint32_t width, std::uint32_t height, std::uint32_t x,
              std::uint32_t y, std::uint32_t delay = 0x00010002, unsigned dispose = 0,
              unsigned blend = 0) {
  Bytes bytes = be32({number, width, height, x, y, delay});
  bytes.push_back(static_cast<std::byte>(dispose));
  bytes.push_back(static_cast<std::byte>(blend));
  return bytes;
}

// A PNG of these chunks between IHDR and IEND; "still" represents the image data.
Bytes png_with(std::vector<Chunk> between) {
  const auto chunks = still_chunks();
  const auto data = std::ranges::find(chunks, "IDAT", &Chunk::first)->second;
  std::vector<Chunk> all = {chunks.front()};
  for (Chunk& chunk : between) {
    if (chunk.first == "IDAT" && chunk.second.empty()) chunk.second = data;
    if (chunk.first == "fdAT" && chunk.second.size() == 4)
      chunk.second.insert(chunk.second.end(), data.begin(), data.end());
    all.push_back(std::move(chunk));
  }
  all.emplace_back("IEND", Bytes());
  return png_of(all);
}
const Chunk kData = {"IDAT", {}};
const Chunk kTwo = {"acTL", be32({2, 0})};

TEST(ImageFileConditions, BrokenPngs) {
  EXPECT_EQ(refusal(png_with({kData})), "");
  const Bytes good = png_with({kData});
  for (const std::size_t cut : {1u, 4u, 12u, 13u})
    EXPECT_NE(refusal(Bytes(good.begin(), good.end() - static_cast<std::ptrdiff_t>(cut))), "")
        << cut;
  EXPECT_EQ(refusal(Bytes(good.begin(), good.end() - 1)), "a chunk is cut short");
  EXPECT_EQ(refusal(Bytes(good.begin(), good.end() - 12)), "IEND is missing");
  EXPECT_EQ(refusal(Bytes(good.begin(), good.begin() + 8)), "IEND is missing");
  Bytes sum = good;
  sum[40] ^= std::byte{1};
  EXPECT_EQ(refusal(sum), "the checksum of a chunk is wrong");
  EXPECT_EQ(refusal(png_of({{"IDAT", Bytes(13)}})), "expected IHDR");
  EXPECT_EQ(refusal(png_of({{"IHDR", Bytes(12)}})), "expected IHDR");
  EXPECT_EQ(refusal(png_with({})), "no frame");
  EXPECT_NE(refusal(png_with({{"IDAT", Bytes(3)}})).find("libpng: "), std::string::npos);
  auto chunks = still_chunks();
  chunks[0].second = be32({0x10000, 0x10000, 0x08060000});
  chunks[0].second.push_back({});
  EXPECT_NE(refusal(png_of(chunks)).find("1 frame of 65536 x 65536 pixels"), std::string::npos);
  EXPECT_NE(decode_png(png_of(chunks)).error().message.find("promises 65536 x 65536 pixels"),
            std::string::npos);
  chunks[0].second = be32({4000, 4000, 0x08060000});
  chunks[0].second.push_back({});
  EXPECT_NE(decode_png(png_of(chunks)).error().message.find("promises 4000 x 4000 pixels"),
            std::string::npos);
}

TEST(ImageFileConditions, BrokenAnimatedPngs) {
  const Chunk first = {"fcTL", control(0, 2, 2, 0, 0)}, second = {"fcTL", control(1, 2, 2, 0, 0)},
              data = {"fdAT", be32({2})};
  EXPECT_EQ(refusal(png_with({kTwo, first, kData, second, data})), "");
  EXPECT_EQ(refusal(png_with({kTwo, {"fcTL", Bytes(25)}})), "fcTL expects 26 bytes");
  EXPECT_EQ(refusal(png_with({kTwo, first, kData, second, {"fdAT", Bytes(3)}})),
            "fdAT expects a number");
  EXPECT_EQ(refusal(png_with({kTwo, kData})), "no frame");
  const auto outside = [&](const Bytes& place) {
    const std::string said = refusal(png_with({kTwo, first, kData, {"fcTL", place}, data}));
    return said.find("is empty or leaves the image") != std::string::npos;
  };
  EXPECT_TRUE(outside(control(1, 2, 2, 1, 0)));
  EXPECT_TRUE(outside(control(1, 2, 2, 0, 1)));
  EXPECT_TRUE(outside(control(1, 3, 2, 0, 0)));
  EXPECT_TRUE(refusal(png_with({kTwo, first, kData, second})).contains("is empty or leaves"));
  EXPECT_NE(refusal(png_with({kTwo, first, kData, {"fcTL", control(1, 0, 0, 0, 0)}, data})), "");
  EXPECT_NE(refusal(png_with({kTwo, first, kData, second, {"fdAT", be32({2, 5})}})), "");
  // Without acTL the rest of an animation says nothing; with another length it is none.
  for (const auto& chunks :
       {std::vector<Chunk>{first, kData, second, data},
        {{"acTL", be32({2})}, first, kData},
        {data, kData},
        {kData, data},
        {{"tEXt", Bytes(4)}, kData},
        {{"gAMA", be32({45455})}, kData},
        {{"sRGB", Bytes(1)}, kData},
        {{"cHRM", be32({31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000})}, kData},
        {{"sBIT", Bytes(4, std::byte{8})}, kData}}) {
    const auto read = decode_animation(png_with(chunks));
    ASSERT_TRUE(read) << chunks[0].first << " " << read.error().message;
    EXPECT_EQ(read->frames.size(), 1u);
    EXPECT_EQ(read->frames[0].picture.pixels.size(), 16u);
  }
}

// Clocks, lengths, places and what frames leave behind.
TEST(ImageFileConditions, FramesOfAnimatedPngs) {
  const auto read = [](std::uint32_t one, std::uint32_t two, unsigned dispose = 0,
                       unsigned blend = 0) {
    auto file = decode_animation(png_with({kTwo,
                                           {"fcTL", control(0, 2, 2, 0, 0, one, dispose, blend)},
                                           kData,
                                           {"fcTL", control(1, 2, 2, 0, 0, two, dispose, blend)},
                                           {"fdAT", be32({2})}}));
    EXPECT_TRUE(file);
    return file ? std::move(*file) : PictureAnimation();
  };
  auto animation = read(0x00010002, 0x00010003);
  EXPECT_EQ(animation.ticks_per_second, 6u);
  EXPECT_EQ(animation.frames.at(0).ticks, 3);
  EXPECT_EQ(animation.frames.at(1).ticks, 2);
  animation = read(0x00070000, 0x00000005);  // hundredths; and 1/10 where there is no length
  EXPECT_EQ(animation.ticks_per_second, 100u);
  EXPECT_EQ(animation.frames.at(0).ticks, 7);
  EXPECT_EQ(animation.frames.at(1).ticks, 10);
  animation = read(0x0001FFFF, 0x0001FFFD);  // no common clock of a million
  EXPECT_EQ(animation.ticks_per_second, 1000000u);
  EXPECT_EQ(animation.frames.at(0).ticks, 15);
  for (const unsigned dispose : {0u, 1u, 2u}) {
    for (const unsigned blend : {0u, 1u}) {
      animation = read(0x00010002, 0x00010002, dispose, blend);
      EXPECT_EQ(animation.frames.at(1).picture.pixels, flat(2, 2).pixels) << dispose << blend;
    }
  }
}

// ---- GIF ----

// A screen of 2 x 2 pixels with four colours, then records.
Bytes gif_of(std::string_view records, unsigned palette = 0x81) {
  Bytes file = to_bytes("GIF89a");
  const auto put = [&](std::initializer_list<unsigned> bytes) {
    for (const unsigned byte : bytes)
      file.push_back(static_cast<std::byte>(byte));
  };
  put({2, 0, 2, 0, palette, 0, 0});
  if ((palette & 0x80) != 0) put({10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120});
  const Bytes more = from_hex(std::string(records)).value();
  file.insert(file.end(), more.begin(), more.end());
  return file;
}
// 1 1 / 1 1 of colour 1: codes of three bits, 4 (clear) 1 6 1 5 (end).
const std::string kPixels = "2C00000000020002000002028C5300";
const std::string kEnd = "3B";

TEST(ImageFileConditions, BrokenGifs) {
  const auto good = decode_animation(gif_of(kPixels + kEnd));
  ASSERT_TRUE(good) << good.error().message;
  EXPECT_EQ(good->loops, 1u);
  EXPECT_EQ(good->frames.at(0).ticks, 10);
  EXPECT_EQ(std::to_integer<int>(good->frames[0].picture.pixels[0]), 40);
  EXPECT_EQ(refusal(gif_of(kPixels)), "the end is missing");
  EXPECT_EQ(refusal(gif_of(kEnd)), "no frame");
  EXPECT_EQ(refusal(gif_of(kPixels.substr(0, 12) + kEnd)), "a frame's header is damaged");
  EXPECT_EQ(refusal(gif_of(kPixels + kEnd, 0)), "a frame has no palette");
  EXPECT_EQ(refusal(gif_of(kPixels.substr(0, 24))), "frame 0 is cut short");
  EXPECT_EQ(refusal(gif_of("21")), "an extension is cut short");
  EXPECT_EQ(refusal(gif_of("21FE0541")), "an extension is cut short");
  EXPECT_EQ(refusal(gif_of("21FE0141")), "an extension is cut short");
  // A frame that promises more than the file can contain, alone and as a screen.
  std::string large = kPixels;
  large.replace(10, 8, "FFFFFFFF");
  EXPECT_NE(refusal(gif_of(large + kEnd)).find("frame of 65535 x 65535"), std::string::npos);
  Bytes screen = gif_of(kPixels + kEnd);
  for (const std::size_t at : {6, 7, 8, 9})
    screen[at] = std::byte{255};
  EXPECT_NE(refusal(screen).find("1 frame of 65535 x 65535"), std::string::npos);
}

TEST(ImageFileConditions, ExtensionsOfGifs) {
  const auto loops = [](const std::string& extension) {
    const auto read = decode_animation(gif_of(extension + kPixels + kEnd));
    EXPECT_TRUE(read) << extension << " " << (read ? "" : read.error().message);
    return read ? read->loops : 99u;
  };
  const std::string netscape = "21FF0B4E45545343415045322E30";
  EXPECT_EQ(loops(netscape + "03010000"
                             "00"),
            0u);
  EXPECT_EQ(loops(netscape + "03010400"
                             "00"),
            5u);
  EXPECT_EQ(loops(netscape + "03010001"
                             "00"),
            257u);
  EXPECT_EQ(loops(netscape + "03020400"
                             "00"),
            1u);  // another sub-block
  EXPECT_EQ(loops(netscape + "020104"
                             "00"),
            1u);  // too short
  EXPECT_EQ(loops("21FF0B4E45545343415045322E310301040000"),
            1u);  // another program
  EXPECT_EQ(loops("21FF0A4E45545343415045322E0301040000"), 1u);
  EXPECT_EQ(loops("21FE0B4E45545343415045322E300301040000"),
            1u);  // a comment
  // A control's transparent colour, length and what is left behind; one of another size is none.
  const auto shown = [](const std::string& control) {
    return decode_animation(gif_of(control + kPixels + kPixels + kEnd)).value();
  };
  EXPECT_EQ(shown("21F904000700"
                  "0000")
                .frames.at(0)
                .ticks,
            7);
  EXPECT_EQ(shown("21F904010000"
                  "0100")
                .frames.at(0)
                .picture.pixels,
            Bytes(16));
  EXPECT_EQ(shown("21F903000700"
                  "00")
                .frames.at(0)
                .ticks,
            10);
  for (const std::string dispose : {"08", "0C"})
    EXPECT_EQ(shown("21F904" + dispose +
                    "0700"
                    "0000")
                  .frames.at(1)
                  .ticks,
              10);
}

// Frames that stick out, interlaced ones, and colours that the palette does not have.
TEST(ImageFileConditions, PositionsOfGifFrames) {
  const auto pixel = [](const std::string& frame, std::size_t i, unsigned palette = 0x81) {
    const auto read = decode_animation(gif_of(frame + kEnd, palette));
    EXPECT_TRUE(read) << frame << (read ? "" : read.error().message);
    return read ? std::to_integer<int>(read->frames[0].picture.pixels[4 * i]) : -1;
  };
  const auto with = [](std::size_t at, const std::string& text) {
    std::string frame = kPixels;
    return frame.replace(at, text.size(), text);
  };
  EXPECT_EQ(pixel(with(2, "0100"), 0), 0);
  EXPECT_EQ(pixel(with(2, "0100"), 1), 40);
  EXPECT_EQ(pixel(with(6, "0100"), 1), 0);
  EXPECT_EQ(pixel(with(6, "0100"), 2), 40);
  EXPECT_EQ(pixel(with(18, "40"), 3), 40);  // interlaced
  // A palette of two colours, of which 1 is the last, then pixels of colour 3: 4 3 6 3 5.
  std::string third = kPixels;
  third.replace(24, 4, "9C57");
  EXPECT_EQ(pixel(third, 0), 100);
  third.replace(18, 2, "80");
  third.insert(20, "010203040506");
  EXPECT_EQ(pixel(third, 0), 0);
}

// ---- WebP and JPEG ----

TEST(ImageFileConditions, BrokenWebps) {
  const Bytes good = encode_webp(moving(2, 16, 16)).value();
  EXPECT_EQ(refusal(good), "");
  for (std::size_t size = 13; size + 1 < good.size(); size += 3)
    EXPECT_NE(refusal(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size))), "")
        << size;
  // Any byte changed: shown or refused, and never with more frames than two.
  for (std::size_t at = 12; at < good.size(); ++at) {
    Bytes bytes = good;
    bytes[at] ^= std::byte{0xFF};
    const auto read = decode_animation(bytes);
    if (read) {
      EXPECT_LE(read->frames.size(), 2u) << at;
    } else {
      EXPECT_FALSE(read.error().message.empty()) << at;
    }
  }
}

TEST(ImageFileConditions, BrokenJpegs) {
  EXPECT_NE(refusal(to_bytes("\xFF\xD8")).find("libjpeg: "), std::string::npos);
  EXPECT_NE(refusal(to_bytes("\xFF\xD8\xFF\xD9")).find("libjpeg: "), std::string::npos);
}

// Image data in two chunks, and colours of a palette with their alpha.
TEST(ImageFileConditions, UnusualStillPngs) {
  const auto chunks = still_chunks();
  const Bytes data = std::ranges::find(chunks, "IDAT", &Chunk::first)->second;
  const auto halves = decode_animation(png_with({{"IDAT", Bytes(data.begin(), data.begin() + 5)},
                                                 {"IDAT", Bytes(data.begin() + 5, data.end())}}));
  ASSERT_TRUE(halves) << halves.error().message;
  ASSERT_EQ(halves->frames.size(), 1u);
  EXPECT_EQ(halves->frames[0].picture.pixels, flat(2, 2).pixels);
  // Two rows of two numbers of eight bits: 0 1, 1 0.
  Bytes header = be32({2, 2, 0x08030000});
  header.push_back({});
  const Bytes rows = deflate_zlib(from_hex("000001000100").value());
  const auto palette = decode_animation(png_of({{"IHDR", header},
                                                {"PLTE", from_hex("0A141E28323C").value()},
                                                {"tRNS", from_hex("FF80").value()},
                                                {"IDAT", rows},
                                                {"IEND", {}}}));
  ASSERT_TRUE(palette) << palette.error().message;
  EXPECT_EQ(to_hex(palette->frames.at(0).picture.pixels), "0a141eff28323c8028323c800a141eff");
}

// Frames that change nothing lengthen the one before them, up to what one frame can last; errors of
// drawing go through.
TEST(ImageFileConditions, LongFramesOfWebps) {
  constexpr std::int64_t kLongest = (1 << 24) - 1;
  const auto lengths = [](const std::vector<std::pair<unsigned, std::int64_t>>& frames) {
    PictureAnimation animation;
    animation.ticks_per_second = 1000;
    for (const auto& [shade, ticks] : frames)
      animation.frames.push_back({flat(4, 4, shade), ticks});
    const auto read = decode_animation(encode_webp(animation).value());
    EXPECT_TRUE(read);
    std::vector<std::pair<unsigned, std::int64_t>> found;
    if (read) {
      EXPECT_EQ(read->ticks_per_second, 1000u);
      for (const auto& frame : read->frames)
        found.emplace_back(std::to_integer<unsigned>(frame.picture.pixels.at(0)), frame.ticks);
    }
    return found;
  };
  using Lengths = std::vector<std::pair<unsigned, std::int64_t>>;
  EXPECT_EQ(lengths({{50, 100}, {50, 20}, {90, 30}}), (Lengths{{50, 120}, {90, 30}}));
  EXPECT_EQ(lengths({{50, 100}, {90, 30}, {90, 5}}), (Lengths{{50, 100}, {90, 35}}));
  EXPECT_EQ(lengths({{50, kLongest}, {50, 7}}), (Lengths{{50, kLongest}, {50, 7}}));
  EXPECT_EQ(lengths({{50, kLongest + 9}}), (Lengths{{50, kLongest}, {50, 9}}));
  EXPECT_EQ(lengths({{50, 3}, {90, kLongest + 9}}), (Lengths{{50, 3}, {90, kLongest}, {90, 9}}));

  MovingPicture broken;
  broken.width = broken.height = 2;
  broken.ticks_per_second = 10;
  broken.ticks = {1, 1};
  broken.draw = [](std::size_t frame) -> Result<Picture> {
    if (frame == 1) return fail("test.DRAW", "no such frame");
    return flat(2, 2);
  };
  for (const auto& file : {encode_apng(broken), encode_gif(broken), encode_webp(broken)}) {
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, "test.DRAW");
  }
}

}  // namespace
}  // namespace anmkit
