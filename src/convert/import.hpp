// SPDX-License-Identifier: MIT
// Data that the steps of one glTF file share, made once: the scene in the target's axes and unit,
// and the files that it says it was made from, parsed.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "anmkit/convert.hpp"
#include "convert/provenance.hpp"
#include "convert/retarget_scene.hpp"

namespace anmkit {

// The files inside a glTF that the result may replace.
class Originals {
 public:
  Originals(const Scene& scene, const Format& target, const Options& options);

  // The document that a clip of this name comes from; null when there is none.
  const Document* of(std::string_view clip) const;
  // All documents of the target's family.
  std::span<const Origin> all() const { return origins_; }
  // Whether the scene names no file as its source.
  bool none() const { return sources_.empty(); }

 private:
  std::vector<SceneSource> sources_;
  std::vector<DocumentPtr> documents_;  // by source; null: of another family, or broken
  std::vector<Origin> origins_;
  std::map<std::string_view, const Document*> by_clip_;  // of the target's own format
  const Document* first_ = nullptr;                      // of that format
};

// Everything that a step needs besides its clip.
struct ReadyImport {
  std::vector<Companion> beside;
  Originals originals;
  Frame frame;
  std::optional<TargetSkeleton> skeleton;  // that the motion is put on, clip by clip
  std::shared_ptr<const Scene> scene;      // else the scene in the target's frame
  std::shared_ptr<const void> facts;       // Format::find_facts
  Diagnostics notes;                       // findings of making these
};

struct Import {
  const GltfInput* input;
  std::shared_ptr<const Scene> scene;  // with the clips as the request wants them
  const Format* target;
  bool cut;  // the clips are parts of those that the file contains
  std::optional<Result<ReadyImport>> ready = {};
};

// Makes the files that are not made yet.
const Result<ReadyImport>& make_ready(Import& import, const ConvertRequest& request,
                                      const CompanionPool& companions);

}  // namespace anmkit
