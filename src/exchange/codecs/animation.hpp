// What the animation codecs share.
#pragma once

#include "anmkit/pictures.hpp"

namespace anmkit {

inline constexpr std::string_view kPicturesCode = "anmkit.PICTURES";

// Proves that there are frames, that all have one size and their pixels, and that none is too
// large.
Result<void> check_animation(const PictureAnimation& animation);

}  // namespace anmkit
