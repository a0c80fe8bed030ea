// SPDX-License-Identifier: MIT
// From a scene (usually an edited glTF) to a bank (sections 13.1 and 13.4).
#include <algorithm>
#include <map>
#include <set>

#include "formats/gc/bank/builder.hpp"
#include "formats/gc/bank/differ.hpp"
#include "formats/gc/bank/motion.hpp"
#include "formats/gc/bank/record.hpp"
#include "formats/gc/bank/scene.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/skeleton.hpp"
#include "import/fit_report.hpp"
#include "import/unedited.hpp"
#include "scene/frame_walk.hpp"

namespace anmkit::gc {
namespace {

constexpr double kLongest = 1e7;  // frames

std::optional<unsigned> wanted_type(const Options& options) {
  constexpr std::string_view kNames[] = {"u8", "s8", "u16", "s16", "f32"};
  const auto* const found = std::ranges::find(kNames, options.text("components"));
  if (found == std::end(kNames)) return std::nullopt;
  return static_cast<unsigned>(found - std::begin(kNames));
}

// Parts that a track animates, as a bank made from a scene stores them.
unsigned parts_of(std::uint8_t anim_type) {
  const unsigned bits = anim_type;
  if ((bits & kMatrix) != 0) return kTranslation | kScale | kQuaternion;
  return (bits & (kTranslation | kScale)) |
         ((bits & (kEuler | kQuaternion)) != 0 ? kQuaternion : 0);
}

// The bones, and the clips that are asked for.
Skeleton skeleton_for(const FromScene& from) {
  Skeleton skeleton = from.facts != nullptr ? *static_cast<const Skeleton*>(from.facts)
                                            : resting_skeleton(from.scene);
  const std::span<const Clip> all = from.scene.clips;
  add_clips(skeleton, from.scene, from.clip ? all.subspan(*from.clip, 1) : all);
  return skeleton;
}

class Converter {
 public:
  Converter(const FromScene& from, const Bank* original, const Context& context,
            ConversionReport& report)
      : skeleton_(skeleton_for(from)),
        scene_(skeleton_.scene),
        original_(original),
        actor_(find_actor(context.companions)),
        options_(context.options),
        report_(report),
        tolerance_(tolerance_of(options_)) {}

  Result<Bytes> run() {
    // Who deletes all clips does not ask for those of before.
    if (scene_.clips.empty() && (original_ == nullptr || !original_->sequences.empty()))
      return fail(std::string(kNoSuchClip), "the scene has no animation");
    if (auto raised = raise_stage(); !raised) return std::unexpected(raised.error());
    const std::vector<std::size_t> fresh = match();
    const std::size_t before = original_ == nullptr ? 0 : original_->sequences.size();
    for (std::size_t i = 0; i < before; ++i) {
      builder_.add_sequence(original_->sequences[i].name);
      const auto clip = clip_of_sequence_[i];
      if (auto done = clip ? convert(*clip, i) : copy(i); !done)
        return std::unexpected(done.error());
    }
    for (const std::size_t clip : fresh) {
      builder_.add_sequence(scene_.clips[clip].name);
      changed_ = true;
      if (auto done = convert(clip, std::nullopt); !done) return std::unexpected(done.error());
    }
    for (const std::string& what : skeleton_.left_out)
      Findings(report_.diagnostics).warning("LOSS", what + ", which is lost");
    report_boneless();
    if (original_ != nullptr && !changed_) {
      report_.summary = "unchanged: the original bytes";
      return original_->bytes;
    }
    if (!unmovable_.empty()) {
      return fail(prefixed("ANM050"), "a key without values cannot be moved", {}, unmovable_);
    }
    auto bytes = builder_.finish();
    if (!bytes) return bytes;
    if (original_ != nullptr) report_layout(report_.diagnostics);
    report_errors(*bytes);
    return bytes;
  }

