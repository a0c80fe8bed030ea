// SPDX-License-Identifier: MIT
// CLI11 without the streams of <iostream>, which it includes and nobody here writes to. Setting
// them up, and all of the locale with them, is a tenth of the time that the tool takes to start.
#pragma once

#include <istream>
#include <ostream>

#ifdef __GLIBCXX__
// What CLI11 names of it. They are never set up: CLI11's own `exit`, and options that are
// deprecated or retired, would write to them. Where the guard has another name, the header is there
// as ever.
#define _GLIBCXX_IOSTREAM 1  // NOLINT(readability-identifier-naming,bugprone-reserved-identifier)
namespace std {
extern ostream cout, cerr;
}
#endif

#include <CLI/CLI.hpp>
