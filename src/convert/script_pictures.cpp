// SPDX-License-Identifier: MIT
// The images that a script shows.
#include "convert/playback_pictures.hpp"
#include "convert/show.hpp"

namespace anmkit {
namespace {

// The extensions of image files in a format's family, for messages.
std::string picture_endings(const Format& format) {
  std::string endings;
  for (const Family& family : families()) {
    if (family.id != format.family) continue;
    for (const Format& one : family.formats) {
      if (!one.abilities.pictures) continue;
      endings += (endings.empty() ? "" : " or ") + std::string(one.extensions.front());
    }
  }
  return endings;
}

}  // namespace

Result<std::vector<StoredPicture>> script_pictures(const Parsed& script, Companions companions) {
  for (const Companion& companion : companions) {
    if (companion.document == nullptr) continue;
    auto pictures = companion.document->pictures({});
    if (pictures || pictures.error().code != kUnsupported) return pictures;
  }
  return fail(std::string(kUnsupported), "the images of this " + std::string(script.format->title) +
                                             " are missing; name their file (" +
                                             picture_endings(*script.format) + ") with --with");
}

}  // namespace anmkit