 private:
  // `expected_`: the bones as the original moves them.
  Result<void> raise_stage() {
    stage_ = stage_of(skeleton_, actor_, report_.diagnostics);
    expected_.nodes = stage_.nodes;
    if (original_ == nullptr) return {};
    builder_.keep_header(*original_);
    bool added = add_clips(*original_, skeleton_.rests, Readings(options_), expected_);
    if (added && actor_ == nullptr) {
      // A glTF does not say whether a rest transform was stored as parts, which tracks without them
      // take over, or as a matrix, which they do not.
      std::vector<Rest> matrices = skeleton_.rests;
      expected_of_matrices_.nodes = stage_.nodes;
      for (std::size_t i = 0; i < matrices.size(); ++i) {
        if (!skeleton_.known[i]) continue;
        matrices[i] = {kControlMatrix, {}, matrices[i].matrix};
        expected_of_matrices_.nodes[i].rest = {};
        expected_of_matrices_.nodes[i].offset = matrices[i].matrix;
      }
      added = add_clips(*original_, matrices, Readings(options_), expected_of_matrices_);
    }
    if (added) return {};
    return fail(prefixed("ACT010"), "too many bones of one number share a track");
  }

  // Clips find their sequence by name; exports number repeated names ("walk_2"). Gives the others.
  std::vector<std::size_t> match() {
    std::vector<std::size_t> clips, fresh;
    for (std::size_t i = 0; i < scene_.clips.size(); ++i)
      clips.push_back(i);
    report_.clips = clips.size();
    clip_of_sequence_.resize(expected_.clips.size());
    for (const std::size_t clip : clips) {
      std::string name = scene_.clips[clip].name;
      bool found = false;
      for (int round = 0; round < 2 && !found; ++round) {
        for (std::size_t i = 0; i < clip_of_sequence_.size() && !found; ++i) {
          if (clip_of_sequence_[i] || expected_.clips[i].name != name) continue;
          clip_of_sequence_[i] = clip;
          found = true;
        }
        const std::size_t cut = name.rfind('_');
        if (cut == std::string::npos) break;
        name.resize(cut);
      }
      if (!found) fresh.push_back(clip);
    }
    return fresh;
  }

  Result<void> copy(std::size_t sequence) {
    const auto span = tracks_of(*original_, original_->sequences[sequence]);
    for (std::uint64_t i = 0; span && i < span->count; ++i) {
      if (auto done = copy_track(span->first + i); !done) return done;
    }
    return {};
  }
  // A track of the original with its keys as this track reads them. A key that cannot be moved is a
  // fault only of a bank that is laid out anew.
  Result<void> copy_track(std::uint64_t index) {
    const Track& track = original_->tracks[index];
    EncodedTrack out{track, {}};
    const auto span = keys_of(*original_, track);
    const Layout layout(track);
    for (std::uint64_t i = 0; span && i < span->count; ++i) {
      const Key& key = original_->keys[span->first + i];
      if (layout.setting_size() != 0 &&
          !is_inside(original_->bytes, key.setting, layout.setting_size()) && unmovable_.empty())
        unmovable_ = path_of("tracks", index);
      out.keys.push_back(decode_key(*original_, track, key));
    }
    return builder_.add(std::move(out));
  }

  // One clip; `sequence` is the original it came from.
  Result<void> convert(std::size_t clip_index, std::optional<std::size_t> sequence) {
    const Clip& clip = scene_.clips[clip_index];
    rate_ = rate_of(options_, clip);
    notes_ = track_notes(clip);
    clips_ = node_clips(scene_, clip, rate_, tolerance_);
    made_.push_back({clip_index, rate_, {}});
    FrameWalk now(scene_, clip, rate_);
    const double end = now.length();
    if (!(end <= kLongest)) {
      return fail(prefixed("SIZE"), "the clip is too long: " + std::to_string(end) + " frames", {},
                  clip.name);
    }
    const std::vector<bool> moved = moved_nodes(now, sequence);
    std::set<std::size_t> done;
    if (sequence) {
      const auto span = tracks_of(*original_, original_->sequences[*sequence]);
      std::map<std::uint16_t, std::size_t> used;
      for (std::uint64_t i = 0; span && i < span->count; ++i) {
        const Track& track = original_->tracks[span->first + i];
        const auto node = node_of(track.track_id, used[track.track_id]++);
        auto put =
            node && moved[*node] ? put_node(*node, end, &track) : copy_track(span->first + i);
        if (!put) return put;
        if (node) {
          done.insert(*node);
        } else if (track.total_frames > 0) {
          boneless_.insert(track.track_id);
        }
      }
    }
    for (std::size_t node = 0; node < moved.size(); ++node) {
      if (done.contains(node) || !(moved[node] || (!sequence && must_have_track(node)))) continue;
      // Copies of a bone follow the first one's track.
      const NodeName& name = skeleton_.names[node];
      if (const auto first = node_of(name.id, name.occurrence); first && *first != node) {
        made_.back().nodes.push_back(node);
        continue;
      }
      if (auto put = put_node(node, end, nullptr); !put) return put;
    }
    // A pose that never leaves the rest pose still lasts its time.
    if (!sequence && builder_.is_empty() && !moved.empty() && end > 0)
      return put_node(0, end, nullptr);
    return {};
  }

