// SPDX-License-Identifier: MIT
// Scenes with clips of every kind of track that moves nodes, and what the reference says of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>
#include <span>
#include <vector>

#include "anmkit/sampler.hpp"
#include "scene/reference.hpp"

namespace anmkit::testing {

class RandomClip {
 public:
  struct Kind {
    std::uint32_t nodes = 5;
    bool whole_frames = false;     // keys; else some lie between frames
    bool lines_only = false;       // lines, arcs and steps
    double period = 17;            // of most tracks that repeat
    std::uint32_t still_each = 3;  // a node in so many lacks a property; 0: none
    bool all_moves = false;        // no track is constant, and no pivot moves
  };

  RandomClip(std::uint32_t seed, const Kind& kind) : random_(seed), kind_(kind) {}

  void make(Scene& scene, Clip& clip) {
    scene.nodes.resize(kind_.nodes);
    for (Node& node : scene.nodes) {
      node.rest = {{number(), number(), number()},
                   normalize({number(), number(), number(), 2}),
                   {number(), number(), number()},
                   {coin() ? number() : 0, 0, 0}};
    }
    clip.duration = 40;
    for (std::uint32_t node = 0; node < kind_.nodes; ++node) {
      const double period = coin() ? kind_.period : 0;
      // One kind of rotation a node, as files have it.
      const Property turn = random_() % 4 == 0 ? Property::euler : Property::rotation;
      const Property properties[] = {Property::translation, turn, Property::scale, Property::pivot,
                                     Property::translation};
      for (const Property property : std::span(properties).first(kind_.all_moves ? 3 : 5)) {
        if (!coin()) continue;
        Track track = make_track(node, property);
        // Mostly one period for all of a node.
        track.period = random_() % 4 == 0 ? 11 : period;
        clip.tracks.push_back(std::move(track));
      }
    }
  }

 private:
  bool coin() { return kind_.still_each == 0 || random_() % kind_.still_each != 0; }
  double number() { return std::uniform_real_distribution<double>(-3, 3)(random_); }

  Interpolation interpolation(Property property) {
    const Interpolation arcs[] = {Interpolation::step,   Interpolation::slerp,
                                  Interpolation::slerp,  Interpolation::slerp_long,
                                  Interpolation::linear, Interpolation::cubic,
                                  Interpolation::squad};
    const Interpolation lines[] = {Interpolation::step, Interpolation::linear,
                                   Interpolation::linear, Interpolation::bezier,
                                   Interpolation::cubic};
    if (property == Property::rotation) return arcs[random_() % (kind_.lines_only ? 4 : 7)];
    return lines[random_() % (kind_.lines_only ? 3 : 5)];
  }

  Track make_track(std::uint32_t node, Property property) {
    Track track;
    track.node = node;
    track.property = property;
    track.interpolation = interpolation(property);
    const std::size_t keys = random_() % 7 + (kind_.all_moves ? 2 : 0);
    const bool still = random_() % 5 == 0 && !kind_.all_moves;
    double time = random_() % 5 == 0 ? -2 : static_cast<double>(random_() % 3);
    Quat last{0, 0, 0, 1};
    for (std::size_t key = 0; key < keys; ++key) {
      track.times.push_back(time);
      // Whole and other lengths, and jumps.
      time += static_cast<double>(random_() % 4) * (kind_.whole_frames || coin() ? 1 : 0.37);
      if (still && key > 0) {
        const auto stride = static_cast<std::ptrdiff_t>(track.stride());
        const std::vector<double> first(track.values.begin(), track.values.begin() + stride);
        track.values.insert(track.values.end(), first.begin(), first.end());
        continue;
      }
      if (property == Property::rotation && track.stride() != 12) put(track, last, 4);
      // Four quaternions of length 1 in squad; tangents of other curves are any numbers.
      else if (track.interpolation == Interpolation::squad)
        put(track, last, 12);
      else if (property == Property::rotation) {
        for (int i = 0; i < 4; ++i)
          track.values.push_back(number() / 9);
        put(track, last, 4);
        for (int i = 0; i < 4; ++i)
          track.values.push_back(number() / 9);
      } else {
        for (std::size_t i = 0; i < track.stride(); ++i)
          track.values.push_back(number());
      }
    }
    if (!kind_.lines_only && random_() % 6 == 0) track.ease.assign(2 * keys, 0.3);
    return track;
  }

  // Turns of any size from the last one on; never near half a turn, where rules differ.
  void put(Track& track, Quat& last, int numbers) {
    for (int i = 0; i < numbers; i += 4) {
      Quat next = last;
      do {
        next = normalize({number(), number(), number(), number()});
      } while (1 - std::fabs(dot(last, next)) < 0.01 || 1 + dot(last, next) < 0.05);
      last = next;
      track.values.insert(track.values.end(), {next.x, next.y, next.z, next.w});
    }
  }

  std::mt19937 random_;
  Kind kind_;
};

// The pose by the reference, pivots with the translations.
class Oracle {
 public:
  Oracle(const Scene& scene, const Clip& clip)
      : sampler_(scene, clip), moved_(scene.nodes.size()) {}

  const std::vector<Transform>& at(double frame) {
    sampler_.sample(frame, pose_, cursor_);
    for (std::size_t i = 0; i < moved_.size(); ++i) {
      moved_[i] = pose_[i].local;
      moved_[i].translation = moved_[i].translation + rotate(moved_[i].rotation, moved_[i].pivot);
    }
    return moved_;
  }

 private:
  ReferenceSampler sampler_;
  Pose pose_;
  std::vector<Transform> moved_;
  ReferenceSampler::Cursor cursor_;
};

inline Transform wide(const Transformf& from) {
  const auto& [rotation, place, scale] = from;
  return {.translation = {place[0], place[1], place[2]},
          .rotation = {rotation[0], rotation[1], rotation[2], rotation[3]},
          .scale = {scale[0], scale[1], scale[2]}};
}

// The largest difference, of quaternions up to their sign.
inline double apart(const Transformf& narrow, const Transform& want) {
  const Transform got = wide(narrow);
  const auto three = [](Vec3 a, Vec3 b) {
    return std::max({std::fabs(a.x - b.x), std::fabs(a.y - b.y), std::fabs(a.z - b.z)});
  };
  const auto size = [](Quat d) { return std::sqrt(dot(d, d)); };
  const double turn =
      std::min(size(got.rotation + want.rotation * -1), size(got.rotation + want.rotation));
  return std::max({three(got.translation, want.translation), three(got.scale, want.scale), turn});
}

}  // namespace anmkit::testing
