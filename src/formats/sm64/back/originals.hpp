// SPDX-License-Identifier: MIT
// The animations that a scene's clips were before: those of the files it says it was made from.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "formats/sm64/back/extras.hpp"
#include "formats/sm64/back/part_walk.hpp"

namespace anmkit::sm64 {

struct Before {
  const MotionDocument* document = nullptr;
  std::size_t place = 0;  // of the animation in the document
  Motion motion;
};

class Originals {
 public:
  Originals(const FromScene& from, const SceneFacts& facts, const Options& options);

  // Null when the clip is new.
  const Before* find(std::string_view clip) const;
  // All animations of a document, in its order.
  std::vector<const Before*> all_of(const MotionDocument& document) const;

 private:
  void add(const MotionDocument& document, std::span<const std::string> clips,
           Companions companions, const Options& options);

  std::vector<std::unique_ptr<Before>> before_;
  std::map<std::string, Before*, std::less<>> by_clip_;
};

// The options with which the file was read when the scene was made from it: what the user says now,
// else what the clips remember.
Options reading_options(const Scene& scene, const SceneFacts& facts, const Options& options);

// The first steps of every file that is made from a scene.
struct ImportFacts {
  ImportFacts(const FromScene& from, const Options& user)
      : scene(read_scene_facts(from.scene.extras)),
        options(reading_options(from.scene, scene, user)),
        originals(from, scene, options),
        moved(moved_nodes(from.scene)) {}

  SceneFacts scene;
  Options options;  // as the file was read
  Originals originals;
  std::vector<bool> moved;  // nodes that any clip has tracks of
};

}  // namespace anmkit::sm64
