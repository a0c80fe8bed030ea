// SPDX-License-Identifier: MIT
// The Document: one file of one format, lossless, behind one interface for all formats.
// Each family's header (craftstudio.hpp ...) has its plain structs; generic tools use this header.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "anmkit/result.hpp"
#include "anmkit/scene.hpp"

namespace anmkit {

// An option of a format ("--hold", "--ytrans 189"). Registered once per family; the command line
// lists and checks it.
struct OptionSpec {
  std::string_view name;      // without the dashes
  std::string_view values;    // "" = a switch; "N", "N>0" = a number; "a|b|c" = one; else free text
  std::string_view fallback;  // shown in help
  std::string_view help;      // one line
  // The verbs that it affects ("convert|sample"); empty = all: reading a file needs it.
  std::string_view verbs = {};
};

// Option values by name. Missing options mean the default reading of the specification.
class Options {
 public:
  void set(std::string name, std::string value);
  bool has(std::string_view name) const;
  bool empty() const { return values_.empty(); }
  // The text, or `fallback` if the option is not set.
  std::string_view text(std::string_view name, std::string_view fallback = {}) const;
  // A number (decimal or 0x...), or `fallback`; `check_options` catches bad ones.
  double number(std::string_view name, double fallback) const;
  // Every value that was given, in order.
  std::vector<std::string_view> all(std::string_view name) const;
  // Names in the order in which they were set, with repetitions.
  std::vector<std::string_view> names() const;

 private:
  std::vector<std::pair<std::string, std::string>> values_;
};

extern const Options kNoOptions;

// Checks that each option of the specs has a value that its spec allows. Error: kBadOption.
Result<void> check_options(const Options& options, std::span<const OptionSpec> specs);

class Document;

// A file that another file needs: a model for an animation, a texture for a model.
struct Companion {
  std::string path;
  ByteView bytes;
  const Document* document = nullptr;  // null for images and other plain files
};
using Companions = std::span<const Companion>;

// Bytes and the name of their file.
struct Source {
  ByteView bytes;
  std::string_view path;  // as the user gave it; used for titles and detection, never opened
  // Files of options that reading needs (Family::option_files), under those names.
  Companions files = {};
};

// Companions and options of a call on a document.
struct Context {
  Companions companions = {};
  const Options& options = kNoOptions;
};

// The folder (or archive) around a file, where formats look for companions. Paths use '/'.
class Neighbourhood {
 public:
  virtual ~Neighbourhood() = default;
  // Names in a folder, sorted by bytes; empty if the folder does not exist. "" is the current one.
  virtual std::vector<std::string> list(const std::string& folder) const = 0;
  virtual Result<Bytes> read(const std::string& path) const = 0;
  // Paths of all files below a folder, sorted by bytes; hidden folders are left out.
  virtual std::vector<std::string> files(const std::string& folder) const {
    return walk(*this, folder);
  }
  virtual std::vector<std::string> roots() const { return {}; }  // folders that the user named
  // The full name of a folder such as "" or "../", with a '/' at its end.
  virtual std::string full_name(const std::string& folder) const { return folder; }

