// SPDX-License-Identifier: MIT
// Converting as a library: open files, plan what becomes of them, carry it out. No file is touched
// and no terminal: bytes come in with the name they had and go out with the name they should get.
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

// A file of a known format, read.
struct Parsed {
  std::string path;  // as it was named
  std::string name;  // where it lies inside the folder that was named; else as `path`
  Bytes bytes;
  const Format* format = nullptr;  // never null
  DocumentPtr document;            // never null
  Diagnostics findings;            // what reading found
};

// A glTF file, read.
struct GltfInput {
  std::string path, name;
  Bytes bytes;
  // What it keeps in other files, under the names that it has for them.
  std::vector<std::pair<std::string, Bytes>> beside;
  std::shared_ptr<const Scene> scene;  // never null
  Diagnostics notes;                   // what the scene leaves out
};

// A file of no known format, or one that could not be read.
struct Raw {
  std::string path, name;
  Bytes bytes;
  const Format* format = nullptr;  // what it seems to be, or null
  Diagnostics why;                 // at least one error
  bool gltf = false;               // it seems to be glTF
};

using Opened = std::variant<Parsed, GltfInput, Raw>;

// Says line and column of findings about a file, where it is a source text.
void locate(Diagnostics& findings, const Format& format, ByteView bytes);

const std::string& path_of(const Opened& file);
const std::string& name_of(const Opened& file);
// Of what it is or seems to be; "gltf", or empty.
std::string_view format_id_of(const Opened& file);

struct OpenRequest {
  const Options& options = kNoOptions;
  std::string_view format = {};  // an id; empty = told from content and name
  std::uint64_t offset = 0;      // where the file begins inside the bytes
  std::string name = {};         // Parsed::name; empty = the path
  // For files that options name (Family::option_files), and those that a .gltf keeps its data in.
  const Neighbourhood* around = nullptr;
};

// Reads bytes as whatever they are. Never fails: what cannot be read is Raw, with the reason.
Opened open(Bytes bytes, std::string path, const OpenRequest& request = {});

// The findings of any file: those of reading it, then those of its values.
Diagnostics check(const Opened& file, const Context& context = {});

// By content: the binary magic, or JSON with an "asset" member.
bool is_gltf(ByteView bytes);
// A finding when an editor dropped the extras of an export, which hold units, rates and originals.
std::optional<Diagnostic> find_lost_extras(ByteView bytes);

// The folders around files, each listed once, for as many pools and subjects as share them. Borrows
// `around`. Not for several threads at once.
std::shared_ptr<Folders> list_once(const Neighbourhood& around);

// The files that help others: each is read once, however many inputs want it.
class CompanionPool {
 public:
  // Borrows `around`. Not for several threads at once.
  explicit CompanionPool(const Neighbourhood& around);
  explicit CompanionPool(std::shared_ptr<Folders> around);
  ~CompanionPool();
  CompanionPool(const CompanionPool&) = delete;
  CompanionPool& operator=(const CompanionPool&) = delete;

  // A file that the user named. It comes before all others of its format for every input. Errors
  // are those of reading and parsing; a file of no known format is a picture.
  Result<void> name(const std::string& path);
  // An input of the same command that others are shown with, as a model is. Borrowed.
  void lend(const Parsed& file);
  // Files whose names are resolved together (Format::linked), folder by folder. Borrowed.
  void link(const Parsed& file);

  struct Set {
    std::vector<Companion> companions;  // valid as long as the pool
    std::vector<std::string> found;     // paths of those that nobody named
    std::vector<std::string> rivals;    // paths of those of which none was chosen
    std::vector<std::pair<std::string, Diagnostic>> broken = {};  // cannot be read, and why
  };
  // What belongs to a file: named, lent, found by its family, and what belongs to those in turn.
  Set of(const Parsed& file);
  // What was named and lent, for inputs that have no family.
  std::vector<Companion> given() const;
  // Remembers which named files an input is shown with; `target`: what a glTF becomes, or null.
  void use_for(const Opened& input, const Format* target = nullptr);
  // Paths of the named files that none of those inputs is shown with.
  std::vector<std::string> unused() const;
  // Paths of the files that nobody named and that an input was shown with since the last call.
  // Those of the input's own format, which are read together with it, are not among them.
  std::vector<std::string> take_found();

 private:
  class Search;
  const Opened* load(const std::string& path);
  bool is_subject(const Parsed& file);  // something to look at, and not a part of that

  std::shared_ptr<Folders> around_;
  std::vector<std::unique_ptr<Opened>> files_;
  std::map<std::string, const Opened*> by_path_;  // null: cannot be read
  std::vector<const Opened*> named_;
  std::vector<const Opened*> used_;  // some of them
  std::vector<const Parsed*> lent_;
  std::vector<std::string> found_;
  std::map<const Parsed*, bool> subjects_;  // is_subject of those that were asked about
  std::map<std::string, std::vector<const Parsed*>> linked_;  // by folder
};

