// SPDX-License-Identifier: MIT
// Outputs that belong together: when the second cannot be placed, the first is as it was.
#include "cli/files/staging.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/files/output.hpp"

namespace anmkit::cli {
namespace {

namespace fs = std::filesystem;

class Staging : public testing::Test {
 protected:
  Staging() {
    std::string name = (fs::temp_directory_path() / "staging-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~Staging() override { fs::remove_all(folder_); }

  std::string at(const char* name) const { return (folder_ / name).string(); }
  void put(const char* name, const std::string& text) const { std::ofstream(at(name)) << text; }
  std::string get(const char* name) const {
    std::ifstream file(at(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::size_t count() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  std::vector<StagedFile> two(bool force) const {
    forget_outputs();
    std::vector<StagedFile> files;
    for (const char* name : {"first", "second"}) {
      auto staged = StagedFile::write(at(name), in_one_piece(as_bytes("new")), {.force = force});
      if (staged) files.push_back(std::move(*staged));
    }
    return files;
  }

  fs::path folder_;
};

TEST_F(Staging, RenamesFilesAfterAllAreWritten) {
  auto files = two(false);
  ASSERT_EQ(files.size(), 2u);
  EXPECT_FALSE(fs::exists(at("first")));
  EXPECT_TRUE(place_all(files));
  EXPECT_EQ(get("first") + get("second"), "newnew");
  files.clear();
  EXPECT_EQ(count(), 2u);
}

TEST_F(Staging, FailureRestoresReplacedFiles) {
  put("first", "old");
  auto files = two(true);
  ASSERT_EQ(files.size(), 2u);
  fs::create_directories(at("second") + "/full");
  const auto placed = place_all(files);
  ASSERT_FALSE(placed);
  EXPECT_EQ(placed.error().path, at("second"));
  EXPECT_EQ(get("first"), "old");
  files.clear();
  EXPECT_EQ(count(), 2u);
}

TEST_F(Staging, FailureDeletesNewFiles) {
  for (const bool force : {false, true}) {
    auto files = two(force);
    ASSERT_EQ(files.size(), 2u);
    fs::create_directories(at("second") + "/full");
    EXPECT_FALSE(place_all(files));
    EXPECT_FALSE(fs::exists(at("first")));
    files.clear();
    EXPECT_EQ(count(), 1u);
    fs::remove_all(at("second"));
  }
}

TEST_F(Staging, KeepsAFileThatAppearsWithoutForce) {
  auto files = two(false);
  put("second", "precious");
  EXPECT_FALSE(place_all(files));
  EXPECT_EQ(get("second"), "precious");
  EXPECT_FALSE(fs::exists(at("first")));
}

TEST_F(Staging, WritesEachOutputOncePerRun) {
  const auto write = [&](const std::string& path) {
    return write_output(path, in_one_piece(as_bytes("new")), {.force = true});
  };
  forget_outputs();
  ASSERT_TRUE(write(at("one")));
  fs::create_directory(at("folder"));
  fs::create_symlink("one", at("link"));
  for (const char* same : {"one", "./one", "folder/../one", "link"}) {
    const auto again = write(at(same));
    ASSERT_FALSE(again) << same;
    EXPECT_EQ(again.error().code, kSameName) << same;
  }
  EXPECT_TRUE(write("/dev/null"));
  EXPECT_TRUE(write("/dev/null"));
  forget_outputs();
  EXPECT_TRUE(write(at("one")));
}

}  // namespace
}  // namespace anmkit::cli
