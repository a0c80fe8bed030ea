// SPDX-License-Identifier: MIT
// Videos, made by the program ffmpeg where there is one.
#pragma once

#include <functional>
#include <string>

#include "anmkit/document.hpp"
#include "cli/files/temporaries.hpp"
#include "cli/render/request.hpp"

namespace anmkit::cli {

// Hands out images of one size, one after the other; empty after the last.
using NextPicture = std::function<Result<std::optional<Picture>>()>;

// A file next to `beside`. Errors: kCannotWrite, kUnsupported when there is no ffmpeg, and those of
// `next`.
Result<TemporaryFile> encode_video(std::string_view kind, const std::string& beside, double fps,
                                   std::uint32_t width, std::uint32_t height,
                                   const NextPicture& next);

}  // namespace anmkit::cli
