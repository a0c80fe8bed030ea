// SPDX-License-Identifier: MIT
// A script with its images.
#pragma once

#include "convert/playback_pictures.hpp"
#include "session.hpp"

namespace anmkit::bindings {

class Script {
 public:
  Script(ImagePlayback playback, std::vector<StoredPicture> pictures)
      : playback_(std::move(playback)),
        pictures_(std::make_shared<const std::vector<StoredPicture>>(std::move(pictures))) {}

  const ImagePlayback& playback() const { return playback_; }
  const std::vector<StoredPicture>& pictures() const { return *pictures_; }
  // What the screen shows at a tick; `missing`: numbers of images that are not there.
  Result<Picture> screen(std::int64_t tick, std::vector<std::int64_t>& missing) const;

 private:
  ImagePlayback playback_;
  SharedPictures pictures_;
};

}  // namespace anmkit::bindings
