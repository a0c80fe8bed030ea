// SPDX-License-Identifier: MIT
// Names of Mario's animations: their files number them, a header of the code base names the
// numbers.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "formats/sm64/document.hpp"

namespace anmkit::sm64 {

class ClipNames {
 public:
  ClipNames() = default;
  // Of a header with MARIO_ANIM_... enumerators; others name nothing.
  explicit ClipNames(const CFile& header);
  // Of the companions, the first header that names any.
  static ClipNames among(Companions companions);

  // "anim_48" -> "MARIO_ANIM_RUNNING", whatever is not named stays as it is.
  std::string of(const std::string& name) const;

 private:
  std::map<std::size_t, std::string> names_;
};

}  // namespace anmkit::sm64
