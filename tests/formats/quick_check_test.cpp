// SPDX-License-Identifier: MIT
// Format::passes_quick_check against the readers and the whole check: on all good and bad vectors,
// examples and made files, and on each with bytes changed, cut off and added.
#include <map>
#include <random>
#include <set>

#include "../support/examples.hpp"
#include "anmkit/craftstudio.hpp"
#include "anmkit/psx.hpp"
#include "formats/craftstudio/quick_check.hpp"
#include "formats/gc/compact/compact.hpp"
#include "gc/compact_clip.hpp"
#include "gc/model_files.hpp"
#include "psx/random_files.hpp"
#include "support.hpp"

namespace anmkit::test {
namespace {

// Errors that need the meaning of values, and not only their ranges, to be seen.
const std::map<std::string_view, std::set<std::string_view>> kMeaning = {
    // A script that loops without waiting, which a machine finds out.
    {"cs2-anm", {"cs2.A50"}},
    // Times, weights and curves of keys, and clips that do not fit their actor: the graph of
    // offsets is right.
    {"gc-anm",
     {"gc.ANM016", "gc.ANM017", "gc.ANM020", "gc.ANM030", "gc.ANM032", "gc.ANM034", "gc.ANM035",
      "gc.ANM037", "gc.ANM038", "gc.ANM040", "gc.ANM041", "gc.ANM042", "gc.ANM044", "gc.ANM050",
      "gc.ANM051", "gc.ANM060", "gc.ANM061", "gc.ANM065"}},
};

std::set<std::string> errors_of(const Diagnostics& found) {
  std::set<std::string> codes;
  for (const Diagnostic& one : found.finish())
    if (one.severity == Severity::error) codes.insert(one.code);
  return codes;
}

struct Counts {
  std::size_t sound = 0, other = 0;
};

// What is sound parses, and its errors are of the meaning.
void expect_sound(const Format& format, ByteView bytes, const std::string& what, Counts& counts) {
  const bool sound = format.passes_quick_check(bytes);
  ++(sound ? counts.sound : counts.other);
  if (format.id == "csmodelanim") {
    Diagnostics unused;
    EXPECT_EQ(craftstudio::is_animation(bytes),
              craftstudio::parse_animation(bytes, unused).has_value())
        << what;
  }
  if (!sound) return;
  Diagnostics found;
  const DocumentPtr document = format.parse({bytes, "x"}, {}, found);
  EXPECT_TRUE(errors_of(found).empty()) << what;
  ASSERT_TRUE(document) << what;
  document->check({}, found);
  const auto meaning = kMeaning.find(format.id);
  for (const std::string& code : errors_of(found)) {
    EXPECT_TRUE(meaning != kMeaning.end() && meaning->second.contains(code))
        << what << " is called sound and has " << code;
  }
}

std::vector<const Format*> formats_with_a_look() {
  std::vector<const Format*> formats;
  for (const Family& family : families())
    for (const Format& format : family.formats)
      if (format.passes_quick_check != nullptr) formats.push_back(&format);
  return formats;
}

Bytes make_archive(std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<psx::PakFile> files;
  for (std::size_t i = random() % 4; i > 0; --i)
    files.push_back({"DIR/" + std::to_string(i) + ".TMD", Bytes(random() % 30)});
  return psx::build_pak(files).value();
}

void change(Bytes& bytes, std::mt19937& random) {
  switch (random() % 4) {
    case 0:
      bytes.resize(random() % (bytes.size() + 1));
      break;
    case 1:
      bytes.insert(bytes.end(), random() % 9, std::byte{0});
      break;
    default:
      for (std::size_t n = 1 + random() % 3; n > 0 && !bytes.empty(); --n)
        bytes[random() % bytes.size()] ^= static_cast<std::byte>(1u << random() % 8);
  }
}

struct Seed {
  std::string what;
  Bytes bytes;
  bool good = true;
  int changes = 60;
};

// Vectors, and of formats that have few or none among them: examples and made files, changed more
// often.
std::vector<Seed> seeds() {
  constexpr int kOften = 600;
  std::vector<Seed> list;
  for (const auto& path : files_in(kAllVectors))
    list.push_back({path.string(), read_file(path),
                    path.generic_string().find("/good/") != std::string::npos});
  for (const char* name : {"gc/stalk.act", "gc/stalk.gpl", "gc/stalk.skn", "gc/stalk.tpl",
                           "psx/MODEL.TMD", "craftstudio/robot.csmodel"})
    list.push_back({name, example(name), true, kOften});
  list.push_back({"geometry", gc::test::make_geometry(), true, kOften});
  list.push_back({"skin", gc::test::make_skin(), true, kOften});
  list.push_back({"actor", gc::test::make_actor(), true, kOften});
  list.push_back({"textures", gc::test::kTextures, true, kOften});
  list.push_back({"compact clip", gc::test::clip_bytes(), true, kOften});
  for (std::uint32_t i = 0; i < 40; ++i) {
    list.push_back({"texture " + std::to_string(i), psx::test::random_texture(i).bytes});
    // With oddities of real files, which only the whole check weighs.
    list.push_back({"model " + std::to_string(i), psx::test::random_model(i).bytes, false});
    list.push_back({"archive " + std::to_string(i), make_archive(i)});
  }
  return list;
}

TEST(QuickCheck, AgreesWithTheReaders) {
  ASSERT_EQ(formats_with_a_look().size(), 15u);
  const std::vector<Seed> all_seeds = seeds();
  for (const Format* format : formats_with_a_look()) {
    Counts good, all;
    std::mt19937 random(1);
    for (const Seed& seed : all_seeds) {
      const bool own = format->detect(seed.bytes) >= 60;
      expect_sound(*format, seed.bytes, seed.what, all);
      if (!own) continue;
      if (seed.good) expect_sound(*format, seed.bytes, seed.what, good);
      for (int n = 0; n < seed.changes; ++n) {
        Bytes changed = seed.bytes;
        change(changed, random);
        expect_sound(*format, changed, seed.what + " changed", all);
      }
    }
    // It must say yes to what is good, and see faults.
    EXPECT_GT(good.sound, 4 * good.other) << format->id;
    EXPECT_GT(good.sound, 0u) << format->id;
    EXPECT_GT(all.other, 0u) << format->id;
  }
}

// An animation whose only errors are of ranges is not sound; exactly those are not.
TEST(QuickCheck, DetectsRangeErrorsOfAnimationKeys) {
  const Format& format = *find_format("csmodelanim");
  std::mt19937 random(2);
  std::size_t faults = 0;
  for (const auto& path : files_in(kAllVectors / "craftstudio")) {
    const Bytes original = read_file(path);
    if (!craftstudio::is_animation(original)) continue;
    for (int n = 0; n < 200; ++n) {
      Bytes bytes = original;
      if (n > 0) change(bytes, random);
      Diagnostics found;
      const DocumentPtr document = format.parse({bytes, "x"}, {}, found);
      if (document) document->check({}, found);
      EXPECT_EQ(format.passes_quick_check(bytes), !found.has_errors()) << path << " " << n;
      faults += document && found.has_errors();
    }
  }
  EXPECT_GT(faults, 50u);
}

// A clip of random types and values, most of which are right.
Bytes random_compact_clip(std::mt19937& random) {
  const auto byte = [&](unsigned mask) {
    return static_cast<std::uint8_t>(random() % 8 == 0 ? random() : random() & mask);
  };
  gc::CompactClip clip;
  clip.size = gc::kCompactHeaderSize;
  for (std::size_t i = random() % 4; i > 0; --i) {
    gc::CompactTrack& track = clip.tracks.emplace_back();
    track.anim_time = 20;
    track.key_count = static_cast<std::uint16_t>(1 + random() % 5);
    track.quantize_info = byte(0x44);
    track.keyed_parts = static_cast<std::uint8_t>(1u << random() % 5 | byte(0xE0));
    track.constant_parts = random() % 2 == 0 ? byte(0x03) : std::uint8_t{0};
    track.interpolation_type = byte(0x42);
    clip.size += gc::kCompactTrackSize;
  }
  for (gc::CompactTrack& track : clip.tracks) {
    track.data = static_cast<std::uint32_t>(clip.size);
    clip.size += gc::CompactLayout(track).data_size(track.key_count);
  }
  Bytes bytes = gc::write(clip).value();
  for (const gc::CompactTrack& track : clip.tracks) {
    const gc::CompactLayout layout(track);
    const std::uint64_t size = layout.data_size(track.key_count);
    for (std::uint64_t k = 0; k < size; ++k)
      bytes[static_cast<std::size_t>(track.data + k)] = static_cast<std::byte>(random() & 0x3F);
    // Times that rise, or the random ones.
    for (unsigned k = 0; k < track.key_count && layout.keyed() && random() % 40 != 0; ++k) {
      const std::uint64_t at = track.data + layout.constants_size() + layout.key_size() * k;
      bytes[static_cast<std::size_t>(at)] = static_cast<std::byte>(k);
    }
    for (std::uint64_t faults = random() % 4 == 0 ? random() % 4 : 0; faults > 0 && size > 0;
         --faults)
      bytes[static_cast<std::size_t>(track.data + random() % size)] ^= std::byte{0xC0};
  }
  return bytes;
}

// A compact clip that no track of is left unread has errors or is sound: nothing between.
TEST(QuickCheck, DetectsValueErrorsOfCompactClips) {
  const Format& format = *find_format("gc-anm-compact");
  std::mt19937 random(3);
  std::array<std::size_t, 2> seen{};
  std::set<std::string> codes;
  for (int n = 0; n < 20'000; ++n) {
    const Bytes bytes = random_compact_clip(random);
    Diagnostics found;
    const DocumentPtr document = format.parse({bytes, "x"}, {}, found);
    ASSERT_TRUE(document) << n;
    document->check({}, found);
    const std::set<std::string> errors = errors_of(found);
    const bool sound = format.passes_quick_check(bytes);
    EXPECT_EQ(sound, errors.empty()) << n << " " << to_hex(bytes);
    ++seen[sound ? 1 : 0];
    codes.insert(errors.begin(), errors.end());
  }
  EXPECT_GT(std::min(seen[0], seen[1]), 2000u);
  for (const char* code : {"gc.ANM030", "gc.ANM032", "gc.ANM034", "gc.ANM035", "gc.ANM037",
                           "gc.ANM042", "gc.ANM060", "gc.ANM061", "gc.ANM065"})
    EXPECT_TRUE(codes.contains(code)) << code;
}

}  // namespace
}  // namespace anmkit::test
