// SPDX-License-Identifier: MIT
// Documents as classes of their families. The library has no RTTI: the format id says which one.
#pragma once

#include "anmkit/document.hpp"

namespace anmkit {

// Null when it is of another format, or none.
template <class T>
const T* as(const Document* document, std::string_view format) {
  if (document == nullptr || document->format() != format) return nullptr;
  return static_cast<const T*>(document);
}

// The first companion of a format, or null.
template <class T>
const T* companion_of(Companions companions, std::string_view format) {
  for (const Companion& companion : companions)
    if (const T* found = as<T>(companion.document, format)) return found;
  return nullptr;
}

}  // namespace anmkit
