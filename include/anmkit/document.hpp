// SPDX-License-Identifier: MIT
// The Document: one file of one format, lossless, behind one interface for all formats.
// Each family's header (craftstudio.hpp ...) has its plain structs; this is what generic tools use.
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

// A named choice that a format offers ("--hold", "--ytrans 189"). Registered once per family;
// the command line shows and checks it.
struct OptionSpec {
  std::string_view name;      // without the dashes
  std::string_view values;    // "" = a switch; "N" = a number ("N>0", "N!=0"); "a|b|c" = one of
                              // these; else free text
  std::string_view fallback;  // shown in help
  std::string_view help;      // one line
  // The verbs of the command line that it makes a difference to ("convert|sample"); empty = all
  // that open files, as with what reading a file needs.
  std::string_view verbs = {};
};

// Option values by name. Missing options mean the default reading of the specification.
class Options {
 public:
  void set(std::string name, std::string value);
  bool has(std::string_view name) const;
  bool empty() const { return values_.empty(); }
  // Text, or `fallback` when the option is not set.
  std::string_view text(std::string_view name, std::string_view fallback = {}) const;
  // A number (decimal or 0x...), or `fallback`; `check_options` catches bad ones.
  double number(std::string_view name, double fallback) const;
  // Every value that was given, in order.
  std::vector<std::string_view> all(std::string_view name) const;
  // Names in the order in which they were set, as often as they were.
  std::vector<std::string_view> names() const;

 private:
  std::vector<std::pair<std::string, std::string>> values_;
};

extern const Options kNoOptions;

// Proves that each option that one of the specs names has a value it allows.
Result<void> check_options(const Options& options, std::span<const OptionSpec> specs);

class Document;

// A file that helps another one: a model for an animation, a texture for a model.
struct Companion {
  std::string path;
  ByteView bytes;
  const Document* document = nullptr;  // null for pictures and other plain files
};
using Companions = std::span<const Companion>;

// Bytes with the name they came under.
struct Source {
  ByteView bytes;
  std::string_view path;  // as the user gave it; used for titles and detection, never opened
  // Files that options name and reading needs (Family::option_files), under those names.
  Companions files = {};
};

// What a question about a document is asked with: the files beside it, and what the user chose.
struct Context {
  Companions companions = {};
  const Options& options = kNoOptions;
};

// The folder (or archive) around a file, where formats look for companions. Paths use '/'.
class Neighbourhood {
 public:
  virtual ~Neighbourhood() = default;
  // Names in a folder, sorted by bytes; empty when there is no such folder. "" is the current one.
  virtual std::vector<std::string> list(const std::string& folder) const = 0;
  virtual Result<Bytes> read(const std::string& path) const = 0;
  // Paths of all files below a folder, sorted by bytes; hidden folders are left out.
  virtual std::vector<std::string> files(const std::string& folder) const {
    return walk(*this, folder);
  }

 private:
  static std::vector<std::string> walk(const Neighbourhood& around, const std::string& folder);
};
class Folders;  // inside the library: a Neighbourhood whose folders are listed once

// One of several things to look at inside a file, and the family's option that chooses it.
struct SubjectPart {
  std::string name, option;
  std::size_t nodes = 0;
};
// What a file is among the files of a project.
struct Standing {
  enum class Role : std::uint8_t {
    part,     // subjects are shown with it: meshes, textures, tables
    subject,  // something to look at
    motion,   // moves a subject
    none,     // nothing to show: an older revision, a source without data
  };
  Role role = Role::part;
  std::optional<std::string> home = {};      // folder that a subject counts in, where not its own
  std::string name = {};                     // of the subject, where its file's is none
  std::vector<SubjectPart> parts = {};       // empty: the file is one subject
  std::vector<std::string> clips = {};       // paths of files that move the subject, in their order
  std::vector<std::string> missing = {};     // names of files it asks for and that are not there
  std::vector<std::string> clip_names = {};  // of a motion, where the project has better ones
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
  // More facts for people, in reading order ("texture", "64x32 PNG").
  std::vector<std::pair<std::string, std::string>> facts;
};

// One tick of an engine that shows frames of a clip, and of one that shows images.
struct FrameTick {
  std::int64_t tick = 0;
  double frame = 0;
};
struct ImageTick {
  std::int64_t tick = 0, image = 0, blend = 255;
  bool visible = true;
  std::int64_t x = 0, y = 0;
  std::uint32_t opacity = 255;  // of 255: what the engine makes of `blend`
};
struct FramePlayback {
  std::string clip;
  std::vector<FrameTick> ticks;
};
struct ImagePlayback {
  std::optional<std::int64_t> ended;
  std::vector<ImageTick> ticks;  // only those at which something changed
};
using Playback = std::variant<FramePlayback, ImagePlayback>;

