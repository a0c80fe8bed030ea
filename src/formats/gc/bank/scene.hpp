// SPDX-License-Identifier: MIT
// Shared parts of exports to scenes and imports from them.
#pragma once

#include <string_view>
#include <vector>

#include "anmkit/scene.hpp"
#include "formats/gc/bank/clip_notes.hpp"
#include "formats/gc/bones.hpp"

namespace anmkit::gc {

// A track that holds one value.
anmkit::Track constant(std::uint32_t node, Property property, std::vector<double> value);
// The part of a clip that an engine with ticks shows (section 6.1).
FramePlayback play_ticks(const Clip& clip, const PlayRequest& request, double speed);

// The readings of section 12, items 4, 5 and 7.
struct Readings {
  explicit Readings(const Options& options)
      : rest_once(options.text("rest") == "once"),
        library_ease(options.text("ease") == "library"),
        rate(rate_of(options)) {}
  bool rest_once, library_ease;
  double rate;
};

// The clips of a bank for given nodes (section 6.5); `rests` has one entry per node.
// False when so many nodes share a number that copies of the keys would outgrow the bank.
bool add_clips(const Bank& bank, const std::vector<Rest>& rests, Readings readings, Scene& scene);

// from_scene.cpp
std::shared_ptr<const void> find_bank_facts(const FromScene& from, const Context& context);
Result<Bytes> bank_from_scene(const FromScene& from, const Context& context,
                              ConversionReport& report);
// actor/from_scene.cpp
Result<Bytes> actor_from_scene(const FromScene& from, const Context& context,
                               ConversionReport& report);

}  // namespace anmkit::gc
