// SPDX-License-Identifier: MIT
// Two curves as one: at any moment it is what they are.
#include "scene/sampler/six_fit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

namespace anmkit {
namespace {

// The three numbers at a moment, by the words of pieces.hpp and key_search.hpp: the last piece that
// begins at or before it; before the first one, where that begins.
template <class AnyPiece>
std::vector<double> value_at(const KeyLists<AnyPiece>& list, double time) {
  constexpr std::size_t kNumbers = AnyPiece::kNumbers;
  std::size_t passed = 0;
  while (passed < list.size() && list.times()[passed] <= time)
    ++passed;
  const double since = passed == 0 ? 0 : time - list.times()[passed - 1];
  const AnyPiece& piece = list.data()[passed == 0 ? 0 : passed - 1];
  std::vector<double> value(kNumbers);
  for (std::size_t i = 0; i < kNumbers; ++i) {
    for (std::size_t power = AnyPiece::kPowers; power-- > 0;)
      value[i] = value[i] * since + double{piece.powers[power * AnyPiece::kRow + i]};
  }
  return value;
}

class SomePieces {
 public:
  explicit SomePieces(std::uint32_t seed) : random_(seed) {}

  // Of which some hold, as does the last one; now and then it jumps where it begins.
  KeyLists<Piece> make() {
    KeyLists<Piece> list;
    double time = within(-3, 6);
    for (std::size_t left = 1 + random_() % 6; left > 0; --left) {
      Piece piece{};
      const bool jumps = list.empty() && left > 1 && random_() % 3 == 0;
      const bool holds = left == 1 || jumps || random_() % 4 == 0;
      for (std::size_t i = 0; i < (holds ? 3 : 12); ++i)
        piece.powers[i / 3 * Piece::kRow + i % 3] = static_cast<float>(within(-2, 2));
      list.push(time, piece);
      // Often where a piece of another curve begins, too.
      if (!jumps) time = random_() % 2 == 0 ? std::floor(time) + 1 : time + within(0.01, 3);
    }
    return list;
  }
  double within(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }

 private:
  std::mt19937 random_;
};

TEST(SixFit, IsBothCurvesAtAnyMoment) {
  for (std::uint32_t seed = 0; seed < 2000; ++seed) {
    SomePieces some(seed);
    const KeyLists<Piece> translations = some.make(), scales = some.make();
    KeyLists<SixPiece> joined;
    ASSERT_TRUE(join_pieces(translations, scales, 100, joined));
    std::vector<double> moments = {-100, 100};
    for (const auto* list : {&translations, &scales}) {
      for (const double time : list->times())
        moments.insert(moments.end(), {time, std::nextafter(time, -100), some.within(-4, 25)});
    }
    for (const double moment : moments) {
      std::vector<double> want = value_at(translations, moment);
      const std::vector<double> scale = value_at(scales, moment), got = value_at(joined, moment);
      want.insert(want.end(), scale.begin(), scale.end());
      for (std::size_t i = 0; i < want.size(); ++i) {
        ASSERT_NEAR(got[i], want[i], 1e-4)
            << "seed " << seed << " number " << i << " at " << moment;
      }
    }
    ASSERT_TRUE(std::ranges::is_sorted(joined.times()));
  }
}

// What both curves have where a piece begins is what they have to the bit, and nothing is added.
TEST(SixFit, BeginningsAreExact) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const KeyLists<Piece> translations = SomePieces(seed).make();
    KeyLists<SixPiece> joined;
    ASSERT_TRUE(join_pieces(translations, translations, 100, joined));
    ASSERT_EQ(joined.size(), translations.size()) << seed;
    for (std::size_t piece = 0; piece < joined.size(); ++piece) {
      const auto& got = joined.data()[piece].powers;
      const auto& want = translations.data()[piece].powers;
      for (std::size_t i = 0; i < 24; ++i)
        ASSERT_EQ(got[i / 6 * SixPiece::kRow + i % 6], want[i / 6 * Piece::kRow + i % 3])
            << seed << " " << piece << " " << i;
    }
  }
}

TEST(SixFit, TakesNoMoreThanItMay) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    SomePieces some(seed);
    const KeyLists<Piece> translations = some.make(), scales = some.make();
    KeyLists<SixPiece> all;
    ASSERT_TRUE(join_pieces(translations, scales, 100, all));
    KeyLists<SixPiece> others;
    others.push(0, {});
    for (std::size_t most = 0; most <= all.size(); ++most) {
      others.cut(1);
      EXPECT_EQ(join_pieces(translations, scales, most, others), most == all.size()) << seed;
      EXPECT_LE(others.size(), 1 + most);
    }
  }
}

}  // namespace
}  // namespace anmkit