 private:
  static std::vector<std::string> walk(const Neighbourhood& around, const std::string& folder);
};
class Folders;  // inside the library: a Neighbourhood whose folders are listed once

// One of several subjects inside a file, and the family's option that selects it.
struct SubjectPart {
  std::string name, option;
  std::size_t nodes = 0;
};
// The role of a file among the files of a project.
struct FileRole {
  enum class Role : std::uint8_t {
    part,     // part of a subject: meshes, textures, tables
    subject,  // something to look at
    motion,   // moves a subject
    none,     // nothing to show: an older revision, a source without data
  };
  Role role = Role::part;
  std::optional<std::string> home = {};      // folder of the subject, if not the file's own
  std::string name = {};                     // of the subject, if not the file's
  std::vector<SubjectPart> parts = {};       // empty: the file is one subject
  std::vector<std::string> clips = {};       // paths of files that move the subject, in order
  std::vector<std::string> missing = {};     // names of missing files
  std::vector<std::string> clip_names = {};  // of a motion, if the project names them
};

struct ClipInfo {
  std::string name;
  double frames = 0, rate = 0;
  bool loop = false;
  double loop_start = 0;
};

struct DocumentInfo {
  std::vector<ClipInfo> clips;
  std::vector<std::string> nodes;  // names, in the file's order
  // Further facts for people, in reading order ("texture", "64x32 PNG").
  std::vector<std::pair<std::string, std::string>> facts;
};

// One tick of an engine that shows frames of a clip, or images.
struct FrameTick {
  std::int64_t tick = 0;
  double frame = 0;
};
struct ImageTick {
  std::int64_t tick = 0, image = 0, blend = 255;
  bool visible = true;
  std::int64_t x = 0, y = 0;
  std::uint32_t opacity = 255;  // 0 ... 255: the engine's result for `blend`
};
struct FramePlayback {
  std::string clip;
  std::vector<FrameTick> ticks;
};
struct ImagePlayback {
  std::optional<std::int64_t> ended;
  std::vector<ImageTick> ticks;  // only ticks at which something changed
};
using Playback = std::variant<FramePlayback, ImagePlayback>;

struct PlayRequest {
  std::string_view clip;    // index or name, empty = the first
  std::int64_t ticks = 60;  // how many, from tick 0
  // If set, gets some thousands of ticks per call, so that memory stays bounded; the result then
  // has no ticks. Returns false to stop.
  std::function<bool(const Playback& part)> each = {};
};

// The parts of a scene that a caller needs.
struct SceneRequest {
  std::string_view clip = {};  // index or name: only this clip, where that saves work; empty = all
  // For display of stored values: clips also get tracks of the angles (Property::angles), the
  // scene's has_angles is set, and hidden objects have neutral values.
  bool angles = false;
  // For display: nodes move by their control values alone, without the rest transforms before them
  // (Scene::has_controls). Scenes without controls are the same.
  bool controls = false;
  bool meshes = true;  // false: only nodes and clips, where that saves work
};

struct ArchiveEntry {
  std::string name;  // as stored, '/' between folders
  ByteView bytes;    // valid as long as the document
};

// The part of a file that an export keeps for the import.
struct KeptPart {
  Bytes bytes;       // a file of the document's own format
  std::string what;  // appended to the file's name and a dot ("table-at-0x4EC000")
};

// RGBA with eight bits per channel, rows from the top, no padding, alpha not premultiplied.
struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  Bytes pixels;  // 4 * width * height
  bool operator==(const Picture&) const = default;
};

// An image inside a file, with its number and its position on the file's canvas in pixels.
struct StoredPicture {
  std::uint32_t id = 0;
  std::int32_t x = 0, y = 0;
  std::uint32_t canvas_width = 0, canvas_height = 0;  // 0: as large as the image
  std::int32_t origin_x = 0, origin_y = 0;
  Picture picture;
  bool recolored = false;  // the first image again, with another palette
  std::uint64_t file = 0;  // offset of its file, in files that contain several
};

class JsonWriter;

class Document {
 public:
  virtual ~Document() = default;

  // The format id ("csmodelanim").
  virtual std::string_view format() const = 0;
  // The bytes of the file: equal to the parsed bytes, for every input that parses.
  virtual Result<Bytes> write() const = 0;
  // The members of the dump's "document" object, without braces; `registry.hpp` adds the envelope.
  virtual void dump(JsonWriter& writer) const = 0;
  // Findings about values; `parse` reports findings about the structure.
  virtual void check(const Context& context, Diagnostics& diagnostics) const = 0;
  virtual DocumentInfo info() const = 0;

  // Paths of existing companions of `path`, best first; rivals: candidates for the user to choose.
  virtual std::vector<std::string> find_companions(const std::string& path, Folders& around) const;
  virtual std::vector<std::string> rivals(const std::string& path, Folders& around) const;
  // The role of the file in its project. Default: a part of others.
  virtual FileRole file_role(const std::string& path, Folders& around) const;
  // The document as a scene; losses are reported in `diagnostics`. Default: kUnsupported.
  virtual Result<Scene> to_scene(const SceneRequest& request, const Context& context,
                                 Diagnostics& diagnostics) const;
  // The engine's playback, tick by tick. Default: kUnsupported.
  virtual Result<Playback> play(const PlayRequest& request, const Context& context) const;
  // The images inside, decoded. Default: kUnsupported.
  virtual Result<std::vector<StoredPicture>> pictures(const Context& context) const;
  virtual std::vector<ArchiveEntry> entries() const { return {}; }  // of an archive, in its order
  // The file of an archive that the format's own search finds by a name.
  virtual std::optional<ByteView> find_entry(std::string_view name) const;
  // The part that an export keeps for the import, of a larger file (a ROM); empty: all of it.
  virtual std::optional<KeptPart> kept_part() const { return {}; }
  // Every step of the engine as text, for people; `flow` names "dot" or "mermaid".
  virtual Result<std::string> trace(const PlayRequest& request, const Context& context) const;
  virtual Result<std::string> graph(std::string_view flow) const;
  // Whether `sample` should load companions that were found and not named.
  virtual bool samples_with_found_companions() const { return false; }
};

using DocumentPtr = std::unique_ptr<Document>;
}  // namespace anmkit
