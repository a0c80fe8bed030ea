// SPDX-License-Identifier: MIT
// Messages from inside the sandbox, as a file that took over that process would send them: nothing
// but outputs is written, and of those what is there before stays unless it is one.
#include <fstream>
#include <iterator>
#include <map>

#include "cli/files/outside.hpp"
#include "feed.hpp"
#include "quiet.hpp"
#include "roundtrip.hpp"

namespace {

using namespace anmkit;
namespace fs = std::filesystem;

std::map<std::string, std::string> contents(const fs::path& folder) {
  std::map<std::string, std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    std::ifstream file(entry.path());
    if (entry.is_regular_file()) all[entry.path()] = {std::istreambuf_iterator<char>(file), {}};
  }
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::Home kHome("outside");
  const fs::path& home = kHome.path();
  fs::remove_all(home);
  for (const char* folder : {"in", "out", "work"})
    fs::create_directories(home / folder);
  std::ofstream(home / "in/file") << "input";
  std::ofstream(home / "out/.kept") << "kept";
  std::ofstream(home / "work/1") << "made";
  fs::create_symlink("../in", home / "out/link");
  const cli::OutputRules rules{{home / "out/", home / "in/one.glb"},
                               {.force = true, .durable = false, .below = home / "out/"}};
  const std::vector<cli::Workplace> places{{home / "out", home / "work"}};
  {
    cli::Placing placing(rules, places);
    fuzz::Feed feed(data, size);
    for (int count = 0; !feed.empty() && count < 8; ++count) {
      // A byte of 1 is the folder of it all.
      std::string message;
      for (const std::byte byte : feed.part())
        message +=
            byte == std::byte{1} ? home.string() + "/" : std::string(1, static_cast<char>(byte));
      const auto done = placing.answer(message);
      fuzz::require(done || !done.error().message.empty(), "a refusal has a reason", "outside");
    }
  }
  for (const auto& [path, content] : contents(home)) {
    const bool own =
        path == home / "in/file" || path == home / "out/.kept" || path == home / "work/1";
    const bool output = path.starts_with((home / "out/").string()) || path == home / "in/one.glb" ||
                        path.starts_with((home / "in/one").string());
    fuzz::require(own || output, "outputs are where they may be", "outside");
  }
  const auto all = contents(home);
  fuzz::require(all.at(home / "in/file") == "input" && all.at(home / "out/.kept") == "kept",
                "what is no output stays", "outside");
  return 0;
}
