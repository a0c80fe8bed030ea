// SPDX-License-Identifier: MIT
// Format::is_sound against the readers and the whole check: on all good and bad vectors, and on
// each with bytes changed, cut off and added.
#include <map>
#include <random>
#include <set>

#include "anmkit/craftstudio.hpp"
#include "formats/craftstudio/sound.hpp"
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
  const bool sound = format.is_sound(bytes);
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
      if (format.is_sound != nullptr) formats.push_back(&format);
  return formats;
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

TEST(Sound, SaysWhatTheReadersSay) {
  ASSERT_EQ(formats_with_a_look().size(), 6u);
  for (const Format* format : formats_with_a_look()) {
    Counts good, all;
    std::mt19937 random(1);
    for (const auto& path : files_in(kAllVectors)) {
      const Bytes bytes = read_file(path);
      const bool own = format->detect(bytes) >= 60;
      expect_sound(*format, bytes, path.string(), all);
      if (!own) continue;
      if (path.generic_string().find("/good/") != std::string::npos)
        expect_sound(*format, bytes, path.string(), good);
      for (int n = 0; n < 60; ++n) {
        Bytes changed = bytes;
        change(changed, random);
        expect_sound(*format, changed, path.string() + " changed", all);
      }
    }
    // It must say yes to what is good, and see faults.
    EXPECT_GT(good.sound, 4 * good.other) << format->id;
    EXPECT_GT(good.sound, 0u) << format->id;
    EXPECT_GT(all.other, 0u) << format->id;
  }
}

// An animation whose only errors are of ranges is not sound; exactly those are not.
TEST(Sound, SeesRangesOfAnimationKeys) {
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
      EXPECT_EQ(format.is_sound(bytes), !found.has_errors()) << path << " " << n;
      faults += document && found.has_errors();
    }
  }
  EXPECT_GT(faults, 50u);
}

}  // namespace
}  // namespace anmkit::test
