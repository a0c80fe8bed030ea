// SPDX-License-Identifier: MIT
// A second machine, written from section 7 of the specification alone; see reference_compiler.hpp.
// It reads the bytes of a compiled file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace anmkit::cs2::reference {

// MT19937 as published by Matsumoto and Nishimura.
class Twister {
 public:
  explicit Twister(std::uint32_t seed) {
    state_[0] = seed;
    for (std::uint32_t i = 1; i < 624; ++i)
      state_[i] = 1812433253u * (state_[i - 1] ^ (state_[i - 1] >> 30)) + i;
  }
  std::uint32_t next() {
    if (place_ == 624) refill();
    std::uint32_t y = state_[place_++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9D2C5680u;
    y ^= (y << 15) & 0xEFC60000u;
    return y ^ (y >> 18);
  }

 private:
  void refill() {
    for (std::size_t i = 0; i < 624; ++i) {
      const std::uint32_t y = (state_[i] & 0x80000000u) | (state_[(i + 1) % 624] & 0x7FFFFFFFu);
      state_[i] = state_[(i + 397) % 624] ^ (y >> 1) ^ ((y & 1) != 0 ? 0x9908B0DFu : 0u);
    }
    place_ = 0;
  }
  std::array<std::uint32_t, 624> state_{};
  std::size_t place_ = 624;
};

class SecondMachine {
 public:
  SecondMachine(std::string bytes, std::uint32_t seed, std::uint32_t highest_id,
                std::int64_t budget, bool inclusive)
      : bytes_(std::move(bytes)),
        random_(seed),
        highest_(highest_id),
        budget_(budget),
        inclusive_(inclusive),
        count_(word(8)) {}

  // Frame, blend, disp, x, y: the five words of section 7.1.
  std::array<std::int64_t, 5> shown{0, 255, 1, 0, 0};
  std::array<std::int32_t, 64> variables{};
  // Empty, or the code of the fault that stopped the machine.
  std::string fault;
  bool over() const { return pc_ >= count_; }

  // Section 7.4, to the letter.
  void update(std::int64_t now) {
    if (over() || !fault.empty()) return;
    std::int64_t elapsed = now - base_;
    std::int64_t left = budget_;
    while (duration_ <= elapsed) {
      if (left-- == 0) {
        fault = "cs2.BUDGET";
        return;
      }
      ++pc_;
      if (pc_ >= count_) break;
      if (pc_ < 0) {
        fault = "cs2.A30";
        return;
      }
      execute(elapsed);
    }
  }

 private:
  std::uint32_t word(std::size_t offset) const {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;)
      value = value << 8 | static_cast<unsigned char>(bytes_[offset + i]);
    return value;
  }
  std::size_t record() const { return 32 + 68 * static_cast<std::size_t>(pc_); }
  // E of section 7.2.
  std::int32_t e(std::size_t slot) const {
    const std::uint32_t type = word(record() + 4 + 8 * slot);
    const std::uint32_t value = word(record() + 8 + 8 * slot);
    if (type == 0 || type == 2) return static_cast<std::int32_t>(value);
    return type == 1 && value < 64 ? variables[value] : 0;
  }
  std::int32_t get(std::int32_t index) const {
    return index >= 0 && index < 64 ? variables[static_cast<std::size_t>(index)] : 0;
  }
  void put(std::int32_t index, std::int64_t value) {
    if (index < 0 || index >= 64) return;
    variables[static_cast<std::size_t>(index)] =
        static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
  }
  // Section 7.3, and section 11.2 for the option.
  std::int32_t random(std::int32_t low, std::int32_t high) {
    const auto range = static_cast<std::uint32_t>(std::int64_t{high} - low);
    if (range == 0) return low;
    const std::uint64_t divisor = std::uint64_t{range} + (inclusive_ ? 1 : 0);
    const auto rest = static_cast<std::uint32_t>(random_.next() % divisor);
    return static_cast<std::int32_t>(rest + static_cast<std::uint32_t>(low));
  }
  void wait(std::int64_t& elapsed, std::size_t slot) {
    base_ += duration_;
    elapsed -= duration_;
    duration_ = random(e(slot), e(slot + 1));
    if (duration_ < 0) duration_ = 0;  // section 11.4
  }
  void compare(bool holds) {
    if (holds) pc_ = std::int64_t{e(2)} - 1;
  }

  void execute(std::int64_t& elapsed) {
    const std::int32_t v = get(e(0));
    switch (word(record())) {
      case 0: {
        shown[0] = e(0);
        wait(elapsed, 1);
        break;
      }
      case 1:
        put(e(0), random(e(1), e(2)));
        break;
      case 2:
        if (v > 0) {
          const std::int64_t target = std::int64_t{e(1)} - 1;
          put(e(0), std::int64_t{v} - 1);
          pc_ = target;
        }
        break;
      case 3:
        pc_ = std::int64_t{e(0)} - 1;
        break;
      case 4:
        if (v > 0) pc_ = std::int64_t{e(1)} - 1;
        break;
      case 5:
        compare(v == e(1));
        break;
      case 6:
        compare(v != e(1));
        break;
      case 7:
        compare(v > e(1));
        break;
      case 8:
        compare(v < e(1));
        break;
      case 9:
        compare(v >= e(1));
        break;
      case 10:
        compare(v <= e(1));
        break;
      case 11:
        put(e(0), highest_);
        break;
      case 12:
        shown[1] = e(0);
        break;
      case 13:
        shown[2] = e(0);
        break;
      case 14:
        shown[3] = e(0);
        shown[4] = e(1);
        break;
      case 15:
        wait(elapsed, 0);
        break;
      case 16:
        put(e(0), std::int64_t{v} + e(1));
        break;
      case 17:
        put(e(0), std::int64_t{v} - e(1));
        break;
      default:
        break;  // section 7.6
    }
  }

  std::string bytes_;
  Twister random_;
  std::uint32_t highest_;
  std::int64_t budget_;
  bool inclusive_;
  std::int64_t count_;
  std::int64_t pc_ = -1;
  std::int64_t duration_ = 0;
  std::int64_t base_ = 0;
};

}  // namespace anmkit::cs2::reference
