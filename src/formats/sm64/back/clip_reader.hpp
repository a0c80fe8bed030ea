// SPDX-License-Identifier: MIT
// The reader of one clip, split over clip_reader.cpp (its header and frames), clip_samples.cpp and
// clip_losses.cpp.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "formats/sm64/back/clip.hpp"
#include "formats/sm64/back/extras.hpp"
#include "formats/sm64/findings.hpp"
#include "import/unedited.hpp"

namespace anmkit::sm64 {

// Below these a part does not move either.
inline constexpr double kSamePlace = unedited::kSm64Clip.place;
inline constexpr double kSameScale = unedited::kSm64Clip.scale;

class ClipReader {
 public:
  ClipReader(const ClipRequest& request, const Options& options, ConversionReport& report)
      : request_(request),
        clip_(request.clip),
        before_(request.before),
        extras_(read_extras(request.clip.extras)),
        keys_(before_ == nullptr && clip_.extras.empty() ? request.keys : nullptr),
        options_(options),
        findings_(report.diagnostics),
        ours_(before_ != nullptr || extras_.ours || request.facts.ours || request.on_skeleton),
        order_(order_parts(request.scene, request.moved, ours_, parts_wanted(), request.layout,
                           findings_)),
        walk_(request.scene, clip_, order_) {}

  Result<ClipBack> run();

 private:
  // clip_reader.cpp
  std::size_t parts_wanted() const;
  const Header* old_header() const;
  Result<void> start();
  void make_header(Header& h);
  std::int16_t loop_start(const Header& h) const;
  void move_loop(Header& h);
  void cut_header(Header& h) const;
  std::optional<std::int16_t> known_end() const;
  Result<void> count_frames();
  bool ends_anew(std::size_t last);
  bool has_same_pose(std::size_t frame, std::size_t other);
  std::size_t told_frames(std::size_t frames) const;
  void play();
  Vec3 moved(std::size_t frame, std::size_t part) const;
  double farthest(std::size_t part) const;
  double most_scaled(std::size_t part) const;
  void finish_header();
  void add_channels(Motion& motion) const;
  std::int16_t y_trans_of_motion() const;

  // clip_samples.cpp
  Result<void> channels();
  std::uint16_t old_sample(std::size_t channel, std::size_t frame) const;
  void rotation(std::size_t part);
  Result<void> translation(std::size_t part, std::size_t axis, std::size_t channel);
  Result<void> scale(std::size_t part, std::size_t axis, std::size_t channel);
  Result<void> store(double value, std::size_t channel, std::uint16_t& to) const;
  void keep_hidden(std::size_t axis);
  void drop_hidden(std::size_t axis);
  bool is_same() const;

  // clip_losses.cpp
  void report_unseen();
  void report_losses();
  void report_sizes();
  bool does_nothing(std::uint32_t node) const;
  void lost(const std::string& name, std::string_view what, const std::string& how,
            std::string_view why);

  const ClipRequest& request_;
  const Clip& clip_;
  const Before* before_;
  ClipExtras extras_;
  const Fast64Clip* keys_;  // null where the original or the extras tell
  const Options& options_;
  Findings findings_;
  bool ours_;
  PartOrder order_;
  PartWalk walk_;
  HalfAngles angles_;
  ClipBack back_;
  std::size_t frames_ = 0;
  double factor_ = 1;
  std::vector<std::vector<Transform>> poses_;  // of each frame
};

}  // namespace anmkit::sm64
