// SPDX-License-Identifier: MIT
// Scenes and images of files, for programs that show them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "anmkit/project.hpp"
#include "core/pictures.hpp"

namespace anmkit {

// to_gltf.cpp: the scene that the step would write, in its file's own axes and unit. Errors that a
// check of the files finds are reported, or ignored: a page shows its first image without checks.
enum class Flaws : std::uint8_t { report, ignore };
Result<Scene> show_scene(const step::ToGltf& step, const ConvertRequest& request,
                         CompanionPool& companions, ConversionReport& report,
                         Flaws flaws = Flaws::report);

// subject.cpp: a subject's files opened, and the step that shows them.
using UseStep = std::function<Result<void>(const Step& step, const ConvertRequest& request,
                                           CompanionPool& companions)>;
Result<void> with_subject(const Subject& subject, const ConvertRequest& request,
                          const std::shared_ptr<Folders>& folders, const UseStep& use);

// Ticks of a script; the last one is shown as well.
struct TickRange {
  std::int64_t first = 0, last = 0;
};
// script_pictures.cpp: those of the first companion that has any.
Result<std::vector<StoredPicture>> script_pictures(const Parsed& script, Companions companions);
// film.cpp: what a script shows: what plays for ever, or else all of it; or these ticks.
Result<MovingPicture> show_script(const Parsed& script, const ConvertRequest& request,
                                  CompanionPool& companions, ConversionReport& report,
                                  std::optional<TickRange> ticks = {});

// show_textures.cpp: an image for each image that a material shows; empty where it cannot be
// decoded, which is reported, where it is stored as pixels, and where an earlier image has the same
// bytes, so that they are decoded once. The error anmkit.LIMIT: more pixels than `most_pixels`
// together.
Result<std::vector<Picture>> decode_textures(const Scene& scene, std::uint64_t most_pixels,
                                             Diagnostics& notes);

}  // namespace anmkit
