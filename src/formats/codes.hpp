// SPDX-License-Identifier: MIT
// The tables of codes that the folders of the families hold. Only codes.cpp puts them together.
#pragma once

#include "anmkit/registry.hpp"

namespace anmkit {

namespace craftstudio {
std::span<const CodeInfo> codes();
}
namespace sm64 {
std::span<const CodeInfo> codes();
}
namespace psx {
std::span<const CodeInfo> codes();
}
namespace gc {
std::span<const CodeInfo> codes();
}
namespace cs2 {
std::span<const CodeInfo> codes();
}

}  // namespace anmkit
