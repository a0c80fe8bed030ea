// What each family's folder gives to the registry. Only registry.cpp includes this.
#pragma once

#include "anmkit/registry.hpp"

namespace anmkit {

namespace craftstudio {
Family family();
}
namespace cs2 {
Family family();
}

}  // namespace anmkit
