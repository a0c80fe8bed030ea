// SPDX-License-Identifier: MIT
// PNG files of eight bits per channel RGBA, in every build; what codecs write is smaller.
#pragma once

#include "anmkit/document.hpp"
#include "core/bytes.hpp"

namespace anmkit {

// A chunk with its length and checksum.
void put_png_chunk(BigWriter& out, std::string_view type, ByteView payload);

// The same pixels give the same bytes. The image has at least one pixel, and all it should have.
Bytes write_png(const Picture& picture);

}  // namespace anmkit
