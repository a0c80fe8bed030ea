// SPDX-License-Identifier: MIT
// From a BVH text to a scene. Memory is bounded by the text: counts in it reserve nothing.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

#include "core/counted.hpp"
#include "core/findings.hpp"
#include "core/json.hpp"
#include "core/letters.hpp"
#include "core/limits.hpp"
#include "core/listing.hpp"
#include "core/portable.hpp"
#include "exchange/bvh/bvh.hpp"
#include "exchange/bvh/words.hpp"

namespace anmkit {
namespace {

constexpr std::string_view kBad = "anmkit.BVH-READ";

// In the order of Channel.
constexpr std::array<std::string_view, 6> kChannels = {"Xposition", "Yposition", "Zposition",
                                                       "Xrotation", "Yrotation", "Zrotation"};
constexpr std::size_t kPositions = 3;  // the first ones

double& component(Vec3& v, std::size_t axis) {
  return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

Quat about(std::size_t axis, double degrees) {
  Vec3 direction;
  component(direction, axis) = 1;
  return from_axis_angle(direction, to_radians(degrees));
}

// Files round the time of a frame: 0.0333333 is 30 frames per second, 0.0417083 is 24000/1001. Few
// digits mean a usual rate (24, 25, 30, 60, 120 ...), if that is near. `digits`: after the point.
double rate_of(double seconds, std::size_t digits) {
  double last_digit = digits < 3 ? 0 : 1;
  for (std::size_t i = 0; i < std::min<std::size_t>(digits, 20); ++i)
    last_digit /= 10;
  constexpr double kFloat = 1e-6;  // of numbers that were 32 bits wide
  constexpr double kNear = 0.011;
  const double fine = kFloat * seconds;
  const double coarse = std::max(fine, std::min(last_digit, kNear * seconds));
  const double whole = portable::round(1 / seconds), film = portable::round(1.001 / seconds);
  const auto is_usual = [](double rate) {
    return std::fmod(rate, 5) == 0 || std::fmod(rate, 12) == 0;
  };
  if (whole > 0 && std::fabs(1 / whole - seconds) <= (is_usual(whole) ? coarse : fine))
    return whole;
  if (is_usual(film) && film > 0 && std::fabs(1.001 / film - seconds) <= coarse)
    return film / 1.001;
  return 1 / seconds;
}

class BvhReader {
 public:
  explicit BvhReader(std::string_view text) : words_(text) {}

  Result<Scene> read(std::string_view clip, Diagnostics& notes) {
    if (words_.is_utf16()) return bad("the text is UTF-16: save it as UTF-8 or ASCII");
    if (auto done = read_hierarchy(); !done) return std::unexpected(std::move(done.error()));
    if (auto done = read_motion(); !done) return std::unexpected(std::move(done.error()));
    if (frames_ > 0 && !kinds_.empty()) add_clip(clip);
    if (roots_.size() > 1) {
      notes.add(Severity::info, "anmkit.BVH-ROOTS",
                "the file has " + counted(roots_.size(), "root") + " (" + some_of(roots_, 5) +
                    "); each moves on its own");
    }
    if (!unnamed_.empty()) {
      notes.add(Severity::warning, "anmkit.BVH-READ",
                counted(unnamed_.size(), "joint has", "joints have") + " no name and " +
                    (unnamed_.size() == 1 ? "is called " : "are called ") + some_of(unnamed_, 5));
    }
    report_bvh_time(1 / rate_, frames_, notes);
    return std::move(scene_);
  }

 private:
  // A joint whose closing bracket has not come yet.
  struct Open {
    std::int32_t node;
    bool end_site;
    bool has_offset = false, has_channels = false;
  };
  struct Joint {
    std::uint32_t node;
    std::size_t first, count;  // of kinds_
  };

  std::unexpected<Error> bad(std::string message) const {
    return fail(std::string(kBad), std::move(message), words_.offset());
  }
  std::unexpected<Error> expected(const std::string& what, std::string_view found) const {
    return bad("expected " + what + ", found " + words_.shown(found));
  }
  Result<void> end_of_line() {
    const std::string_view word = words_.peek_in_line();
    if (word.empty() || word == "{" || word == "}") return {};
    words_.in_line();
    return expected("the end of the line", word);
  }
  Result<double> number(std::string_view word, const std::string& what) const {
    std::string_view digits = word;
    if (digits.starts_with('+')) digits.remove_prefix(1);
    const auto value = parse_double(digits);
    // Formats with 32-bit numbers store it in any unit.
    constexpr double kMost = 1e30;
    if (!value || !(std::fabs(*value) <= kMost)) return expected(what, word);
    return *value;
  }

  // ---- HIERARCHY ----

  Result<void> read_hierarchy() {
    if (const auto word = words_.next(); !equal_in_any_case(word, "HIERARCHY"))
      return expected("HIERARCHY", word);
    for (;;) {
      const std::string_view word = words_.next();
      const auto is = [&](std::string_view keyword) { return equal_in_any_case(word, keyword); };
      if (open_.empty()) {
        if (is("MOTION") && !scene_.nodes.empty()) return {};
        if (!is("ROOT")) return expected(scene_.nodes.empty() ? "ROOT" : "ROOT or MOTION", word);
        if (auto done = open_joint(false); !done) return done;
        roots_.push_back(scene_.nodes.back().name);
        continue;
      }
      const bool end_site = open_.back().end_site;
      Result<void> done;
      if (is("OFFSET")) {
        done = read_offset();
      } else if (is("}")) {
        done = close_joint();
      } else if (is("CHANNELS") && !end_site) {
        done = read_channels();
      } else if (is("JOINT") && !end_site) {
        done = open_joint(false);
      } else if (is("End") && !end_site) {
        done = open_joint(true);
      } else {
        return expected(
            std::string(end_site ? "OFFSET or }" : "OFFSET, CHANNELS, JOINT, End Site or }") +
                " in " + quoted(scene_.nodes[index()].name),
            word);
      }
      if (!done) return done;
    }
  }
  std::size_t index() const { return static_cast<std::size_t>(open_.back().node); }

  Result<void> open_joint(bool end_site) {
    if (scene_.nodes.size() >= kMostGltfNodes) {
      Error error = over_limit(Limit::gltf_nodes, kMostGltfNodes, "the file has more joints");
      error.offset = words_.offset();
      return std::unexpected(std::move(error));
    }
    Node node;
    node.parent = open_.empty() ? -1 : open_.back().node;
    node.id = static_cast<std::int64_t>(scene_.nodes.size());
    if (end_site) {
      const std::string_view word = words_.in_line();
      if (!equal_in_any_case(word, "Site")) return expected("Site after End", word);
      words_.name();
      node.name = scene_.nodes[index()].name + "_end";
    } else {
      node.name = words_.name();
      if (node.name.empty()) {
        node.name = "joint" + std::to_string(node.id);
        unnamed_.push_back(node.name);
      }
    }
    const auto bracket = words_.next();
    if (bracket != "{") return expected("{ after " + quoted(node.name), bracket);
    open_.push_back({static_cast<std::int32_t>(scene_.nodes.size()), end_site});
    scene_.nodes.push_back(std::move(node));
    return {};
  }
  Result<void> close_joint() {
    if (!open_.back().has_offset)
      return expected("the OFFSET of " + quoted(scene_.nodes[index()].name), "}");
    open_.pop_back();
    return {};
  }
  Result<void> read_offset() {
    if (open_.back().has_offset)
      return bad("found a second OFFSET of " + quoted(scene_.nodes[index()].name) +
                 ", expected one");
    open_.back().has_offset = true;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto value = number(words_.in_line(), "three numbers from -1e30 to 1e30 after OFFSET");
      if (!value) return std::unexpected(value.error());
      component(scene_.nodes[index()].rest.translation, axis) = *value;
    }
    return end_of_line();
  }
  Result<void> read_channels() {
    if (open_.back().has_channels)
      return bad("found a second CHANNELS of " + quoted(scene_.nodes[index()].name) +
                 ", expected one");
    open_.back().has_channels = true;
    const std::string_view word = words_.in_line();
    if (word.size() != 1 || word[0] < '0' || word[0] > '6')
      return expected("the number of channels, 0 to 6", word);
    const auto count = static_cast<std::size_t>(word[0] - '0');
    const std::size_t first = kinds_.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::string_view name = words_.in_line();
      const auto known =
          std::ranges::find_if(kChannels, [&](auto one) { return equal_in_any_case(one, name); });
      if (known == kChannels.end())
        return expected(counted(count, "channel") + " such as Xrotation or Yposition", name);
      const auto kind = static_cast<std::uint8_t>(known - kChannels.begin());
      if (std::find(kinds_.begin() + static_cast<std::ptrdiff_t>(first), kinds_.end(), kind) !=
          kinds_.end())
        return expected("different channels of a joint", name);
      kinds_.push_back(kind);
    }
    if (count > 0) joints_.push_back({static_cast<std::uint32_t>(index()), first, count});
    return end_of_line();
  }

