// Every good file and every real file comes back byte for byte, whatever its family. The cases with
// answers run through the real tool: tests/cli/run_vectors.py.
#include "support.hpp"

namespace anmkit::test {
namespace {

void expect_detected_and_back(const std::filesystem::path& path) {
  const Bytes bytes = read_file(path);
  const auto format = detect_one({bytes, path.string()});
  ASSERT_TRUE(format.has_value()) << path << " " << format.error().message;
  expect_round_trip((*format)->id, bytes, path.string());
}

class Vectors : public testing::TestWithParam<const char*> {};

TEST_P(Vectors, GoodFilesComeBack) {
  const auto folder = kShared / "vectors" / GetParam() / "good";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no shared vectors at " << folder;
  const auto files = files_in(folder);
  EXPECT_GT(files.size(), 10u);
  for (const auto& path : files)
    expect_detected_and_back(path);
}

INSTANTIATE_TEST_SUITE_P(All, Vectors, testing::Values("craftstudio", "cs2", "gc", "psx", "sm64"),
                         [](const auto& family) { return family.param; });

// Samples hold licences and read-me files besides: those whose format a name or bytes tell.
TEST(Samples, RealFilesComeBack) {
  const auto folder = kShared / "samples";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no shared samples at " << folder;
  std::size_t count = 0;
  for (const auto& path : files_in(folder)) {
    const Bytes bytes = read_file(path);
    const auto format = detect_one({bytes, path.string()});
    if (!format) continue;
    ++count;
    expect_round_trip((*format)->id, bytes, path.string());
  }
  EXPECT_GT(count, 30u);
}

}  // namespace
}  // namespace anmkit::test
