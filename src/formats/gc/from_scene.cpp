// From a scene (usually an edited glTF) to a bank (sections 13.1 and 13.4).
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "formats/gc/canonical.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/motion.hpp"
#include "formats/gc/record.hpp"
#include "formats/gc/scene.hpp"

namespace anmkit::gc {
namespace {

// Same within what files of 32-bit floats can say.
bool same(const Mat4& a, const Mat4& b) {
  for (std::size_t i = 0; i < 16; ++i) {
    if (!(std::fabs(a.m[i] - b.m[i]) <= 2e-4 * (1 + std::fabs(a.m[i])))) return false;
  }
  return true;
}

std::optional<unsigned> wanted_type(const Options& options) {
  constexpr std::string_view kNames[] = {"u8", "s8", "u16", "s16", "f32"};
  const auto* const found = std::ranges::find(kNames, options.text("components"));
  if (found == std::end(kNames)) return std::nullopt;
  return static_cast<unsigned>(found - std::begin(kNames));
}

// The nodes of a scene without their tracks, each on its own.
std::vector<NodeClip> node_clips(const Scene& scene, const Clip& clip, double rate,
                                 double tolerance) {
  std::vector<NodeClip> all(scene.nodes.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    Node node = scene.nodes[i];
    node.parent = -1;
    all[i].scene.nodes = {std::move(node)};
    all[i].clip.duration = clip.duration;
    all[i].clip.rate = clip.rate;
    all[i].clip.loops = clip.loops;
    all[i].to_frames = clip.rate > 0 ? rate / clip.rate : 1;
    all[i].tolerance = tolerance;
  }
  for (const anmkit::Track& track : clip.tracks) {
    if (track.node >= all.size()) continue;
    all[track.node].clip.tracks.push_back(track);
    all[track.node].clip.tracks.back().node = 0;
  }
  return all;
}

// A bank that grows sequence by sequence; offsets are set by the canonical layout.
class BankBuilder {
 public:
  void add_sequence(const Sequence& from) {
    Sequence& sequence = bank_.sequences.emplace_back(from);
    sequence.total_tracks = 0;
    sequence.sequence_name = sequence.track_array = 0;
  }
  Result<void> add(EncodedTrack track) {
    if (bank_.tracks.size() >= 65535 || bank_.key_frames.size() + track.keys.size() > 65535) {
      return fail(prefixed("SIZE"),
                  "the clips need more than the 65535 tracks or keys that a bank holds: raise "
                  "--tolerance, or convert fewer clips",
                  {}, bank_.sequences.back().name);
    }
    // Off the grid: the layout then takes the records one after the other.
    track.track.key_frames = 1;
    track.track.total_frames = static_cast<std::uint16_t>(track.keys.size());
    bank_.tracks.push_back(track.track);
    std::ranges::move(track.keys, std::back_inserter(bank_.key_frames));
    ++bank_.sequences.back().total_tracks;
    return {};
  }
  Bank& bank() { return bank_; }
  Result<Bank> finish() {
    for (Sequence& sequence : bank_.sequences)
      sequence.track_array = 1;
    return canonical(bank_);
  }

 private:
  Bank bank_;
};

class Converter {
 public:
  Converter(const Scene& scene, const BankDocument* original, const Options& options,
            ConversionReport& report)
      : scene_(scene), original_(original), options_(options), report_(report) {
    tolerance_ = std::max(options.number("tolerance", 1e-4), 0.0);
    for (const Node& node : scene.nodes) {
      names_.push_back(node_name(node));
      Rest rest;
      rest.parts = node.rest;
      rest.matrix =
          node.offset * trs_matrix(node.rest.translation, node.rest.rotation, node.rest.scale);
      rest.type = node.offset == Mat4{} ? kControlScale : kControlMatrix;
      rests_.push_back(rest);
    }
  }

  Result<DocumentPtr> run() {
    if (auto good = prepare(); !good) return std::unexpected(good.error());
    const std::size_t before = original_ == nullptr ? 0 : original_->file.sequences.size();
    for (std::size_t i = 0; i < before; ++i) {
      builder_.add_sequence(original_->file.sequences[i]);
      const auto clip = clip_of_sequence_[i];
      if (auto done = clip ? convert(*clip, i) : copy(i); !done)
        return std::unexpected(done.error());
    }
    for (const std::size_t clip : new_clips_) {
      Sequence sequence;
      sequence.name = scene_.clips[clip].name;
      builder_.add_sequence(sequence);
      changed_ = true;
      if (auto done = convert(clip, std::nullopt); !done) return std::unexpected(done.error());
    }
    if (original_ != nullptr && !changed_) {
      report_.summary = "unchanged: the original bytes";
      return std::make_unique<BankDocument>(original_->file);
    }
    auto bank = builder_.finish();
    if (!bank) return std::unexpected(std::move(bank.error()));
    if (original_ != nullptr) report_layout(report_.diagnostics);
    return std::make_unique<BankDocument>(std::move(*bank));
  }

