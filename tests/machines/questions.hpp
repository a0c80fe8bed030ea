// SPDX-License-Identifier: MIT
// Questions with the same answer on every machine: each makes bytes of one file.
#pragma once

#include <functional>
#include <string_view>

#include "anmkit/convert.hpp"

namespace anmkit::machines {

// A file, and the files around it.
struct Asked {
  const Opened& file;
  const Neighbourhood& around;
};
// Takes the name of a question and bytes of its answer; more of them may follow.
using Answer = std::function<void(std::string_view question, ByteView bytes)>;

// numbers.cpp: what sums, functions and texts of numbers come to.
void ask_about_numbers(const Answer& answer);
// files.cpp: facts, findings, the dump, the bytes of writing and of building, ticks, images.
void ask_about_file(const Asked& asked, const Answer& answer);
// scenes.cpp: poses, images of them, the .glb and every file that can be made from it.
void ask_about_scene(const Asked& asked, const Answer& answer);

// The finding itself is an answer where there is no other.
void answer_error(std::string_view question, const Error& error, const Answer& answer);

}  // namespace anmkit::machines
