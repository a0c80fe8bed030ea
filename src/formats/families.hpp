// SPDX-License-Identifier: MIT
// The families' entries in the registry. Only registry.cpp includes this.
#pragma once

#include "anmkit/registry.hpp"

namespace anmkit {

namespace craftstudio {
Family family();
}
namespace sm64 {
Family family();
}
namespace psx {
Family family();
}
namespace gc {
Family family();
}
namespace cs2 {
Family family();
}

}  // namespace anmkit