  // ---- MOTION ----

  // The word after "Frames:" or "Frame Time:".
  Result<std::string_view> labelled(std::string_view first, std::string_view second = {}) {
    const std::string label =
        std::string(first) + (second.empty() ? "" : " " + std::string(second)) + ":";
    std::string_view word = words_.next();
    if (!second.empty()) {
      if (!equal_in_any_case(word, first)) return expected(label, word);
      word = words_.in_line();
      first = second;
    }
    if (!equal_in_any_case(word.substr(0, first.size()), first)) return expected(label, word);
    std::string_view rest = word.substr(first.size());
    if (rest.empty()) rest = words_.in_line();
    if (!rest.starts_with(':')) return expected(label, word);
    rest.remove_prefix(1);
    return rest.empty() ? words_.in_line() : rest;
  }

  Result<void> read_motion() {
    const auto count = labelled("Frames");
    if (!count) return std::unexpected(count.error());
    std::uint64_t frames = 0;
    const char* end = count->data() + count->size();
    const auto read = std::from_chars(count->data(), end, frames);
    if (read.ec != std::errc{} || read.ptr != end)
      return expected("a whole number of frames", *count);
    if (auto good = end_of_line(); !good) return good;
    const auto time = labelled("Frame", "Time");
    if (!time) return std::unexpected(time.error());
    const std::string what = "a frame time in seconds, from 0.000001 to 1000000";
    const auto seconds = number(*time, what);
    if (!seconds) return std::unexpected(seconds.error());
    if (!(*seconds >= 1e-6 && *seconds <= 1e6)) return expected(what, *time);
    const std::size_t point = std::min(time->find('.'), time->size() - 1);
    const bool power = time->find_first_of("eE") != time->npos;
    rate_ = rate_of(*seconds, power ? 20 : time->size() - 1 - point);
    if (auto good = end_of_line(); !good) return good;
    return read_frames(frames);
  }

