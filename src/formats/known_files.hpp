// SPDX-License-Identifier: MIT
// Files that people have and that no format here reads: their names, and the next step.
#pragma once

#include <string>
#include <string_view>

#include "anmkit/result.hpp"

namespace anmkit {

// "an FBX file, which is not read; import it in Blender and export glTF (.glb)"; empty when the
// file is none of those in the table. The signature decides, or for text without one the extension
// and the first words.
std::string describe_known_file(ByteView bytes, std::string_view path);

// Extensions that many programs use (".c", ".bin", ".txt"): one alone says nothing of the content.
// With the dot, lower case.
bool is_common_extension(std::string_view extension);

}  // namespace anmkit
