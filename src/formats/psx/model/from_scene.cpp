// SPDX-License-Identifier: MIT
// From a scene's meshes to a model of lines and unlit polygons (sections 7.3 and 7.6).
#include "formats/psx/from_scene.hpp"
#include "core/counted.hpp"
#include "core/portable.hpp"
#include "formats/psx/model/roles.hpp"
#include "formats/psx/model/shape.hpp"
#include "scene/line_bodies.hpp"

namespace anmkit::psx {
namespace {

bool has_lines(const Mesh& mesh) {
  return std::ranges::any_of(mesh.primitives, [](const Primitive& primitive) {
    return primitive.mode != PrimitiveMode::triangles;
  });
}

bool has_other_colors_than_white(const std::vector<Mesh>& meshes) {
  const auto is_white = [](const std::array<float, 4>& color) {
    return std::ranges::all_of(std::span(color).first(3),
                               [](float part) { return display_byte(double{part}) == 255; });
  };
  for (const Mesh& mesh : meshes)
    for (const Primitive& primitive : mesh.primitives)
      if (!std::ranges::all_of(primitive.colors, is_white)) return true;
  return false;
}

// Makes a model object by object; those that show what they showed stay as they were stored.
class ModelWriter {
 public:
  ModelWriter(const FromScene& from, const Tmd* original, const Options& options)
      : scene_(from.scene),
        clip_(from.clip.value_or(0)),
        original_(original),
        facing_(options.has("facing")),
        textures_(place_textures(scene_)),
        roles_(roles_of(scene_)),
        shown_(object_meshes(scene_, roles_)) {
    for (Mesh& mesh : shown_.meshes)
      bodies_.push_back(find_lines_of_bodies(mesh, scene_.materials));
    if (original_ == nullptr) return;
    add_model_like(own_, *original_, scene_.materials, options);
    // Blender exports loose edges only with an option.
    lines_left_out_ = std::ranges::any_of(own_.meshes, has_lines) &&
                      std::ranges::none_of(shown_.meshes, has_lines);
  }

  Result<Tmd> write(ConversionReport& report) {
    static const Mesh kNone;
    for (std::size_t r = 0; r < roles_.size(); ++r) {
      const auto [object, occurrence] = roles_[r].name;
      // Further copies of an object show the mesh of the first.
      if (occurrence > 0 || object < tmd_.objects.size()) continue;
      const std::string& name = scene_.nodes[roles_[r].node].name;
      if (object > 255) {
        return fail(prefixed("RANGE"), "there are more than 256 objects", {}, name);
      }
      if (bodies_[r].unlike > 0) return refuse_bodies(bodies_[r].unlike, name);
      lines_resized_ += bodies_[r].resized;
      // Numbers that no node has belong to objects that show nothing.
      while (tmd_.objects.size() < object)
        if (const auto good = put(kNone, {}, report); !good) return std::unexpected(good.error());
      if (const auto good = put(shown_.meshes[r], name, report); !good) {
        return std::unexpected(good.error());
      }
    }
    report_losses(report);
    const std::size_t count = tmd_.objects.size();
    if (original_ != nullptr && kept_ == count && original_->objects.size() == count) {
      report.summary = "unchanged: the original bytes";
      return *original_;
    }
    if (std::ranges::all_of(shown_.meshes, [](const Mesh& m) { return m.primitives.empty(); })) {
      return fail(prefixed("NO-MESH"),
                  "no mesh to make a model from: name objects obj0, obj1 ... or export with "
                  "the model (--with MODEL.TMD)");
    }
    lay_out(tmd_);
    if (error_ > 1e-6) report.fits.push_back({"vertices", error_, "units"});
    report_bent(report);
    return std::move(tmd_);
  }

 private:
  // The next object.
  Result<void> put(const Mesh& mesh, const std::string& name, ConversionReport& report) {
    const std::size_t index = tmd_.objects.size();
    const bool known = index < own_.nodes.size();
    if (known && same_shape(mesh, own_mesh(index), !lines_left_out_)) {
      ++kept_;
      if (lines_left_out_ && has_lines(own_mesh(index))) ++lines_kept_;
      keep(original_->objects[index]);
      return {};
    }
    if (known && lines_left_out_ && has_lines(own_mesh(index))) ++lines_lost_;
    return make(mesh, name, known ? &original_->objects[index] : nullptr, report);
  }

  static std::unexpected<Error> refuse_bodies(std::size_t count, const std::string& name) {
    return fail(prefixed("LINE-BODY"),
                counted(count, "box of lines", "boxes of lines") +
                    " (--line-width): no longer recognised as lines, because "
                    "corners or texture coordinates were changed",
                {}, name);
  }

  const Mesh& own_mesh(std::size_t object) const {
    static const Mesh kNone;
    const std::int32_t mesh = own_.nodes[object].mesh;
    return mesh < 0 ? kNone : own_.meshes[static_cast<std::size_t>(mesh)];
  }

  void keep(const TmdObject& old) {
    TmdObject& object = tmd_.objects.emplace_back(old);
    for (TmdPrimitive& primitive : object.primitives)
      primitive.data = copy_data(primitive);
  }
  std::uint32_t copy_data(const TmdPrimitive& primitive) {
    const auto at = static_cast<std::uint32_t>(tmd_.packet_data.size());
    const ByteView data = original_->data(primitive);
    tmd_.packet_data.insert(tmd_.packet_data.end(), data.begin(), data.end());
    return at;
  }

