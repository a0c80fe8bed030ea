// SPDX-License-Identifier: MIT
// Fields of the family's files.
#pragma once

#include "describe/description.hpp"

namespace anmkit::gc {

Description bank_description();
Description compact_description();
Description actor_description();
Description archive_description();
Description geometry_description();
Description skin_description();
Description texture_description();

}  // namespace anmkit::gc
