// SPDX-License-Identifier: MIT
// The Scene: the common form of every 3D format. Nodes, meshes, materials, images, cameras and
// clips, in the file's own axes and units. Exporters, the sampler and the viewer use only this.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/math.hpp"
#include "anmkit/result.hpp"

namespace anmkit {

// The property that a track animates. The number of components is `component_count`.
enum class Property : std::uint8_t {
  translation,    // 3, scene units
  rotation,       // 4, quaternion x, y, z, w
  scale,          // 3, factors
  pivot,          // 3, scene units: translation after the rotation (Node::rest.pivot)
  block_size,     // 3, pixels: size of the node's own box; never interpolated
  visibility,     // 1, 0 or 1
  angles,         // 3, Euler angles as stored; for display, not used for the pose
  local_matrix,   // 16, column-major: replaces the whole local transform (matrix tracks)
  static_offset,  // 16, column-major: replaces Node::offset
  field_of_view,  // 1, radians, vertical (cameras)
  roll,           // 1, radians (cameras)
  target,         // 3, scene units (cameras: the point that they face)
  // 3, degrees about x, y, z, applied in this order (Rz * Ry * Rx). Interpolated by component and
  // then used as the rotation; `linear` takes the shorter way around 360 degrees.
  euler,
};
inline constexpr std::size_t kPropertyCount = 13;
std::size_t component_count(Property property);
std::string_view property_name(Property property);

// Interpolation between two keys.
enum class Interpolation : std::uint8_t {
  step,    // the earlier key's value
  linear,  // componentwise; for rotations: normalised linear along the shorter arc
  slerp,   // rotations: spherical along the shorter arc
  // Componentwise cubic Hermite spline. A key is in-tangent, value, out-tangent (three times the
  // component count); tangents are per frame, as glTF's CUBICSPLINE has them per second.
  // Rotations are normalised afterwards.
  cubic,
  // Componentwise cubic Bezier. A key is in-control, value, out-control; controls are relative
  // to the key's value.
  bezier,
  // Spherical without correcting the sign: the longer arc if the dot product is negative.
  slerp_long,
  // slerp_long(slerp_long(a, b, u), slerp_long(a.out, b.in, u), 2u(1-u)). A key is in-quaternion,
  // value, out-quaternion (12 numbers).
  squad,
};

// The constant of ease curves (gc specification, section 6.4): the continuous one, or that of the
// compiled library, with which curves leave 0 ... 1.
enum class EaseKind : std::uint8_t { standard, library };

// A curve of one property of one node.
struct Track {
  std::uint32_t node = 0;
  Property property = Property::translation;
  Interpolation interpolation = Interpolation::linear;
  // Key times in frames, ascending. Equal times are a jump: the last key is used.
  std::vector<double> times;
  // times.size() * stride() numbers, key after key.
  std::vector<double> values;
  // Ease-out and ease-in, two numbers per key; empty if the format has none.
  std::vector<double> ease;
  EaseKind ease_kind = EaseKind::standard;
  // In frames. If positive, the track repeats outside `[0, period]`; else it holds its first and
  // last value.
  double period = 0;