  Result<void> read_frames(std::uint64_t count) {
    for (std::string_view word = words_.next(); !word.empty(); word = words_.next()) {
      if (kinds_.empty()) return expected("the end of the file, since no joint has channels", word);
      if (frames_ == count) {
        Error error =
            bad("found more lines of numbers than the " + std::to_string(count) + " of Frames:")
                .error();
        std::uint64_t lines = count + 1;
        for (words_.skip_line(); !words_.next().empty(); words_.skip_line())
          ++lines;
        error.message += ", " + std::to_string(lines);
        return std::unexpected(std::move(error));
      }
      for (std::size_t i = 0; i < kinds_.size(); ++i, word = words_.in_line()) {
        if (word.empty()) return wrong_count(i);
        const auto value = number(word, "a number from -1e30 to 1e30");
        if (!value) return std::unexpected(value.error());
        values_.push_back(*value);
      }
      if (!word.empty()) {
        std::size_t found = kinds_.size();
        const std::uint64_t offset = words_.offset();
        for (; !word.empty(); word = words_.in_line())
          ++found;
        Error error = wrong_count(found).error();
        error.offset = offset;
        return std::unexpected(std::move(error));
      }
      ++frames_;
    }
    if (frames_ == count || kinds_.empty()) return {};
    return bad("found " + counted(frames_, "line") + " of numbers, expected " +
               std::to_string(count) + " (Frames:)");
  }
  std::unexpected<Error> wrong_count(std::size_t found) const {
    return bad("frame " + std::to_string(frames_) + ": found " + counted(found, "number") +
               ", expected " + std::to_string(kinds_.size()) + ", one per channel");
  }

