// SPDX-License-Identifier: MIT
// Binary files that end before what their heads announce.
#pragma once

#include <optional>

#include "anmkit/document.hpp"

namespace anmkit::sm64 {

// The size that the head of an insertable file announces; none where it is no such head.
std::optional<std::uint64_t> insertable_size(ByteView bytes);
// The missing part; none for whole files and for other formats.
std::optional<Error> find_cut_insertable(ByteView bytes);
std::optional<Error> find_cut_dma(ByteView bytes);

}  // namespace anmkit::sm64
