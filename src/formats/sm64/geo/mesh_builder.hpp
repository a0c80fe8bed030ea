// SPDX-License-Identifier: MIT
// Running display lists into meshes and materials.
#pragma once

#include <set>

#include "anmkit/math.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/geo/draw_state.hpp"

namespace anmkit::sm64 {

// Requests of a source that no console supports.
enum class ListFault : std::uint8_t {
  unloaded,   // triangles of vertices that no command loaded
  stale,      // of vertices that a list of another part loaded, which is not above
  beyond,     // of vertices beyond the end of their array
  overrun,    // such vertices are loaded, and nothing draws them
  outside,    // vertices outside the buffer
  deep,       // lists that call each other in a circle, or deeper than the console follows
  endless,    // a list without an end
  wide,       // vertices whose numbers do not fit
  twice,      // names that one source defines twice
  unclosed,   // arrays without their last brace
  misplaced,  // addresses that are not where a vertex or a list begins
  nameless,   // sizes and counts that are no number
};
inline constexpr std::size_t kListFaults = 12;
// Errors of the commands or lists of these names.
void report_fault(ListFault fault, const std::vector<std::string>& names, Findings& findings,
                  std::optional<std::uint64_t> at = {});
struct FaultPlace {
  ListFault fault;
  std::string_view word;  // a command, or a name
};
// Those of the lists of a source, drawn in its order. Which vertices are loaded only a layout
// specifies.
std::vector<FaultPlace> find_faults(const ModelSource& model);

// Runs display lists one after another, as the game draws them.
class MeshBuilder {
 public:
  static constexpr std::size_t kMostSteps = 200000;

  // Borrows all three. The scene has its nodes, at rest.
  MeshBuilder(const ModelSource& model, Companions companions, Scene& scene);
  // Runs a list of a layer for a node, which `place` moves it in. False when the list is not known.
  bool draw(std::string_view list, std::int32_t layer, std::uint32_t node, const Mat4& place);
  // Gives the nodes their meshes.
  void finish();

  // Images that were wanted and are not there.
  const std::vector<std::string>& missing() const { return missing_; }
  // Texture arrays that cannot be decoded, each with the reason.
  const std::vector<std::string>& undecoded() const { return undecoded_; }
  // Textures that mirror their surroundings; combiners that are shown only nearly; commands that
  // are not known, with their places. Each once.
  const std::vector<std::string>& mirrors() const { return mirrors_; }
  const std::vector<std::string>& near() const { return near_; }
  const std::vector<std::string>& unknown() const { return unknown_; }
  // Lists and vertices that lists name and no source has; vertices that the ROM has.
  const std::vector<std::string>& absent() const { return absent_; }
  const std::vector<std::string>& in_rom() const { return in_rom_; }
  // Arrays of vertices that were not read, with their places.
  const std::vector<std::string>& unread() const { return unread_; }
  // Each command once per fault.
  std::vector<FaultPlace> faults() const;
  // A word of a source with its place.
  std::string placed(std::string_view word) const;
  // Whether lists were cut since they repeat too much.
  bool cut() const { return steps_ >= kMostSteps; }
  std::uint32_t player_parts() const { return state_.player_parts; }

 private:
  // A vertex as gsSPVertex loads it: the console moves, lights and scales it then.
  struct Loaded {
    const Vertex* vertex = nullptr;
    bool reported = false;    // that there is none
    std::string_view beyond;  // its array ends before: the command that loaded it
    std::uint32_t node = 0;
    Mat4 place;  // in the node
    bool lit = true, mirrors = false;
    std::array<float, 3> light{};
    std::array<float, 2> texture_scale{1, 1};
  };
  using Corners = std::array<const Loaded*, 3>;
  // One look of a triangle: of a decal the color below, then the texture.
  struct Look {
    std::string picture;  // empty = none
    TextureView texture;
    bool lit = true;  // by the light, whose color it has
    bool normals = true;
    bool colors = false;  // of the vertices, or of their lights
    bool opacity = false;
    bool mirrors = false;
    bool on_top = false;
    AlphaMode alpha = AlphaMode::opaque;
    std::array<float, 4> color{1, 1, 1, 1};
  };
  void step(const ListCommand& command);
  void load(const ListCommand& command);
  void report(ListFault fault, std::string_view word);
  void look_up(std::string_view name);
  bool is_above(std::uint32_t node) const;
  void triangle(const ListCommand& command, std::array<std::size_t, 3> slots, std::size_t flag);
  void show(const Corners& corners, const Loaded* flat, const Look& look);
  Primitive& primitive_of(std::uint32_t node, std::int32_t material, bool skinned);
  Look look(const Corners& corners) const;
  AlphaMode alpha_of(const Look& look) const;
  std::string picture_of(const TextureView& texture) const;
  std::int32_t material(const Look& look);
  std::int32_t image_of(const Look& look);
  std::int32_t find_image(const Look& look);
  std::int32_t make_image(const Look& look);
  bool decode_array(const Look& look, Image& to);
  ByteView array_of(std::string_view name);
  Result<ByteView> texels_at(const Address& address);
  const Companion* find_file(const std::string& picture, std::string_view extension) const;

  const ModelSource& model_;
  Companions companions_;
  Scene& scene_;
  std::vector<Mat4> world_;   // of the nodes, at rest
  std::vector<Mesh> meshes_;  // of the nodes
  std::array<Loaded, 64> buffer_{};
  DrawState state_;
  AlphaMode layer_ = AlphaMode::opaque;
  bool decal_ = false;  // the layer's
  std::uint32_t node_ = 0;
  Mat4 place_;
  std::map<std::string, std::int32_t> materials_, images_;
  TextureView last_texture_;  // with its image: most triangles show that of the one before
  std::int32_t last_image_ = -1;
  std::vector<std::string> missing_, undecoded_, mirrors_, near_, unknown_, absent_, in_rom_,
      unread_;
  std::vector<FaultPlace> faults_;
  std::set<std::pair<ListFault, const char*>> reported_;
  std::set<const char*> drawn_;      // commands that load beyond the end what is drawn
  std::set<std::string_view> said_;  // commands that are not known
  std::list<Bytes> included_;        // arrays in files of their own
  std::size_t steps_ = 0;
  std::uint64_t pixels_ = 0;  // of decoded arrays
};

}  // namespace anmkit::sm64
