// SPDX-License-Identifier: MIT
// Reading compiled scripts (section 2).
#include "anmkit/cs2.hpp"
#include "core/bytes.hpp"
#include "core/counted.hpp"

namespace anmkit::cs2 {

Result<AnmFile> parse_anm(ByteView bytes) {
  if (bytes.size() < kHeaderSize) {
    return fail("cs2.A01",
                "file too short for an ANM header (" + counted(bytes.size(), "byte") +
                    ", expected " + std::to_string(kHeaderSize) + ")",
                0);
  }
  if (as_text(bytes.first(4)) != std::string_view("ANM\0", 4)) {
    return fail("cs2.A02",
                "not an ANM file: signature is " + to_hex(bytes.first(4)) + ", expected 414e4d00",
                0, "signature");
  }
  LittleReader reader(bytes, 4);
  AnmFile file;
  file.unknown1 = reader.get<std::uint32_t>("unknown1");
  const std::uint64_t count = reader.get<std::uint32_t>("count");
  for (std::uint32_t& word : file.reserved)
    word = reader.get<std::uint32_t>("reserved");
  if (!fits(kHeaderSize, count * kTimelineSize, bytes.size())) {
    return fail("cs2.A04",
                "truncated: count is " + counted(count, "timeline") + ", data contains " +
                    std::to_string((bytes.size() - kHeaderSize) / kTimelineSize),
                8, "count");
  }
  file.lines.resize(count);
  for (Timeline& line : file.lines) {
    line.op = reader.get<std::uint32_t>("op");
    for (Param& param : line.params) {
      param.type = reader.get<std::uint32_t>("type");
      param.value = reader.get<std::uint32_t>("value");
    }
  }
  const ByteView rest = reader.rest();
  file.tail.assign(rest.begin(), rest.end());
  return file;
}

}  // namespace anmkit::cs2