  std::size_t components() const { return component_count(property); }
  // Numbers per key in `values`: components, or three times that for cubic, bezier, squad.
  std::size_t stride() const;
};

struct Clip {
  std::string name;
  // Native frames per second.
  double rate = 30;
  // In frames; duration / rate is in seconds. Valid frames are 0 ... duration.
  double duration = 0;
  // Whether the clip repeats, and from which frame.
  bool loops = true;
  double loop_start = 0;
  std::vector<Track> tracks;
  // JSON object text for a lossless import (glTF: animations[i].extras.anmkit); empty =
  // none.
  std::string extras;
  // JSON object text of glTF extensions for other tools, by extension name (glTF:
  // animations[i].extensions); empty = none.
  std::string extensions;
};

struct Node {
  std::string name;          // as in the file; may be empty or repeated
  std::int64_t id = 0;       // the file's own number
  std::int32_t parent = -1;  // index of the parent, -1 = root; parents may follow their children
  Transform rest;            // with its pivot
  // A fixed transform between the parent and this node's own (layout nodes without a name).
  Mat4 offset;
  // False: scale and block size affect only the node's own mesh, not its children.
  bool inherit_scale = true;
  // False: the parent's transform is not applied at all.
  bool inherit_parent = true;
  bool visible = true;
  // A viewer rotates the node to the camera in every frame, whatever its parents do; here it
  // faces +Z. glTF: nodes[i].extras.anmkit.billboard.
  bool billboard = false;
  // A further copy of an object: samples list it only while it is visible.
  bool transient = false;
  // Size of the node's box in pixels; its mesh is made for this size.
  std::optional<Vec3> block_size;
  std::int32_t mesh = -1;    // index, -1 = none
  std::int32_t camera = -1;  // index, -1 = none
  // World matrix of the bind pose of skinned vertices, if it is not the rest pose.
  std::optional<Mat4> bind_matrix;
  // As Clip::extensions (glTF: nodes[i].extensions).
  std::string extensions;
};

enum class PrimitiveMode : std::uint8_t { points, lines, triangles };

// Vertices of one material. All arrays that are not empty have one entry per vertex.
struct Primitive {
  PrimitiveMode mode = PrimitiveMode::triangles;
  std::int32_t material = -1;
  std::vector<std::array<float, 3>> positions;
  std::vector<std::array<float, 3>> normals;
  std::vector<std::array<float, 2>> uvs;     // v runs down, as in glTF
  std::vector<std::array<float, 4>> colors;  // linear RGBA 0 ... 1
  // Skin: node indices and weights (sum 1). Empty: the whole primitive moves with its node.
  std::vector<std::array<std::uint32_t, 4>> joints;
  std::vector<std::array<float, 4>> weights;
  std::vector<std::uint32_t> indices;
};

struct Mesh {
  std::string name;
  std::vector<Primitive> primitives;
};

enum class AlphaMode : std::uint8_t { opaque, mask, blend };

// The texture beyond its edges.
enum class Wrap : std::uint8_t { repeat, clamp, mirror };
// Interpolation of texels; the last four also set that of mipmap levels. Magnification uses only
// the first two.
enum class Filter : std::uint8_t {
  nearest,
  linear,
  nearest_mipmap_nearest,
  linear_mipmap_nearest,
  nearest_mipmap_linear,
  linear_mipmap_linear,
};

struct Material {
  std::string name;
  std::array<float, 4> base_color{1, 1, 1, 1};
  std::int32_t image = -1;
  AlphaMode alpha = AlphaMode::opaque;
  // Of a mask: pixels with less alpha are invisible. Without it the limit is 0.5, and exporters
  // check whether the image has such pixels.
  std::optional<float> alpha_cutoff = std::nullopt;
  bool double_sided = false;
  bool unlit = false;
  Wrap wrap_s = Wrap::repeat;
  Wrap wrap_t = Wrap::repeat;
  Filter mag_filter = Filter::linear;
  Filter min_filter = Filter::linear_mipmap_linear;

  // Shows texels without filtering, at any size.
  void show_texels() { mag_filter = min_filter = Filter::nearest; }
};

// An image: either encoded bytes with their media type, or RGBA rows from the top.
struct Image {
  std::string name;
  std::string media_type;  // "image/png"; empty for raw RGBA
  Bytes bytes;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

struct Camera {
  double vertical_fov = 0.8;  // radians
  double near_plane = 0.1;
  double far_plane = 10000;
};

enum class UpAxis : std::uint8_t { y_up, y_down, z_up };

// Axes and unit of coordinates. All frames are right-handed.
struct Frame {
  UpAxis up = UpAxis::y_up;
  double metres_per_unit = 1;
  bool operator==(const Frame&) const = default;
};

struct Scene {
  std::string name;
  UpAxis up = UpAxis::y_up;    // all scenes are right-handed
  double metres_per_unit = 1;  // the family's default for exports
  std::vector<Node> nodes;
  std::vector<Mesh> meshes;
  std::vector<Material> materials;
  std::vector<Image> images;
  std::vector<Camera> cameras;
  std::vector<Clip> clips;
  // Whether poses of this scene should list angles.
  bool has_angles = false;
  // Tracks are control values: a rest transform (Node::offset) is applied before them.
  bool has_controls = false;
  // JSON object text for a lossless import (glTF: scenes[0].extras.anmkit); empty = none.
  std::string extras;
};

// The orientation of a camera: -z towards the target, +y along the up axis, then a roll about its
// own +z (radians).
Quat look_at(UpAxis up_axis, Vec3 from, Vec3 target, double roll);

// Converts the scene to other axes and units: positions, rotations and vertices stay the same in
// the world. Node axes are rotated with the world, so that a node without a rest rotation still has
// none. Cameras still look along their -z.
void change_frame(Scene& scene, const Frame& to);

// Checks the structure of a scene: indices are -1 or in range, arrays have the lengths given above,
// key times are finite and ascending. Other numbers may have any value, and nodes may be their own
// ancestors (parents_first).
// Scenes of documents and of glTF files always pass; call it for scenes of other programs. The
// error has the code anmkit.SCENE and names the first problem.
Result<void> check_scene(const Scene& scene);

// Indices of the nodes, parents before children. A cycle is cut above one of its nodes.
std::vector<std::uint32_t> parents_first(const Scene& scene);

}  // namespace anmkit
