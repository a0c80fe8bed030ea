// SPDX-License-Identifier: MIT
// Conversions as a library: open files, plan steps, apply them. It uses no file and no terminal:
// inputs are bytes with the names of their files, outputs are bytes with the names to write.
//
//   Opened clip = open(bytes, "walk.csmodelanim");
//   CompanionPool companions(neighbourhood);
//   auto plan = plan_conversion({&clip, 1}, {.output = "walk.glb"});
//   for (const Step& step : plan->steps) auto files = apply(step, request, companions, report);
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "anmkit/registry.hpp"
#include "anmkit/retarget.hpp"

namespace anmkit {

// A parsed file of a known format.
struct Parsed {
  std::string path;  // as given
  std::string name;  // relative to a folder that was given; else as `path`
  Bytes bytes;
  const Format* format = nullptr;  // never null
  DocumentPtr document;            // never null
  Diagnostics findings;            // of parsing
};

// A parsed file of a format for exchange: glTF or BVH.
struct GltfInput {
  std::string path, name;
  Bytes bytes;
  std::vector<std::pair<std::string, Bytes>> beside;  // contents of files that it names
  std::shared_ptr<const Scene> scene;                 // never null
  Diagnostics notes;                                  // parts of the file that the scene lacks
  const Format* format = nullptr;                     // of BVH; null: glTF
};

struct Raw {  // a file of no known format, or one that could not be read
  std::string path, name;
  Bytes bytes;
  const Format* format = nullptr;  // the detected format, or null
  Diagnostics why;                 // at least one error
  bool gltf = false;               // detected as glTF
};

using Opened = std::variant<Parsed, GltfInput, Raw>;

// Sets line and column of findings about a file, if it is a source text.
void locate(Diagnostics& findings, const Format& format, ByteView bytes);

const std::string& path_of(const Opened& file);
const std::string& name_of(const Opened& file);
// Id of its format or detected format; "gltf", "bvh" or empty.
std::string_view format_id_of(const Opened& file);

struct OpenRequest {
  const Options& options = kNoOptions;
  std::string_view format = {};  // an id; empty = detected from content and name
  std::uint64_t offset = 0;      // offset of the file in the bytes
  std::string name = {};         // Parsed::name; empty = the path
  // For files of options (Family::option_files), and data files of a .gltf.
  const Neighbourhood* around = nullptr;
};

// Parses bytes of any format. Never fails: a file that cannot be parsed is Raw, with the reason.
Opened open(Bytes bytes, std::string path, const OpenRequest& request = {});

// All findings: those of parsing, then those about values. The name helps to detect a format.
Diagnostics check(const Opened& file, const Context& context = {});
Diagnostics check(ByteView bytes, std::string name);

// By content: the binary magic, or JSON with an "asset" member.
bool is_gltf(ByteView bytes);
bool is_bvh(ByteView bytes);  // by the first word, HIERARCHY
// A finding if an editor dropped the extras of an export (units, rates and originals).
std::optional<Diagnostic> find_lost_extras(ByteView bytes);

// The folders around files, each listed once. Borrows `around`. Not for several threads at once.
std::shared_ptr<Folders> list_once(const Neighbourhood& around);

// Companions of inputs: each is read once, for any number of inputs.
class CompanionPool {
 public:
  // Borrows `around`. Not for several threads at once.
  explicit CompanionPool(const Neighbourhood& around);
  explicit CompanionPool(std::shared_ptr<Folders> around);
  ~CompanionPool();
  CompanionPool(const CompanionPool&) = delete;
  CompanionPool& operator=(const CompanionPool&) = delete;

  // Adds a file that the user named. For every input it comes before all others of its format.
  // Errors are those of reading and parsing; a file of no known format is an image.
  Result<void> name(const std::string& path);
  // Adds an input of the same command that others need, such as a model. Borrowed.
  void add(const Parsed& file);
  // Adds a file whose names are resolved with others (Format::linked), per folder. Borrowed.
  void link(const Parsed& file);

  struct Set {
    std::vector<Companion> companions;  // valid as long as the pool
    std::vector<std::string> found;     // paths of those that were not named
    std::vector<std::string> rivals;    // paths of candidates, none of them chosen
    std::vector<std::pair<std::string, Diagnostic>> broken = {};  // cannot be read, and why
  };
  // The companions of a file: named, passed on, found by its family, and their companions.
  Set of(const Parsed& file);
  // Files that the user named and files that were added, for inputs without a family.
  std::vector<Companion> given() const;
  // Records which named files an input uses; `target`: the format that a glTF becomes, or null.
  void use_for(const Opened& input, const Format* target = nullptr);
  // Paths of the named files that none of those inputs uses.
  std::vector<std::string> unused() const;
  // Paths of the found files that inputs used since the last call, without those of an input's own
  // format, which are read together with it.
  std::vector<std::string> take_found();

 private:
  class Search;
  const Opened* load(const std::string& path);
  bool is_subject(const Parsed& file);  // a subject, and not a part of one

