// SPDX-License-Identifier: MIT
// The web page of the viewer: where it is, and which files may be read.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "anmkit/result.hpp"

namespace anmkit::cli {

class ViewPage {
 public:
  // $ANMKIT_VIEWER, what is inside of the tool or installed with it, or what was built next to it.
  // The error names the command that builds a page.
  static Result<ViewPage> find();

  // The page itself, with the address of the list of files.
  Result<std::string> index() const;
  // A file of the page ("app.js", "fonts/a.woff2"): where it is, or its bytes. Nothing for what is
  // not inside of the folder, however it is written or linked.
  struct Part {
    std::string file, bytes;
  };
  std::optional<Part> part(std::string_view path) const;

 private:
  explicit ViewPage(std::string folder) : folder_(std::move(folder)) {}
  std::string folder_;  // without links; empty: the page is inside of the tool
};

// Content-Type by extension.
std::string_view media_type(std::string_view path);

}  // namespace anmkit::cli
