// SPDX-License-Identifier: MIT
// Accessors of a glTF file as numbers, proved to be inside of their buffers.
#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstring>

#include "core/counted.hpp"
#include "exchange/gltf/file.hpp"

namespace anmkit {
namespace {

std::size_t component_size(std::uint32_t type) {
  switch (type) {
    case 5120:
    case 5121:
      return 1;
    case 5122:
    case 5123:
      return 2;
    case 5125:
    case 5126:
      return 4;
    default:
      return 0;
  }
}

std::size_t type_components(std::string_view type) {
  if (type == "SCALAR") return 1;
  if (type == "VEC2") return 2;
  if (type == "VEC3") return 3;
  if (type == "VEC4") return 4;
  if (type == "MAT4") return 16;
  return 0;
}

template <class T>
T load_component(const std::byte* from, std::uint32_t type, bool normalized) {
  const auto scaled = [normalized](auto value, float most) {
    (void)normalized;  // integers are taken as they are
    if constexpr (std::is_same_v<T, float>) {
      if (!normalized) return static_cast<float>(value);
      return std::max(static_cast<float>(value) / most, -1.0F);
    } else {
      (void)most;
      return static_cast<T>(value);
    }
  };
  constexpr auto kLittle = std::endian::little;
  switch (type) {
    case 5120:
      return scaled(load<std::int8_t, kLittle>(from), 127.0F);
    case 5121:
      return scaled(load<std::uint8_t, kLittle>(from), 255.0F);
    case 5122:
      return scaled(load<std::int16_t, kLittle>(from), 32767.0F);
    case 5123:
      return scaled(load<std::uint16_t, kLittle>(from), 65535.0F);
    case 5125:
      return static_cast<T>(load<std::uint32_t, kLittle>(from));
    default:
      return static_cast<T>(load<float, kLittle>(from));
  }
}

}  // namespace

// Finds the bytes of `elements` through "bufferView" and "byteOffset" of `owner`.
bool GltfFile::place(JsonValue owner, std::string_view view_key, const GltfPlace& path,
                     bool strided, Elements& elements) {
  const auto& views = list("bufferViews");
  const auto view = index(owner, view_key, views.size(), path);
  if (!view) return !error_;
  const ByteView bytes = view_bytes(*view);
  const double offset = number(owner, "byteOffset", 0, path);
  const std::uint64_t size = component_size(elements.component_type) * elements.components;
  elements.stride = size;
  if (strided) {
    const double stride = number(views[*view], "byteStride", static_cast<double>(size), path);
    if (!(stride >= static_cast<double>(size) && stride <= 65536)) {
      bad(views[*view], path, "byteStride must be at least " + std::to_string(size));
      return false;
    }
    elements.stride = static_cast<std::uint64_t>(stride);
  }
  if (offset < 0) bad(owner["byteOffset"], path.member("byteOffset"), "expected 0 or more");
  if (error_) return false;
  if (elements.count == 0) return true;
  // count is below 2^32 and the stride below 2^17: no overflow.
  const std::uint64_t wanted = elements.stride * (elements.count - 1) + size;
  if (!(offset >= 0 && offset <= static_cast<double>(bytes.size())) ||
      !fits(static_cast<std::uint64_t>(offset), wanted, bytes.size())) {
    bad(owner, path,
        "expected " + counted(wanted, "byte") + "; the view has " + std::to_string(bytes.size()));
    return false;
  }
  elements.data = bytes.data() + static_cast<std::size_t>(offset);
  return true;
}

std::size_t GltfFile::components_of(std::uint32_t accessor) {
  const auto& accessors = list("accessors");
  if (accessor >= accessors.size()) return 0;
  return type_components(accessors[accessor]["type"].string().value_or(""));
}

std::optional<GltfFile::Elements> GltfFile::elements_of(std::uint32_t accessor,
                                                        std::size_t components) {
  const auto& accessors = list("accessors");
  const GltfPlace path("accessors", accessor);
  if (error_ || accessor >= accessors.size()) return std::nullopt;
  const JsonValue value = accessors[accessor];
  Elements elements;
  elements.components = components_of(accessor);
  if (elements.components == 0 || (components != 0 && elements.components != components)) {
    bad(value["type"], path, "expected elements of " + counted(components, "number"));
    return std::nullopt;
  }
  elements.component_type =
      static_cast<std::uint32_t>(value["componentType"].integer().value_or(0));
  const auto count = value["count"].integer();
  if (component_size(elements.component_type) == 0 || !count || *count < 0 ||
      *count > std::int64_t{0xFFFFFFFF}) {
    bad(value, path, "expected a component type and a count");
    return std::nullopt;
  }
  elements.count = static_cast<std::uint64_t>(*count);
  elements.normalized = value["normalized"].boolean().value_or(false);
  if (!place(value, "bufferView", path, true, elements)) return std::nullopt;
  const std::uint64_t numbers = elements.count * elements.components;
  // An accessor without data (zeros) is not bounded by the file.
  if (elements.data == nullptr && numbers > room_ / sizeof(double)) {
    keep(room_ + 1, value, path);
    return std::nullopt;
  }
  if (numbers > budget_) {
    bad(value, path,
        "the file's accessors expand to far more data than the file contains (" +
            counted(numbers, "number") + " here)");
    return std::nullopt;
  }
  budget_ -= numbers;
  return elements;
}

template <class T>
void GltfFile::read(std::uint32_t accessor, std::size_t components, std::vector<T>& values) {
  values.clear();
  const auto elements = elements_of(accessor, components);
  if (!elements) return;
  values.resize(elements->count * elements->components);
  const std::size_t size = component_size(elements->component_type);
  const bool as_stored = std::same_as<T, float> && std::endian::native == std::endian::little &&
                         elements->component_type == 5126 &&
                         elements->stride == size * elements->components;
  if (as_stored && elements->data != nullptr) {
    std::memcpy(values.data(), elements->data, values.size() * sizeof(T));
  } else if (elements->data != nullptr) {
    T* out = values.data();
    for (std::uint64_t i = 0; i < elements->count; ++i) {
      const std::byte* from = elements->data + i * elements->stride;
      for (std::size_t k = 0; k < elements->components; ++k, from += size)
        *out++ = load_component<T>(from, elements->component_type, elements->normalized);
    }
  }
  const JsonValue value = list("accessors")[accessor];
  if (value["sparse"]) read_sparse(value, *elements, GltfPlace("accessors", accessor), values);
}

template <class T>
void GltfFile::read_sparse(JsonValue accessor, const Elements& elements, const GltfPlace& path,
                           std::vector<T>& values) {
  const JsonValue sparse = accessor["sparse"];
  const auto count = sparse["count"].integer().value_or(-1);
  if (count < 0 || static_cast<std::uint64_t>(count) > elements.count) {
    return bad(sparse, path.member("sparse"), "expected a count up to that of the accessor");
  }
  Elements where;
  where.count = static_cast<std::uint64_t>(count);
  where.components = 1;
  where.component_type =
      static_cast<std::uint32_t>(sparse["indices"]["componentType"].integer().value_or(0));
  Elements what = elements;
  what.count = where.count;
  what.data = nullptr;
  const std::size_t index_size = component_size(where.component_type);
  if (index_size == 0 || where.component_type == 5126 ||
      !place(sparse["indices"], "bufferView", path.member("sparse.indices"), false, where) ||
      !place(sparse["values"], "bufferView", path.member("sparse.values"), false, what) ||
      (count > 0 && (where.data == nullptr || what.data == nullptr))) {
    return bad(sparse, path.member("sparse"), "expected indices and values");
  }
  const std::size_t size = component_size(what.component_type);
  for (std::uint64_t i = 0; i < where.count; ++i) {
    const auto at =
        load_component<std::uint32_t>(where.data + i * index_size, where.component_type, false);
    if (at >= elements.count) {
      return bad(sparse, path.member("sparse"),
                 "index " + std::to_string(at) + " is beyond the count");
    }
    for (std::size_t k = 0; k < what.components; ++k) {
      values[at * what.components + k] = load_component<T>(what.data + i * what.stride + k * size,
                                                           what.component_type, what.normalized);
    }
  }
}

std::vector<float> GltfFile::read_floats(std::uint32_t accessor, std::size_t components) {
  std::vector<float> values;
  read_floats(accessor, components, values);
  return values;
}

void GltfFile::read_floats(std::uint32_t accessor, std::size_t components,
                           std::vector<float>& values) {
  read(accessor, components, values);
  const auto wrong = std::ranges::find_if_not(values, [](float v) { return std::isfinite(v); });
  if (wrong != values.end()) {
    const auto at = static_cast<std::size_t>(wrong - values.begin());
    bad(list("accessors")[accessor], GltfPlace("accessors", accessor),
        "element " + std::to_string(at / components) + " is " +
            (std::isnan(*wrong) ? "NaN" : "infinite") + ", expected finite numbers");
    values.clear();
  }
}

std::vector<std::uint32_t> GltfFile::read_integers(std::uint32_t accessor, std::size_t components) {
  const auto& accessors = list("accessors");
  if (accessor < accessors.size() && accessors[accessor]["componentType"].integer() == 5126) {
    bad(accessors[accessor], GltfPlace("accessors", accessor), "expected integers");
    return {};
  }
  std::vector<std::uint32_t> values;
  read(accessor, components, values);
  return values;
}

}  // namespace anmkit