  std::shared_ptr<Folders> around_;
  std::vector<std::unique_ptr<Opened>> files_;
  std::map<std::string, const Opened*> by_path_;  // null: cannot be read
  std::vector<const Opened*> named_;
  std::vector<const Opened*> used_;  // some of them
  std::vector<const Parsed*> lent_;
  std::vector<std::string> found_;
  std::map<const Parsed*, bool> subjects_;                    // cache of is_subject
  std::map<std::string, std::vector<const Parsed*>> linked_;  // by folder
};

// For programs with threads: calls work(index, worker) for each index below `count`, one at a time
// per worker. Empty: one after the other, worker 0.
using Work = std::function<void(std::size_t index, std::size_t worker)>;
using Share = std::function<void(std::size_t count, const Work& work)>;

struct ConvertRequest {
  std::string output;          // name of the file, a folder with a final '/', or "-"
  std::string to = {};         // format id, "gltf", "bvh"; empty = by the output's extension
  std::string family = {};     // from glTF: decides where formats share an extension
  std::string clip = {};       // index or name; empty = all that the target takes
  bool merge = false;          // from glTF: merge clips that move different nodes
  bool sparse = false;         // glTF: the file's own keys instead of one per frame
  bool keep_sources = true;    // glTF: store the original files in the extras
  double metres_per_unit = 0;  // to and from glTF: 0 = the family's own; BVH: of it, 0 = 1
  std::optional<double> start = {}, end = {};  // from glTF: part of each clip, in its seconds
  // Images: number of ticks to show, or of an image without a length (1 ... 10^8);
  // empty = all ticks, or 6.
  std::optional<std::int64_t> length = {};
  std::optional<std::array<std::uint8_t, 3>> background = {};  // images: empty = transparent
  std::uint32_t canvas_width = 0, canvas_height = 0;  // images: of the screen; 0 = the largest
  Options options = {};                               // of the families
  RetargetOptions retarget = {};
  Share share = {};  // files of a subject, and frames; several threads read folders
};

struct Import;  // of a glTF file: internal

namespace step {
struct Copy {  // the same bytes, written by the document
  const Opened* input;
};
struct ConvertNative {  // from one format of a family to another, or files into an archive
  const Conversion* conversion;
  std::vector<const Opened*> inputs;
};
struct Extract {  // the files inside an archive
  const Parsed* input;
};
struct Draw {  // the images inside a file as PNG: all, or the one of --picture
  const Parsed* input;
  bool all;
};
struct Film {  // the images of a script
  const Parsed* input;
  std::string_view kind;  // "webp", "gif", "apng", or "png": a sprite sheet with its atlas
};
struct FromPictures {              // a file that shows images, and its companions
  std::vector<const Raw*> inputs;  // an animated image, or numbered PNGs
  const Raw* list;                 // frames.json, or null
  const Format* target;
};
struct ToGltf {
  std::vector<const Parsed*> inputs;
  std::vector<const Parsed*> models;  // that the inputs move
  const GltfInput* scene = nullptr;   // instead of inputs: a BVH
  const Format* target = nullptr;     // BVH; null: glTF. A folder gets a file per clip
};
struct FromGltf {
  std::shared_ptr<Import> import;  // shared by the steps of one file
  const Format* target;
  std::optional<std::size_t> clip;
  std::vector<std::size_t> clips = {};  // those of one original file; empty: as `clip` says
  Diagnostics notes = {};               // of reading the scene; the first step of a file has them
};
}  // namespace step

struct Step {
  std::variant<step::Copy, step::ConvertNative, step::Extract, step::Draw, step::Film,
               step::FromPictures, step::ToGltf, step::FromGltf>
      action;
  std::string output;  // a file, or a folder with a final '/' if the action names the files
  std::string about;   // the input's path, for messages
};

struct Plan {
  std::vector<Step> steps;
  Diagnostics notes;  // choices made for the user
};

// Plans the steps of a request and makes nothing. Steps borrow the inputs. The error is one of
// usage (USAGE, OPTION, CLIP, UNSUPPORTED), or that of an input that is needed.
Result<Plan> plan_conversion(std::span<const Opened> inputs, const ConvertRequest& request);

// Whether a request takes the bytes of any file, including broken ones (archives do).
bool takes_any_file(const ConvertRequest& request);
// Whether its inputs are images, which become a file that shows them.
bool takes_pictures(const ConvertRequest& request);

// The scene of a file in axes and unit of `frame`, without meshes. Its warnings go to `notes`.
Result<Scene> skeleton_of(const Opened& file, CompanionPool& companions, const Options& options,
                          const Frame& frame = {}, Diagnostics* notes = nullptr);

// Computes the data that the steps of a plan share; otherwise the first step does. After this call,
// several threads may apply steps from glTF at a time.
void prepare(const Plan& plan, const ConvertRequest& request, const CompanionPool& companions);

using OutputFiles = std::vector<OutputFile>;
// Applies one step. Names of the files are Step::output, or below it. All steps of a plan get the
// same request and companions.
Result<OutputFiles> apply(const Step& step, const ConvertRequest& request,
                          CompanionPool& companions, ConversionReport& report);
// The same for large files: `take` gets each file when the report is complete, in pieces.
using TakeFile = std::function<void(const std::string& name, const Pieces& bytes)>;
Result<void> apply(const Step& step, const ConvertRequest& request, CompanionPool& companions,
                   ConversionReport& report, const TakeFile& take);

}  // namespace anmkit
