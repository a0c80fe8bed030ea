// SPDX-License-Identifier: MIT
// Import of a palette that was shown alone: objects that look the same stay.
#pragma once

#include "formats/gc/model/object_writer.hpp"

namespace anmkit::gc {

// The original bytes, with new objects after them where the scene's "object3" shows something
// else, and with further ones of its other nodes.
Result<Bytes> edit_palette(const FromScene& from, const GeometryDocument& original,
                           ConversionReport& report);

// The report of rounding and losses of palettes that were made from scenes.
void tell_notes(const PaletteNotes& notes, ConversionReport& report);

}  // namespace anmkit::gc