  // Tracks of the original whose bones the scene does not have, as when an editor deleted them.
  void report_boneless() {
    for (const std::uint16_t id : boneless_)
      Findings(report_.diagnostics)
          .add(changed_ ? Severity::warning : Severity::info, "ANM070",
               "the scene has no bone with the id " + std::to_string(id) + ": its track stays");
  }

  // A track that replaces the hierarchy says something also where it holds the identity: what the
  // export knew is in its notes.
  bool must_have_track(std::size_t node) const {
    if (skeleton_.known[node]) return false;
    return !notes_ || notes_->contains(scene_.nodes[node].name);
  }

  std::optional<std::size_t> node_of(std::int64_t id, std::size_t occurrence) const {
    for (std::size_t i = 0; i < skeleton_.names.size(); ++i) {
      if (skeleton_.names[i].id == id && skeleton_.names[i].occurrence == occurrence) return i;
    }
    return std::nullopt;
  }

  // The nodes that do something else than the original makes of them, or than the rest pose.
  std::vector<bool> moved_nodes(FrameWalk& now, std::optional<std::size_t> sequence) const {
    Clip still;
    still.rate = rate_;
    still.duration = now.length();
    std::vector<bool> moved =
        differ(now, scene_, expected_, sequence ? expected_.clips[*sequence] : still);
    if (!sequence || expected_of_matrices_.clips.empty()) return moved;
    const std::vector<bool> other =
        differ(now, scene_, expected_of_matrices_, expected_of_matrices_.clips[*sequence]);
    for (std::size_t i = 0; i < moved.size(); ++i)
      moved[i] = moved[i] && other[i];
    return moved;
  }

  Result<void> put_node(std::size_t node, double end, const Track* before) {
    const NodeName& name = skeleton_.names[node];
    const std::string& title = scene_.nodes[node].name;
    if (name.id < 0 || name.id > 65535) {
      return fail(prefixed("RANGE"), "node " + quoted(title) + " has the number " +
                                         std::to_string(name.id) + ", expected 0 to 65535");
    }
    changed_ = true;
    const Rest& rest = skeleton_.rests[node];
    const bool known = skeleton_.known[node];
    const auto note = notes_ ? notes_->find(title) : TrackNotes::const_iterator{};
    const bool noted = notes_ && note != notes_->end();
    NodeClip& clip = clips_[node];
    clip.rest = rest.type == kControlMatrix ? Transform{} : rest.parts;
    clip.keep = known ? kTranslation | kQuaternion : 0;
    // Without the game's actor it is open whether a track takes over the parts that it leaves out.
    if (known && original_ != nullptr && actor_ == nullptr && rest.parts.scale != Vec3{1, 1, 1})
      clip.keep |= kScale;
    if (before != nullptr) clip.keep |= parts_of(before->anim_type);
    if (before == nullptr && !known)
      clip.keep = noted ? parts_of(note->second.anim_type) : kTranslation | kScale | kQuaternion;
    std::optional<unsigned> wanted = wanted_type(options_);
    // A track keeps the storage that its game chose, as long as the values fit.
    if (!wanted && before != nullptr && before->quantize_info >> 4u == kFloatType)
      wanted = kFloatType;
    auto track = encode(motion_of(clip), wanted, end, static_cast<std::uint16_t>(name.id), title);
    if (!track) return std::unexpected(std::move(track.error()));
    if (!known && (before != nullptr || noted)) {
      track->track.replace_hierarchy_ctrl =
          before != nullptr ? before->replace_hierarchy_ctrl : note->second.replaces;
    }
    made_.back().nodes.push_back(node);
    return builder_.add(std::move(*track));
  }

