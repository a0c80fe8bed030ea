// SPDX-License-Identifier: MIT
// Options about images, and the images among the files of a folder.
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

// By the extension alone.
bool is_picture_name(const std::string& path);

// The images that a request makes into a file that shows them: files that are named as images,
// or those of a folder with its frames.json. Empty when the inputs are no images.
std::optional<std::vector<std::string>> picture_inputs(const Arguments& arguments,
                                                       const ConvertRequest& request);

}  // namespace anmkit::cli
