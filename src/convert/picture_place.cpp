// SPDX-License-Identifier: MIT
// A tEXt chunk with the keyword "anmkit" (PNG specification, section 11.3.3.2): JSON in ASCII.
#include "convert/picture_place.hpp"

#include "core/bytes.hpp"
#include "core/json.hpp"
#include "core/png_info.hpp"
#include "core/png_write.hpp"

namespace anmkit {
namespace {

constexpr std::string_view kKeyword{"anmkit\0", 7};
constexpr std::size_t kFirstChunk = 8, kHeaderEnd = 8 + 25;  // after the signature and IHDR

template <class Number>
bool take(JsonValue object, std::string_view name, Number& number) {
  const auto value = object[name].integer();
  if (!value || !std::in_range<Number>(*value)) return false;
  number = static_cast<Number>(*value);
  return true;
}

}  // namespace

Bytes with_place(Bytes png, const StoredPicture& picture) {
  const bool own_canvas =
      picture.canvas_width == 0 || (picture.canvas_width == picture.picture.width &&
                                    picture.canvas_height == picture.picture.height);
  const bool at_corner =
      picture.x == 0 && picture.y == 0 && picture.origin_x == 0 && picture.origin_y == 0;
  if ((own_canvas && at_corner) || png.size() < kHeaderEnd) return png;
  JsonWriter json;
  json.begin_object();
  json.member("id", picture.id);
  json.member("x", picture.x);
  json.member("y", picture.y);
  json.member("canvasWidth", own_canvas ? picture.picture.width : picture.canvas_width);
  json.member("canvasHeight", own_canvas ? picture.picture.height : picture.canvas_height);
  json.member("originX", picture.origin_x);
  json.member("originY", picture.origin_y);
  json.end_object();
  BigWriter payload, chunk;
  payload.put_text(kKeyword);
  payload.put_text(json.take());
  put_png_chunk(chunk, "tEXt", payload.take());
  const Bytes bytes = chunk.take();
  png.insert(png.begin() + kHeaderEnd, bytes.begin(), bytes.end());
  return png;
}

Result<std::optional<StoredPicture>> read_place(ByteView png) {
  if (!check_png_signature(png)) return std::nullopt;
  std::optional<std::uint64_t> damaged;
  for (BigReader in(png, kFirstChunk); in.left() > 0;) {
    const std::uint64_t at = in.offset();
    const auto length = in.get<std::uint32_t>("length");
    const std::string_view type = as_text(in.get_bytes(4, "type"));
    const std::string_view data = as_text(in.get_bytes(length, "data"));
    in.get<std::uint32_t>("crc");
    if (!in.ok()) break;
    if (type != "tEXt" || !data.starts_with(kKeyword)) continue;
    const auto json = JsonDocument::parse(data.substr(kKeyword.size()));
    StoredPicture picture;
    const bool good = json && take(json->root(), "id", picture.id) &&
                      take(json->root(), "x", picture.x) && take(json->root(), "y", picture.y) &&
                      take(json->root(), "canvasWidth", picture.canvas_width) &&
                      take(json->root(), "canvasHeight", picture.canvas_height) &&
                      take(json->root(), "originX", picture.origin_x) &&
                      take(json->root(), "originY", picture.origin_y) && picture.canvas_width > 0 &&
                      picture.canvas_height > 0;
    if (good) return picture;
    damaged = at;
  }
  if (!damaged) return std::nullopt;
  return fail(
      "anmkit.PNG",
      "its text chunk 'anmkit', which specifies number, position and canvas, is damaged and "
      "not used; convert the original to PNG again",
      damaged);
}

}  // namespace anmkit