  Result<void> make(const Mesh& mesh, const std::string& name, const TmdObject* old,
                    ConversionReport& report) {
    TmdObject object;
    if (old != nullptr) object.scale = old->scale;
    if (old != nullptr && !facing_) keep_facing_triangle(*old, object);
    ObjectWriter writer(tmd_, object, textures_);
    for (const Primitive& primitive : mesh.primitives) {
      if (!writer.add(scene_, primitive)) {
        return fail(prefixed("RANGE"),
                    "a vertex value is out of range: positions are 16-bit numbers, 65536 at most",
                    {}, name);
      }
      if (loses_texture(primitive)) {
        report.diagnostics.add(Severity::warning, prefixed("NO-TEXTURE"),
                               "a texture is left out: its material's name gives no page", {},
                               name);
      }
    }
    error_ = std::max(error_, writer.error());
    repeated_ += writer.repeated();
    uncolored_ += writer.uncolored();
    tmd_.objects.push_back(std::move(object));
    return {};
  }

  void report_losses(ConversionReport& report) const {
    Findings findings(report.diagnostics);
    const auto say = [&](std::size_t count, const char* what) {
      if (count > 0) findings.warning("W-LOSS", std::to_string(count) + what);
    };
    say(lines_kept_,
        " objects keep their lines and dots, which the scene leaves out (Blender "
        "exports them as loose edges and points)");
    say(lines_lost_,
        " edited objects lose their lines and dots, which the scene leaves out "
        "(Blender exports them as loose edges and points)");
    if (original_ != nullptr && kept_ < tmd_.objects.size() &&
        has_other_colors_than_white(own_.meshes) && !has_other_colors_than_white(shown_.meshes)) {
      findings.warning(
          "W-LOSS",
          "all vertex colours of the scene are white, the model's are not (Blender 3.4 "
          "exports them as white)");
    }
    say(lines_resized_,
        " bodies of lines were made thicker, thinner or of another form; a line "
        "keeps only its ends and colours");
    say(repeated_,
        " faces repeat their texture, which a page cannot: the edge of its first copy is drawn on");
    say(uncolored_,
        " lit faces lose their colour: the format has no colour for lit or textured faces");
    say(textures_.left_out, " images are left out: video memory has no page for them");
    if (!textures_.of.empty()) {
      findings.info("TEXTURES", counted(textures_.of.size(), "texture has", "textures have") +
                                    " a page in video memory; the same scene converted to .TIM "
                                    "makes it");
    }
    say(shown_.homeless, " faces follow joints that are not objects and are left out");
    say(displaced(),
        " objects lose their rest position, which only an animation stores: the model shows them "
        "at the origin; join them into one object, or animate the scene");
  }

  // Objects of a scene without animations that are not at the origin.
  std::size_t displaced() const {
    if (original_ != nullptr || !scene_.clips.empty()) return 0;
    return static_cast<std::size_t>(std::ranges::count_if(roles_, [&](const auto& role) {
      const auto mesh = static_cast<std::size_t>(&role - roles_.data());
      const Vec3 at = scene_.nodes[role.node].rest.translation;
      return !shown_.meshes[mesh].primitives.empty() && dot(at, at) > 1;
    }));
  }

  void report_bent(ConversionReport& report) const {
    if (shown_.bent == 0) return;
    const double far = largest_bend(scene_, clip_, shown_.bent_vertices);
    report.fits.push_back({"vertices that were bent", far, "units"});
    Findings(report.diagnostics)
        .warning("W-LOSS",
                 counted(shown_.bent, "face follows", "faces follow") +
                     " several joints; each now follows its strongest joint, which moves " +
                     counted(shown_.bent_vertices.size(), "vertex", "vertices") + " by up to " +
                     counted(portable::lround(far), "unit"));
  }

  bool loses_texture(const Primitive& primitive) const {
    const Material* material = material_at(scene_, primitive.material);
    return !primitive.uvs.empty() && material != nullptr && material->image >= 0 &&
           !texture_of(material->name) && !textures_.of.contains(material->image);
  }

  // The triangle that exports leave out, with vertices of its own in front of all others.
  void keep_facing_triangle(const TmdObject& old, TmdObject& object) {
    const auto index = facing_triangle(*original_, old);
    if (!index) return;
    TmdPrimitive primitive = old.primitives[*index];
    const auto face = decode_packet(*original_, old, primitive);
    primitive.data = copy_data(primitive);
    object.primitives.push_back(primitive);
    // An unlit flat triangle: a colour, then its vertex indices (section 7.3).
    constexpr std::size_t kFirstIndex = 4;
    for (unsigned c = 0; c < 3; ++c) {
      object.vertices.push_back(old.vertices[face->vertex[c]]);
      tmd_.packet_data[primitive.data + kFirstIndex + std::size_t{2} * c] =
          static_cast<std::byte>(c);
      tmd_.packet_data[primitive.data + kFirstIndex + std::size_t{2} * c + 1] = std::byte{0};
    }
  }

  const Scene& scene_;
  std::size_t clip_;
  const Tmd* original_;
  bool facing_;
  NewTextures textures_;
  std::vector<Role> roles_;
  ObjectMeshes shown_;
  std::vector<LinesFound> bodies_;  // one a role
  Scene own_;
  Tmd tmd_;
  bool lines_left_out_ = false;
  std::size_t kept_ = 0, lines_kept_ = 0, lines_lost_ = 0, lines_resized_ = 0;
  std::size_t repeated_ = 0, uncolored_ = 0;
  double error_ = 0;
};

}  // namespace

Result<Bytes> tmd_from_scene(const FromScene& from, const Context& context,
                             ConversionReport& report) {
  const auto* source = as<TmdDocument>(from.original, kTmdId);
  auto tmd =
      ModelWriter(from, source == nullptr ? nullptr : &source->tmd, context.options).write(report);
  if (!tmd) return std::unexpected(std::move(tmd.error()));
  return psx::write(*tmd);
}

}  // namespace anmkit::psx
