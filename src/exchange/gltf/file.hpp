// SPDX-License-Identifier: MIT
// A glTF file opened for reading: its JSON, its buffers and its accessors as numbers. Every index,
// count and range is proved before it is used; the first thing that is wrong is kept and all later
// questions get empty answers, so that callers look at `error()` once a section.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/document.hpp"
#include "anmkit/result.hpp"
#include "core/bytes.hpp"
#include "core/counted.hpp"
#include "core/json.hpp"

namespace anmkit {

// Code of all errors about a file's contents.
inline constexpr std::string_view kGltfCode = "anmkit.GLTF-READ";

// What a message is about, as text only where there is one: "bufferViews[3]", or as it is given.
class GltfPlace {
 public:
  GltfPlace(std::string_view list, std::size_t index) : text_(list), index_(index) {}
  template <std::convertible_to<std::string_view> Text>
  GltfPlace(const Text& text) : text_(text) {}  // NOLINT(google-explicit-constructor)
  std::string text() const {
    return index_ ? std::string(text_) + "[" + std::to_string(*index_) + "]" : std::string(text_);
  }
  std::string member(std::string_view name) const { return text() + "." + std::string(name); }

 private:
  std::string_view text_;  // borrowed
  std::optional<std::size_t> index_;
};

class GltfFile {
 public:
  // Borrows the bytes, and `beside`: other files that the glTF names, under those names. `json`: of
  // a .gltf that was parsed before.
  static Result<std::unique_ptr<GltfFile>> open(ByteView bytes, Companions beside = {},
                                                std::optional<JsonDocument> json = {});

  // The elements of a top-level array; empty when there is none.
  const std::vector<JsonValue>& list(std::string_view name);
  // The default scene, else the first; nothing when there is none.
  JsonValue shown_scene();
  const JsonDocument& json() const { return json_; }

  // The non-negative integer under `key` when it is below `limit`; empty when there is none.
  std::optional<std::uint32_t> index(JsonValue owner, std::string_view key, std::size_t limit,
                                     const GltfPlace& path);
  // Exactly N finite numbers under `key`, else `values` stays as it is.
  template <class T, std::size_t N>
  void numbers(JsonValue owner, std::string_view key, std::array<T, N>& values,
               const std::string& path);
  double number(JsonValue owner, std::string_view key, double fallback, const GltfPlace& path);

  // All elements of an accessor as floats, `components` each (normalised integers as fractions).
  std::vector<float> read_floats(std::uint32_t accessor, std::size_t components);
  // The same into a vector whose memory is used again.
  void read_floats(std::uint32_t accessor, std::size_t components, std::vector<float>& values);
  // The same for indices and joints.
  std::vector<std::uint32_t> read_integers(std::uint32_t accessor, std::size_t components);
  // 3 or 4 components, or whatever the accessor has.
  std::size_t components_of(std::uint32_t accessor);

  ByteView view_bytes(std::uint32_t view);
  // Empty when there is no buffer; an error when it cannot be had.
  Result<ByteView> first_buffer();
  // The bytes of a data URI, or of the file next to the glTF that the URI names; empty for other
  // URIs.
  std::optional<Bytes> read_uri(std::string_view uri) const;

  // Whether the scene may contain so many bytes more. Tracks, vertices and images can share
  // accessors and views, and each has a copy in the scene; false: that is more than 8 times the
  // file.
  bool keep(std::uint64_t bytes, JsonValue at, const GltfPlace& path);

  // Whether the elements of an accessor are somewhere in the file, and not compressed: they are not
  // after a buffer that only stands in for them (EXT_meshopt_compression), nor, where `wanted`
  // (Draco), in no buffer at all, which elsewhere means zeros.
  bool is_stored(std::uint32_t accessor, bool wanted);

  void bad(JsonValue at, const GltfPlace& path, std::string message);
  // A warning about something that is passed over.
  void note(std::string_view code, std::string message, std::string path = {});
  const Diagnostics& notes() const { return notes_; }
  const std::optional<Error>& error() const { return error_; }

 private:
  // Where the elements of an accessor (or of its sparse part) are.
  struct Elements {
    const std::byte* data = nullptr;  // null: zeros
    std::uint64_t count = 0;
    std::uint64_t stride = 0;
    std::uint32_t component_type = 0;
    std::size_t components = 0;
    bool normalized = false;
  };

  struct Buffer {
    ByteView bytes;
    std::string missing;  // why there are none; empty where there are
  };

  // The bytes of a file next to the glTF; null when it is none of them.
  const ByteView* find_beside(std::string_view uri) const;
  Result<void> split(ByteView bytes, std::optional<JsonDocument> json);
  Result<void> split_binary(ByteView bytes);
  void load_buffers();
  void check_types();
  bool place(JsonValue owner, std::string_view view_key, const GltfPlace& path, bool strided,
             Elements& elements);
  std::optional<Elements> elements_of(std::uint32_t accessor, std::size_t components);
  template <class T>
  void read(std::uint32_t accessor, std::size_t components, std::vector<T>& values);
  template <class T>
  void read_sparse(JsonValue accessor, const Elements& elements, const GltfPlace& path,
                   std::vector<T>& values);

  JsonDocument json_;
  std::uint64_t json_offset_ = 0;  // of the JSON text in the file
  ByteView chunk_;                 // the binary chunk of a .glb
  Companions beside_;
  std::vector<Bytes> owned_;
  std::vector<Buffer> buffers_;
  std::vector<bool> absent_;  // of each buffer: it only stands in for compressed data
  Diagnostics notes_;
  std::vector<std::pair<std::string, std::vector<JsonValue>>> lists_;
  std::optional<Error> error_;
  // Numbers that may still be read: accessors can be named any number of times.
  std::uint64_t budget_ = 0;
  // Bytes that the scene may still hold (keep).
  std::uint64_t room_ = 0;
};

// The names of the files that a glTF keeps data in.
std::vector<std::string> gltf_files(const JsonDocument& json);
// The JSON of a .gltf, which has a member "asset"; empty for other files. Borrows the bytes.
std::optional<JsonDocument> json_of_gltf(ByteView bytes);
// A .gltf whose JSON was read before.
Result<Scene> read_gltf(ByteView bytes, double rate, Companions beside, Diagnostics* notes,
                        std::optional<JsonDocument> json);

template <class T, std::size_t N>
void GltfFile::numbers(JsonValue owner, std::string_view key, std::array<T, N>& values,
                       const std::string& path) {
  const JsonValue list = owner[key];
  if (!list) return;
  std::array<T, N> read{};
  std::size_t count = 0;
  if (list.is(JsonKind::array) && list.size() == N) {
    for (JsonValue item = list.first(); item; item = item.next()) {
      const auto value = item.number();
      // The largest float as it is printed, shortly.
      if (!value || !(*value >= -3.4028236e38 && *value <= 3.4028236e38)) break;
      read[count++] = static_cast<T>(*value);
    }
  }
  if (count != N) {
    return bad(list, path + "." + std::string(key), "expected " + counted(N, "number"));
  }
  values = read;
}

}  // namespace anmkit
