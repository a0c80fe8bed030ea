// SPDX-License-Identifier: MIT
// The one list of formats, and the generic operations that need it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/document.hpp"

namespace anmkit {

class JsonValue;
struct PictureSequence;
struct Description;
struct Leaf;

// A file made by a conversion. `name` is relative to the output folder, or empty when the
// conversion makes one file.
struct OutputFile {
  std::string name;
  Bytes bytes;
};

struct Input {
  std::string path;
  const Document* document = nullptr;  // null: a file of no known format, or a broken one
  ByteView bytes = {};
  // Where it is inside the folder or archive that was named; else as `path`.
  std::string name = {};
};

// The largest error of a fitted value.
struct FitLine {
  std::string what;  // "node Arm, rotation"
  double error = 0;  // the largest difference at any frame, measured on the written file
  std::string unit;  // "degrees", "pixels"
};
// The bone that drives a node of the target skeleton (retarget.hpp).
struct BoneLine {
  std::string target, source;  // an empty source: the node keeps its pose
  std::string reason;          // "same name"
};
struct ConversionReport {
  Diagnostics diagnostics;  // losses
  std::vector<BoneLine> bones;
  std::vector<FitLine> fits;  // largest errors, one line per track
  std::string summary;        // one line for people, may be empty
  std::size_t clips = 0;      // from a scene: the number of its clips in the file
  // From a scene: its nodes whose motion the file has; empty if the format does not list them.
  std::vector<std::size_t> nodes;
};

struct ConversionRequest {
  std::span<const Input> inputs;  // all inputs of one command, in the user's order
  // Name of the file to make, or of a folder with a final '/'. Its extension selects one of several
  // spellings of a format.
  std::string_view output = {};
};

// From one format to another of the same family.
struct Conversion {
  std::string_view from;  // "" = any files, of mixed formats or none (archives are made so)
  std::string_view to;
  Result<std::vector<OutputFile>> (*run)(const ConversionRequest& request, const Context& context,
                                         ConversionReport& report);
};

// An original file of a scene.
struct Origin {
  const Document* document = nullptr;
  std::string_view name;               // of the file, without folders
  std::span<const std::string> clips;  // the scene's names of its clips, in the document's order
};

// From a scene, usually a glTF file, to a file of one format.
struct FromScene {
  const Scene& scene;  // in the format's own axes and units (Format::frame)
  // The original document of the scene, of any format, or null.
  const Document* original = nullptr;
  std::optional<std::size_t> clip = {};  // index of the one clip to take; empty = all, or the first
  std::string_view output = {};          // as ConversionRequest::output
  // All original files of the format's family, including `original`.
  std::span<const Origin> origins = {};
  // The nodes are those of a companion, with its order and rest pose.
  bool on_skeleton = false;
  // The clips are ranges of the original ones: lengths and frames of the original and of the
  // extras are ignored.
  bool cut = false;
  // Indices of the clips to take, if several but not all; empty: see `clip`.
  std::span<const std::size_t> clips = {};
  // The result of Format::find_facts for the scene; null: computed for this file alone.
  const void* facts = nullptr;
  bool checked = false;  // check_scene has passed
};

// From images to a file that shows them. Its companion files are made with it, named after it, and
// come before it in the list.
struct FromPictures {
  const PictureSequence& sequence;
  std::string_view output;  // name of the file that shows them
};

// Operations of a format, for `formats`.
struct Abilities {
  bool animation = false;   // has clips
  bool scene = false;       // can become glTF
  bool play = false;        // has a player
  bool from_scene = false;  // glTF can become this
  bool pictures = false;    // contains images
};

struct Format {
  std::string_view id;                       // "csmodelanim"
  std::string_view family;                   // "craftstudio"
  std::string_view title;                    // "CraftStudio model animation"
  std::vector<std::string_view> extensions;  // with the dot, lower case
  Abilities abilities = {};
  Frame frame = {};  // axes and unit of the format's scenes, in exports and imports
  // 0 = not this format ... 100 = certain. Content only; cheap.
  int (*detect)(ByteView bytes);
  // Null with at least one error in `diagnostics` when the bytes cannot be read.
  DocumentPtr (*parse)(const Source& source, const Options& options, Diagnostics& diagnostics);
  // Whether structure and ranges are right from end to end, checked at the speed of memory and
  // without building a document. Files that pass parse without errors; `parse` and `check` give the
  // errors of others. Null where reading is as quick (source texts), or where only decoding finds
  // errors (compressed images, encrypted archives).
  bool (*passes_quick_check)(ByteView bytes) = nullptr;
  // The import from `Document::dump`. Moved and lost parts of the edit go to `diagnostics`.
  Result<DocumentPtr> (*build)(const JsonValue& document, Diagnostics& diagnostics);
  // The bytes of a file with the contents of the scene; losses go to the report. Null when the
  // format cannot be made from a scene.
  Result<Bytes> (*from_scene)(const FromScene& from, const Context& context,
                              ConversionReport& report) = nullptr;
  // Facts of a scene that `from_scene` needs for each of its clips: made once for all files of the
  // scene. Null when the format needs none.
  std::shared_ptr<const void> (*find_facts)(const FromScene& from,
                                            const Context& context) = nullptr;
  // The file that shows images one after the other, and its image files; code anmkit.PICTURES when
  // a step names no image or lasts longer than the format can express. Null when the format shows
  // none.
  Result<std::vector<OutputFile>> (*from_pictures)(const FromPictures& from, const Context& context,
                                                   ConversionReport& report) = nullptr;
  // The use of several images: the frames of one animation, the images of one file, or an error:
  // too many.
  enum class Pictures : std::uint8_t { frames, set, one };
  Pictures takes = Pictures::frames;
  // Files are source texts unless they hold a zero byte: findings have a line and a column.
  bool text = false;
  // Names in such files are resolved over all files of the format in a folder.
  bool linked = false;
  // Several files of this format may belong to one other file, as textures do.
  bool many = false;
  // Ids of the formats whose skeletons `--with` may name for the import of a scene.
  std::vector<std::string_view> helpers = {};
  // Frames per second of the engine, if neither files nor options set them; else 0.
  double fixed_rate = 0;
  // Descriptions for `explain` (explain.hpp): a table, or for source texts a function that calls
  // `visit` for each leaf in order, until it returns false. Null: none.
  Description (*description)() = nullptr;
  void (*explain_text)(ByteView text, const std::function<bool(const Leaf&)>& visit) = nullptr;
  // Offsets of files of this format inside other bytes, found by signature and validated; the first
  // few. Time is bounded by the size. Null if the format has no signature.
  std::vector<std::uint64_t> (*find_inside)(ByteView bytes) = nullptr;
};

// Descriptions of diagnostic codes: the tables of `anmkit explain` and docs/codes.md.
struct CodeInfo {
  std::string_view code;        // without the prefix
  std::string_view severities;  // letters of its severities, the usual one first: "E", "WI"
  std::string_view meaning;     // one or two sentences
  std::string_view remedy;      // how to fix it; may be empty for information
  std::string_view section;     // of the specification; empty: anmkit's own rule
  // Letters of the severities with which it reports something of a file that shows nowhere, such as
  // a part that the model lacks: conversions name it.
  std::string_view without_effect = {};
};

// One family: the entry of its folder in the registry.
struct Family {
  std::string_view id;
  std::string_view title;
  int place = 0;                   // in the order of the documentation
  std::string_view specification;  // its page in docs/spec
  std::span<const CodeInfo> (*codes)() = nullptr;
  std::vector<Format> formats;
  std::vector<Conversion> conversions;
  std::vector<OptionSpec> options;
  // Paths in options, as given: files that reading needs in addition to the input.
  std::vector<std::string> (*option_files)(const Options& options) = nullptr;
};

// All families, in the order of the documentation.
std::span<const Family> families();
// Null if there is no such format.
const Format* find_format(std::string_view id);
// A conversion from `from`, else one from any files; null if there is none.
const Conversion* find_conversion(std::string_view from, std::string_view to);

// The options of all families.
std::vector<OptionSpec> all_options();
// Whether an option affects a verb of the command line (OptionSpec::verbs).
bool is_used_by(const OptionSpec& option, std::string_view verb);
// Checks that each option affects the verb for files of one of these families (ids). The error has
// the code anmkit.USAGE.
Result<void> check_meaning(const Options& options, std::span<const std::string_view> families,
                           std::string_view verb);

// Possible formats of a file, best first; ties keep registry order. Content decides; the extension
// breaks ties, and is sufficient for formats without a signature.
struct Detection {
  const Format* format = nullptr;
  int confidence = 0;
};
std::vector<Detection> detect(const Source& source);
// The format of a file, or an error that lists the possible ones.
Result<const Format*> detect_one(const Source& source);

// {"anmkit":1,"format":...,"document":{...}} and back.
std::string dump_document(const Document& document);
// The same piece by piece, so that the whole text is never in memory.
bool dump_document(const Document& document, const Sink& sink);
Result<DocumentPtr> build_document(std::string_view json, Diagnostics& diagnostics);

// All codes of one prefix, sorted.
struct CodeTable {
  std::string_view prefix;         // "gc"; "anmkit" for codes that belong to no family
  std::string_view specification;  // a page in docs/spec, or empty
  std::span<const CodeInfo> codes;
};

// In the order of the families, then "anmkit".
std::span<const CodeTable> code_tables();

// Index of the clip that `--clip` names (an index or a name; empty = 0).
Result<std::size_t> find_clip(const Scene& scene, std::string_view clip);

}  // namespace anmkit
