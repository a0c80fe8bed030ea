// SPDX-License-Identifier: MIT
// The files of the viewer's page that are inside of the tool, where it was built with them.
#pragma once

#include <span>
#include <string_view>

namespace anmkit::cli {

struct EmbeddedFile {
  std::string_view path;  // "index.html"
  std::string_view bytes;
};
// In the order of their paths; empty: the page is in a folder.
std::span<const EmbeddedFile> embedded_page();

}  // namespace anmkit::cli
