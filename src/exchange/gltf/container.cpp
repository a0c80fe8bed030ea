// SPDX-License-Identifier: MIT
// The first buffer moves between a chunk of its own and a data URI in the JSON.
#include "exchange/gltf/container.hpp"

#include <limits>

#include "exchange/gltf/file.hpp"
#include "exchange/gltf/glb.hpp"

namespace anmkit {
namespace {

std::string with_buffer_inside(std::string_view text, JsonValue buffer, ByteView data) {
  const std::size_t at = buffer.begin_offset() + 1;
  std::string whole(text.substr(0, at));
  whole += "\"uri\":\"" + std::string(kGltfDataUri) + to_base64(data) + "\"";
  if (buffer.size() > 0) whole += ',';
  return whole += text.substr(at);
}

std::string without_uri(std::string_view text, JsonValue buffer) {
  std::size_t begin = 0, end = 0, before = 0;
  for (JsonValue member = buffer.first(); member; member = member.next()) {
    if (member.key() == "uri") {
      const JsonValue next = member.next();
      begin = next || before == 0 ? member.key_offset() : before;
      end = next ? next.key_offset() : member.end_offset();
    }
    before = member.end_offset();
  }
  return std::string(text.substr(0, begin)) + std::string(text.substr(end));
}

// A chunk is filled up to four bytes, JSON with spaces.
void put_chunk(LittleWriter& out, std::uint32_t type, ByteView bytes, char filling) {
  const std::size_t size = (bytes.size() + 3) / 4 * 4;
  out.put(static_cast<std::uint32_t>(size));
  out.put(type);
  out.put_bytes(bytes);
  out.put_text(std::string(size - bytes.size(), filling));
}

Result<Bytes> glb_of(std::string_view json, ByteView data) {
  const std::uint64_t size =
      std::uint64_t{28} + (json.size() + 3) / 4 * 4 + (data.size() + 3) / 4 * 4;
  if (size > std::numeric_limits<std::uint32_t>::max())
    return fail("anmkit.GLTF-SIZE", "a .glb has at most 4 GiB");
  LittleWriter chunks;
  put_chunk(chunks, kJsonChunk, as_bytes(json), ' ');
  if (!data.empty()) put_chunk(chunks, kBinChunk, data, '\0');
  const Bytes body = chunks.take();
  LittleWriter out;
  out.put(kGlbMagic);
  out.put(std::uint32_t{2});
  out.put(static_cast<std::uint32_t>(12 + body.size()));
  out.put_bytes(body);
  return out.take();
}

}  // namespace

bool is_glb(ByteView bytes) {
  return as_text(bytes).starts_with("glTF");
}

Result<Bytes> repacked_gltf(ByteView bytes, Companions beside) {
  const auto file = GltfFile::open(bytes, beside);
  if (!file) return std::unexpected(file.error());
  std::string_view text = (*file)->json().text();
  const JsonValue buffer = (*file)->json().root()["buffers"].first();
  const auto data = (*file)->first_buffer();
  if (!data) return std::unexpected(data.error());
  if (is_glb(bytes)) {
    if (!buffer || buffer["uri"]) return to_bytes(text);
    return to_bytes(with_buffer_inside(text, buffer, *data));
  }
  std::string json = buffer && buffer["uri"] ? without_uri(text, buffer) : std::string(text);
  if (json.starts_with("\xEF\xBB\xBF")) json.erase(0, 3);
  return glb_of(json, *data);
}

}  // namespace anmkit
