// SPDX-License-Identifier: MIT
// Poses of many characters that play on from picture to picture.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "anmkit/sampler.hpp"

namespace anmkit {

// The poses of characters are kept from one call to the next. What stands still in a clip is
// written when a character begins it, and then no more: where rotations move, that leaves two
// thirds to four fifths of the time of as many calls of Sampler::sample, and half where memory is
// waited for.
//
// Poses are what `Sampler::sample` makes, to the bit. They can be read only, as what stands still
// would not be set right again: a program that bends poses by itself copies them.
//
// Threads may read at once; one that samples is alone. Samplers need not outlive the call.
class Crowd {
 public:
  // Room for clips of so many nodes; longer ones give their first nodes. At first every pose has
  // the transforms that change nothing.
  Crowd(std::size_t characters, std::size_t nodes);

  std::size_t character_count() const { return shown_.size(); }
  std::size_t node_count() const { return nodes_; }

  struct Moment {
    const Sampler* sampler = nullptr;  // null = the character stays as it is
    double frame = 0;                  // in the clip's native rate, as for Sampler::sample
  };
  // One entry a character, from the first one on. Those that have none stay as they are; entries
  // behind the last character mean nothing. Characters of one clip are fastest side by side.
  void sample(std::span<const Moment> moments);

  // node_count() transforms; those behind the nodes of a clip are what they were before it.
  // `character` < character_count().
  std::span<const Transformf> pose(std::size_t character) const;
  // Of all characters, one behind the other.
  std::span<const Transformf> poses() const { return poses_; }

 private:
  std::size_t nodes_;
  std::vector<Transformf> poses_;
  std::vector<std::shared_ptr<const CompiledClip>> shown_;  // what a pose is of; null = of none
};

}  // namespace anmkit
