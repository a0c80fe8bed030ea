// SPDX-License-Identifier: MIT
// Names that C accepts.
#pragma once

#include <string>
#include <string_view>

namespace anmkit {

// Letters, digits and '_', no digit first.
bool is_c_name(std::string_view text);

// A name for a definition at file scope: `text` where it is one, else as like it as can be.
// Characters outside ASCII become their number ("u8D70"), others '_'; keywords, names that
// compilers keep for themselves and names without a letter get "anim_" in front.
std::string c_name(std::string_view text);

}  // namespace anmkit
