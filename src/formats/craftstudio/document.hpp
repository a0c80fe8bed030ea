// SPDX-License-Identifier: MIT
// The family's five formats behind the Document interface.
#pragma once

#include "anmkit/craftstudio.hpp"
#include "anmkit/document.hpp"
#include "anmkit/registry.hpp"
#include "core/json.hpp"
#include "core/paths.hpp"
#include "formats/as_document.hpp"
#include "formats/craftstudio/project/project.hpp"

namespace anmkit::craftstudio {

inline constexpr std::string_view kAnimationId = "csmodelanim";
inline constexpr std::string_view kModelId = "csmodel";
inline constexpr std::string_view kJsAnimationId = "csjsmodelanim";
inline constexpr std::string_view kJsModelId = "csjsmodel";
inline constexpr std::string_view kProjectId = "cs-project";

// The base of both spellings of animations: scene, playback and companions go through Motion.
class MotionDocument : public Document {
 public:
  Result<Scene> to_scene(const SceneRequest& request, const Context& context,
                         Diagnostics& diagnostics) const override;
  Result<Playback> play(const PlayRequest& request, const Context& context) const override;
  std::string title;        // after the file; names the clip
  std::string source_path;  // as the user gave it; may be empty
};

class AnimationDocument final : public MotionDocument {
 public:
  explicit AnimationDocument(Animation parsed) : animation(std::move(parsed)) {}
  std::string_view format() const override { return kAnimationId; }
  Result<Bytes> write() const override { return craftstudio::write(animation); }
  void dump(JsonWriter& writer) const override;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  std::vector<std::string> find_companions(const std::string& path, Folders& around) const override;
  std::vector<std::string> rivals(const std::string& path, Folders& around) const override;
  FileRole file_role(const std::string& path, Folders& around) const override;

  Animation animation;
};

class JsAnimationDocument final : public MotionDocument {
 public:
  JsAnimationDocument(std::string text, JsAnimation parsed)
      : source(std::move(text)), animation(std::move(parsed)) {}
  std::string_view format() const override { return kJsAnimationId; }
  Result<Bytes> write() const override { return to_bytes(source); }
  void dump(JsonWriter& writer) const override;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  std::vector<std::string> find_companions(const std::string& path, Folders& around) const override;
  std::vector<std::string> rivals(const std::string& path, Folders& around) const override;
  FileRole file_role(const std::string& path, Folders& around) const override;

  std::string source;  // the text of `animation`
  JsAnimation animation;
};

class ModelDocument final : public Document {
 public:
  explicit ModelDocument(Model parsed) : model(std::move(parsed)) {}
  std::string_view format() const override { return kModelId; }
  Result<Bytes> write() const override { return craftstudio::write(model); }
  void dump(JsonWriter& writer) const override;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  FileRole file_role(const std::string& path, Folders& around) const override;
  Result<Scene> to_scene(const SceneRequest& request, const Context& context,
                         Diagnostics& diagnostics) const override;
  // Not decoded here: the scene has the texture's file. Says why where it has none.
  Result<std::vector<StoredPicture>> pictures(const Context& context) const override;

  Model model;
  std::string title;
};

class JsModelDocument final : public Document {
 public:
  JsModelDocument(std::string text, JsModel parsed)
      : source(std::move(text)), model(std::move(parsed)) {}
  std::string_view format() const override { return kJsModelId; }
  Result<Bytes> write() const override { return to_bytes(source); }
  void dump(JsonWriter& writer) const override;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  std::vector<std::string> find_companions(const std::string& path, Folders& around) const override;
  FileRole file_role(const std::string& path, Folders& around) const override;
  Result<Scene> to_scene(const SceneRequest& request, const Context& context,
                         Diagnostics& diagnostics) const override;

  std::string source;
  JsModel model;
};

class ProjectDocument final : public Document {
 public:
  explicit ProjectDocument(Project parsed) : project(std::move(parsed)) {}
  std::string_view format() const override { return kProjectId; }
  Result<Bytes> write() const override { return craftstudio::write(project); }
  void dump(JsonWriter& writer) const override;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;

  Project project;
};

// The first table of a project or a game among the companions, or null.
const Project* find_project(Companions companions);

// json.cpp
Result<DocumentPtr> build_animation(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_js_animation(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_model(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_js_model(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_project(const JsonValue& object, Diagnostics& diagnostics);

// animation/deltas.cpp
std::shared_ptr<const void> find_motion_facts(const FromScene& from, const Context& context);
// animation/from_scene.cpp
Result<Bytes> animation_from_scene(const FromScene& from, const Context& context,
                                   ConversionReport& report);
Result<Bytes> js_animation_from_scene(const FromScene& from, const Context& context,
                                      ConversionReport& report);

// model/from_scene.cpp
Result<Bytes> model_from_scene(const FromScene& from, const Context& context,
                               ConversionReport& report);
Result<Bytes> js_model_from_scene(const FromScene& from, const Context& context,
                                  ConversionReport& report);

// convert.cpp
std::vector<Conversion> conversions();

}  // namespace anmkit::craftstudio
