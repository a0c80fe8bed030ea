// SPDX-License-Identifier: MIT
// Findings that come by the hundred, options of joining and playing, and what cannot be written or
// built (sections 1, 2, 3.3, 4, 7.3 and 9.2).
#include "formats/psx/animation/sequence.hpp"
#include "formats/psx/document.hpp"
#include "formats/psx/scene.hpp"
#include "support.hpp"

namespace anmkit::psx::test {
namespace {

std::size_t count(const std::vector<Diagnostic>& list, const std::string& code) {
  return static_cast<std::size_t>(std::ranges::count(list, "psx." + code, &Diagnostic::code));
}

// What is kept of so many findings of one kind: one more speaks of the rest.
std::size_t kept(std::size_t number) {
  return std::min(number, Diagnostics::kPerCode + 1);
}

// More keyframes with everything odd than findings of one kind are kept.
TEST(PsxEdges, OddKeyframesByTheHundred) {
  for (const std::size_t frames : {std::size_t{3}, Diagnostics::kPerCode + 50}) {
    Anm anm;
    for (std::size_t n = 0; n < frames; ++n) {
      Keyframe odd, empty;
      odd.flags = 0x80 | kHasScale;
      odd.scale = {0, -4096, 4096};
      empty.object_index = 1;
      empty.flags = 0;
      const Keyframe keys[] = {odd, empty};
      anm.add_frame(keys);
    }
    const auto found = check(*parse("psx-anm", write(anm).value()));
    for (const char* code : {"ANM-11", "ANM-12", "ANM-14", "ANM-15"})
      EXPECT_EQ(count(found, code), kept(frames)) << code;
  }
}

// The same of models: pads, lengths of normals, packets too long with reserved bits, a wrong olen,
// another byte than the mode after the colour, filled pads, and no area.
TEST(PsxEdges, OddModelsByTheHundred) {
  for (const std::uint32_t number : {3u, 250u}) {
    LittleWriter out;
    constexpr std::uint32_t kTable = 28, kPacket = 20;
    const std::uint32_t vertices = kTable + kPacket * number, normals = vertices + 8 * number;
    for (const std::uint32_t word :
         {0x41u, 0u, 1u, vertices, number, normals, number, kTable, number, 0u})
      out.put(word);
    for (std::uint32_t i = 0; i < number; ++i)
      out.put_bytes(hex("09 04 F9 21 80402000 0000 0000 0000 0100 00000000"));
    for (std::uint32_t i = 0; i < 2 * number; ++i)
      out.put_bytes(hex("0000 0000 0100 0700"));
    const auto found = check(*parse("psx-tmd", out.take()));
    for (const char* code : {"TMD-07", "TMD-08", "TMD-09", "TMD-12", "TMD-14", "TMD-16"})
      EXPECT_EQ(count(found, code), kept(number)) << code;
    // Of vertices, of normals and of packets together.
    EXPECT_EQ(count(found, "TMD-13"), kept(3 * number));
  }
}

// Digits compare as numbers (section 4); leading zeros decide last.
TEST(PsxEdges, NaturalOrder) {
  for (const auto& [less, more] :
       std::vector<std::pair<std::string_view, std::string_view>>{{"A2", "A10"},
                                                                  {"A02", "A10"},
                                                                  {"A9", "A010"},
                                                                  {"A1B2", "A1B10"},
                                                                  {"A", "A1"},
                                                                  {"", "0"},
                                                                  {"A00", "A1"},
                                                                  {"A01", "A1"},
                                                                  {"A1", "AB"},
                                                                  {"A/", "A1"},
                                                                  {"A1", "A:"},
                                                                  {"19", "20"},
                                                                  {"0", "00A"}}) {
    EXPECT_TRUE(natural_less(less, more)) << less << " " << more;
    EXPECT_FALSE(natural_less(more, less)) << less << " " << more;
    EXPECT_FALSE(natural_less(less, less)) << less;
  }
}

// Clips A of two frames and B of three, in natural order of their names, at the frames that
// --starts says: a clip waits in its last frame for the next one.
TEST(PsxEdges, StartsOfJoinedClips) {
  const auto clip = [](std::uint8_t object, std::size_t frames) {
    Anm anm;
    for (std::size_t n = 0; n < frames; ++n) {
      Keyframe key;
      key.object_index = static_cast<std::uint8_t>(object + n);
      key.flags = 0;
      anm.add_frame({&key, 1});
    }
    return parse("psx-anm", write(anm).value());
  };
  const auto a = clip(10, 2), b = clip(20, 3), empty = clip(0, 0);
  const auto joined = [](std::vector<Input> inputs,
                         const char* starts) -> std::optional<std::vector<int>> {
    Options options;
    options.set("join", "");
    if (starts != nullptr) options.set("starts", starts);
    const auto all = conversions();
    const auto conversion = std::ranges::find_if(
        all, [](const Conversion& one) { return one.from == "psx-anm" && one.to == "psx-anm"; });
    ConversionReport report;
    const auto files = conversion->run({inputs}, {{}, options}, report);
    if (!files) return std::nullopt;
    Diagnostics unused;
    const Anm anm = parse_anm(files->at(0).bytes, unused).value();
    std::vector<int> shown;
    for (std::size_t n = 0; n < anm.frame_count(); ++n)
      shown.push_back(anm.frame(n).empty() ? -1 : anm.frame(n)[0].object_index);
    return shown;
  };
  const std::vector<Input> inputs{{"B10.ANM", b->document.get()}, {"B9.ANM", a->document.get()}};
  using Shown = std::vector<int>;
  EXPECT_EQ(joined(inputs, nullptr), (Shown{10, 11, 20, 21, 22}));
  EXPECT_EQ(joined(inputs, "0,2"), (Shown{10, 11, 20, 21, 22}));
  EXPECT_EQ(joined(inputs, "1,4"), (Shown{-1, 10, 11, 11, 20, 21, 22}));
  EXPECT_EQ(joined(inputs, "0,1"), (Shown{10, 20, 21, 22}));
  EXPECT_EQ(joined(inputs, "3,0"), (Shown{20, 21, 22, 10, 11}));
  for (const char* wrong :
       {"", "0", "0,2,3", "0,", ",2", "x,2", "0,2x", "0;2", "0, 2", "-1,2", "0,1080001"})
    EXPECT_FALSE(joined(inputs, wrong).has_value()) << wrong;
  EXPECT_TRUE(joined(inputs, "0,2").has_value());
  // A clip without frames shows nothing of its own.
  EXPECT_EQ(joined({{"1", empty->document.get()}, {"2", a->document.get()}}, "0,2"),
            (Shown{-1, -1, 10, 11}));
  EXPECT_FALSE(joined({{"1", nullptr}, {"2", a->document.get()}}, nullptr).has_value());
}

TEST(PsxEdges, RatesAndEnds) {
  Options none, header, own;
  header.set("header-rate", "");
  own.set("header-rate", "");
  own.set("rate", "12");
  EXPECT_EQ(rate_of(none, 15), 30);
  EXPECT_EQ(rate_of(header, 15), 15);
  EXPECT_EQ(rate_of(header, 0), 30);
  EXPECT_EQ(rate_of(own, 15), 12);
  // Two frames at 60 per second: once they end, or begin again; --loop next to --once loops.
  const auto clip = parse("psx-anm", example_anm());
  const auto frames = [&](std::initializer_list<const char*> names) {
    Options options;
    options.set("rate", "60");
    for (const char* name : names)
      options.set(name, "");
    const auto playback = clip->document->play({{}, 4}, {{}, options}).value();
    std::vector<double> shown;
    for (const auto& tick : std::get<FramePlayback>(playback).ticks)
      shown.push_back(tick.frame);
    return shown;
  };
  EXPECT_EQ(frames({}), (std::vector<double>{0, 1, 0, 1}));
  EXPECT_EQ(frames({"once"}), (std::vector<double>{0, 1, 1, 1}));
  EXPECT_EQ(frames({"loop"}), (std::vector<double>{0, 1, 0, 1}));
  EXPECT_EQ(frames({"once", "loop"}), (std::vector<double>{0, 1, 0, 1}));
}

// Names of materials carry page and palette as the packets have them.
TEST(PsxEdges, NamesOfMaterials) {
  EXPECT_EQ(texture_of("page 01AF clut 7FFF"), 0x01AF7FFFu);
  EXPECT_EQ(texture_of("page 0099 clut 0A0F both sides"), 0x00990A0Fu);
  for (const char* name : {"", "page 01AF clut 7FF", "Page 01AF clut 7FFF", "page 01AF_clut 7FFF",
                           "page 01AG clut 7FFF", "page 01af clut 7FFF", "page 01A/ clut 7FFF",
                           "page 01A: clut 7FFF", "page 01A@ clut 7FFF"})
    EXPECT_FALSE(texture_of(name).has_value()) << name;
}

// A clip ends at 65535 words (section 1.5): the header's three, the table, and the keyframes.
TEST(PsxEdges, ClipsThatDoNotFitTheTable) {
  Anm anm;
  anm.frame_begin.assign(65531 + 1, 0);
  EXPECT_TRUE(write(anm).has_value());
  anm.frame_begin.push_back(0);
  EXPECT_FALSE(write(anm).has_value());
  Anm keys;
  const std::vector<Keyframe> many(65530, [] {
    Keyframe key;
    key.flags = 0;
    return key;
  }());
  keys.add_frame(many);
  EXPECT_TRUE(write(keys).has_value());
  keys.keyframes.push_back(many.front());
  keys.frame_begin.back() += 1;
  EXPECT_FALSE(write(keys).has_value());
  EXPECT_FALSE(split(keys).has_value());
  anm.gap.resize(1);
  EXPECT_EQ(write(anm).error().path, "gap");
}

// Flags say which members a keyframe of the text has.
TEST(PsxEdges, FlagsAndMembersAgree) {
  const auto loaded = parse("psx-anm", example_anm());
  const std::string dump = dump_document(*loaded->document);
  Diagnostics unused;
  ASSERT_TRUE(build_document(dump, unused).has_value());
  for (const char* member : {"\"rot\"", "\"scale\"", "\"pos\""}) {
    const std::size_t at = dump.find(member);
    ASSERT_NE(at, dump.npos) << member;
    const std::size_t end = dump.find(']', at);
    std::string without = dump;
    // With the comma before or after it.
    const std::size_t comma = dump.find_first_not_of(" \n", end + 1);
    const std::size_t before = dump.find_last_of(',', at);
    if (dump[comma] == ',') {
      without.erase(at, comma + 1 - at);
    } else {
      without.erase(before, end + 1 - before);
    }
    const auto built = build_document(without, unused);
    ASSERT_FALSE(built.has_value()) << member;
    EXPECT_NE(built.error().message.find("flags"), std::string::npos) << built.error().message;
  }
}

}  // namespace
}  // namespace anmkit::psx::test
