// SPDX-License-Identifier: MIT
// Finding the viewer's page in the tool or from where that is, and keeping to its folder.
#include "cli/view/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "cli/files/storage.hpp"
#include "cli/platform/calls.hpp"
#include "cli/view/embedded_page.hpp"
#include "core/bytes.hpp"
#include "core/letters.hpp"
#include "core/paths.hpp"

namespace anmkit::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = R"(<meta name="anmkit-files" content="api/files">)";

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

// After the tag that opens the head; npos when there is none.
std::size_t behind_head(std::string_view page) {
  const std::string small = lowered(page);
  for (std::size_t at = small.find("<head"); at != small.npos; at = small.find("<head", at + 1)) {
    const std::size_t next = at + 5;
    if (next >= small.size() || (small[next] != '>' && small[next] != ' ' && small[next] != '\n'))
      continue;
    const std::size_t end = small.find('>', next);
    return end == small.npos ? end : end + 1;
  }
  return std::string_view::npos;
}

std::unexpected<Error> no_page(std::string message) {
  return fail(std::string(kCannotRead), std::move(message));
}

}  // namespace

Result<ViewPage> ViewPage::find() {
  fs::path folder;
  if (const char* wanted = std::getenv("ANMKIT_VIEWER"); wanted != nullptr && *wanted != '\0') {
    folder = sys::path_of(wanted);
    if (!is_file(folder / "index.html"))
      return no_page(fmt::format("ANMKIT_VIEWER: {} has no index.html", wanted));
  } else if (!embedded_page().empty()) {
    return ViewPage({});
  } else if (const fs::path tool = sys::program_file().parent_path(); !tool.empty()) {
    folder = tool / "../share/anmkit/viewer";
    // A tool that was not installed is in the folder of a build.
    if (!is_file(folder / "index.html") && is_file(tool / ANMKIT_BUILD_ROOT / "CMakeCache.txt"))
      folder = tool / ANMKIT_BUILD_ROOT / "../viewer";
  }
  std::error_code error;
  const fs::path real = sys::canonical(folder, error);
  if (error || !is_file(real / "index.html"))
    return no_page("the page of the viewer is not installed with this tool");
  return ViewPage(sys::text_of(real));
}

Result<std::string> ViewPage::index() const {
  auto index = part("index.html");
  if (!index) return no_page(folder_ + "/index.html cannot be read");
  std::string page = std::move(index->bytes);
  if (!index->file.empty()) {
    const auto bytes = read_path(index->file);
    if (!bytes) return std::unexpected(bytes.error());
    page = as_text(*bytes);
  }
  const std::size_t at = behind_head(page);
  if (at == std::string::npos) return no_page(folder_ + "/index.html has no <head>");
  return page.insert(at, kMark);
}

std::optional<ViewPage::Part> ViewPage::part(std::string_view path) const {
  if (folder_.empty()) {
    const auto found = std::ranges::find(embedded_page(), path, &EmbeddedFile::path);
    if (found == embedded_page().end()) return std::nullopt;
    return Part{{}, std::string(found->bytes)};
  }
  if (!is_safe_name(path)) return std::nullopt;
  std::error_code error;
  const fs::path real =
      sys::canonical(sys::path_of(folder_) / sys::path_of(std::string(path)), error);
  if (error) return std::nullopt;
  std::string whole = sys::text_of(real);
  if (!is_file(real) || !whole.starts_with(folder_ + "/")) return std::nullopt;
  return Part{std::move(whole), {}};
}

std::string_view media_type(std::string_view path) {
  using Entry = std::pair<std::string_view, std::string_view>;
  static constexpr std::array<Entry, 18> kTypes = {{
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".mjs", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".json", "application/json"},
      {".map", "application/json"},
      {".webmanifest", "application/manifest+json"},
      {".wasm", "application/wasm"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
      {".jpg", "image/jpeg"},
      {".gif", "image/gif"},
      {".webp", "image/webp"},
      {".woff", "font/woff"},
      {".woff2", "font/woff2"},
      {".txt", "text/plain; charset=utf-8"},
      {".md", "text/plain; charset=utf-8"},
  }};
  const std::string extension = lowered(extension_of(path));
  const auto found = std::ranges::find(kTypes, extension, &Entry::first);
  return found == kTypes.end() ? "application/octet-stream" : found->second;
}

}  // namespace anmkit::cli