struct PlayRequest {
  std::string_view clip;    // index or name, empty = the first
  std::int64_t ticks = 60;  // how many, from tick 0
  // Gets the ticks some thousands at a time, so that no number of them takes memory; the result
  // has no ticks then. False: stop.
  std::function<bool(const Playback& part)> each = {};
};

// What a scene is built for.
struct SceneRequest {
  std::string_view clip = {};  // index or name: only this clip, where that saves work; empty = all
  // As the file stores it, for display: clips also get tracks of the angles (Property::angles), the
  // scene's has_angles is set, and what a frame leaves out has neutral values while it is hidden.
  bool angles = false;
  // Nodes move by their control values alone, without the rest transforms that come before them
  // (Scene::has_controls). For display; scenes without controls are the same.
  bool controls = false;
  bool meshes = true;  // false: nodes and clips are enough, where that saves work
};

struct ArchiveEntry {
  std::string name;  // as stored, '/' between folders
  ByteView bytes;    // valid as long as the document is
};

// What an export keeps of a file for the way back.
struct KeptPart {
  Bytes bytes;       // a file of the document's own format
  std::string what;  // behind the file's name and a dot ("table-at-0x4EC000")
};

// Eight bits a channel RGBA, rows from the top, no padding, alpha not premultiplied.
struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  Bytes pixels;  // 4 * width * height
  bool operator==(const Picture&) const = default;
};

// A picture inside a file, with its number and its place on the file's canvas.
struct StoredPicture {
  std::uint32_t id = 0;
  std::int32_t x = 0, y = 0;
  std::uint32_t canvas_width = 0, canvas_height = 0;  // 0: as large as the picture
  std::int32_t origin_x = 0, origin_y = 0;
  Picture picture;
  bool recolored = false;  // the first picture once more, with another palette
  std::uint64_t file = 0;  // where the file it is in begins, in files that hold several
};

class JsonWriter;

class Document {
 public:
  virtual ~Document() = default;

  // The format id ("csmodelanim").
  virtual std::string_view format() const = 0;
  // The file again. Equal to the bytes parsed, for every input that parses.
  virtual Result<Bytes> write() const = 0;
  // The members of the dump's "document" object, without braces; `registry.hpp` adds the envelope.
  virtual void dump(JsonWriter& writer) const = 0;
  // Findings about values; `parse` has reported those about the structure.
  virtual void check(const Context& context, Diagnostics& diagnostics) const = 0;
  virtual DocumentInfo info() const = 0;

  // Paths of companions that exist beside `path`, best first; rivals: only the user can choose one.
  virtual std::vector<std::string> find_companions(const std::string& path, Folders& around) const;
  virtual std::vector<std::string> rivals(const std::string& path, Folders& around) const;
  // What the file is in its project. The default says that it is a part of others.
  virtual Standing stand(const std::string& path, Folders& around) const;
  // What the document means in three dimensions; what is lost goes to `diagnostics`.
  virtual Result<Scene> to_scene(const SceneRequest& request, const Context& context,
                                 Diagnostics& diagnostics) const;
  // What the engine shows, tick by tick.
  virtual Result<Playback> play(const PlayRequest& request, const Context& context) const;
  // The pictures inside, decoded; kUnsupported where the format holds none.
  virtual Result<std::vector<StoredPicture>> pictures(const Context& context) const;
  // The files inside an archive, in its order.
  virtual std::vector<ArchiveEntry> entries() const { return {}; }
  // The file inside an archive that the format's own search finds under a name.
  virtual std::optional<ByteView> find_entry(std::string_view name) const;
  // What an export keeps for the way back where the file holds much else (a ROM); empty: all.
  virtual std::optional<KeptPart> kept_part() const { return {}; }
  // Every step of the engine as text, for people; `flow` names "dot" or "mermaid".
  virtual Result<std::string> trace(const PlayRequest& request, const Context& context) const;
  virtual Result<std::string> graph(std::string_view flow) const;
  // Whether `sample` should load companions that were found and not named.
  virtual bool samples_with_found_companions() const { return false; }
};

using DocumentPtr = std::unique_ptr<Document>;
}  // namespace anmkit
