// SPDX-License-Identifier: MIT
// The bytes of each key of a clip. Found by trying: a field is changed a little, the
// file is read again, and the keys that are others now are those that the field makes. So it
// contains for every format, and for what comes between bytes and keys.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "anmkit/convert.hpp"
#include "anmkit/explain.hpp"

namespace anmkit {

struct ClipKey {
  std::uint32_t track = 0, key = 0;
  bool operator==(const ClipKey&) const = default;
};

class KeyOrigins {
 public:
  // Borrows all of it. `clip`: an index inside the file. The error is that of showing the file.
  static Result<KeyOrigins> make(const Parsed& file, Companions companions, const Options& options,
                                 std::size_t clip);

  // Keys that the field with this byte makes, in the order of tracks; at most `kMostKeys`. None for
  // a byte of no number, and for one without which the file cannot be read.
  static constexpr std::size_t kMostKeys = 1000;
  std::vector<ClipKey> keys_of(std::uint64_t offset) const;

  // The fields that a key is made from, those first that make the fewest other keys. Fewer when
  // that would take too long: the file is read at most some thousand times.
  struct Origin {
    Leaf leaf;
    std::size_t keys = 0;  // that it makes
  };
  std::vector<Origin> fields_of(ClipKey key) const;

 private:
  KeyOrigins(const Parsed& file, Companions companions, const Options& options, std::size_t clip,
             Clip shown, Explanation what);
  class Search;
  std::optional<Clip> shown(const Bytes& bytes) const;
  bool change(Bytes& bytes, const Leaf& leaf) const;
  std::vector<ClipKey> different(const Clip& other, std::size_t most) const;
  bool is_different(const Clip& other, ClipKey key) const;

  const Parsed* file_;
  Companions companions_;
  const Options* options_;
  std::size_t clip_;
  Clip clip_shown_;
  Explanation what_;
};

}  // namespace anmkit
