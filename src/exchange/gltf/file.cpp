// SPDX-License-Identifier: MIT
// A .glb or .gltf: its JSON, its buffers, and the first thing that is wrong.
#include "exchange/gltf/file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "core/counted.hpp"
#include "core/findings.hpp"
#include "exchange/gltf/glb.hpp"
#include "exchange/gltf/uri.hpp"

namespace anmkit {
namespace {

// Largest number of values a file may expand to, for each of its bytes.
constexpr std::uint64_t kMostNumbersPerByte = 64;
// Bytes of a scene for each byte of its file, and as many as any file may have: a float of a track
// becomes a double, and one time of many tracks is in each of them.
constexpr std::uint64_t kMostBytesPerByte = 8;
constexpr std::uint64_t kAnyScene = 16 << 20;

// Required extensions that say nothing about nodes and animations, or nothing that is not found out
// where it matters.
bool is_harmless(std::string_view extension) {
  constexpr std::array<std::string_view, 10> kKnown = {"VRM",
                                                       "KHR_mesh_quantization",
                                                       "KHR_lights_punctual",
                                                       "KHR_animation_pointer",
                                                       "KHR_node_visibility",
                                                       "KHR_draco_mesh_compression",
                                                       "EXT_meshopt_compression",
                                                       "KHR_meshopt_compression",
                                                       "EXT_lights_image_based",
                                                       "KHR_xmp_json_ld"};
  constexpr std::array<std::string_view, 5> kLooks = {"KHR_materials_", "KHR_texture_",
                                                      "EXT_texture_", "MSFT_texture_", "VRMC_"};
  return std::ranges::find(kKnown, extension) != kKnown.end() ||
         std::ranges::any_of(kLooks, [&](auto look) { return extension.starts_with(look); });
}

// The place of a compressed view's contents, for programs that do not decompress.
bool is_stand_in(JsonValue buffer) {
  const JsonValue extensions = buffer["extensions"];
  return extensions["EXT_meshopt_compression"]["fallback"].boolean().value_or(false) ||
         extensions["KHR_meshopt_compression"]["fallback"].boolean().value_or(false);
}

}  // namespace

Result<std::unique_ptr<GltfFile>> GltfFile::open(ByteView bytes, Companions beside,
                                                 std::optional<JsonDocument> json) {
  auto file = std::make_unique<GltfFile>();
  file->beside_ = beside;
  if (auto done = file->split(bytes, std::move(json)); !done) return std::unexpected(done.error());
  const JsonValue version = file->json_.root()["asset"]["version"];
  if (!version.string() || !version.string()->starts_with("2.")) {
    return fail(std::string(kGltfCode), "no glTF 2.0: expected asset.version \"2.0\"",
                file->json_offset_, "asset.version");
  }
  const JsonValue least = file->json_.root()["asset"]["minVersion"];
  if (least && least.string() != "2.0") {
    return fail(std::string(kGltfCode),
                "expected asset.minVersion \"2.0\", found " + quoted(least.string().value_or("?")),
                file->json_offset_ + least.begin_offset(), "asset.minVersion");
  }
  const JsonValue required = file->json_.root()["extensionsRequired"];
  for (JsonValue name = required.first(); name; name = name.next()) {
    if (is_harmless(name.string().value_or(""))) continue;
    return fail(std::string(kGltfCode),
                "the file requires the extension " + std::string(name.string().value_or("?")) +
                    ", which is not known here",
                file->json_offset_ + name.begin_offset(), "extensionsRequired");
  }
  std::uint64_t size = bytes.size();
  for (const Companion& other : beside)
    size += other.bytes.size();
  file->budget_ = kMostNumbersPerByte * size;
  file->room_ = kAnyScene + kMostBytesPerByte * size;
  file->load_buffers();
  file->check_types();
  if (file->error_) return std::unexpected(*file->error_);
  return file;
}

Result<void> GltfFile::split(ByteView bytes, std::optional<JsonDocument> read) {
  if (read) {
    json_ = *std::move(read);
    return {};
  }
  if (bytes.size() >= 4 && load<std::uint32_t, std::endian::little>(bytes.data()) == kGlbMagic) {
    return split_binary(bytes);
  }
  auto json = JsonDocument::parse(as_text(bytes), kGltfCode, JsonDocument::Text::borrowed);
  if (!json) return std::unexpected(json.error());
  json_ = *std::move(json);
  return {};
}

Result<void> GltfFile::split_binary(ByteView bytes) {
  LittleReader reader(bytes, 4);
  const auto version = reader.get<std::uint32_t>("version");
  const auto length = reader.get<std::uint32_t>("length");
  const auto json_length = reader.get<std::uint32_t>("chunk length");
  const auto json_type = reader.get<std::uint32_t>("chunk type");
  if (reader.ok() && (version != 2 || length > bytes.size() || json_type != kJsonChunk)) {
    return fail(std::string(kGltfCode),
                "expected version 2, a length within the file and a JSON chunk first; found "
                "version " +
                    std::to_string(version) + ", length " + std::to_string(length) + " of " +
                    counted(bytes.size(), "byte"),
                4);
  }
  json_offset_ = reader.offset();
  const ByteView text = reader.get_bytes(json_length, "JSON chunk");
  if (!reader.ok()) {
    const auto& failure = reader.failure();
    return fail(std::string(kGltfCode),
                "the file ends inside its " + std::string(failure.field) + ": " +
                    counted(failure.wanted, "byte") + " expected, " + std::to_string(failure.left) +
                    " left",
                failure.offset);
  }
  auto json = JsonDocument::parse(as_text(text), kGltfCode, JsonDocument::Text::borrowed);
  if (!json) {
    Error error = json.error();
    error.offset = error.offset.value_or(0) + json_offset_;
    error.line = error.column = 0;  // they would be those of the chunk
    return std::unexpected(std::move(error));
  }
  json_ = *std::move(json);
  while (reader.left() >= 8) {
    const auto size = reader.get<std::uint32_t>("chunk length");
    const auto type = reader.get<std::uint32_t>("chunk type");
    const std::uint64_t at = reader.offset();
    const ByteView chunk = reader.get_bytes(size, "chunk");
    if (!reader.ok()) {
      return fail(std::string(kGltfCode),
                  "a chunk of " + counted(size, "byte") + " exceeds the end", at);
    }
    if (type == kBinChunk && chunk_.empty()) chunk_ = chunk;
  }
  return {};
}

const ByteView* GltfFile::find_beside(std::string_view uri) const {
  if (is_data_uri(uri)) return nullptr;
  const auto named = std::ranges::find(beside_, name_of_uri(uri), &Companion::path);
  return named == beside_.end() ? nullptr : &named->bytes;
}

std::optional<Bytes> GltfFile::read_uri(std::string_view uri) const {
  if (is_data_uri(uri)) return bytes_of_data_uri(uri);
  const ByteView* bytes = find_beside(uri);
  return bytes == nullptr ? std::nullopt : std::optional(Bytes(bytes->begin(), bytes->end()));
}

// Members that would be read as if they were absent. Some exports write `null` for that.
void GltfFile::check_types() {
  struct Typed {
    std::string_view list, member;
    JsonKind kind;
    std::string_view expected;
  };
  static constexpr Typed kTyped[] = {
      {"nodes", "name", JsonKind::string, "expected a string"},
      {"nodes", "children", JsonKind::array, "expected an array"},
      {"meshes", "name", JsonKind::string, "expected a string"},
      {"meshes", "primitives", JsonKind::array, "expected an array"},
      {"animations", "name", JsonKind::string, "expected a string"},
      {"images", "mimeType", JsonKind::string, "expected a string"},
      {"materials", "name", JsonKind::string, "expected a string"},
      {"materials", "pbrMetallicRoughness", JsonKind::object, "expected an object"},
      {"materials", "alphaMode", JsonKind::string, "expected a string"},
      {"materials", "doubleSided", JsonKind::boolean, "expected true or false"}};
  for (const Typed& typed : kTyped) {
    const auto& items = list(typed.list);
    for (std::size_t i = 0; i < items.size(); ++i) {
      const JsonValue value = items[i][typed.member];
      if (!value || value.is(typed.kind) || value.is(JsonKind::null)) continue;
      bad(value, GltfPlace(typed.list, i).member(typed.member), std::string(typed.expected));
    }
  }
}

// A missing buffer is an error only where something needs it.
void GltfFile::load_buffers() {
  const auto& buffers = list("buffers");
  owned_.reserve(buffers.size());
  for (std::size_t i = 0; i < buffers.size() && !error_; ++i) {
    const JsonValue uri = buffers[i]["uri"];
    absent_.push_back(!uri && is_stand_in(buffers[i]));
    Buffer& buffer = buffers_.emplace_back();
    if (absent_.back()) {
      buffer.missing =
          "the data is compressed (EXT_meshopt_compression), which is not read here: export "
          "without compression";
      continue;
    }
    ByteView data = chunk_;
    const std::string_view name = uri.string().value_or("");
    if (const ByteView* beside = find_beside(name); uri && beside != nullptr) {
      data = *beside;
    } else if (uri) {
      auto bytes = read_uri(name);
      if (!bytes) {
        buffer.missing = is_data_uri(name)
                             ? "the data: URI of buffer " + std::to_string(i) + " is not base64"
                             : "the file " + quoted(name_of_uri(name)) + " with buffer " +
                                   std::to_string(i) + " is not next to this one";
        continue;
      }
      owned_.push_back(*std::move(bytes));
      data = owned_.back();
    }
    const double length = number(buffers[i], "byteLength", 0, GltfPlace("buffers", i));
    if (!(length >= 0) || length > static_cast<double>(data.size())) {
      buffer.missing = "expected a byteLength of at most the " + counted(data.size(), "byte") +
                       " that buffer " + std::to_string(i) + " has";
      continue;
    }
    buffer.bytes = data.first(static_cast<std::size_t>(length));
  }
}

const std::vector<JsonValue>& GltfFile::list(std::string_view name) {
  for (const auto& [known, values] : lists_) {
    if (known == name) return values;
  }
  std::vector<JsonValue> values;
  const JsonValue array = json_.root()[name];
  if (array && !array.is(JsonKind::array)) bad(array, std::string(name), "expected an array");
  values.reserve(array.size());
  for (JsonValue item = array.first(); item; item = item.next())
    values.push_back(item);
  // Few lists, all made while the file is being read: references stay good.
  lists_.reserve(32);
  return lists_.emplace_back(name, std::move(values)).second;
}

JsonValue GltfFile::shown_scene() {
  const auto& scenes = list("scenes");
  const JsonValue chosen = json_.root()["scene"];
  const auto number = chosen ? chosen.integer().value_or(-1) : 0;
  if (chosen && (number < 0 || static_cast<std::uint64_t>(number) >= scenes.size()))
    bad(chosen, "scene", "expected an index below " + std::to_string(scenes.size()));
  return error_ || scenes.empty() ? JsonValue() : scenes[static_cast<std::size_t>(number)];
}

std::optional<std::uint32_t> GltfFile::index(JsonValue owner, std::string_view key,
                                             std::size_t limit, const GltfPlace& path) {
  const JsonValue value = owner[key];
  if (!value) return std::nullopt;
  const auto integer = value.integer();
  if (!integer || *integer < 0 || static_cast<std::uint64_t>(*integer) >= limit) {
    bad(value, path.member(key), "expected an index below " + std::to_string(limit));
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(*integer);
}

double GltfFile::number(JsonValue owner, std::string_view key, double fallback,
                        const GltfPlace& path) {
  const JsonValue value = owner[key];
  if (!value) return fallback;
  const auto number = value.number();
  if (number && std::isfinite(*number)) return *number;
  bad(value, path.member(key), "expected a number");
  return fallback;
}

void GltfFile::bad(JsonValue at, const GltfPlace& path, std::string message) {
  if (error_) return;
  std::optional<std::uint64_t> offset;
  if (at) {
    offset = json_offset_ + at.begin_offset();
    // The begin of an object says nothing that the path does not.
    const std::uint64_t shown = std::min<std::uint64_t>(at.end_offset() - at.begin_offset(), 40);
    if (!at.is(JsonKind::object))
      message += "; found " + std::string(json_.text().substr(at.begin_offset(), shown));
  }
  error_ = Error{Severity::error, std::string(kGltfCode), offset, path.text(), std::move(message)};
}

void GltfFile::note(std::string_view code, std::string message, std::string path) {
  notes_.add(Severity::warning, code, std::move(message), {}, std::move(path));
}

bool GltfFile::is_stored(std::uint32_t accessor, bool wanted) {
  const auto& accessors = list("accessors");
  if (accessor >= accessors.size()) return true;
  const auto view = accessors[accessor]["bufferView"].integer();
  if (!view) return !wanted || accessors[accessor]["sparse"].present();
  const auto& views = list("bufferViews");
  // Wrong indices are reported where the accessor is read.
  if (*view < 0 || static_cast<std::uint64_t>(*view) >= views.size()) return true;
  const auto buffer = views[static_cast<std::size_t>(*view)]["buffer"].integer().value_or(-1);
  return buffer < 0 || static_cast<std::uint64_t>(buffer) >= absent_.size() ||
         !absent_[static_cast<std::size_t>(buffer)];
}

Result<ByteView> GltfFile::first_buffer() {
  if (buffers_.empty()) return ByteView{};
  const auto& [bytes, missing] = buffers_.front();
  if (!missing.empty()) bad(list("buffers").front(), "buffers[0]", missing);
  if (error_) return std::unexpected(*error_);
  return bytes;
}

ByteView GltfFile::view_bytes(std::uint32_t view) {
  const auto& views = list("bufferViews");
  const GltfPlace path("bufferViews", view);
  if (view >= views.size()) return {};
  const auto buffer = index(views[view], "buffer", buffers_.size(), path);
  const double offset = number(views[view], "byteOffset", 0, path);
  const double length = number(views[view], "byteLength", -1, path);
  if (!buffer || error_) {
    bad(views[view], path, "expected a buffer");
    return {};
  }
  if (offset < 0) {
    bad(views[view]["byteOffset"], path.member("byteOffset"), "expected 0 or more");
    return {};
  }
  const auto& [bytes, missing] = buffers_[*buffer];
  if (!missing.empty()) {
    bad(list("buffers")[*buffer], GltfPlace("buffers", *buffer), missing);
    return {};
  }
  const double size = static_cast<double>(bytes.size());
  if (!(offset >= 0 && length >= 0 && offset + length <= size)) {
    bad(views[view], path, "the view leaves its buffer of " + counted(bytes.size(), "byte"));
    return {};
  }
  return bytes.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
}

bool GltfFile::keep(std::uint64_t bytes, JsonValue at, const GltfPlace& path) {
  if (error_) return false;
  if (bytes > room_) {
    bad(at, path,
        "expected a scene of at most " + std::to_string(kMostBytesPerByte) +
            " times the file and " + std::to_string(kAnyScene) +
            " bytes: too many elements share accessors or images");
    return false;
  }
  room_ -= bytes;
  return true;
}

std::optional<JsonDocument> json_of_gltf(ByteView bytes) {
  const std::string_view text = as_text(bytes);
  if (text.find("\"asset\"") == text.npos) return std::nullopt;
  auto json = JsonDocument::parse(text, kGltfCode, JsonDocument::Text::borrowed);
  if (!json || !json->root()["asset"]) return std::nullopt;
  return *std::move(json);
}

}  // namespace anmkit
