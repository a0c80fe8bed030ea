// SPDX-License-Identifier: MIT
// Every good file and every real file comes back byte for byte, whatever its family. The cases with
// answers run through the real tool: tests/cli/run_vectors.py.
#include "core/letters.hpp"
#include "support.hpp"

namespace anmkit::test {
namespace {

void expect_detected_and_back(const std::filesystem::path& path) {
  const Bytes bytes = read_file(path);
  const auto format = detect_one({bytes, path.string()});
  ASSERT_TRUE(format.has_value()) << path << " " << format.error().message;
  expect_round_trip((*format)->id, bytes, path.string());
}

bool has_extension_of(const Format& format, const std::filesystem::path& path) {
  const std::string name = lowered(path.filename().string());
  return std::ranges::any_of(format.extensions,
                             [&](std::string_view end) { return name.ends_with(end); });
}

class Vectors : public testing::TestWithParam<std::string> {};

TEST_P(Vectors, RoundTripsGoodFiles) {
  const auto folder = kAllVectors / GetParam() / "good";
  const auto files = files_in(folder);
  EXPECT_GT(files.size(), 10u);
  for (const auto& path : files)
    expect_detected_and_back(path);
}

INSTANTIATE_TEST_SUITE_P(All, Vectors, testing::ValuesIn(families_with_vectors()),
                         [](const auto& family) { return family.param; });

// Samples hold licences, scripts and read-me files besides: those count whose extension belongs to
// the format that is found.
TEST(Samples, RoundTripsRealFiles) {
  if (!std::filesystem::exists(kAllSamples)) GTEST_SKIP() << kNoSamples << kAllSamples;
  std::size_t count = 0;
  for (const auto& path : files_in(kAllSamples)) {
    const Bytes bytes = read_file(path);
    const auto format = detect_one({bytes, path.string()});
    if (!format || !has_extension_of(**format, path)) continue;
    ++count;
    expect_round_trip((*format)->id, bytes, path.string());
  }
  EXPECT_GT(count, 30u);
}

}  // namespace
}  // namespace anmkit::test
