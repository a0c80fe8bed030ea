// SPDX-License-Identifier: MIT
// Fields that are changed, and keys that change with them.
#include "convert/key_origins.hpp"

#include <algorithm>
#include <bit>

namespace anmkit {
namespace {

// Bytes that are read again in all, and how often.
constexpr std::size_t kMostBytes = std::size_t{256} << 20;
constexpr std::size_t kMostReadings = 4000;

Result<Clip> clip_of(const Document& document, Companions companions, const Options& options,
                     std::size_t clip) {
  Diagnostics unused;
  const std::string name = std::to_string(clip);
  auto scene = document.to_scene({.clip = name, .meshes = false}, {companions, options}, unused);
  if (!scene) return std::unexpected(std::move(scene.error()));
  // Some show the clip alone, others all of theirs.
  const std::size_t index = scene->clips.size() == 1 ? 0 : clip;
  if (index >= scene->clips.size())
    return fail(std::string(kNoSuchClip), "there is no clip " + name);
  return std::move(scene->clips[index]);
}

bool is_number(const Leaf& leaf) {
  if (leaf.kind != ByteKind::field || leaf.cut) return false;
  return leaf.type == "number" || leaf.type.starts_with('s') || leaf.type.starts_with('u') ||
         leaf.type.starts_with('f');
}

// The last digit of a number in a text, one more or less.
bool change_digit(std::span<std::byte> text) {
  const std::string_view word = as_text(text);
  const bool hexadecimal = word.find("0x") != word.npos || word.find("0X") != word.npos;
  for (std::size_t i = text.size(); i-- > 0;) {
    const auto letter = std::to_integer<unsigned char>(text[i]);
    const bool digit = letter >= '0' && letter <= '9';
    const bool high = hexadecimal && ((letter | 0x20) >= 'a' && (letter | 0x20) <= 'f');
    if (!digit && !high) continue;
    const bool top = letter == '9' || (letter | 0x20) == 'f';
    text[i] = static_cast<std::byte>(top ? letter - 1 : letter + 1);
    return true;
  }
  return false;
}

bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool same_key(const Track& a, const Track& b, std::size_t key) {
  const std::size_t stride = a.stride();
  if (a.stride() != b.stride() || !same(a.times[key], b.times[key])) return false;
  for (std::size_t i = key * stride; i < (key + 1) * stride; ++i)
    if (!same(a.values[i], b.values[i])) return false;
  const bool eases = a.ease.size() == 2 * a.times.size() && b.ease.size() == a.ease.size();
  return !eases ||
         (same(a.ease[2 * key], b.ease[2 * key]) && same(a.ease[2 * key + 1], b.ease[2 * key + 1]));
}

}  // namespace

KeyOrigins::KeyOrigins(const Parsed& file, Companions companions, const Options& options,
                       std::size_t clip, Clip shown, Explanation what)
    : file_(&file),
      companions_(companions),
      options_(&options),
      clip_(clip),
      clip_shown_(std::move(shown)),
      what_(std::move(what)) {}

Result<KeyOrigins> KeyOrigins::make(const Parsed& file, Companions companions,
                                    const Options& options, std::size_t clip) {
  if (clip >= file.document->info().clips.size())
    return fail(std::string(kNoSuchClip), "there is no clip " + std::to_string(clip));
  auto shown = clip_of(*file.document, companions, options, clip);
  if (!shown) return std::unexpected(std::move(shown.error()));
  auto what = explain(file.bytes, *file.format);
  if (!what) return std::unexpected(std::move(what.error()));
  return KeyOrigins(file, companions, options, clip, std::move(*shown), std::move(*what));
}

std::optional<Clip> KeyOrigins::shown(const Bytes& bytes) const {
  Diagnostics unused;
  const DocumentPtr document =
      file_->format->parse({bytes, file_->path, companions_}, *options_, unused);
  if (document == nullptr) return std::nullopt;
  auto clip = clip_of(*document, companions_, *options_, clip_);
  if (!clip) return std::nullopt;
  return std::move(*clip);
}

bool KeyOrigins::change(Bytes& bytes, const Leaf& leaf) const {
  if (!is_number(leaf) || leaf.offset + leaf.length > bytes.size()) return false;
  const std::span<std::byte> own(bytes.data() + leaf.offset, leaf.length);
  if (leaf.type == "number") return change_digit(own);
  const bool big = leaf.type.ends_with("be");
  // Of a real number not the last bit, which may be lost where it is rounded.
  const std::size_t at = leaf.type.starts_with('f') && own.size() > 2 ? 1 : 0;
  own[big ? own.size() - 1 - at : at] ^= std::byte{1};
  return true;
}

bool KeyOrigins::is_different(const Clip& other, ClipKey key) const {
  const Track& a = clip_shown_.tracks[key.track];
  const Track& b = other.tracks[key.track];
  return a.times.size() == b.times.size() && !same_key(a, b, key.key);
}

std::vector<ClipKey> KeyOrigins::different(const Clip& other, std::size_t most) const {
  std::vector<ClipKey> keys;
  if (other.tracks.size() != clip_shown_.tracks.size()) return keys;
  for (std::uint32_t track = 0; track < other.tracks.size(); ++track) {
    const Track &a = clip_shown_.tracks[track], &b = other.tracks[track];
    if (a.node != b.node || a.property != b.property || a.times.size() != b.times.size()) continue;
    for (std::uint32_t key = 0; key < a.times.size() && keys.size() < most; ++key)
      if (!same_key(a, b, key)) keys.push_back({track, key});
  }
  return keys;
}

std::vector<ClipKey> KeyOrigins::keys_of(std::uint64_t offset) const {
  Bytes bytes = file_->bytes;
  const Leaf leaf = what_.at(offset);
  if (leaf.length == 0 || !change(bytes, leaf)) return {};
  const auto clip = shown(bytes);
  return clip ? different(*clip, kMostKeys) : std::vector<ClipKey>{};
}

// Halves of the fields, again and again: where the key stays what it is, none of them makes it.
class KeyOrigins::Search {
 public:
  Search(const KeyOrigins& all, ClipKey key) : all_(all), key_(key) {
    const std::size_t size = std::max<std::size_t>(1, all.file_->bytes.size());
    left_ = std::clamp<std::size_t>(kMostBytes / size, 64, kMostReadings);
    all.what_.visit([&](const Leaf& leaf) {
      if (is_number(leaf)) leaves_.push_back(leaf);
      return true;
    });
    bytes_ = all.file_->bytes;
  }
  std::vector<Origin> run() {
    halve(0, leaves_.size());
    std::ranges::stable_sort(found_, {}, &Origin::keys);
    return std::move(found_);
  }

