// SPDX-License-Identifier: MIT
// Parts of `anmkit explain`.
#pragma once

#include "anmkit/explain.hpp"
#include "cli/arguments/arguments.hpp"

namespace anmkit::cli {

// The meanings of the words of the command line, or with --all of all codes.
int explain_codes(const Arguments& arguments);
// The fields of the files' bytes.
int explain_files(const Arguments& arguments);
// The description of a format for another program.
int explain_format(const Arguments& arguments);

// The explained file, and its name in the result.
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
