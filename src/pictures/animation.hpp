// SPDX-License-Identifier: MIT
// What the animation codecs share.
#pragma once

#include "core/bytes.hpp"
#include "core/pictures.hpp"

namespace anmkit {

inline constexpr std::string_view kPicturesCode = "anmkit.PICTURES";

// Proves that there are frames, that they last, and that all together are not too large.
Result<void> check_animation(const MovingPicture& animation);
// Draws one and proves that it has the animation's size and all of its pixels.
Result<Picture> frame_of(const MovingPicture& animation, std::size_t frame);

// Proves that a file of this length can hold so many frames, before memory is taken for them.
Result<void> check_promise(ByteView file, std::uint64_t width, std::uint64_t height,
                           std::uint64_t frames, std::string_view code);

// By what they are; `decode_animation` chooses.
Result<PictureAnimation> decode_apng(ByteView file);
Result<PictureAnimation> decode_gif(ByteView file);
Result<PictureAnimation> decode_webp(ByteView file);
// Eight bits a channel, grey or colour, with Huffman codes. Code anmkit.JPEG.
Result<Picture> decode_jpeg(ByteView file);

}  // namespace anmkit
