// SPDX-License-Identifier: MIT
// Fields of the family's files.
#pragma once

#include "describe/description.hpp"

namespace anmkit::psx {

Description anm_description();
Description anc_description();
Description tmd_description();
Description tim_description();
Description pak_description();

}  // namespace anmkit::psx
