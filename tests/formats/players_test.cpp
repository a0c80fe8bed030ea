// SPDX-License-Identifier: MIT
// Players of many instances against the single ones, and playbacks in parts against whole ones.
#include <cmath>
#include <random>

#include "anmkit/cs2.hpp"
#include "anmkit/psx.hpp"
#include "anmkit/sm64.hpp"
#include "support.hpp"

namespace anmkit::test {
namespace {

TEST(Players, ManyOfSm64) {
  std::mt19937 random(1);
  std::vector<sm64::Header> headers(500);
  std::vector<const sm64::Header*> animations;
  std::vector<sm64::Player> single, many;
  for (sm64::Header& header : headers) {
    header.flags = static_cast<std::int16_t>(random() % 8);
    header.startFrame = static_cast<std::int16_t>(random() % 40);
    header.loopStart = static_cast<std::int16_t>(static_cast<int>(random() % 20) - 2);
    header.loopEnd = static_cast<std::int16_t>(random() % 60);
    const auto accel = random() % 2 == 0 ? 0 : static_cast<std::int32_t>(random() % 0x30000);
    animations.push_back(&header);
    single.push_back(sm64::Player::start(header, accel, random() % 2 == 0));
  }
  many = single;
  for (int tick = 0; tick < 300; ++tick) {
    sm64::advance(many, animations);
    for (std::size_t i = 0; i < single.size(); ++i) {
      const std::int16_t shown = single[i].advance(headers[i]);
      ASSERT_EQ(many[i].frame, shown) << i << " at " << tick;
      ASSERT_EQ(many[i].assist, single[i].assist) << i << " at " << tick;
    }
  }
}

// Section 3.1 in words of its own: a clock of 16.16 frames that starts half a frame in, goes on by
// the rate over 60, and is folded or held.
TEST(Players, ManyOfPsx) {
  std::mt19937 random(2);
  struct Clock {
    std::int64_t time = 0x8000, step = 0, end = 0;
    bool once = false;
  };
  std::vector<Clock> clocks;
  std::vector<psx::Player> players;
  for (int i = 0; i < 500; ++i) {
    const std::size_t frames = 1 + random() % 90;
    double rate = static_cast<double>(random() % 2000) / 10 - 100;
    if (i % 50 == 0) rate *= 1e9;
    const bool once = random() % 2 == 0;
    const double wanted = std::fmin(std::fmax(rate * 65536 / 60, -0x1p40), 0x1p40);
    clocks.push_back({0x8000, static_cast<std::int64_t>(wanted),
                      static_cast<std::int64_t>(frames) * 0x10000, once});
    players.push_back(psx::Player::start(frames, rate, once));
  }
  for (int tick = 0; tick < 300; ++tick) {
    for (std::size_t i = 0; i < clocks.size(); ++i) {
      Clock& clock = clocks[i];
      ASSERT_EQ(players[i].frame(), clock.time / 0x10000) << i << " at " << tick;
      clock.time += clock.step;
      if (clock.once) {
        clock.time = std::min(std::max<std::int64_t>(clock.time, 0), clock.end - 1);
      } else {
        clock.time = (clock.time % clock.end + clock.end) % clock.end;
      }
    }
    psx::advance(players);
  }
}

TEST(Players, ManyMachines) {
  std::vector<cs2::AnmFile> files;
  for (const auto& path : files_in(kAllVectors / "cs2"))
    if (auto file = cs2::parse_anm(read_file(path))) files.push_back(std::move(*file));
  ASSERT_GT(files.size(), 20u);
  std::vector<cs2::Machine> single, many;
  cs2::MachineOptions options;
  options.max_id = 7;
  options.budget = 1000;
  for (const cs2::AnmFile& file : files)
    single.emplace_back(file, options);
  many = single;
  for (std::int64_t tick = 0; tick < 200; ++tick) {
    bool good = true;
    for (cs2::Machine& machine : single)
      good = machine.update(tick).has_value() && good;
    EXPECT_EQ(cs2::update(many, tick).has_value(), good) << tick;
    for (std::size_t i = 0; i < single.size(); ++i) {
      ASSERT_EQ(many[i].state(), single[i].state()) << i << " at " << tick;
      ASSERT_EQ(many[i].variables(), single[i].variables()) << i << " at " << tick;
      ASSERT_EQ(many[i].pc(), single[i].pc()) << i << " at " << tick;
    }
  }
}

template <class P>
void join(P& whole, const P& part) {
  EXPECT_LE(part.ticks.size(), 4096u);
  whole.ticks.insert(whole.ticks.end(), part.ticks.begin(), part.ticks.end());
}

std::vector<double> numbers(const Playback& playback) {
  std::vector<double> all;
  if (const auto* frames = std::get_if<FramePlayback>(&playback)) {
    for (const FrameTick& tick : frames->ticks) {
      all.push_back(static_cast<double>(tick.tick));
      all.push_back(tick.frame);
    }
  } else {
    const auto& images = std::get<ImagePlayback>(playback);
    for (const ImageTick& tick : images.ticks)
      for (const std::int64_t one : {tick.tick, tick.image, tick.blend, tick.x, tick.y})
        all.push_back(static_cast<double>(one));
    all.push_back(images.ended ? static_cast<double>(*images.ended) : -1);
  }
  return all;
}

// Whatever plays does so in parts too, and can be stopped after any.
TEST(Players, PartsEqualTheWhole) {
  std::set<std::string_view> formats;
  for (const auto& path : files_in(kAllVectors)) {
    const Bytes bytes = read_file(path);
    const auto format = detect_one({bytes, path.string()});
    if (!format || !(*format)->abilities.play) continue;
    const auto loaded = parse((*format)->id, bytes, path.string());
    if (!loaded->document) continue;
    PlayRequest request;
    request.ticks = 9000;
    const auto whole = loaded->document->play(request, {});
    std::optional<Playback> joined;
    request.each = [&](const Playback& part) {
      if (!joined)
        joined = part;
      else
        std::visit([&](auto& to) { join(to, std::get<std::decay_t<decltype(to)>>(part)); },
                   *joined);
      return true;
    };
    const auto end = loaded->document->play(request, {});
    ASSERT_EQ(end.has_value(), whole.has_value()) << path;
    if (!whole) continue;
    ASSERT_TRUE(joined) << path;
    EXPECT_EQ(numbers(*joined), numbers(*whole)) << path;
    std::size_t parts = 0;
    request.each = [&](const Playback&) { return ++parts < 2; };
    EXPECT_TRUE(loaded->document->play(request, {})) << path;
    EXPECT_LE(parts, 2u) << path;
    formats.insert((*format)->id);
  }
  EXPECT_GE(formats.size(), 9u);
}

}  // namespace
}  // namespace anmkit::test
