// SPDX-License-Identifier: MIT
// Fills in tables of fields out of line, where that is not done ahead.
#include "describe/description.hpp"

#ifndef __wasm__
#include "describe/tables.hpp"
#endif
