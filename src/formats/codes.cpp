// SPDX-License-Identifier: MIT
// All tables of diagnostic codes, and the one of those that belong to no family.
#include "formats/codes.hpp"

#include <algorithm>
#include <vector>

namespace anmkit {
namespace {

constexpr CodeInfo kCodes[] = {
    {"AMBIGUOUS-FORMAT", "E", "The file could be of several formats; the message names them.",
     "Choose one with --format.", ""},
    {"ARCHIVE", "E",
     "A ZIP archive is damaged or has an unknown compression method, or its files share bytes and "
     "together claim more than four times the archive.",
     "Pack the files again with another program; an archive from a stranger may be a trap.", ""},
    {"BESIDE", "I", "A .gltf was copied without the files that it keeps its data in.",
     "Copy them as well, or export a .glb instead.", ""},
    {"BLANK", "IW",
     "Nothing is visible at the first frame of a still image: a later frame was rendered, or no "
     "frame shows anything. Of an animation or a clip: nothing is visible in any frame.",
     "Choose the frame with --frame N; check which nodes the clip hides or scales to 0.", ""},
    {"BONES", "IW",
     "A motion was retargeted: how many nodes are driven, or which animated bones "
     "drive no node.",
     "--dry-run lists the pairs of bones; `anmkit map` writes them for --map.", ""},
    {"BROKEN", "W",
     "A file that belongs to the input cannot be read, so that the input is shown without it.",
     "Run `anmkit check` on that file, or name another one with --with.", ""},
    {"BVH-LOSS", "W",
     "BVH has no place for something of the clip: scale, visibility, lenses, a part of a frame, "
     "values that are not finite; the message names the nodes.",
     "Convert to glTF to keep it.", ""},
    {"BVH-NAME", "I",
     "Joints got other names in the BVH: those have no blanks or brackets, and each is different.",
     "Rename the nodes to choose the names.", ""},
    {"BVH-READ", "EW",
     "The text is not BVH, is cut off, or its numbers do not match its channels and `Frames:`; the "
     "message lists found and expected words. A warning names joints that have no name.",
     "Correct the text at the line and column named, or export the motion again.", ""},
    {"BVH-ROOTS", "I", "A BVH has several roots, and each moves on its own.",
     "Put the joints of one figure under one root.", ""},
    {"BVH-TIME", "W",
     "The frames of a BVH are 4 seconds or more apart. Some programs write milliseconds, or frames "
     "per second, where the format has seconds.",
     "Change the line `Frame Time:` of the file to seconds: 0.0333333 for 30 frames per second.",
     ""},
    {"BVH-UNIT", "I", "BVH has no unit; the message has the one that is assumed.",
     "--scale METRES sets the size of a unit.", ""},
    {"BVH-WRITE", "E",
     "A scene cannot become BVH: it has no nodes, or a clip without a rate or a length.",
     "Fix the rate or the length in the source.", ""},
    {"CLIP", "E", "The clip that was named does not exist, or there is none.",
     "`anmkit info` lists the clips; --clip takes a name or an index from 0.", ""},
    {"EMPTY", "W",
     "The converted file has neither a mesh nor a clip, only nodes; or a clip that is "
     "played has no frames.",
     "Name the file that holds the meshes, or an animation, with --with.", ""},
    {"FLAWED", "W",
     "The file, or one that it is shown with, has errors that `anmkit check` lists, or else "
     "warnings; the output contains the part that can be read of it.",
     "Run `anmkit check` on the file and correct the errors.", ""},
    {"GIF", "E", "A GIF cannot be read or written.",
     "Use images of at most 65535 pixels a side, or another kind (WebP, APNG).", ""},
    {"GLTF-CAMERA", "W",
     "A camera of a glTF file has no perspective: it is orthographic, and read with a usual field "
     "of view.",
     "Make it a perspective camera before exporting.", ""},
    {"GLTF-CHANNEL", "W",
     "Channels of an animation have targets that no format here has (morph targets, materials, "
     "lenses, visibility), or the same target as another channel.",
     "Bake them into the nodes before the export: hide a node with scale 0.", ""},
    {"GLTF-CLIP", "E",
     "A clip has no positive rate or no finite length, so that it cannot become glTF.",
     "Fix the rate or the length in the source.", ""},
    {"GLTF-COMPRESSED", "W",
     "Meshes are compressed by Draco or meshopt, which is not read; the motion of the nodes is.",
     "Export without compression to have the meshes.", ""},
    {"GLTF-EXTRAS", "WE",
     "Extras or extensions are not JSON objects, or the data for the import in them is damaged.",
     "In Blender tick Include > Custom Properties when exporting; the message names what is "
     "converted without them.",
     ""},
    {"GLTF-IMAGE", "W", "An image cannot be put into the glTF, or taken from it, and is left out.",
     "Name a PNG with --with.", ""},
    {"GLTF-INDEX", "W",
     "Triangles, lines or points name vertices that do not exist and are left out.",
     "Check the model (`anmkit check`).", ""},
    {"GLTF-NONFINITE", "W", "Values that are not finite 32-bit numbers are written as 0.",
     "Check the source (`anmkit check`) and fix them.", ""},
    {"GLTF-READ", "E",
     "The file is not glTF 2.0, or a part of it is not supported; the message gives the reason.",
     "Export it again: binary .glb, everything inside, without compressed geometry.", ""},
    {"GLTF-ROTATION", "W", "Rotations of an animation or of a node have length 0, expected 1.",
     "They are read as no rotation; bake the animation again where that looks wrong.", ""},
    {"GLTF-SAMPLER", "W",
     "An animation's sampler has an interpolation that glTF does not know; it is read as LINEAR.",
     "Export with LINEAR, STEP or CUBICSPLINE.", ""},
    {"GLTF-SCENES", "W", "Nodes are not in the default scene of the file and are left out.",
     "Make their scene the default, or add the nodes to the default scene.", ""},
    {"GLTF-SHAPE", "W",
     "A glTF file has meshes in a form that is not supported: morph targets at rest, instances by "
     "an extension, more than four joints per vertex, or a triangle that is cut off. The meshes "
     "are "
     "read without it.",
     "Apply shape keys, make instances real and limit weights to four per vertex before exporting.",
     ""},
    {"GLTF-SHEAR", "W",
     "A transform is sheared, which glTF nodes cannot store; the message gives the largest error.",
     "Avoid uneven scales above a rotated node.", ""},
    {"GLTF-SIZE", "E", "The scene does not fit into glTF: more than 65535 joints, or 4 GiB.",
     "Convert fewer clips or models at once.", ""},
    {"GLTF-UV", "W",
     "A material positions its image by KHR_texture_transform or by another set than TEXCOORD_0, "
     "which is not read: the image is shown at TEXCOORD_0.",
     "Bake the placement into the first set of texture coordinates.", ""},
    {"GUESS", "I", "Several formats share the output's extension, and one of them was chosen.",
     "Choose one with --to ID.", ""},
    {"INSIDE", "I", "The format was found inside a larger file, at the named byte.",
     "Choose another place with --offset.", ""},
    {"INTERNAL", "E", "A result failed its own verification, and was not written.",
     "This is a bug in anmkit; please report it with the file.", ""},
    {"JPEG", "E", "A JPEG cannot be read.",
     "The image is damaged; save it again, with at most 100 scans.", ""},
    {"JSON", "E", "The JSON is not a dump of anmkit, or a member of it is missing or wrong.",
     "Change values of a dump only; the message names the place.", ""},
    {"KEYS-BEGIN", "I",
     "The keys of a glTF clip do not begin at 0; the clip is taken from its first key.",
     "--start 0 keeps the time before the first key.", ""},
    {"LEFT-OUT", "W",
     "Nodes or lenses move in the scene, or a rest pose was edited, and the format has no place "
     "for that; the message names them.",
     "Animate a node that the format writes, or write the camera to a format that has cameras.",
     ""},
    {"LIMIT", "E",
     "The work that a file or an option asks for is more than a limit allows; the message names "
     "the limit.",
     "Where the file is trusted, raise it with --limit NAME=VALUE; `anmkit help limits` lists all.",
     ""},
    {"MAP", "E",
     "It is not known which bones drive the nodes of the skeleton, or a map of them cannot be "
     "used.",
     "`anmkit map SOURCE TARGET -o bones.txt` writes the known pairs; complete the file and give "
     "it with --map.",
     ""},
    {"MEMORY", "E", "Memory ended during a call of the library; the file of that call is unusable.",
     "Close the file. Convert fewer files at once.", ""},
    {"NO-MODEL", "I", "The animation is shown without a model: bones instead of a body.",
     "Name the model with --with, or put it into the folder where the family keeps it.", ""},
    {"NOT-READ", "E",
     "The file belongs to another kind that is common next to animations and is not supported: "
     "another "
     "program's model or motion, an image, an archive, a disc image.",
     "The message names the program or the command that converts it.", ""},
    {"NOTHING", "EI", "Nothing to render or convert: the scene has no nodes, or all are hidden.",
     "`anmkit info` lists what the file contains; --with names the model of an animation.", ""},
    {"NOTHING-MOVES", "W",
     "The clip has no motion: all keys of each node have one value, and so have rotations of 360 "
     "degrees between two keys.",
     "Choose another clip with --clip; add keys in the middle of a full rotation.", ""},
    {"ONE-CLIP", "I", "The format stores fewer clips than the glTF file has.",
     "--clip chooses one, -o FOLDER/ --to ID writes a file for each.", ""},
    {"OPTION", "E",
     "The value of an option is invalid, or the option does not apply to this command.",
     "`anmkit VERB --help` lists the values.", ""},
    {"OUTSIDE", "I", "A frame that is sampled is before the clip begins or after it ends.",
     "Choose a frame of the clip; outside of it most formats hold the first or last pose, some "
     "repeat.",
     ""},
    {"PACKED", "W", "A glTF file was packed into a game's archive as it is.",
     "Convert it to the game's format, extract the old archive with -o FOLDER/, replace the file "
     "there and pack the folder.",
     ""},
    {"PART", "I", "Only a part of the file was written.",
     "The message names the option that chooses another part.", ""},
    {"PICTURES", "E",
     "Images do not form one animation: no frames, different sizes, too large, names without a "
     "frame number, or a missing image that a script shows.",
     "Use images of one size with the names that the message asks for.", ""},
    {"PNG", "WE",
     "A PNG or APNG cannot be read or written, or the chunk with its number and position is "
     "damaged "
     "and not used.",
     "The image is damaged; save it again.", ""},
    {"READ", "E", "A file cannot be read.", "Check its name and permissions.", ""},
    {"RENAMED", "I",
     "A clip gets another name in its file, since another file of the folder has that name.",
     "Give clips that are compiled together different names.", ""},
    {"SAME-NAME", "WE", "Two outputs of one run have the same name.",
     "Files of one name in an archive are numbered when they are extracted. Elsewhere the first "
     "output is kept: write the others to another folder.",
     ""},
    {"SCENE", "E",
     "A scene built by a program is invalid: an index is out of range, or an array has "
     "another length than its neighbours.",
     "The message names the first error; scenes that were read from files have none.", ""},
    {"SKELETON", "E", "Animations that should share one glTF move different nodes.",
     "Convert them to separate files (-o FOLDER/), or name one model with --with.", ""},
    {"TEXTURE", "W", "A texture cannot be decoded and is shown white.",
     "The image is damaged or of an unknown kind; save it as PNG.", ""},
    {"TWICE", "W", "An input is named more than once.", "It is taken once; name each input once.",
     ""},
    {"UNKNOWN-FORMAT", "E",
     "The format of the file cannot be detected from its contents or extension.",
     "Name the format with --format; `anmkit formats` lists them.", ""},
    {"UNSAFE-NAME", "E", "A name would leave the output folder.",
     "The file is not written. Inspect the archive: it may be malicious.", ""},
    {"UNSUPPORTED", "E", "The operation does not exist for this file or this pair of formats.",
     "`anmkit formats` lists the operations of each format.", ""},
    {"UNUSED", "W", "--with names files that none of the inputs is shown with.",
     "Name a model, a texture or an animation of the input's own family, or leave them out.", ""},
    {"USAGE", "E", "These files cannot be converted to the requested output.",
     "The message lists the possible outputs; `anmkit formats` lists the operations of each "
     "format.",
     ""},
    {"USING", "I", "A companion was found next to the file and is used with it.",
     "--with names another one.", ""},
    {"WEBP", "E", "A WebP cannot be read or written.",
     "The image is damaged or too large; save it again.", ""},
    {"WRITE", "E", "A file cannot be written.",
     "Check the folder, its permissions and the space left; -f overwrites.", ""},
    {"ZLIB", "E", "Packed data are damaged.", "The file is damaged; get it again from its source.",
     ""},
};

}  // namespace

std::span<const CodeTable> code_tables() {
  static const std::vector<CodeTable> kTables = [] {
    std::vector<CodeTable> tables;
    for (const Family& family : families())
      tables.push_back({family.id, family.specification, family.codes()});
    tables.push_back({"anmkit", "", kCodes});
    return tables;
  }();
  return kTables;
}

bool has_no_effect(std::string_view code, Severity severity) {
  const std::string_view prefix = code.substr(0, code.find('.'));
  const auto table = std::ranges::find(code_tables(), prefix, &CodeTable::prefix);
  if (table == code_tables().end()) return false;
  const auto info =
      std::ranges::find(table->codes, code.substr(prefix.size() + 1), &CodeInfo::code);
  const char letter = severity == Severity::error ? 'E' : severity == Severity::warning ? 'W' : 'I';
  return info != table->codes.end() && info->without_effect.contains(letter);
}

}  // namespace anmkit
