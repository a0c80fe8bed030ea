// SPDX-License-Identifier: MIT
// The records of model files alone, and what is wrong with them: all that decides whether a file is
// sound, without the vertices and texels between them.
#pragma once

#include "formats/gc/findings.hpp"
#include "formats/gc/model/model.hpp"

namespace anmkit::gc {

// As `parse_geometry`, `parse_skin` and `parse_textures`, and without gaps.
Result<GeometryPalette> read_geometry(ByteView bytes, Diagnostics& diagnostics);
Result<Skin> read_skin(ByteView bytes, Diagnostics& diagnostics);
Result<TexturePalette> read_textures(ByteView bytes, Diagnostics& diagnostics);

// check.cpp
void check_records(const GeometryPalette& palette, Findings& out);
void check_records(const Skin& skin, Findings& out);
void check_records(const TexturePalette& palette, Findings& out);

// check_ranges.cpp: for files without other findings.
void check_ranges(const GeometryPalette& palette, ByteView bytes, Diagnostics& out);
void check_ranges(const Skin& skin, ByteView bytes, Diagnostics& out);
void check_ranges(const TexturePalette& palette, ByteView bytes, Diagnostics& out);

}  // namespace anmkit::gc
