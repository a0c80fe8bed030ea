// SPDX-License-Identifier: MIT
// Text in blocks, and the places where base64 belongs between.
#include "exchange/gltf/text.hpp"

#include "core/bytes.hpp"

namespace anmkit {

GltfText::GltfText()
    : json(JsonWriter::Style::compact, [this](ByteView piece) {
        blocks_.append(piece);
        return true;
      }) {}

void GltfText::base64(std::string_view before, std::uint64_t size, Pieces bytes) {
  json.raw('"' + std::string(before) + '"');
  json.flush();
  late_.push_back({blocks_.size() - 1, std::move(bytes)});
  late_size_ += base64_size(size);
}

std::uint64_t GltfText::size() {
  json.flush();
  return blocks_.size() + late_size_;
}

bool GltfText::write(const Sink& sink) const {
  auto late = late_.begin();
  std::uint64_t done = 0;
  return blocks_.write([&](ByteView block) {
    for (; late != late_.end() && late->at < done + block.size(); ++late) {
      const ByteView before = block.first(static_cast<std::size_t>(late->at - done));
      if (!sink(before) || !write_base64(late->bytes, sink)) return false;
      block = block.subspan(before.size());
      done += before.size();
    }
    done += block.size();
    return sink(block);
  });
}

}  // namespace anmkit
