// SPDX-License-Identifier: MIT
// Vertices and indices of primitives, of which several can share accessors.
#include "exchange/gltf/primitive_read.hpp"

#include <algorithm>
#include <array>

#include "exchange/gltf/vertices.hpp"

namespace anmkit {
namespace {

template <std::size_t N>
void copy_rows(const std::vector<float>& from, std::vector<std::array<float, N>>& to) {
  to.resize(from.size() / N);
  for (std::size_t i = 0; i < to.size(); ++i)
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(i * N), N, to[i].begin());
}

// Strips, loops and fans become lists.
std::vector<std::uint32_t> as_list(std::int64_t mode, const std::vector<std::uint32_t>& v) {
  std::vector<std::uint32_t> list;
  const std::size_t count = v.size();
  if (mode == 2 || mode == 3) {
    for (std::size_t i = 1; i < count; ++i)
      list.insert(list.end(), {v[i - 1], v[i]});
    if (mode == 2 && count > 2) list.insert(list.end(), {v[count - 1], v[0]});
  } else if (mode == 5) {
    for (std::size_t i = 2; i < count; ++i) {
      const bool odd = i % 2 == 1;
      list.insert(list.end(), {v[i - 2], odd ? v[i] : v[i - 1], odd ? v[i - 1] : v[i]});
    }
  } else if (mode == 6) {
    for (std::size_t i = 2; i < count; ++i)
      list.insert(list.end(), {v[0], v[i - 1], v[i]});
  } else {
    return v;
  }
  return list;
}

// The accessors of a primitive.
std::vector<std::int64_t> names_of(JsonValue attributes) {
  std::vector<std::int64_t> names;
  for (const char* name : {"POSITION", "NORMAL", "TEXCOORD_0", "COLOR_0", "WEIGHTS_0", "JOINTS_0"})
    names.push_back(attributes[name].integer().value_or(-1));
  return names;
}

}  // namespace

PrimitiveReader::PrimitiveReader(GltfFile& file, std::size_t materials)
    : file_(file), materials_(materials) {
  for (const JsonValue mesh : file_.list("meshes")) {
    for (JsonValue one = mesh["primitives"].first(); one; one = one.next())
      ++uses_[one["attributes"]["POSITION"].integer().value_or(-1)];
  }
}

bool PrimitiveReader::is_compressed(JsonValue primitive) {
  const bool draco = primitive["extensions"]["KHR_draco_mesh_compression"].present();
  const auto packed = [&](JsonValue accessor) {
    const auto index = accessor.integer();
    return index && *index >= 0 && !file_.is_stored(static_cast<std::uint32_t>(*index), draco);
  };
  for (JsonValue one = primitive["attributes"].first(); one; one = one.next()) {
    if (packed(one)) return true;
  }
  return packed(primitive["indices"]);
}

bool PrimitiveReader::read(JsonValue value, const std::string& path, Primitive& out) {
  const JsonValue attributes = value["attributes"];
  // Primitives that share vertices each keep those that they draw.
  const bool shared = uses_[attributes["POSITION"].integer().value_or(-1)] > 1;
  if (std::vector<std::int64_t> names = names_of(attributes); !shared || names != names_) {
    names_ = std::move(names);
    read_vertices(attributes, path);
  }
  read_indices(value, path, out);
  if (file_.error()) return false;
  if (shared) {
    pick_vertices(whole_, out);
  } else {
    take_vertices(whole_, out);
    names_.clear();
  }
  if (!file_.keep(bytes_of(out), value, path)) return false;
  const auto material = file_.index(value, "material", materials_, path);
  if (material) out.material = static_cast<std::int32_t>(*material);
  return !file_.error() && !out.positions.empty();
}

void PrimitiveReader::read_vertices(JsonValue attributes, const std::string& path) {
  const std::size_t accessors = file_.list("accessors").size();
  const auto floats = [&](std::string_view name,
                          std::size_t components) -> const std::vector<float>& {
    numbers_.clear();
    if (const auto index = file_.index(attributes, name, accessors, path))
      file_.read_floats(*index, components, numbers_);
    return numbers_;
  };
  copy_rows(floats("POSITION", 3), whole_.positions);
  copy_rows(floats("NORMAL", 3), whole_.normals);
  copy_rows(floats("TEXCOORD_0", 2), whole_.uvs);
  read_colors(attributes, path);
  copy_rows(floats("WEIGHTS_0", 4), whole_.weights);
  whole_.joints.clear();
  if (const auto index = file_.index(attributes, "JOINTS_0", accessors, path)) {
    const std::vector<std::uint32_t> joints = file_.read_integers(*index, 4);
    whole_.joints.resize(joints.size() / 4);
    for (std::size_t i = 0; i < whole_.joints.size(); ++i)
      std::copy_n(joints.begin() + static_cast<std::ptrdiff_t>(4 * i), 4, whole_.joints[i].begin());
  }
  if (whole_.positions.empty() && !attributes["POSITION"]) {
    return file_.bad(attributes, path, "expected the attribute POSITION");
  }
  const auto fits_count = [&](const auto& rows) {
    return rows.empty() || rows.size() == whole_.positions.size();
  };
  if (!fits_count(whole_.normals) || !fits_count(whole_.uvs) || !fits_count(whole_.colors) ||
      !fits_count(whole_.weights) || !fits_count(whole_.joints)) {
    file_.bad(attributes, path, "expected attributes of one length");
  }
}

void PrimitiveReader::read_colors(JsonValue attributes, const std::string& path) {
  whole_.colors.clear();
  const auto index = file_.index(attributes, "COLOR_0", file_.list("accessors").size(), path);
  if (!index) return;
  const std::size_t components = file_.components_of(*index) == 3 ? 3 : 4;
  file_.read_floats(*index, components, numbers_);
  whole_.colors.assign(numbers_.size() / components, {1, 1, 1, 1});
  for (std::size_t i = 0; i < whole_.colors.size(); ++i) {
    std::copy_n(numbers_.begin() + static_cast<std::ptrdiff_t>(i * components), components,
                whole_.colors[i].begin());
  }
}

void PrimitiveReader::read_indices(JsonValue value, const std::string& path, Primitive& out) {
  const std::size_t count = whole_.positions.size();
  std::vector<std::uint32_t> indices;
  if (const auto index = file_.index(value, "indices", file_.list("accessors").size(), path)) {
    indices = file_.read_integers(*index, 1);
  } else {
    indices.resize(count);
    for (std::size_t i = 0; i < indices.size(); ++i)
      indices[i] = static_cast<std::uint32_t>(i);
  }
  for (const std::uint32_t i : indices) {
    if (i >= count) {
      return file_.bad(
          value, path + ".indices",
          "vertex " + std::to_string(i) + " does not exist, there are " + std::to_string(count));
    }
  }
  const std::int64_t mode = value["mode"].integer().value_or(4);
  if (mode < 0 || mode > 6) return file_.bad(value["mode"], path, "expected a mode of 0 ... 6");
  out.mode = mode == 0  ? PrimitiveMode::points
             : mode < 4 ? PrimitiveMode::lines
                        : PrimitiveMode::triangles;
  out.indices = as_list(mode, indices);
}

}  // namespace anmkit
