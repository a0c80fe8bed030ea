// SPDX-License-Identifier: MIT
// Something to take images of: a scene at the frames of a clip, or a script at its ticks.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/render/request.hpp"
#include "convert/show.hpp"

namespace anmkit::cli {

// Moments of a clip, each shown for some ticks of a clock.
struct Moments {
  std::vector<double> frames;
  std::vector<std::int64_t> ticks;  // one per frame
  std::uint32_t ticks_per_second = 60;
  std::uint32_t loops = 0;  // 0 = for ever
};

// Messages about images that were made.
struct ShowNotes {
  std::string clip;
  std::optional<RenderCamera> camera;
};

// One thing. Several threads may draw it at once.
class Show {
 public:
  virtual ~Show() = default;
  // The frame of a still. The errors name the frames that there are.
  virtual Result<double> still(const RenderRequest& request) const = 0;
  // Those of a moving image, or `count` evenly spaced ones.
  virtual Result<Moments> moments(const RenderRequest& request,
                                  std::optional<std::size_t> count) const = 0;
  // An image of the request's size.
  virtual Result<Picture> draw(double frame) const = 0;
  virtual ShowNotes notes() const = 0;
  // Behind what is drawn; empty = transparent.
  virtual Behind background() const = 0;
};

// Of a step that would write glTF. `width`, `height`: of each image.
Result<std::unique_ptr<Show>> show_of(const Step& step, const ConvertRequest& convert,
                                      CompanionPool& companions, const RenderRequest& request,
                                      std::array<std::uint32_t, 2> size, ConversionReport& report);
// Of a glTF file.
Result<std::unique_ptr<Show>> show_of(const GltfInput& gltf, const ConvertRequest& convert,
                                      const RenderRequest& request,
                                      std::array<std::uint32_t, 2> size, ConversionReport& report);
// Of a script. Its images keep their size, unless `fit` says that they must fit into this one.
Result<std::unique_ptr<Show>> show_of(const Parsed& script, const ConvertRequest& convert,
                                      CompanionPool& companions, const RenderRequest& request,
                                      std::optional<std::array<std::uint32_t, 2>> fit,
                                      ConversionReport& report);

}  // namespace anmkit::cli
