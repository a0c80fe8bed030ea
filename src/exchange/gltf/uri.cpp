// SPDX-License-Identifier: MIT
// URIs of buffers and images: data inside them, and names with percent signs.
#include "exchange/gltf/uri.hpp"

namespace anmkit {

std::string name_of_uri(std::string_view uri) {
  std::string name;
  name.reserve(uri.size());
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const auto byte = uri[i] == '%' ? from_hex(uri.substr(i + 1, 2)) : std::nullopt;
    name += byte && byte->size() == 1 ? static_cast<char>(byte->front()) : uri[i];
    if (byte && byte->size() == 1) i += 2;
  }
  return name;
}

std::optional<Bytes> bytes_of_data_uri(std::string_view uri) {
  const std::size_t comma = uri.find(',');
  if (comma == uri.npos) return std::nullopt;
  const std::string_view data = uri.substr(comma + 1);
  const bool base64 = uri.substr(0, comma).ends_with(";base64");
  if (base64 && data.find('%') == data.npos) return from_base64(data);
  const std::string plain = name_of_uri(data);
  if (base64) return from_base64(plain);
  const ByteView bytes = as_bytes(plain);
  return Bytes(bytes.begin(), bytes.end());
}

}  // namespace anmkit
