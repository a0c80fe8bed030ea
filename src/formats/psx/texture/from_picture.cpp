// SPDX-License-Identifier: MIT
// From an image to a texture (section 8.1).
#include <algorithm>
#include <cstdlib>
#include <map>

#include "core/pictures.hpp"
#include "core/quantise.hpp"
#include "formats/psx/document.hpp"
#include "formats/psx/findings.hpp"
#include "formats/psx/texture/from_picture.hpp"
#include "formats/psx/texture/vram.hpp"

namespace anmkit::psx {
namespace {

using Words = std::vector<std::uint16_t>;

constexpr std::uint16_t kStp = 0x8000;
constexpr std::array<unsigned, 4> kBits{4, 8, 16, 24};  // by depth
constexpr int kRounds = 8;                              // of the palette

unsigned part(const std::byte* pixel, std::size_t channel) {
  return std::to_integer<unsigned>(pixel[channel]);
}
bool is_clear(const std::byte* pixel) {
  return part(pixel, 3) < 128;
}

std::uint16_t word_of(const Rgb& rgb) {
  unsigned word = 0;
  for (unsigned c = 0; c < 3; ++c)
    word |= (rgb[c] * 31u + 127) / 255 << (5 * c);
  return static_cast<std::uint16_t>(word);
}
Rgb color_of(std::uint16_t word) {
  Rgb rgb{};
  for (unsigned c = 0; c < 3; ++c) {
    const unsigned five = word >> (5 * c) & 31u;
    rgb[c] = static_cast<std::uint8_t>(five << 3 | five >> 2);
  }
  return rgb;
}

// 0 is transparent; black that is seen has the STP bit, and so has what is half transparent.
std::uint16_t word_of(const std::byte* pixel) {
  if (is_clear(pixel)) return 0;
  const std::uint16_t word = word_of(Rgb{static_cast<std::uint8_t>(part(pixel, 0)),
                                         static_cast<std::uint8_t>(part(pixel, 1)),
                                         static_cast<std::uint8_t>(part(pixel, 2))});
  return word == 0 || part(pixel, 3) < 255 ? static_cast<std::uint16_t>(word | kStp) : word;
}

Words words_of(const Bytes& data) {
  Words words;
  for (std::size_t i = 0; i + 1 < data.size(); i += 2)
    words.push_back(load<std::uint16_t, std::endian::little>(data.data() + i));
  return words;
}

class TimMaker {
 public:
  TimMaker(const Picture& picture, const TimRequest& request, ConversionReport& report)
      : picture_(picture),
        request_(request),
        old_(request.old),
        palette_(request.palette),
        report_(report) {
    words_.reserve(pixel_count());
    for (std::size_t i = 0; i < pixel_count(); ++i)
      words_.push_back(word_of(pixel(i)));
  }

  Result<Tim> make() {
    if (auto chosen = choose_depth(); !chosen) return std::unexpected(chosen.error());
    if (take_old_pixels()) return *old_;
    Tim tim;
    if (old_ != nullptr) tim = *old_;
    tim.flags = (tim.flags & ~0xFu) | depth_;
    TimBlock block =
        place(old_ != nullptr && old_->pixels ? &*old_->pixels : nullptr, request_.x, request_.y);
    if (depth_ < 2) {
      set_palette(tim);
      block.data = pack(indices());
    } else if (depth_ == 2) {
      block.data = pack(stored_or([&](std::size_t i) { return words_[i]; }));
    } else {
      block.data = true_color();
    }
    if (tim.clut) tim.flags |= kTimClut;
    block.w = static_cast<std::uint16_t>(row_bytes() / 2);
    block.h = static_cast<std::uint16_t>(picture_.height);
    block.bnum = static_cast<std::uint32_t>(12 + block.data.size());
    if (auto fits = check_place(block); !fits) return std::unexpected(fits.error());
    // A length that is wrong in the original stays, where nothing else changed.
    if (old_ != nullptr && old_->pixels && old_->pixels->w == block.w && old_->pixels->h == block.h)
      block.bnum = old_->pixels->bnum;
    tim.pixels = std::move(block);
    return tim;
  }

