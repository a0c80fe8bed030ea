// SPDX-License-Identifier: MIT
// dump and build.
#include "formats/gc/actor/fields.hpp"
#include "formats/gc/bank/canonical.hpp"
#include "formats/gc/document.hpp"
#include "formats/gc/fields.hpp"

namespace anmkit::gc {

template <class Archive, Of<Control> T>
void fields(Archive& archive, T& control) {
  archive("offset", control.offset);
  archive("type", control.type);
  archive("values", control.values);
}

void dump_file(const Actor& actor, JsonWriter& writer) {
  write_fields(writer, actor);
}

Result<DocumentPtr> build_actor(const JsonValue& object, Diagnostics& diagnostics) {
  const auto lay_out = [](const Actor& actor) -> Result<Actor> {
    if (actor.bones.size() > 65535)
      return fail(std::string(kBadJson), "an actor has at most 65535 bones", {}, "bones");
    const Bytes user_data = bytes_at(actor.user_data, actor.user_data_size, actor.gaps, actor.size);
    return canonical(actor, text_at(actor.geo_palette_name, actor.gaps, actor.size), user_data);
  };
  return build_file<ActorDocument>(object, &parse_actor, lay_out, diagnostics);
}

}  // namespace anmkit::gc
