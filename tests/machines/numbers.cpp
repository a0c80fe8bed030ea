// SPDX-License-Identifier: MIT
// Questions about numbers alone: functions, their text, and the text read again.
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

#include "core/json.hpp"
#include "core/portable.hpp"
#include "questions.hpp"

namespace anmkit::machines {
namespace {

// The same numbers everywhere (a linear congruence), 0 ... 1.
class Numbers {
 public:
  double next() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return std::ldexp(static_cast<double>(state_ >> 11), -53);
  }

 private:
  std::uint64_t state_ = 1;
};

void answer_bits(std::string_view question, double number, const Answer& answer) {
  // What is no number has no agreed bits.
  const auto bits = std::isnan(number) ? std::uint64_t{1} : std::bit_cast<std::uint64_t>(number);
  std::byte bytes[8];
  for (unsigned i = 0; i < 8; ++i)
    bytes[i] = static_cast<std::byte>(bits >> 8 * i & 0xFF);
  answer(question, bytes);
}

}  // namespace

void ask_about_numbers(const Answer& answer) {
  Numbers numbers;
  for (int i = 0; i < 20000; ++i) {
    const double x = numbers.next(), y = numbers.next() * 2 - 1;
    const double angle = std::ldexp(y, i % 60 - 30);
    answer_bits("sin", portable::sin(angle), answer);
    answer_bits("cos", portable::cos(angle), answer);
    answer_bits("tan", portable::tan(angle), answer);
    answer_bits("asin", portable::asin(y), answer);
    answer_bits("acos", portable::acos(y), answer);
    answer_bits("atan2", portable::atan2(x, angle), answer);
    answer_bits("pow", portable::pow(x, 8 * y), answer);
    answer_bits("hypot", portable::hypot(x, angle), answer);
    answer_bits("fmod", std::fmod(angle, x), answer);
    answer_bits("remainder", std::remainder(angle, 360), answer);
    answer_bits("float", double{static_cast<float>(angle)}, answer);
  }
  for (int i = 0; i < 3000; ++i) {
    const double x = std::ldexp(numbers.next() - 0.5, i % 2000 - 1000);
    std::string text;
    append_number(text, x);
    answer("text", as_bytes(text));
    std::string short_text;
    append_number(short_text, static_cast<float>(std::ldexp(x, 1000 - i % 2000)));
    answer("text-of-float", as_bytes(short_text));
    const auto read = JsonDocument::parse(text);
    answer_bits("read", read ? read->root().number().value_or(0) : 0, answer);
  }
}

}  // namespace anmkit::machines
