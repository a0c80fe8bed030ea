// The two halves of `convert` that go through a Scene.
#pragma once

#include <vector>

#include "cli/input.hpp"

namespace anmkit::cli {

// Native files to one glTF each, or, when there is one output, all clips into one.
int convert_to_gltf(std::vector<Opened>& inputs, const Arguments& arguments);

// A glTF to native files of `target`.
int convert_from_gltf(const Opened& input, const Format& target, const Arguments& arguments);

// Writes one result and says so; an exit code.
int deliver(const std::string& path, ByteView bytes, const Arguments& arguments);

// File name without folders and extension.
std::string stem_of(const std::string& path);

}  // namespace anmkit::cli
