// SPDX-License-Identifier: MIT
// Any words as a command line of the tool, in an empty folder: never a crash, a documented status,
// and nothing is made where nothing was there to read. Words end with a zero byte.
#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "quiet.hpp"
#include "roundtrip.hpp"

namespace {

using namespace anmkit;
namespace fs = std::filesystem;

std::vector<std::string> words_of(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> words = {"anmkit", ""};
  for (std::size_t i = 0; i < size && words.size() < 24; ++i) {
    const char c = static_cast<char>(data[i]);
    // All paths stay in the folder.
    if (c == '\0')
      words.emplace_back();
    else
      words.back() += c == '/' ? '_' : c;
  }
  return words;
}

// `view` serves until somebody stops it; the sandbox would hold for all further runs as well.
bool is_left_out(const std::vector<std::string>& words) {
  return std::ranges::any_of(words, [](const std::string& word) {
    return word == "view" || word.starts_with("--sandbox") || word == "-" || word == "..";
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::Home kHome("words");
  std::vector<std::string> words = words_of(data, size);
  if (is_left_out(words)) return 0;
  fs::current_path(kHome.path());
  fuzz::Quiet quiet;
  const int status = fuzz::run_tool(words);
  const std::string printed = quiet.finish();
  fuzz::require(status >= 0 && status <= 3, "the status is documented", "words");
  for (const auto& entry : fs::directory_iterator(kHome.path())) {
    // A report and a page of codes are made from nothing as well.
    fuzz::require(status == 0 || entry.is_regular_file(), "what fails makes nothing", "words");
    fs::remove_all(entry.path());
  }
  return 0;
}