 private:
  // Which clips replace which sequences, and the poses that the original gives these nodes.
  Result<void> prepare() {
    std::vector<std::size_t> clips;
    if (options_.has("clip")) {
      const auto index = find_clip(scene_, options_.text("clip"));
      if (!index) return std::unexpected(index.error());
      clips = {*index};
    } else {
      for (std::size_t i = 0; i < scene_.clips.size(); ++i)
        clips.push_back(i);
    }
    expected_.nodes = scene_.nodes;
    if (original_ != nullptr) {
      const auto bytes = original_->write();
      if (!bytes) return std::unexpected(bytes.error());
      bytes_ = *bytes;
      const Bank& bank = original_->file;
      add_clips(bytes_, bank, rests_, Readings(options_), expected_);
      clip_of_sequence_.resize(bank.sequences.size());
      Bank& to = builder_.bank();
      to.version_number = bank.version_number;
      to.bank_id = bank.bank_id;
      to.user_data = bank.user_data;
      to.user_data_size = bank.user_data_size;
      to.gaps = bank.gaps;
      to.size = bank.size;
    }
    match(clips);
    return {};
  }

  // Clips find their sequence by name; exports number repeated names ("walk_2").
  void match(const std::vector<std::size_t>& clips) {
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
      if (!found) new_clips_.push_back(clip);
    }
  }

  // A track of the original with its keys as this track reads them.
  Result<EncodedTrack> original_track(std::uint64_t index) const {
    const Bank& bank = original_->file;
    EncodedTrack out{bank.tracks[index], {}};
    const auto span = keys_of(bank, out.track);
    const Layout layout(out.track);
    for (std::uint64_t i = 0; span && i < span->count; ++i) {
      KeyFrame key = bare_key(bank.key_frames[span->first + i]);
      read_records(bytes_, layout, key);
      const bool lacks = key.scale || key.euler || key.quaternion || key.translation || key.matrix;
      if (!lacks && layout.setting_size() != 0) {
        return fail(prefixed("ANM050"), "a key without values cannot be moved", {},
                    path_of("tracks", index));
      }
      out.keys.push_back(key);
    }
    return out;
  }

  Result<void> copy(std::size_t sequence) {
    const auto span = tracks_of(original_->file, original_->file.sequences[sequence]);
    for (std::uint64_t i = 0; span && i < span->count; ++i) {
      if (auto done = copy_track(span->first + i); !done) return done;
    }
    return {};
  }
  Result<void> copy_track(std::uint64_t index) {
    auto track = original_track(index);
    if (!track) {
      // Only a bank that is written anew needs it.
      return std::unexpected(track.error());
    }
    return builder_.add(std::move(*track));
  }

  // One clip; `sequence` is the original it came from.
  Result<void> convert(std::size_t clip_index, std::optional<std::size_t> sequence) {
    const Clip& clip = scene_.clips[clip_index];
    rate_ = rate_of(options_, clip);
    clips_ = node_clips(scene_, clip, rate_, tolerance_);
    const double end = clip.rate > 0 ? clip.duration * rate_ / clip.rate : clip.duration;
    if (!(end >= 0 && end <= 1e7)) {
      return fail(prefixed("SIZE"), "the clip is too long: " + std::to_string(end) + " frames", {},
                  clip.name);
    }
    const std::vector<bool> moved = moved_nodes(clip_index, sequence, end);
    std::set<std::size_t> done;
    if (sequence) {
      const Bank& bank = original_->file;
      const auto span = tracks_of(bank, bank.sequences[*sequence]);
      std::map<std::uint16_t, std::size_t> used;
      for (std::uint64_t i = 0; span && i < span->count; ++i) {
        const std::uint16_t id = bank.tracks[span->first + i].track_id;
        const auto node = node_of(id, used[id]++);
        if (!node || !moved[*node]) {
          if (auto copied = copy_track(span->first + i); !copied) return copied;
        } else if (auto put = put_node(*node, end, &bank.tracks[span->first + i]); !put) {
          return put;
        }
        if (node) done.insert(*node);
      }
    }
    for (std::size_t node = 0; node < moved.size(); ++node) {
      if (!moved[node] || done.contains(node)) continue;
      if (auto put = put_node(node, end, nullptr); !put) return put;
    }
    // A pose that never leaves the rest pose still lasts its time.
    if (!sequence && builder_.bank().sequences.back().total_tracks == 0 && !moved.empty() &&
        end > 0) {
      return put_node(0, end, nullptr);
    }
    return {};
  }

