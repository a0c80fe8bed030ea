// SPDX-License-Identifier: MIT
// The examples of every family come back byte for byte, from their documents and from their dumps,
// and nothing in them is an error.
#include "support.hpp"

namespace anmkit::test {
namespace {

TEST(Examples, RoundTrip) {
  std::size_t count = 0;
  for (const auto& path : files_in(ANMKIT_EXAMPLES_DIR)) {
    const std::string end = path.extension().string();
    if (end == ".py" || end == ".cpp" || end == ".md" || end == ".png" || end == ".txt") continue;
    const Bytes bytes = read_file(path);
    const auto format = detect_one({bytes, path.string()});
    if (!format) continue;
    ++count;
    SCOPED_TRACE(path);
    expect_round_trip((*format)->id, bytes, path.string());
    for (const Diagnostic& found : check(*parse((*format)->id, bytes, path.string())))
      EXPECT_NE(found.severity, Severity::error) << found.code << " " << found.message;
  }
  EXPECT_GE(count, 12u);
}

}  // namespace
}  // namespace anmkit::test
