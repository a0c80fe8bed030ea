// SPDX-License-Identifier: MIT
// The JSON of a glTF file while it grows. Base64 text of large data is made when the file is
// written, and not before.
#pragma once

#include <string_view>
#include <vector>

#include "core/blocks.hpp"
#include "core/json.hpp"

namespace anmkit {

class GltfText {
 public:
  GltfText();
  GltfText(const GltfText&) = delete;
  GltfText& operator=(const GltfText&) = delete;

  // A string value: `before`, which needs no escapes, then `size` bytes as base64. They are asked
  // for when the file is written.
  void base64(std::string_view before, std::uint64_t size, Pieces bytes);

  // Of all that was written until now.
  std::uint64_t size();
  // After size().
  bool write(const Sink& sink) const;

  JsonWriter json;

 private:
  struct Late {
    std::uint64_t at = 0;  // in blocks_
    Pieces bytes;
  };
  Blocks blocks_;
  std::vector<Late> late_;
  std::uint64_t late_size_ = 0;
};

}  // namespace anmkit
