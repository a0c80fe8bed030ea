// SPDX-License-Identifier: MIT
// The licence, and the notices of software that is inside of the tool.
#pragma once

#include <string_view>

namespace anmkit::cli {

// Made by third-party/notices.py.
extern const std::string_view kNotices;

}  // namespace anmkit::cli
