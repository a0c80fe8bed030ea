// SPDX-License-Identifier: MIT
// Writing compiled scripts (section 2).
#include "anmkit/cs2.hpp"
#include "core/bytes.hpp"

namespace anmkit::cs2 {

Bytes write(const AnmFile& file) {
  LittleWriter writer;
  writer.reserve(kHeaderSize + kTimelineSize * file.lines.size() + file.tail.size());
  writer.put_text(std::string_view("ANM\0", 4));
  writer.put(file.unknown1);
  writer.put(static_cast<std::uint32_t>(file.lines.size()));
  for (const std::uint32_t word : file.reserved)
    writer.put(word);
  for (const Timeline& line : file.lines) {
    writer.put(line.op);
    for (const Param& param : line.params) {
      writer.put(param.type);
      writer.put(param.value);
    }
  }
  writer.put_bytes(file.tail);
  return writer.take();
}

}  // namespace anmkit::cs2
