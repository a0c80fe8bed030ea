// The parts of `convert` that make pictures, or are made of them.
#pragma once

#include <optional>

#include "anmkit/pictures.hpp"
#include "cli/input.hpp"

namespace anmkit::cli {

// True for outputs that are pictures: .png .apng .gif .webp.
bool names_picture(const std::string& path);

// One input as a picture, an animation or a sprite sheet.
int convert_to_picture(const Opened& input, const Arguments& arguments);

// Every picture inside an input as a PNG in the output folder. Empty when it has none.
std::optional<int> convert_to_folder(const Opened& input, const Arguments& arguments);

// Each input as a picture of the kind that --to names, in the output folder.
int convert_all_to_pictures(const std::vector<Opened>& inputs, const Arguments& arguments);

// A folder of numbered PNGs to a script and its pictures.
bool is_picture_folder(const Arguments& arguments);
int convert_from_folder(const Arguments& arguments);

// Animated GIF, PNG and WebP files to scripts and their pictures.
bool is_animation_input(const Arguments& arguments);
int convert_from_animation(const Arguments& arguments);

// What --canvas says; 0 x 0 without it.
struct PictureSize {
  std::uint32_t width = 0, height = 0;
};
Result<PictureSize> canvas_of(const Arguments& arguments);

// A script, and its pictures beside it.
int deliver_script(const std::string& output, const PictureScript& packed,
                   const Arguments& arguments);

}  // namespace anmkit::cli
