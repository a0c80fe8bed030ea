// SPDX-License-Identifier: MIT
// Joints of skins and where they were bound.
#include "exchange/gltf/skin_read.hpp"

namespace anmkit {

namespace {

void read_skin(GltfFile& file, const std::vector<RawNode>& raw, JsonValue value,
               const std::string& path, RawSkin& skin) {
  for (JsonValue joint = value["joints"].first(); joint; joint = joint.next()) {
    const auto index = joint.integer().value_or(-1);
    if (index < 0 || static_cast<std::size_t>(index) >= raw.size())
      return file.bad(joint, path + ".joints", "expected the index of a node");
    skin.joints.push_back(static_cast<std::uint32_t>(index));
  }
  if (!file.keep(skin.joints.size() * sizeof(Mat4), value, path)) return;
  skin.inverse_bind.resize(skin.joints.size());
  const auto accessor =
      file.index(value, "inverseBindMatrices", file.list("accessors").size(), path);
  if (!accessor) return;
  skin.compressed = !file.is_stored(*accessor, false);
  if (skin.compressed) return;
  const std::vector<float> numbers = file.read_floats(*accessor, 16);
  if (numbers.size() < 16 * skin.joints.size())
    return file.bad(value, path, "expected one inverse bind matrix per joint");
  for (std::size_t k = 0; k < skin.joints.size(); ++k) {
    for (std::size_t n = 0; n < 16; ++n)
      skin.inverse_bind[k].m[n] = static_cast<double>(numbers[16 * k + n]);
    const Quat axes = raw[skin.joints[k]].axes;
    if (axes != Quat{})
      skin.inverse_bind[k] = rotation_matrix(conjugate(axes)) * skin.inverse_bind[k];
  }
}

}  // namespace

std::vector<RawSkin> read_skins(GltfFile& file, const std::vector<RawNode>& raw) {
  std::vector<RawSkin> skins;
  const auto& list = file.list("skins");
  for (std::size_t i = 0; i < list.size() && !file.error(); ++i)
    read_skin(file, raw, list[i], "skins[" + std::to_string(i) + "]", skins.emplace_back());
  return skins;
}

}  // namespace anmkit