// For programs with threads: calls work(index, worker) for each index below `count`, each worker's
// one at a time. Empty: one after the other, worker 0.
using Work = std::function<void(std::size_t index, std::size_t worker)>;
using Share = std::function<void(std::size_t count, const Work& work)>;

struct ConvertRequest {
  std::string output;          // name of the file to make, a folder with '/' behind it, or "-"
  std::string to = {};         // format id or "gltf"; empty = by the output's extension
  std::string family = {};     // from glTF: whose format is meant where several share an extension
  std::string clip = {};       // index or name; empty = all that the target takes
  bool merge = false;          // from glTF: lay clips together that move different nodes
  bool sparse = false;         // glTF: the file's own keys instead of one a frame
  bool keep_sources = true;    // glTF: carry the original files in the extras
  double metres_per_unit = 0;  // to and from glTF: 0 = the family's own
  std::optional<double> start = {}, end = {};  // from glTF: part of each clip, in its seconds
  // Pictures: how many ticks are shown, or for how many a picture that says none (1 ... 10^8);
  // empty = all that plays, or 6.
  std::optional<std::int64_t> length = {};
  std::optional<std::array<std::uint8_t, 3>> background = {};  // pictures: empty = transparent
  // Pictures: pixels of the screen; 0 = the largest canvas of those shown.
  std::uint32_t canvas_width = 0, canvas_height = 0;
  Options options = {};  // of the families
  Bridge bridge = {};
  Share share = {};  // of files of a subject and of frames; folders are read by several threads
};

// A glTF file on its way into a format: inside the library.
struct Import;

namespace step {
struct Copy {  // the same bytes, written by the document
  const Opened* input;
};
struct Respell {  // from one spelling of a family to another, or files into an archive
  const Conversion* conversion;
  std::vector<const Opened*> inputs;
};
struct Extract {  // the files inside an archive
  const Parsed* input;
};
struct Draw {  // the pictures inside a file as PNG: all of them, or the one that --picture chooses
  const Parsed* input;
  bool all;
};
struct Film {  // what a script shows
  const Parsed* input;
  std::string_view kind;  // "webp", "gif", "apng", or "png": a sprite sheet with its atlas
};
struct FromPictures {              // a file that shows pictures, and what it needs
  std::vector<const Raw*> inputs;  // an animated picture, or numbered PNGs
  const Raw* list;                 // frames.json, or null
  const Format* target;
};
struct ToGltf {
  std::vector<const Parsed*> inputs;
  std::vector<const Parsed*> models;  // what the inputs move
};
struct FromGltf {
  std::shared_ptr<Import> import;  // what the steps of one file share
  const Format* target;
  std::optional<std::size_t> clip;
  std::vector<std::size_t> clips = {};  // those of one original file; empty: as `clip` says
  Diagnostics notes = {};               // of reading the scene; the first step of a file has them
};
}  // namespace step

struct Step {
  std::variant<step::Copy, step::Respell, step::Extract, step::Draw, step::Film, step::FromPictures,
               step::ToGltf, step::FromGltf>
      action;
  std::string output;  // a file, or a folder with '/' behind it where the action names the files
  std::string about;   // the input's path, for messages
};

struct Plan {
  std::vector<Step> steps;
  Diagnostics notes;  // choices that were made for the user
};

// What a request makes of its inputs, before anything is made. Steps borrow the inputs. The error
// is one of usage (USAGE, OPTION, CLIP, UNSUPPORTED), or that of an input that is needed.
Result<Plan> plan_conversion(std::span<const Opened> inputs, const ConvertRequest& request);

// Whether a request takes the bytes of any file, broken ones too (archives do).
bool takes_any_file(const ConvertRequest& request);
// Whether pictures are its inputs, which it makes into a file that shows them.
bool takes_pictures(const ConvertRequest& request);

// What a file shows, in axes and unit of `frame`, without meshes.
Result<Scene> skeleton_of(const Opened& file, CompanionPool& companions, const Options& options,
                          const Frame& frame = {});

// Makes what the steps of a plan share, which else the first of them does. Behind it, several
// threads may carry out steps from glTF at a time.
void prepare(const Plan& plan, const ConvertRequest& request, const CompanionPool& companions);

using OutputFiles = std::vector<OutputFile>;
// Carries out one step. Names of the files are as Step::output, or below it. All steps of a plan
// get the same request and companions.
Result<OutputFiles> apply(const Step& step, const ConvertRequest& request,
                          CompanionPool& companions, ConversionReport& report);
// The same for large files: `take` gets each when the report is whole; bytes are made in the call.
using TakeFile = std::function<void(const std::string& name, const Pieces& bytes)>;
Result<void> apply(const Step& step, const ConvertRequest& request, CompanionPool& companions,
                   ConversionReport& report, const TakeFile& take);

}  // namespace anmkit
