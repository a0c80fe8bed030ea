// SPDX-License-Identifier: MIT
// Reading, writing and checking TIM (section 8).
#include <algorithm>

#include "core/counted.hpp"
#include "formats/psx/check.hpp"
#include "formats/psx/fields.hpp"

namespace anmkit::psx {
namespace {

constexpr std::size_t kBlockHeader = 12;

constexpr std::uint32_t kId = 0x10;

bool begins_tim(ByteView bytes) {
  if (bytes.size() < 8) return false;
  const auto flags = load<std::uint32_t, std::endian::little>(bytes.data() + 4);
  return load<std::uint32_t, std::endian::little>(bytes.data()) == kId && flags <= 0xF &&
         (flags & 7) <= 4;
}

class TimReader {
 public:
  TimReader(ByteView bytes, Diagnostics& diagnostics)
      : in_(bytes), diagnostics_(diagnostics), findings_(diagnostics) {}

  Result<Tim> read() {
    Tim tim;
    get_record(in_, tim);
    if (!in_.ok()) {
      findings_.error(
          "TIM-01",
          "header is cut short: 8 bytes expected, " + std::to_string(in_.all().size()) + " there",
          0);
      return first_error(diagnostics_);
    }
    if (tim.id != 0x10)
      findings_.error("TIM-01", "id is " + hex_number(tim.id) + ", expected 0x10", 0, "id");
    if (findings_.failed()) return first_error(diagnostics_);
    if ((tim.flags & 8) != 0) {
      tim.clut.emplace();
      read_block(*tim.clut, "clut", true);
    }
    const bool alone = !findings_.failed() && tim.clut && ends_with_palette();
    if (!findings_.failed() && !alone) read_block(tim.pixels.emplace(), "pixels", false);
    if (findings_.failed()) return first_error(diagnostics_);
    return tim;
  }
  ByteView rest() { return in_.rest(); }

 private:
  // Nothing follows, or another texture: one that begins so is no block of as many bytes.
  bool ends_with_palette() const {
    const ByteView rest = in_.all().subspan(static_cast<std::size_t>(in_.offset()));
    if (rest.empty()) return true;
    if (!begins_tim(rest) || rest.size() < kBlockHeader) return false;
    const auto w = load<std::uint16_t, std::endian::little>(rest.data() + 8);
    const auto h = load<std::uint16_t, std::endian::little>(rest.data() + 10);
    return kBlockHeader + 2 * std::uint64_t{w} * h != kId;
  }

  void read_block(TimBlock& block, const char* name, bool followed) {
    const std::uint64_t begin = in_.offset();
    get_record(in_, block);
    if (!in_.ok()) {
      findings_.error("TIM-01", std::string(name) + ": block header is cut short", begin, name);
      return;
    }
    const std::uint64_t size = 2 * std::uint64_t{block.w} * block.h;
    const std::uint64_t left = in_.left();
    if (size > left) {
      findings_.error("TIM-02",
                      std::string(name) + ": " + std::to_string(block.w) + " x " +
                          std::to_string(block.h) + " cells need " + counted(size, "byte") + ", " +
                          std::to_string(left) + " are left",
                      begin + kBlockHeader, name);
      return;
    }
    const ByteView data = in_.get_bytes(size, name);
    block.data.assign(data.begin(), data.end());
    // A palette block that says it is longer is believed when another block still fits after it.
    const std::uint64_t whole = kBlockHeader + size;
    if (followed && block.bnum > whole && block.bnum - whole + kBlockHeader <= in_.left()) {
      const ByteView extra = in_.get_bytes(block.bnum - whole, name);
      block.extra.assign(extra.begin(), extra.end());
    }
  }