  // What the texture shows otherwise than the image.
  void report(const Tim& made) const {
    const auto shown = decode(made, has_old_palette() ? palette_ : 0);
    if (!shown) return;
    int largest = 0;
    std::size_t partly = 0, clear = 0, filled = 0;
    for (std::size_t i = 0; i < pixel_count(); ++i) {
      const std::byte* const is = shown->pixels.data() + 4 * i;
      const unsigned alpha = part(pixel(i), 3);
      if (alpha != 0 && alpha != 255) ++partly;
      if (is_clear(pixel(i)) != is_clear(is)) ++(is_clear(is) ? clear : filled);
      for (std::size_t c = 0; c < 3 && !is_clear(pixel(i)) && !is_clear(is); ++c)
        largest = std::max(
            largest, std::abs(static_cast<int>(part(pixel(i), c)) - static_cast<int>(part(is, c))));
    }
    report_.fits.push_back({"colours", static_cast<double>(largest), "of 255"});
    Findings findings(report_.diagnostics);
    const auto lose = [&](std::size_t count, const char* what) {
      if (count > 0) findings.warning("W-LOSS", std::to_string(count) + what);
    };
    lose(partly,
         " pixels are partly transparent: below 128 of 255 they become transparent, others keep "
         "their colour and, where there is room, the bit for semi-transparency");
    lose(filled,
         " transparent pixels are shown: neither 24 bits nor the palette have transparency");
    lose(clear, " pixels become transparent: the palette has no other black");
  }

 private:
  std::size_t pixel_count() const { return std::size_t{picture_.width} * picture_.height; }
  const std::byte* pixel(std::size_t i) const { return picture_.pixels.data() + 4 * i; }
  bool same_depth() const {
    return old_ != nullptr && !is_palette_alone(*old_) && old_->depth() == depth_;
  }
  bool has_old_palette() const {
    return depth_ < 2 && old_ != nullptr && old_->clut && old_->depth() == depth_;
  }
  // Whole words; a byte may be left over in true colour.
  std::uint64_t row_bytes() const {
    return (std::uint64_t{picture_.width} * kBits[depth_] + 15) / 16 * 2;
  }
  bool fits_words(unsigned depth) const {
    return depth > 1 || picture_.width * kBits[depth] % 16 == 0;
  }

  Result<void> choose_depth() {
    if (const auto bits = request_.bits) {
      depth_ = *bits == 4 ? 0 : *bits == 8 ? 1 : *bits == 16 ? 2 : 3;
    } else if (old_ != nullptr && old_->depth() < 4) {
      depth_ = old_->depth();
    } else {
      Words distinct = words_;
      std::ranges::sort(distinct);
      const auto rest = std::ranges::unique(distinct);
      const std::size_t colors = distinct.size() - rest.size();
      depth_ = colors <= 16 && fits_words(0) ? 0 : colors <= 256 && fits_words(1) ? 1 : 2;
    }
    if (fits_words(depth_)) return {};
    const unsigned step = 16 / kBits[depth_];
    return fail(prefixed("SIZE"),
                "rows of " + std::to_string(kBits[depth_]) +
                    " bits per pixel are whole 16-bit words: expected a width that is a multiple "
                    "of " +
                    std::to_string(step) + ", found " + std::to_string(picture_.width) +
                    "; --bits 16 takes any width");
  }

  // Texels of the original whose pixel is what it was. True: all are.
  bool take_old_pixels() {
    if (!same_depth()) return false;
    const auto before = decode(*old_, palette_);
    if (!before || before->width != picture_.width || before->height != picture_.height)
      return false;
    kept_.resize(pixel_count());
    for (std::size_t i = 0; i < pixel_count(); ++i) {
      const std::byte* const was = before->pixels.data() + 4 * i;
      kept_[i] =
          std::equal(was, was + 4, pixel(i)) || (part(was, 3) == 0 && part(pixel(i), 3) == 0);
    }
    return std::ranges::find(kept_, false) == kept_.end();
  }

