// SPDX-License-Identifier: MIT
// Quick check of palettes and skins: their records are, which are few next to the
// vertices and texels that nobody has to look at (sections 9 to 11).
#include "formats/gc/quick_check.hpp"

#include "formats/gc/model/layout.hpp"
#include "formats/gc/model/records.hpp"

namespace anmkit::gc {
namespace {

template <auto Read>
bool are_sound(ByteView bytes) {
  if (bytes.size() > kLargestFile) return false;
  Diagnostics found;
  const auto file = Read(bytes, found);
  if (!file) return false;
  Findings findings(found);
  check_records(*file, findings);
  return !findings.failed();
}

}  // namespace

bool quick_check_geometry(ByteView bytes) {
  return are_sound<read_geometry>(bytes);
}
bool quick_check_skin(ByteView bytes) {
  return are_sound<read_skin>(bytes);
}
bool quick_check_textures(ByteView bytes) {
  return are_sound<read_textures>(bytes);
}

}  // namespace anmkit::gc