  std::optional<std::size_t> node_of(std::int64_t id, std::size_t occurrence) const {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_[i].id == id && names_[i].occurrence == occurrence) return i;
    }
    return std::nullopt;
  }

  // The nodes whose local matrix differs somewhere from what the original gives them.
  std::vector<bool> moved_nodes(std::size_t clip_index, std::optional<std::size_t> sequence,
                                double end) const {
    const Clip& clip = scene_.clips[clip_index];
    std::vector<bool> moved(scene_.nodes.size(), false);
    Clip still;
    const Clip& wanted = sequence ? expected_.clips[*sequence] : still;
    if (sequence && std::fabs(wanted.duration - end) > 1e-3) {
      moved.assign(moved.size(), true);
      return moved;
    }
    const Sampler before(expected_, wanted), now(scene_, clip);
    Pose a, b;
    const double to_clip = clip.rate / rate_;
    const auto compare = [&](double frame) {
      before.sample(frame, a);
      now.sample(frame * to_clip, b);
      for (std::size_t i = 0; i < moved.size(); ++i) {
        if (moved[i]) continue;
        Mat4 x = local_matrix(scene_.nodes[i], a[i]), y = local_matrix(scene_.nodes[i], b[i]);
        moved[i] = !same(x, y);
      }
    };
    const double frames = std::min(std::floor(end), 65535.0);
    for (double frame = 0; frame <= frames; ++frame)
      compare(frame);
    if (end > frames) compare(end);
    return moved;
  }

  Result<void> put_node(std::size_t node, double end, const Track* before) {
    const NodeName& name = names_[node];
    const std::string& title = scene_.nodes[node].name;
    if (name.id < 0 || name.id > 65535) {
      return fail(prefixed("RANGE"), "node " + quoted(title) + " has the number " +
                                         std::to_string(name.id) + ", wanted 0 to 65535");
    }
    changed_ = true;
    const NodeClip& clip = clips_[node];
    const Motion motion = motion_of(clip);
    std::optional<unsigned> wanted = wanted_type(options_);
    const auto id = static_cast<std::uint16_t>(name.id);
    // A track keeps the storage that its game chose, as long as the values fit.
    if (!wanted && before != nullptr && before->quantize_info >> 4u == kFloatType)
      wanted = kFloatType;
    auto track = encode(motion, wanted, end, id, title);
    if (!track) return std::unexpected(std::move(track.error()));
    note_errors(*track, clip, title, end);
    return builder_.add(std::move(*track));
  }

  // Plays the track that was made beside what was wanted.
  void note_errors(const EncodedTrack& track, const NodeClip& wanted, const std::string& title,
                   double end) {
    BankBuilder alone;
    alone.add_sequence({});
    if (!alone.add(track)) return;
    const auto bank = alone.finish();
    const auto bytes = bank ? gc::write(*bank) : Result<Bytes>(Bytes{});
    if (!bank || !bytes) return;
    Scene made;
    Node& node = made.nodes.emplace_back();
    node.id = track.track.track_id;
    add_clips(*bytes, *bank, {Rest{}}, Readings({}), made);
    const Sampler is(made, made.clips.front()), should(wanted.scene, wanted.clip);
    NodeClip plain;
    plain.scene = made;
    double position = 0, degrees = 0, factor = 0, shear = 0;
    Pose pose;
    const double frames = std::min(std::floor(end), 65535.0);
    for (double frame = 0; frame <= frames; ++frame) {
      const Trs a = local_at(plain, is, frame), b = local_at(wanted, should, frame);
      position = std::max(position, length(a.translation - b.translation));
      degrees = std::max(degrees, to_degrees(angle_between(a.rotation, b.rotation)));
      factor = std::max(factor, length(a.scale - b.scale));
      should.sample(frame / wanted.to_frames, pose);
      const Mat4 whole = local_matrix(wanted.scene.nodes.front(), pose.front());
      const Mat4 parts = trs_matrix(b.translation, b.rotation, b.scale);
      for (std::size_t i = 0; i < 12; ++i)
        shear = std::max(shear, std::fabs(whole.m[i] - parts.m[i]));
    }
    const std::string what = "node " + title;
    if (position > 1e-6) report_.fits.push_back({what + ", position", position, "units"});
    if (degrees > 1e-4) report_.fits.push_back({what + ", rotation", degrees, "degrees"});
    if (factor > 1e-6) report_.fits.push_back({what + ", scale", factor, "factor"});
    if (shear > 1e-3) {
      report_.diagnostics.add(
          Severity::warning, prefixed("SHEAR"),
          what + " is sheared, which the track cannot say: off by " + std::to_string(shear));
    }
  }

  const Scene& scene_;
  const BankDocument* original_;
  const Options& options_;
  ConversionReport& report_;
  double tolerance_ = 0, rate_ = kRate;
  Bytes bytes_;
  std::vector<NodeName> names_;
  std::vector<Rest> rests_;
  Scene expected_;  // these nodes, moved by the original
  std::vector<NodeClip> clips_;
  std::vector<std::optional<std::size_t>> clip_of_sequence_;
  std::vector<std::size_t> new_clips_;
  BankBuilder builder_;
  bool changed_ = false;
};

}  // namespace

Result<DocumentPtr> bank_from_scene(const Scene& scene, const Document* original,
                                    const Options& options, ConversionReport& report) {
  const auto* source = original != nullptr && original->format() == kBankId
                           ? static_cast<const BankDocument*>(original)
                           : nullptr;
  if (source != nullptr && !is_bounded(source->file)) source = nullptr;
  return Converter(scene, source, options, report).run();
}

}  // namespace anmkit::gc
