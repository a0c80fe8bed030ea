// SPDX-License-Identifier: MIT
// The ways back, from JSON and from scenes, are a quarter of the library. What only shows files is
// built without them (ANMKIT_NO_WAYS_BACK), and without the quick looks whether files are sound;
// formats then say that they cannot do that.
#pragma once

namespace anmkit {

template <class Function>
consteval Function* way_back([[maybe_unused]] Function* function) {
#ifdef ANMKIT_NO_WAYS_BACK
  return nullptr;
#else
  return function;
#endif
}
// Of Format::is_sound.
template <class Function>
consteval Function* look(Function* function) {
  return way_back(function);
}

}  // namespace anmkit
