// SPDX-License-Identifier: MIT
// Faces of a scene as one display object of a palette (sections 9.2 to 9.4).
#pragma once

#include <map>
#include <span>

#include "core/bytes.hpp"
#include "formats/gc/model/display_list.hpp"
#include "formats/gc/model/skin_lists.hpp"

namespace anmkit::gc {

// The values that objects of one palette share, and their losses and rounding.
struct PaletteNotes {
  double position = 0, normal = 0, uv = 0;  // largest errors: units, degrees, parts of a texture
  std::size_t lit = 0;       // faces without light that share an object with others, and get it
  std::size_t no_image = 0;  // primitives whose texture is not written
};

class ObjectWriter {
 public:
  // `version`: of the palette, whose states have other numbers in the later one (section 9.3).
  ObjectWriter(const Scene& scene, const TextureNumbers& textures, std::string_view texture_file,
               std::uint32_t version, PaletteNotes& notes)
      : scene_(scene),
        textures_(textures),
        texture_file_(texture_file),
        version_(version),
        notes_(notes) {}

  // Adds a part, which stands there in the object's space. Nothing may be added once a skin was.
  void add(const Primitive& primitive, const Mat4& place);
  // Adds a piece of the skin: where its vertices are among those of the lists.
  void add(const Primitive& primitive, const SkinLists& lists,
           std::span<const std::uint32_t> order);
  bool empty() const { return groups_.empty(); }
  // The object, its offsets counted from its beginning; a multiple of 32 bytes.
  Result<Bytes> write();

 private:
  struct Corner {
    std::array<double, 3> position{}, normal{};
    std::array<double, 2> uv{};
    std::array<std::uint8_t, 4> color{255, 255, 255, 255};
    std::uint32_t listed = 0;  // place among a skin's vertices
  };
  // The faces that are drawn under one set of states.
  struct Group {
    std::int32_t material = -1;
    PrimitiveMode mode = PrimitiveMode::triangles;
    bool lit = false;
    std::int64_t texture = -1;  // setting of the texture state
    std::vector<Corner> corners;
  };
  using Indices = std::vector<std::uint16_t>;
  // An array of an attribute: each element once, and which one each corner of each group has.
  struct Table {
    unsigned quantize = 0;
    Bytes bytes;
    std::size_t count = 0;
    std::vector<Indices> of;
    std::uint32_t at = 0;  // in the object
  };
  using Numbers = std::span<const double> (*)(const Corner& corner);
  // The records that the object needs.
  struct Tables {
    bool lit = false, textured = false, colored = false;
    bool constant = false;  // one colour for all
    Table position, normal, color, uv;
  };
  struct Drawn {
    DisplayState state;
    Bytes list;  // drawn after the state
  };

  void add_group(const Primitive& primitive, const Mat4& place,
                 std::span<const std::uint32_t> order);
  std::optional<std::uint32_t> texture_state(const Primitive& primitive, const Material& material);
  void flat_normals(std::span<Corner> face) const;
  // object_tables.cpp
  Result<Tables> make_tables();
  bool has_colors(bool& constant) const;
  Result<Table> make_numbers(Numbers get, bool directions, double& error) const;
  Result<Table> make_colors() const;
  Table listed_vertices() const;
  // object_writer.cpp
  std::vector<Drawn> make_states(const Tables& tables);
  Bytes make_list(const Tables& tables, std::size_t group, std::uint32_t description) const;

  const Scene& scene_;
  const TextureNumbers& textures_;
  std::string_view texture_file_;
  std::uint32_t version_;
  PaletteNotes& notes_;
  const SkinLists* skin_ = nullptr;
  std::vector<Group> groups_;
  std::map<std::array<std::int64_t, 4>, std::size_t> group_of_;
};

// gpl_from_scene.cpp
Result<Bytes> geometry_from_scene(const FromScene& from, const Context& context,
                                  ConversionReport& report);

}  // namespace anmkit::gc
