// SPDX-License-Identifier: MIT
// The parts of `convert` that make pictures, or are made of them.
#pragma once

#include <optional>

#include "cli/input.hpp"
#include "core/pictures.hpp"

namespace anmkit::cli {

// True for outputs that are pictures: .png .apng .gif .webp.
bool names_picture(const std::string& path);

// Documents that show or hold pictures, when the output asks for them. Empty when it does not.
std::optional<int> convert_pictures(const std::vector<Opened>& inputs, CompanionPool& pool,
                                    const Arguments& arguments);

// A folder of numbered PNGs, in order, to a file that shows them and what it needs.
bool is_picture_folder(const Arguments& arguments);
int convert_from_folder(const Arguments& arguments);

// Animated GIF, PNG and WebP files to files that show their pictures.
bool is_animation_input(const Arguments& arguments);
int convert_from_animation(const Arguments& arguments);

// The format made of pictures that --to or the output's name means; null when neither means one.
const Format* made_of_pictures(const Arguments& arguments);
bool has_extension(const std::string& path, const Format& format);

// What --canvas says; 0 x 0 without it.
struct PictureSize {
  std::uint32_t width = 0, height = 0;
};
Result<PictureSize> canvas_of(const Arguments& arguments);

// A file that shows the pictures, and those it needs beside it.
int deliver_sequence(const PictureSequence& sequence, const std::string& source, const Format& to,
                     const std::string& output, const Arguments& arguments);

}  // namespace anmkit::cli