 private:
  // Nothing when the file cannot be read any more, or is built in another way.
  std::optional<Clip> changed(std::size_t first, std::size_t last) {
    --left_;
    for (std::size_t i = first; i < last; ++i)
      all_.change(bytes_, leaves_[i]);
    auto clip = all_.shown(bytes_);
    std::copy_n(all_.file_->bytes.begin() + static_cast<std::ptrdiff_t>(leaves_[first].offset),
                leaves_[last - 1].offset + leaves_[last - 1].length - leaves_[first].offset,
                bytes_.begin() + static_cast<std::ptrdiff_t>(leaves_[first].offset));
    const bool same_shape =
        clip && clip->tracks.size() == all_.clip_shown_.tracks.size() &&
        clip->tracks[key_.track].times.size() == all_.clip_shown_.tracks[key_.track].times.size();
    return same_shape ? std::move(clip) : std::nullopt;
  }
  void halve(std::size_t first, std::size_t last) {
    if (first >= last || left_ == 0) return;
    const auto clip = changed(first, last);
    if (clip && !all_.is_different(*clip, key_)) return;
    if (last - first > 1) {
      const std::size_t middle = first + (last - first) / 2;
      halve(first, middle);
      halve(middle, last);
    } else if (clip) {
      found_.push_back({leaves_[first], all_.different(*clip, kMostKeys).size()});
    }
  }

  const KeyOrigins& all_;
  ClipKey key_;
  std::size_t left_ = 0;  // readings
  std::vector<Leaf> leaves_;
  Bytes bytes_;
  std::vector<Origin> found_;
};

std::vector<KeyOrigins::Origin> KeyOrigins::fields_of(ClipKey key) const {
  if (key.track >= clip_shown_.tracks.size() ||
      key.key >= clip_shown_.tracks[key.track].times.size())
    return {};
  return Search(*this, key).run();
}

}  // namespace anmkit
