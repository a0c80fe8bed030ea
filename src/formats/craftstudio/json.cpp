// SPDX-License-Identifier: MIT
// dump and build.
#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/fields.hpp"

namespace anmkit::craftstudio {

void AnimationDocument::dump(JsonWriter& writer) const {
  write_fields(writer, animation);
}
void ModelDocument::dump(JsonWriter& writer) const {
  write_fields(writer, model);
}
void ProjectDocument::dump(JsonWriter& writer) const {
  write_fields(writer, project);
}
// The text is next to its fields, so that unedited fields give back every byte of it.
void JsAnimationDocument::dump(JsonWriter& writer) const {
  write_fields(writer, animation);
  FieldWriter archive(writer);
  archive("source", source);
}
void JsModelDocument::dump(JsonWriter& writer) const {
  write_fields(writer, model);
  FieldWriter archive(writer);
  archive("source", source);
}

namespace {

template <class DocumentType, class Value>
Result<DocumentPtr> build(const JsonValue& object) {
  auto value = read_fields<Value>(object);
  if (!value) return std::unexpected(std::move(value.error()));
  auto document = std::make_unique<DocumentType>(std::move(*value));
  // Values that cannot be written are errors of the dump.
  if (auto bytes = document->write(); !bytes) return std::unexpected(std::move(bytes.error()));
  return document;
}

// A struct and the text it came from.
template <class Value>
struct WithSource {
  Value value;
  std::optional<std::string> source;
};
template <class Archive, class T>
  requires Of<T, WithSource<JsAnimation>> || Of<T, WithSource<JsModel>>
void fields(Archive& archive, T& both) {
  fields(archive, both.value);
  archive("source", both.source);
}

// Blocks are in pre-order: a parent is the block before, or one of that block's ancestors.
Result<void> check_order(const JsModel& model) {
  std::int32_t previous = -1;
  for (std::size_t i = 0; i < model.blocks.size(); ++i) {
    const std::int32_t parent = model.blocks[i].parent;
    while (previous != parent && previous >= 0)
      previous = model.blocks[static_cast<std::size_t>(previous)].parent;
    if (previous != parent) {
      return fail(std::string(kBadJson), "blocks must be in pre-order, parents first", {},
                  "blocks[" + std::to_string(i) + "].parent");
    }
    previous = static_cast<std::int32_t>(i);
  }
  return {};
}
Result<void> check_order(const JsAnimation&) {
  return {};
}

template <class DocumentType, class Value>
Result<DocumentPtr> build_text(const JsonValue& object,
                               Result<Value> (*parse)(std::string_view, Diagnostics&)) {
  auto both = read_fields<WithSource<Value>>(object);
  if (!both) return std::unexpected(std::move(both.error()));
  if (auto order = check_order(both->value); !order) return std::unexpected(order.error());
  Diagnostics unused;
  if (both->source) {
    const auto from = parse(*both->source, unused);
    if (from && *from == both->value) {
      return std::make_unique<DocumentType>(std::move(*both->source), std::move(both->value));
    }
    if (from) adopt_spellings(both->value, *from);
  }
  std::string text = write_text(both->value);
  auto value = parse(text, unused);
  if (!value) return std::unexpected(std::move(value.error()));
  return std::make_unique<DocumentType>(std::move(text), std::move(*value));
}

}  // namespace

Result<DocumentPtr> build_animation(const JsonValue& object, Diagnostics&) {
  return build<AnimationDocument, Animation>(object);
}
Result<DocumentPtr> build_model(const JsonValue& object, Diagnostics&) {
  return build<ModelDocument, Model>(object);
}
Result<DocumentPtr> build_project(const JsonValue& object, Diagnostics&) {
  return build<ProjectDocument, Project>(object);
}
Result<DocumentPtr> build_js_animation(const JsonValue& object, Diagnostics&) {
  return build_text<JsAnimationDocument, JsAnimation>(object, &parse_js_animation);
}
Result<DocumentPtr> build_js_model(const JsonValue& object, Diagnostics&) {
  return build_text<JsModelDocument, JsModel>(object, &parse_js_model);
}

}  // namespace anmkit::craftstudio
