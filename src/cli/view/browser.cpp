// SPDX-License-Identifier: MIT
// A process of its own, that no shell reads the address for and that outlives this one.
#include "cli/view/browser.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/files/output.hpp"
#include "cli/platform/calls.hpp"

namespace anmkit::cli {
namespace {

using sys::Words;

Words command_of(std::string_view text, const std::string& url) {
  Words words;
  bool has_url = false;
  for (const auto part : std::views::split(text, ' ')) {
    std::string word(part.begin(), part.end());
    if (word.empty()) continue;
    if (const std::size_t at = word.find("%s"); at != std::string::npos) {
      word.replace(at, 2, url);
      has_url = true;
    }
    words.push_back(std::move(word));
  }
  if (!words.empty() && !has_url) words.push_back(url);
  return words;
}

std::vector<Words> commands(const std::string& url) {
  std::vector<Words> all;
  const char* wanted = std::getenv("BROWSER");
  for (const auto part : std::views::split(std::string_view(wanted ? wanted : ""), ':')) {
    Words words = command_of(std::string_view(part.begin(), part.end()), url);
    if (!words.empty()) all.push_back(std::move(words));
  }
  if (!all.empty()) return all;
  Words opener = sys::page_opener();
  opener.push_back(url);
  return {std::move(opener)};
}

// Characters that end a word or begin another part of an address are escaped. Others stay: Windows
// reads escaped letters in the code page of old programs.
std::string address_of(const std::string& file) {
  // A drive has no '/' before it.
  std::string address = file.starts_with('/') ? "file://" : "file:///";
  for (const char c : file) {
    const bool plain = std::string_view(" \"#%?").find(c) == std::string_view::npos;
    address += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned>(c));
  }
  return address;
}

}  // namespace

bool Browser::open(const std::string& url) {
  if (!make_page(url)) return false;
  for (Words& words : commands(address_of(page_.name()))) {
    process_ = sys::start_detached(std::move(words));
    if (process_ >= 0) return true;
  }
  return false;
}

// Every user of the machine can read a command line; only its owner can read this file.
bool Browser::make_page(const std::string& url) {
  const char* own = std::getenv("XDG_RUNTIME_DIR");
  std::error_code error;
  const bool has_own = own != nullptr && std::filesystem::is_directory(own, error);
  const std::filesystem::path folder =
      has_own ? sys::path_of(own) : std::filesystem::temp_directory_path(error);
  constexpr std::string_view kEnding = ".html";
  std::string name = sys::text_of(folder / "anmkit-XXXXXX") + std::string(kEnding);
  const int file = sys::make_temporary(name, static_cast<int>(kEnding.size()));
  if (file < 0) return false;
  page_.adopt(std::move(name));
  const std::string text =
      "<!DOCTYPE html><meta charset=\"utf-8\"><title>anmkit</title>"
      "<meta http-equiv=\"refresh\" content=\"0;url=" +
      url + "\"><a href=\"" + url + "\">Open the viewer</a>\n";
  const bool whole = write_all(file, to_bytes(text));
  return sys::close(file) == 0 && whole;
}

bool Browser::has_failed() {
  bool good = true;
  if (process_ < 0 || !sys::has_ended(process_, good)) return false;
  process_ = -1;
  return !good;
}

}  // namespace anmkit::cli
