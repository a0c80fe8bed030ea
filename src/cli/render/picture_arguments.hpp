// SPDX-License-Identifier: MIT
// What the command line says of pictures, and which files of a folder are meant as pictures.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "anmkit/convert.hpp"
#include "cli/arguments/arguments.hpp"

namespace anmkit::cli {

// RRGGBB; empty text means no colour.
Result<std::optional<std::array<std::uint8_t, 3>>> read_color(const std::string& text);

// --length, --background and --canvas; the error is one of usage.
Result<void> take_picture_arguments(const Arguments& arguments, ConvertRequest& request);

// The pictures that a request makes into a file that shows them: files that are named as pictures,
// or those of a folder with its frames.json. Empty when the inputs are no pictures.
std::optional<std::vector<std::string>> picture_inputs(const Arguments& arguments,
                                                       const ConvertRequest& request);

}  // namespace anmkit::cli
