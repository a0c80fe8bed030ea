// SPDX-License-Identifier: MIT
// The ways back, from JSON and from scenes, are a quarter of the library. What only shows files is
// built without them (ANMKIT_NO_WAYS_BACK), and without the quick looks whether files are sound;
// formats then say that they cannot do that.
#pragma once

#include "anmkit/registry.hpp"

namespace anmkit {

template <class Function>
consteval Function* way_back([[maybe_unused]] Function* function) {
#ifdef ANMKIT_NO_WAYS_BACK
  return nullptr;
#else
  return function;
#endif
}
// registry.cpp: the error of a scene (check_scene) or of the index of its clip.
Result<void> check_import(const FromScene& from);
// Of Format::from_scene: no format sees a scene that is refused, whoever calls it.
template <auto kImport>
Result<Bytes> import_checked(const FromScene& from, const Context& context,
                             ConversionReport& report) {
  if (auto sound = check_import(from); !sound) return std::unexpected(std::move(sound.error()));
  return kImport(from, context, report);
}
template <auto kImport>
consteval auto scene_import() {
  return way_back(&import_checked<kImport>);
}
// Of Format::passes_quick_check.
template <class Function>
consteval Function* look(Function* function) {
  return way_back(function);
}

}  // namespace anmkit
