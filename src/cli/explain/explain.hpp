// SPDX-License-Identifier: MIT
// Parts of `anmkit explain`.
#pragma once

#include "anmkit/explain.hpp"
#include "cli/arguments/arguments.hpp"

namespace anmkit::cli {

// What the words of the command line, or with --all all codes, mean.
int explain_codes(const Arguments& arguments);
// What the bytes of the files are.
int explain_files(const Arguments& arguments);
// The description of a format for another program.
int explain_format(const Arguments& arguments);

// What is explained, and how the result names it.
struct Explained {
  std::string_view file, format, specification;
  ByteView bytes;
  const Explanation& what;
};
// Lines for people: a screen unless --verbose asks for all, or the one of --at.
bool write_explained_text(const Explained& explained, const Arguments& arguments, const Sink& sink);
// A page for browsers: the bytes next to the fields. Piece by piece.
bool write_explained_page(const Explained& explained, const Sink& sink);

}  // namespace anmkit::cli