  // One number a pixel: the stored one where the pixel is what it was.
  template <class New>
  Words stored_or(New made) const {
    Words numbers(pixel_count());
    const Words cells = kept_.empty() ? Words() : words_of(old_->pixels->data);
    const unsigned bits = kBits[depth_], per_cell = 16 / bits;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = made(i);
      if (kept_.empty() || !kept_[i]) continue;
      const std::uint32_t cell = cells[i / per_cell];
      numbers[i] = static_cast<std::uint16_t>(cell >> (i % per_cell * bits) & ((1u << bits) - 1));
    }
    return numbers;
  }

  Bytes pack(const Words& numbers) const {
    const unsigned bits = kBits[depth_], per_cell = 16 / bits;
    Bytes data(2 * numbers.size() / per_cell);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::size_t bit = i * bits;
      data[bit / 8] |= static_cast<std::byte>(std::uint32_t{numbers[i]} << (bit % 8) & 0xFF);
      if (bits == 16) data[bit / 8 + 1] = static_cast<std::byte>(numbers[i] >> 8);
    }
    return data;
  }

  Bytes true_color() const {
    Bytes data;
    for (std::size_t i = 0; i < pixel_count(); ++i) {
      data.insert(data.end(), pixel(i), pixel(i) + 3);
      if ((i + 1) % picture_.width == 0) data.resize((i + 1) / picture_.width * row_bytes());
    }
    return data;
  }

  static TimBlock place(const TimBlock* old, std::uint16_t x, std::uint16_t y) {
    TimBlock block;
    block.x = old != nullptr ? old->x : x;
    block.y = old != nullptr ? old->y : y;
    return block;
  }

  Result<void> check_place(const TimBlock& block) const {
    const bool as_before =
        old_ != nullptr && old_->pixels && old_->pixels->w == block.w && old_->pixels->h == block.h;
    if (as_before ||
        (row_bytes() / 2 + block.x <= Vram::kWidth && picture_.height + block.y <= Vram::kHeight))
      return {};
    return fail(prefixed("SIZE"),
                std::to_string(row_bytes() / 2) + " words by " + std::to_string(picture_.height) +
                    " rows at " + std::to_string(block.x) + ", " + std::to_string(block.y) +
                    " leave video memory, which has 1024 by 512; make the image smaller, name "
                    "fewer --bits, or --with a texture at another place");
  }

  std::size_t palette_size() const { return depth_ == 0 ? 16 : 256; }

  // The palette of the original, or one of the image's colours.
  void set_palette(Tim& tim) {
    if (has_old_palette()) {
      const Words all = words_of(old_->clut->data);
      const std::size_t first = std::min(all.size(), palette_ * palette_size());
      const std::size_t count = std::min(palette_size(), all.size() - first);
      entries_.assign(all.begin() + static_cast<std::ptrdiff_t>(first),
                      all.begin() + static_cast<std::ptrdiff_t>(first + count));
      return;
    }
    entries_ = new_palette();
    TimBlock block = place(tim.clut ? &*tim.clut : nullptr, request_.clut_x, request_.clut_y);
    block.w = static_cast<std::uint16_t>(palette_size());
    block.h = 1;
    for (std::size_t i = 0; i < palette_size(); ++i) {
      const std::uint16_t word = i < entries_.size() ? entries_[i] : std::uint16_t{0};
      block.data.push_back(static_cast<std::byte>(word & 0xFF));
      block.data.push_back(static_cast<std::byte>(word >> 8));
    }
    block.bnum = static_cast<std::uint32_t>(12 + block.data.size());
    tim.clut = std::move(block);
  }

  Words new_palette() const {
    std::map<std::uint16_t, std::uint64_t> counts, colors;
    for (const std::uint16_t word : words_) {
      ++counts[word];
      if (word != 0) ++colors[static_cast<std::uint16_t>(word & ~kStp)];
    }
    Words entries;
    if (counts.size() <= palette_size()) {
      for (const auto& [word, count] : counts)
        entries.push_back(word);
      return entries;
    }
    const bool clear = counts.contains(0);
    if (clear) entries.push_back(0);
    std::vector<ColorCount> given;
    for (const auto& [word, count] : colors)
      given.push_back({color_of(word), count});
    const std::size_t room = palette_size() - (clear ? 1 : 0);
    for (const Rgb& rgb : quantise(std::move(given), room, kRounds).palette) {
      const std::uint16_t word = word_of(rgb);
      entries.push_back(word == 0 ? kStp : word);
    }
    return entries;
  }

