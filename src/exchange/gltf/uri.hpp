// SPDX-License-Identifier: MIT
// URIs of buffers and images: `data:` URIs and names of files next to the glTF.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "anmkit/result.hpp"
#include "core/bytes.hpp"

namespace anmkit {

inline bool is_data_uri(std::string_view uri) {
  return uri.starts_with("data:");
}

// "my%20file.bin" -> "my file.bin"
std::string name_of_uri(std::string_view uri);

// The bytes of a `data:` URI, in base64 or percent-encoded (RFC 2397); empty where it has no comma
// or its base64 is broken.
std::optional<Bytes> bytes_of_data_uri(std::string_view uri);

}  // namespace anmkit
