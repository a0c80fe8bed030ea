// SPDX-License-Identifier: MIT
// Clips that are shown one after the other, as one thing.
#pragma once

#include <string>
#include <vector>

#include "cli/render/shows.hpp"

namespace anmkit::cli {

class Reel final : public Show {
 public:
  // Draws a show. The errors are those of drawing, images of another size than the ones
  // before, and more pixels than one animated image has.
  Result<void> add(const Show& show, const RenderRequest& request);
  bool empty() const { return pictures_.empty(); }

  Result<double> still(const RenderRequest&) const override { return 0; }
  Result<Moments> moments(const RenderRequest&, std::optional<std::size_t>) const override {
    return moments_;
  }
  // `frame`: the number of the image.
  Result<Picture> draw(double frame) const override {
    return pictures_[static_cast<std::size_t>(frame)];
  }
  ShowNotes notes() const override { return {}; }
  Behind background() const override { return background_; }

 private:
  std::vector<Picture> pictures_;
  Moments moments_;
  Behind background_;  // of the first show
};

}  // namespace anmkit::cli