  // Of an opaque word the nearest entry that is seen; of a transparent one a transparent entry.
  std::uint16_t entry_for(std::uint16_t word) const {
    const auto exact = std::ranges::find(entries_, word);
    if (exact != entries_.end()) return static_cast<std::uint16_t>(exact - entries_.begin());
    std::vector<Rgb> seen;
    Words place;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i] == 0) continue;
      seen.push_back(color_of(entries_[i]));
      place.push_back(static_cast<std::uint16_t>(i));
    }
    return seen.empty() ? std::uint16_t{0} : place[nearest_color(seen, color_of(word))];
  }

  Words indices() const {
    std::map<std::uint16_t, std::uint16_t> known;
    return stored_or([&](std::size_t i) {
      const auto [at, fresh] = known.try_emplace(words_[i]);
      if (fresh) at->second = entry_for(words_[i]);
      return at->second;
    });
  }

  const Picture& picture_;
  const TimRequest& request_;
  const Tim* old_;
  std::size_t palette_;
  ConversionReport& report_;
  unsigned depth_ = 0;
  Words words_;             // the pixels in 16 bits
  Words entries_;           // of the palette
  std::vector<bool> kept_;  // pixels that are as in the original; empty: none
};

}  // namespace

Result<Tim> make_tim(const Picture& picture, const TimRequest& request, ConversionReport& report) {
  TimMaker maker(picture, request, report);
  auto tim = maker.make();
  if (tim) maker.report(*tim);
  return tim;
}

Result<std::vector<OutputFile>> tim_from_picture(const FromPictures& from, const Context& context,
                                                 ConversionReport& report) {
  if (from.sequence.pictures.size() != 1) {
    return fail("anmkit.PICTURES", "a texture contains one image, found " +
                                       std::to_string(from.sequence.pictures.size()));
  }
  const Picture& picture = from.sequence.pictures.front().picture;
  if (picture.width == 0 || picture.height == 0)
    return fail("anmkit.PICTURES", "the image has no pixels");
  const auto* beside = companion_of<TimDocument>(context.companions, kTimId);
  if (beside == nullptr && !context.companions.empty()) {
    return fail(std::string(kUsageError),
                "--with " + context.companions.front().path +
                    " is not a texture, whose position and palette a new one "
                    "could take");
  }
  const Tim* old = beside == nullptr ? nullptr : &beside->tim;
  const double number = context.options.number("picture", 0);
  const std::size_t palettes = old == nullptr ? 1 : palette_count(*old);
  if (!(number >= 0 && number < static_cast<double>(palettes))) {
    return fail(std::string(kUsageError),
                "--picture chooses one of " + std::to_string(palettes) + " palettes of " +
                    (old == nullptr ? "a new texture" : "the texture that --with names"));
  }
  TimRequest request{.old = old, .palette = static_cast<std::size_t>(number)};
  if (context.options.has("bits"))
    request.bits = static_cast<unsigned>(context.options.number("bits", 0));
  const auto tim = make_tim(picture, request, report);
  if (!tim) return std::unexpected(tim.error());
  auto bytes = write(*tim);
  if (!bytes) return std::unexpected(std::move(bytes.error()));
  report.summary = std::to_string(kBits[tim->depth()]) + " bits per pixel at " +
                   std::to_string(tim->pixels->x) + ", " + std::to_string(tim->pixels->y) +
                   " of video memory";
  if (tim->clut) {
    report.summary +=
        ", palette at " + std::to_string(tim->clut->x) + ", " + std::to_string(tim->clut->y);
  }
  std::vector<OutputFile> files;
  files.push_back({std::string(file_name(from.output)), std::move(*bytes)});
  return files;
}

}  // namespace anmkit::psx
