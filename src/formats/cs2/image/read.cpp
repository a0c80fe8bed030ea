// SPDX-License-Identifier: MIT
// Containers of images: HG-3 (section 8.1) and HG-2 (section 8.2). Pixels stay packed.
#include "anmkit/cs2.hpp"
#include "core/bytes.hpp"
#include "core/counted.hpp"

namespace anmkit::cs2 {
namespace {

constexpr std::uint64_t kHgHeader = 12;

std::unexpected<Error> cut(std::string_view what, std::uint64_t offset, std::size_t size) {
  return fail("cs2.HG-TRUNCATED",
              std::string(what) + " at offset " + std::to_string(offset) +
                  " does not fit into the file of " + counted(size, "byte"),
              offset);
}

struct Start {
  std::uint64_t frames = 0;
  std::uint32_t version = 0;
};
Result<Start> read_start(ByteView bytes, std::string_view signature) {
  if (bytes.size() < kHgHeader) return cut("the header", 0, bytes.size());
  if (as_text(bytes.first(4)) != signature) {
    return fail("cs2.HG-SIGNATURE",
                "signature is " + to_hex(bytes.first(4)) + ", expected " + std::string(signature),
                0);
  }
  LittleReader reader(bytes, 4);
  Start start;
  start.frames = reader.get<std::uint32_t>("headerSize");
  start.version = reader.get<std::uint32_t>("version");
  if (start.frames < kHgHeader || start.frames > bytes.size()) {
    return fail("cs2.HG-HEADER", "header size is " + std::to_string(start.frames), 4);
  }
  return start;
}

void read_info(LittleReader& reader, HgFrame& frame) {
  frame.width = reader.get<std::uint32_t>("width");
  frame.height = reader.get<std::uint32_t>("height");
  frame.bits = reader.get<std::uint16_t>("bpp");
  reader.get<std::uint16_t>("depth");
  frame.offset_x = reader.get<std::int32_t>("offsetX");
  frame.offset_y = reader.get<std::int32_t>("offsetY");
  frame.canvas_width = reader.get<std::uint32_t>("canvasW");
  frame.canvas_height = reader.get<std::uint32_t>("canvasH");
  frame.has_alpha = reader.get<std::uint32_t>("hasAlpha");
  frame.origin_x = reader.get<std::int32_t>("originX");
  frame.origin_y = reader.get<std::int32_t>("originY");
}

Result<void> read_tags(ByteView bytes, std::uint64_t at, HgFrame& frame) {
  for (;;) {
    LittleReader reader(bytes, at);
    const std::string_view name = as_text(reader.get_bytes(8, "name"));
    const std::uint64_t next = reader.get<std::uint32_t>("offsetNext");
    const std::uint64_t length = reader.get<std::uint32_t>("length");
    const ByteView payload = reader.get_bytes(length, "payload");
    if (!reader.ok()) return cut("a tag", at, bytes.size());
    frame.tags.emplace_back(name.substr(0, name.find('\0')));
    const bool first = frame.tags.size() == 1;
    if (first && (frame.tags[0] != "stdinfo" || length < 40)) {
      return fail(
          "cs2.HG-STDINFO",
          "the first tag of a frame is '" + frame.tags[0] + "', expected 'stdinfo' with 40 bytes",
          at);
    }
    if (first) {
      LittleReader info(payload);
      read_info(info, frame);
    }
    if (next == 0) return {};
    if (next < 16) return fail("cs2.HG-OFFSET", "the next tag overlaps this one", at + 8);
    at += next;
  }
}

}  // namespace

Result<HgFile> parse_hg3(ByteView bytes) {
  const auto start = read_start(bytes, "HG-3");
  if (!start) return std::unexpected(start.error());
  HgFile file{start->version, {}};
  std::uint64_t at = start->frames;
  for (;;) {
    LittleReader reader(bytes, at);
    const std::uint64_t next = reader.get<std::uint32_t>("offsetNext");
    HgFrame frame;
    frame.offset = at;
    frame.id = reader.get<std::uint32_t>("id");
    if (!reader.ok()) return cut("a frame", at, bytes.size());
    // Tags end where the next frame begins, so that no byte is read for two frames.
    const std::uint64_t end = next == 0 ? bytes.size() : at + next;
    if (end > bytes.size()) return cut("the next frame", end, bytes.size());
    if (next != 0 && next < 24) {
      return fail("cs2.HG-OFFSET", "the next frame overlaps this one", at);
    }
    if (const auto tags = read_tags(bytes.first(end), at + 8, frame); !tags) {
      return std::unexpected(tags.error());
    }
    file.frames.push_back(std::move(frame));
    if (next == 0) return file;
    at += next;
  }
}

Result<HgFile> parse_hg2(ByteView bytes) {
  const auto start = read_start(bytes, "HG-2");
  if (!start) return std::unexpected(start.error());
  HgFile file{start->version, {}};
  std::uint64_t at = start->frames;
  for (;;) {
    LittleReader reader(bytes, at);
    HgFrame frame;
    frame.offset = at;
    frame.width = reader.get<std::uint32_t>("width");
    frame.height = reader.get<std::uint32_t>("height");
    frame.bits = reader.get<std::uint32_t>("bpp");
    reader.get_bytes(24, "slice and sizes");
    std::uint64_t next = 0;
    if (start->version >= 0x20) {
      reader.get<std::uint32_t>("offsetToData");
      frame.id = reader.get<std::uint32_t>("id");
      frame.canvas_width = reader.get<std::uint32_t>("canvasW");
      frame.canvas_height = reader.get<std::uint32_t>("canvasH");
      frame.offset_x = reader.get<std::int32_t>("offsetX");
      frame.offset_y = reader.get<std::int32_t>("offsetY");
      frame.has_alpha = reader.get<std::uint32_t>("hasAlpha");
      next = reader.get<std::uint32_t>("offsetNext");
    }
    if (start->version >= 0x25) {
      frame.origin_x = reader.get<std::int32_t>("originX");
      frame.origin_y = reader.get<std::int32_t>("originY");
    }
    if (!reader.ok()) return cut("a frame", at, bytes.size());
    const std::uint64_t size = reader.offset() - at;
    file.frames.push_back(std::move(frame));
    if (next == 0) return file;
    if (next < size) return fail("cs2.HG-OFFSET", "the next frame overlaps this one", at);
    at += next;
  }
}

}  // namespace anmkit::cs2