  LittleReader in_;
  Diagnostics& diagnostics_;
  Findings findings_;
};

void put(LittleWriter& out, const TimBlock& block) {
  put_record(out, block);
  out.put_bytes(block.data);
  out.put_bytes(block.extra);
}

Result<void> check_size(const TimBlock& block, std::string path) {
  const std::uint64_t size = 2 * std::uint64_t{block.w} * block.h;
  if (block.data.size() == size) return {};
  return fail(prefixed("TIM-02"),
              "data have " + counted(block.data.size(), "byte") + ", w and h call for " +
                  std::to_string(size),
              {}, std::move(path));
}

void check_block(const TimBlock& block, const char* name, std::uint64_t at, Findings& findings) {
  const std::uint64_t wanted = kBlockHeader + 2 * std::uint64_t{block.w} * block.h;
  if (block.bnum == wanted) return;
  findings.warning("TIM-03",
                   std::string(name) + ": block length is " + std::to_string(block.bnum) +
                       ", width and height make " + std::to_string(wanted),
                   at, std::string(name) + ".bnum");
}

void check_clut(const Tim& tim, std::uint64_t begin, Findings& findings) {
  const std::uint32_t colors = std::uint32_t{tim.clut->w} * tim.clut->h;
  const std::uint32_t wanted = tim.depth() == 0 ? 16 : tim.depth() == 1 ? 256 : 0;
  if (wanted == 0 || colors == wanted) return;
  findings.warning("TIM-06",
                   "palette block has " + std::to_string(tim.clut->w) + " x " +
                       std::to_string(tim.clut->h) + " colours, one palette of this depth has " +
                       std::to_string(wanted),
                   begin + 8 + 8, "clut");
}

}  // namespace

Result<Tim> parse_tim(ByteView bytes, Diagnostics& diagnostics) {
  return with_own_findings(diagnostics, [&](Diagnostics& own) -> Result<Tim> {
    TimReader reader(bytes, own);
    auto tim = reader.read();
    if (!tim) return tim;
    const ByteView tail = reader.rest();
    tim->tail.assign(tail.begin(), tail.end());
    return tim;
  });
}

std::vector<PackedTim> further_tims(const Tim& first) {
  std::uint64_t offset = 8;
  for (const auto* block : {&first.clut, &first.pixels}) {
    if (*block) offset += kBlockHeader + (*block)->data.size() + (*block)->extra.size();
  }
  std::vector<PackedTim> found;
  for (ByteView rest = first.tail;;) {
    const auto used = std::ranges::find_if(rest, [](std::byte b) { return b != std::byte{0}; });
    const auto zeros = static_cast<std::size_t>(used - rest.begin());
    rest = rest.subspan(zeros);
    offset += zeros;
    if (!begins_tim(rest)) return found;
    Diagnostics unused;
    TimReader reader(rest, unused);
    auto tim = reader.read();
    if (!tim) return found;
    found.push_back({offset, std::move(*tim)});
    const ByteView left = reader.rest();
    offset += rest.size() - left.size();
    rest = left;
  }
}

Result<Bytes> write(const Tim& tim) {
  if (((tim.flags & 8) != 0) != tim.clut.has_value()) {
    return fail(prefixed("TIM-01"), "flag bit 3 and the palette disagree", {}, "clut");
  }
  if (tim.clut) {
    if (auto good = check_size(*tim.clut, "clut.data"); !good) return std::unexpected(good.error());
  }
  if (!tim.pixels && !tim.clut)
    return fail(prefixed("TIM-01"), "there is neither an image nor a palette", {}, "pixels");
  if (tim.pixels) {
    if (auto good = check_size(*tim.pixels, "pixels.data"); !good)
      return std::unexpected(good.error());
  }
  LittleWriter out;
  put_record(out, tim);
  if (tim.clut) put(out, *tim.clut);
  if (tim.pixels) put(out, *tim.pixels);
  out.put_bytes(tim.tail);
  return out.take();
}

namespace {

// Video memory has 1024 x 512 cells; a palette begins at a column that is a multiple of 16.
constexpr std::uint32_t kVramWidth = 1024, kVramHeight = 512, kPaletteColumns = 16;

void check_place(const TimBlock& block, const char* name, std::uint64_t at, bool palette,
                 Findings& findings) {
  const std::string place = std::string(name) + ": " + std::to_string(block.w) + " x " +
                            std::to_string(block.h) + " cells at " + std::to_string(block.x) +
                            ", " + std::to_string(block.y);
  if (block.x + std::uint32_t{block.w} > kVramWidth ||
      block.y + std::uint32_t{block.h} > kVramHeight) {
    findings.warning("TIM-09", place + " leave the video memory of 1024 x 512", at + 4, name);
  } else if (palette && block.x % kPaletteColumns != 0) {
    findings.warning("TIM-09", place + ": a palette begins at a multiple of 16", at + 4, name);
  }
}

bool overlap(const TimBlock& a, const TimBlock& b) {
  return a.x < b.x + std::uint32_t{b.w} && b.x < a.x + std::uint32_t{a.w} &&
         a.y < b.y + std::uint32_t{b.h} && b.y < a.y + std::uint32_t{a.h};
}

void check_one(const Tim& tim, std::uint64_t begin, Findings& findings) {
  if ((tim.flags & ~0xFu) != 0 || tim.version != 0 || tim.reserved != 0) {
    findings.warning("TIM-04",
                     "reserved bits are set: flags " + hex_number(tim.flags) + ", version " +
                         std::to_string(tim.version) + ", reserved " + hex_number(tim.reserved),
                     begin + 4, "flags");
  }
  if (tim.depth() > 4) {
    findings.error("TIM-07",
                   "depth " + std::to_string(tim.depth()) + " is unknown, expected 0 ... 4",
                   begin + 4, "flags");
  }
  if (tim.depth() == 4)
    findings.warning("MIXED", "texels of several depths are mixed: shown as 16-bit colours",
                     begin + 4, "flags");
  std::uint64_t at = begin + 8;
  if (tim.clut) {
    check_block(*tim.clut, "clut", at, findings);
    check_clut(tim, begin, findings);
    check_place(*tim.clut, "clut", at, true, findings);
    at += kBlockHeader + tim.clut->data.size() + tim.clut->extra.size();
  }
  if (!tim.pixels) return;
  check_block(*tim.pixels, "pixels", at, findings);
  check_place(*tim.pixels, "pixels", at, false, findings);
  if (tim.clut && overlap(*tim.clut, *tim.pixels))
    findings.warning("TIM-10", "the pixels take the place of the palette in video memory", at + 4,
                     "pixels");
}

}  // namespace

void check_values(const Tim& tim, Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  check_one(tim, 0, findings);
  const std::vector<PackedTim> further = further_tims(tim);
  for (const PackedTim& one : further) {
    check_one(one.tim, one.offset, findings);
    findings.info(
        "TIM-08",
        "another texture begins here; --offset " + std::to_string(one.offset) + " reads it alone",
        one.offset, "tail");
  }
  if (tim.tail.empty() || !further.empty()) return;
  const std::uint64_t at = write(tim).value_or(tim.tail).size() - tim.tail.size();
  findings.info("TIM-05", std::to_string(tim.tail.size()) + " trailing bytes", at, "tail");
}

}  // namespace anmkit::psx
