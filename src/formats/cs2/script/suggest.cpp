// SPDX-License-Identifier: MIT
// The nearest known word by edit distance.
#include "formats/cs2/script/suggest.hpp"

#include "formats/cs2/script/tokens.hpp"

namespace anmkit::cs2 {

bool one_slip(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) return one_slip(b, a);
  if (a.size() < 2 || b.size() < 3 || b.size() - a.size() > 1) return false;
  std::size_t same = 0;
  while (same < a.size() && same_name(a.substr(same, 1), b.substr(same, 1)))
    ++same;
  a.remove_prefix(same);
  b.remove_prefix(same);
  if (b.size() != a.size()) return same_name(a, b.substr(1));
  if (a.empty()) return false;
  const bool swapped = a.size() > 1 && same_name(a.substr(0, 1), b.substr(1, 1)) &&
                       same_name(a.substr(1, 1), b.substr(0, 1));
  return same_name(a.substr(1), b.substr(1)) || (swapped && same_name(a.substr(2), b.substr(2)));
}

}  // namespace anmkit::cs2
