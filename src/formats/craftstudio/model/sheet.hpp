// SPDX-License-Identifier: MIT
// The one texture of a model (section 5.1), made from the images on its blocks.
#pragma once

#include "formats/craftstudio/model/looks.hpp"

namespace anmkit::craftstudio {

struct Sheet {
  Bytes png;
  std::size_t pictures = 0;  // of the scene, on it
  bool composed = false;     // not a file of the scene as it is
  std::size_t lost = 0;      // faces that show a wrong image
};

// Faces of the blocks get their place on the sheet. `known`: the texture that the scene was made
// with, which stays as it is.
Sheet make_sheet(const Scene& scene, const Pictures& pictures, std::vector<Block*>& blocks,
                 ByteView known);

}  // namespace anmkit::craftstudio