  struct Made {
    std::size_t clip;
    double rate;
    std::vector<std::size_t> nodes;  // whose tracks are new
  };

  // Nodes with new tracks, and those that move so little that they got none.
  std::set<std::size_t> measured(const Made& made, const Clip& played) const {
    std::set<std::size_t> nodes;
    for (const anmkit::Track& track : scene_.clips[made.clip].tracks)
      nodes.insert(track.node);
    for (const anmkit::Track& track : played.tracks)
      nodes.erase(track.node);
    nodes.insert(made.nodes.begin(), made.nodes.end());
    return nodes;
  }

  // Plays the written file on the bones next to the scene.
  void report_errors(const Bytes& bytes) {
    Diagnostics unused;
    const auto bank = parse_bank(bytes, unused);
    if (!bank) return;
    add_clips(*bank, skeleton_.rests, Readings(options_), stage_);
    const std::size_t kept = original_ == nullptr ? 0 : original_->sequences.size();
    std::size_t fresh = kept;
    for (const Made& made : made_) {
      const auto old = std::ranges::find(clip_of_sequence_, std::optional(made.clip));
      const std::size_t sequence = old == clip_of_sequence_.end()
                                       ? fresh++
                                       : static_cast<std::size_t>(old - clip_of_sequence_.begin());
      std::vector<NodePair> pairs;
      const std::string clip =
          made_.size() > 1 ? "clip " + scene_.clips[made.clip].name + ", " : "";
      Clip& played = stage_.clips[sequence];
      for (const std::size_t node : measured(made, played))
        pairs.push_back({node, node, clip + "node " + scene_.nodes[node].name});
      played.rate = made.rate;
      const std::size_t first = report_.fits.size();
      report_fits(scene_, scene_.clips[made.clip], stage_, played, pairs,
                  {.space = FitRequest::Space::matrix, .rate = made.rate}, report_);
      for (std::size_t i = first; i < report_.fits.size(); ++i) {
        if (!report_.fits[i].what.ends_with(", shear")) continue;
        Findings(report_.diagnostics)
            .warning("SHEAR", report_.fits[i].what + " of " +
                                  std::to_string(report_.fits[i].error) +
                                  " is lost: tracks do not store it");
      }
    }
  }

  Skeleton skeleton_;
  const Scene& scene_;  // the skeleton's
  const Bank* original_;
  const Actor* actor_;
  const Options& options_;
  ConversionReport& report_;
  double tolerance_, rate_ = kRate;
  Scene stage_;                 // the bones as the bank will move them
  Scene expected_;              // the same, moved by the original
  Scene expected_of_matrices_;  // and if their rest transforms were stored as matrices
  std::optional<TrackNotes> notes_;
  std::vector<NodeClip> clips_;
  std::vector<std::optional<std::size_t>> clip_of_sequence_;
  std::vector<Made> made_;
  std::set<std::uint16_t> boneless_;
  std::string unmovable_;  // the first track that has a key without values
  BankBuilder builder_;
  bool changed_ = false;
};

}  // namespace

std::shared_ptr<const void> find_bank_facts(const FromScene& from, const Context&) {
  return std::make_shared<const Skeleton>(resting_skeleton(from.scene));
}

Result<Bytes> bank_from_scene(const FromScene& from, const Context& context,
                              ConversionReport& report) {
  const auto* original = as<BankDocument>(from.original, kBankId);
  const Bank* source =
      original != nullptr && is_bounded(original->file) ? &original->file : nullptr;
  return Converter(from, source, context, report).run();
}

}  // namespace anmkit::gc