  // ---- the clip ----

  void add_clip(std::string_view name) {
    Clip clip;
    clip.name = name;
    clip.rate = rate_;
    clip.duration = static_cast<double>(frames_ - 1);
    for (const Joint& joint : joints_) {
      add_track(clip, joint, Property::translation);
      add_track(clip, joint, Property::rotation);
    }
    scene_.clips.push_back(std::move(clip));
  }

  // A joint's value of a property; `row` has the numbers of a frame.
  void append_value(const Joint& joint, Property property, const double* row,
                    std::vector<double>& values) const {
    const std::uint8_t* kinds = kinds_.data() + joint.first;
    row += joint.first;
    if (property == Property::translation) {
      // A position replaces the offset.
      Vec3 at = scene_.nodes[joint.node].rest.translation;
      for (std::size_t i = 0; i < joint.count; ++i)
        if (kinds[i] < kPositions) component(at, kinds[i]) = row[i];
      values.insert(values.end(), {at.x, at.y, at.z});
      return;
    }
    // The first channel rotates last.
    Quat q;
    for (std::size_t i = 0; i < joint.count; ++i)
      if (kinds[i] >= kPositions) q = q * about(kinds[i] - kPositions, row[i]);
    q = normalize(q);
    if (const std::size_t size = values.size(); size >= 4) {
      const Quat before{values[size - 4], values[size - 3], values[size - 2], values[size - 1]};
      if (dot(q, before) < 0) q = -q;
    }
    values.insert(values.end(), {q.x, q.y, q.z, q.w});
  }

  // One key where the numbers never change, none where they are those of the rest pose.
  void add_track(Clip& clip, const Joint& joint, Property property) const {
    const bool positions = property == Property::translation;
    bool any = false, moves = false;
    for (std::size_t i = joint.first; i < joint.first + joint.count; ++i) {
      if ((kinds_[i] < kPositions) != positions) continue;
      any = true;
      for (std::size_t frame = 1; frame < frames_ && !moves; ++frame)
        moves = values_[frame * kinds_.size() + i] != values_[i];
    }
    if (!any) return;
    Track track;
    track.node = joint.node;
    track.property = property;
    track.interpolation = positions ? Interpolation::linear : Interpolation::slerp;
    const std::size_t keys = moves ? frames_ : 1;
    for (std::size_t frame = 0; frame < keys; ++frame)
      append_value(joint, property, values_.data() + frame * kinds_.size(), track.values);
    const Vec3 rest = scene_.nodes[joint.node].rest.translation;
    const bool still = positions ? track.values == std::vector{rest.x, rest.y, rest.z}
                                 : track.values == std::vector{0.0, 0.0, 0.0, 1.0};
    if (still) return;
    track.times.resize(keys);
    std::iota(track.times.begin(), track.times.end(), 0.0);
    clip.tracks.push_back(std::move(track));
  }

  BvhWords words_;
  Scene scene_;
  std::vector<std::string> roots_, unnamed_;
  std::vector<Open> open_;
  std::vector<Joint> joints_;        // that have channels
  std::vector<std::uint8_t> kinds_;  // of all channels: indices into kChannels
  std::vector<double> values_;       // a row per frame
  std::size_t frames_ = 0;
  double rate_ = 30;
};

}  // namespace

Result<Scene> read_bvh(ByteView bytes, std::string_view clip, Diagnostics& notes) {
  return BvhReader(as_text(bytes)).read(clip, notes);
}

}  // namespace anmkit
