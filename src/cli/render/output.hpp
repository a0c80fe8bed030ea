// SPDX-License-Identifier: MIT
// Images into files, and messages about them.
#pragma once

#include <string>
#include <vector>

#include "cli/render/shows.hpp"

namespace anmkit::cli {

// A file that was made.
struct Made {
  std::string file = {}, about = {};
  std::string_view kind = kStillKind;
  std::uint32_t width = 0, height = 0;
  std::vector<double> frames = {};  // of the clip
  double seconds = 0;               // of a moving image
  ShowNotes told = {};
  std::vector<std::string> subjects = {};  // of a contact sheet
};

// The image of a still and its frame: without --frame the first at which anything is seen, which
// is reported where it is another one than the first of all.
struct Still {
  double frame = 0;
  Picture picture;
};
Result<Still> draw_still(const Show& show, const RenderRequest& request, const std::string& about);
// One image, a film strip or a moving image; the exit status.
int write_still(Show& show, const RenderRequest& request, const Arguments& arguments, Made& made);
int write_strip(Show& show, const RenderRequest& request, const Arguments& arguments, Made& made);
int write_moving(Show& show, const RenderRequest& request, const Arguments& arguments, Made& made,
                 bool shared);
// Of pixels; `made` gets their size.
int write_picture(const Picture& picture, const Arguments& arguments, Made& made);

// {"images":[...]}
std::string made_json(const std::vector<Made>& all);

}  // namespace anmkit::cli
