// SPDX-License-Identifier: MIT
// Quick check of DMA tables, without taking them apart (Format::passes_quick_check).
#pragma once

#include "anmkit/result.hpp"

namespace anmkit::sm64 {

// The layout that tools write and no other: header, index, values, to the entry's end; variants of
// one data set have their headers before the same tables.
bool quick_check_dma(ByteView bytes);

}  // namespace anmkit::sm64
