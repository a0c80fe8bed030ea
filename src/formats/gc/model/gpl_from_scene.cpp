// SPDX-License-Identifier: MIT
// From a scene to a geometry palette (section 9).
#include <algorithm>

#include "formats/gc/findings.hpp"
#include "formats/gc/model/gpl_edit.hpp"
#include "formats/gc/model/layout.hpp"

namespace anmkit::gc {
namespace {

constexpr std::size_t kHeaderBytes = 20, kDescriptorBytes = 8;

// Header, descriptors, names, then each object; one without bytes shows nothing.
Result<Bytes> palette_of(const std::vector<Bytes>& objects) {
  const std::size_t names = kHeaderBytes + kDescriptorBytes * objects.size();
  std::vector<std::string> titles;
  std::size_t end = names;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    titles.push_back("object" + std::to_string(i));
    end += titles.back().size() + 1;
  }
  const auto aligned = [](std::size_t at) { return (at + 31) / 32 * 32; };
  const std::size_t empty = aligned(end);
  std::size_t at = empty + 32, name = names;
  BigWriter out;
  for (const std::uint32_t word : {kGeometryVersion, 0u, 0u})
    out.put(word);
  out.put(static_cast<std::uint32_t>(objects.size()));
  out.put(static_cast<std::uint32_t>(kHeaderBytes));
  for (std::size_t i = 0; i < objects.size(); ++i) {
    out.put(static_cast<std::uint32_t>(objects[i].empty() ? empty : at));
    out.put(static_cast<std::uint32_t>(name));
    name += titles[i].size() + 1;
    at += objects[i].size();
  }
  if (at > kLargestFile)
    return fail(prefixed("SIZE"), "the palette would be larger than a file may be, 1 GiB");
  for (const std::string& title : titles) {
    out.put_text(title);
    out.put(std::uint8_t{0});
  }
  out.align(32);
  for (int i = 0; i < 4; ++i)
    out.put(std::uint64_t{0});
  for (const Bytes& object : objects)
    out.put_bytes(object);
  return out.take();
}

class PaletteMaker {
 public:
  PaletteMaker(const FromScene& from, const Body& body, ConversionReport& report)
      : from_(from),
        scene_(from.scene),
        body_(body),
        report_(report),
        textures_(number_textures(from.scene)),
        texture_file_(body.stem + ".tpl") {}

  Result<Bytes> run() {
    std::vector<Bytes> objects(body_.objects);
    for (const Body::Part& part : body_.parts) {
      ObjectWriter writer(scene_, textures_, texture_file_, kGeometryVersion, notes_);
      const Node& node = scene_.nodes[part.node];
      for (const Primitive& primitive : mesh_of(scene_, node)->primitives)
        if (!is_skinned(primitive)) writer.add(primitive, scale_matrix(part.scale));
      auto bytes = writer.write();
      if (!bytes) {
        bytes.error().message = "node " + quoted(node.name) + ": " + bytes.error().message;
        return bytes;
      }
      objects[part.object] = std::move(*bytes);
    }
    if (body_.shows_skin) {
      auto skin = make_skin();
      if (!skin) return skin;
      objects[body_.skin] = std::move(*skin);
    }
    if (std::ranges::all_of(objects, [](const Bytes& object) { return object.empty(); })) {
      return fail(prefixed("NO-MESH"), "no mesh to make a palette from");
    }
    tell_notes(notes_, report_);
    return palette_of(objects);
  }

 private:
  Result<Bytes> make_skin() {
    const auto actor = actor_of(from_, body_);
    if (!actor) return std::unexpected(actor.error());
    const auto lists = list_skin(from_, body_, rest_bones(*actor), report_);
    if (!lists) return std::unexpected(lists.error());
    ObjectWriter writer(scene_, textures_, texture_file_, kGeometryVersion, notes_);
    for (const auto& [primitive, order] : lists->primitives)
      writer.add(*primitive, *lists, order);
    return writer.write();
  }

  const FromScene& from_;
  const Scene& scene_;
  const Body& body_;
  ConversionReport& report_;
  TextureNumbers textures_;
  std::string texture_file_;
  PaletteNotes notes_;
};

}  // namespace

Result<Bytes> geometry_from_scene(const FromScene& from, const Context&, ConversionReport& report) {
  if (const auto* original = as<GeometryDocument>(from.original, kGeometryId))
    return edit_palette(from, *original, report);
  const auto body = body_of(from);
  if (!body) return std::unexpected(body.error());
  return PaletteMaker(from, *body, report).run();
}

}  // namespace anmkit::gc
