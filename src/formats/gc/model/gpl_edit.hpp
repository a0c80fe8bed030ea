// SPDX-License-Identifier: MIT
// Import of a palette that was shown alone: objects that still show what they showed stay.
#pragma once

#include "formats/gc/model/object_writer.hpp"

namespace anmkit::gc {

// The original bytes, with new objects after them where the scene's "object3" shows something
// else, and with further ones of its other nodes.
Result<Bytes> edit_palette(const FromScene& from, const GeometryDocument& original,
                           ConversionReport& report);

// What palettes that were made from scenes say of their rounding and losses.
void tell_notes(const PaletteNotes& notes, ConversionReport& report);

}  // namespace anmkit::gc
