// SPDX-License-Identifier: MIT
// Signatures are those of the formats' own specifications, or of the file(1) database.
#include "formats/known_files.hpp"

#include <algorithm>
#include <array>

#include "core/bytes.hpp"
#include "core/letters.hpp"
#include "core/paths.hpp"

namespace anmkit {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kBlender = "import it in Blender and export glTF (.glb)";
constexpr std::string_view kMmd =
    "import it in Blender with the MMD Tools extension and export glTF (.glb)";
constexpr std::string_view kDisc =
    "extract its files (7z x, or Dolphin's Filesystem page) and open their folder";
constexpr std::string_view kUnpack = "unpack it and open the folder";
constexpr std::string_view kDecompress =
    "decompress it (wszst DECOMPRESS FILE) and open the result";
constexpr std::string_view kPicture =
    "convert it to .tim, .hg3 or .anm, or name it with --with, together with the model that uses "
    "it";
constexpr std::string_view kAsPng = "save it as PNG and name that with --with";
constexpr std::string_view kExport = "export the model from its editor as glTF (.glb)";
constexpr std::string_view kSound = "anmkit reads models, animations and textures";

constexpr std::string_view kAsUtf8 = "save it as UTF-8 (iconv -f UTF-16 -t UTF-8)";

struct Signature {
  std::string_view bytes;
  std::string_view what, next;
  std::size_t at = 0;
  std::string_view extension = {};  // the signature counts with this one only
};

constexpr auto kSignatures = std::to_array<Signature>({
    // Super Mario 64
    {"DYNOSBIN"sv, "a packed DynOS file", "open the actor's folder of .inc.c files"},
    {"MIO0"sv, "MIO0-compressed data", "decompress it (mio0 -d FILE OUT) and open the result"},
    {"\x80\x37\x12\x40"sv, "a Nintendo 64 ROM without Mario's animation table",
     "extract its files and open those"},
    {"\x37\x80\x40\x12"sv, "a byte-swapped Nintendo 64 ROM without Mario's animation table",
     "extract its files and open those"},
    {"\x40\x12\x37\x80"sv, "a little-endian Nintendo 64 ROM without Mario's animation table",
     "extract its files and open those"},
    {"\xFF\xFE"sv, "a source text in UTF-16", kAsUtf8, 0, ".c"},
    {"\xFE\xFF"sv, "a source text in UTF-16", kAsUtf8, 0, ".c"},
    {"\xFF\xFE"sv, "a source text in UTF-16", kAsUtf8, 0, ".h"},
    {"\xFE\xFF"sv, "a source text in UTF-16", kAsUtf8, 0, ".h"},
    {"\xFF\xFE"sv, "a source text in UTF-16", kAsUtf8, 0, ".lua"},
    {"\xFE\xFF"sv, "a source text in UTF-16", kAsUtf8, 0, ".lua"},
    // Nintendo
    {"Yaz0"sv, "Yaz0-compressed data", kDecompress},
    {"Yay0"sv, "Yay0-compressed data", kDecompress},
    {"RARC"sv, "a RARC archive", kUnpack},
    {"J3D2bmd"sv, "a J3D model (BMD)", "convert it with SuperBMD, then Blender, to glTF (.glb)"},
    {"J3D2bdl"sv, "a J3D model (BDL)", "convert it with SuperBMD, then Blender, to glTF (.glb)"},
    {"J3D1"sv, "a J3D animation", "convert it with its model in Blender to glTF (.glb)"},
    {"J3D2"sv, "a J3D file", "convert it with SuperBMD, then Blender, to glTF (.glb)"},
    {"bres"sv, "a BRRES archive",
     "export its models with BrawlCrate, then Blender, as glTF (.glb)"},
    {"HSFV"sv, "a Mario Party model (HSF)",
     "convert it with MPLibrary, then Blender, to glTF (.glb)"},
    {"BMD0"sv, "a Nintendo DS model (NSBMD)", "convert it with apicula to glTF (.glb)"},
    {"BCA0"sv, "a Nintendo DS animation (NSBCA)",
     "convert it with apicula and its model to glTF (.glb)"},
    {"BTX0"sv, "Nintendo DS textures (NSBTX)", "convert them with apicula to PNG"},
    {"BCH\0"sv, "a Nintendo 3DS model (BCH)", kBlender},
    {"CGFX"sv, "a Nintendo 3DS model (CGFX)", kBlender},
    {"FRES"sv, "a BFRES archive", "export its models as glTF (.glb)"},
    // Discs
    {"\xC2\x33\x9F\x3D"sv, "a GameCube disc image", kDisc, 0x1C},
    {"\x5D\x1C\x9E\xA3"sv, "a Wii disc image", kDisc, 0x18},
    {"CD001"sv, "a CD or DVD image (ISO 9660)", kDisc, 0x8001},
    {"\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0"sv, "a raw CD image",
     "extract its files (jPSXdec, or bchunk and 7z x) and open their folder"},
    {"CISO"sv, "a compressed disc image (CISO)", kDisc},
    {"RVZ\1"sv, "a compressed disc image (RVZ)", kDisc},
    {"WBFS"sv, "a Wii disc image (WBFS)", kDisc},
    {"MComprHD"sv, "a compressed disc image (CHD)",
     "extract it (chdman extractcd), then its files, and open their folder"},
    // PlayStation
    {"TIM2"sv, "a PlayStation 2 texture (TIM2)", kAsPng},
    {"PS-X EXE"sv, "a PlayStation program", "extract the disc's files and open their folder"},
    {"@RSD"sv, "a PlayStation RSD model text", "build the TMD with rsdlink and open that"},
    {"@PLY"sv, "the mesh of a PlayStation RSD model", "build the TMD with rsdlink and open that"},
    {"@MAT"sv, "the materials of a PlayStation RSD model",
     "build the TMD with rsdlink and open that"},
    {"@GRP"sv, "the groups of a PlayStation RSD model", "build the TMD with rsdlink and open that"},
    {"\x50\0\0\0"sv, "a PlayStation HMD model", "convert it to TMD or glTF (.glb)", 0, ".hmd"},
    {"VAGp"sv, "PlayStation sound (VAG)", kSound},
    {"pBAV"sv, "PlayStation sounds (VAB)", kSound},
    {"OMG.00.1PSP"sv, "a PlayStation Portable model (GMO)", kBlender},
    // CatSystem 2
    {"CatScene"sv, "a CatSystem 2 scene script",
     "anmkit reads the animations (.anm) and images of the game"},
    // Editors and exchange
    {"Kaydara FBX Binary"sv, "an FBX file", kBlender},
    {"; FBX "sv, "an FBX file (text)", kBlender},
    {"Vocaloid Motion Data"sv, "an MMD motion (VMD)", kMmd},
    {"PMX "sv, "an MMD model (PMX)", kMmd},
    {"Pmd"sv, "an MMD model (PMD)", kMmd, 0, ".pmd"},
    {"BLENDER"sv, "a Blender file", "export glTF (.glb) from Blender"},
    {"\x28\xB5\x2F\xFD"sv, "a Blender file", "export glTF (.glb) from Blender", 0, ".blend"},
    {"\x1F\x8B"sv, "a Blender file", "export glTF (.glb) from Blender", 0, ".blend"},
    {"PXR-USDC"sv, "a USD file", kBlender},
    {"#usda"sv, "a USD file (text)", kBlender},
    {"PK\3\4"sv, "a USD package", kBlender, 0, ".usdz"},
    {"Ogawa"sv, "an Alembic file", kBlender},
    {"//Maya ASCII"sv, "a Maya scene", kExport},
    {"MM"sv, "a 3D Studio file", kBlender, 0, ".3ds"},
    {"ply"sv, "a PLY model", kBlender, 0, ".ply"},
    {"solid "sv, "an STL model", kBlender, 0, ".stl"},
    {"MD5Version"sv, "a Doom 3 model or animation (MD5)", kBlender},
    {"IDST"sv, "a Source or GoldSrc model (MDL)",
     "decompile it with Crowbar, then "  // NOLINT
     "import it in Blender and export glTF (.glb)"},
    {"r3d2"sv, "a League of Legends animation or model", kBlender},
    {"UnityFS"sv, "a Unity bundle", "extract its models (AssetRipper) and convert those to glTF"},
    {"\xC1\x83\x2A\x9E"sv, "an Unreal asset", kExport},
    {"MOC3"sv, "a Live2D model", "anmkit reads no Live2D files"},
    // Archives
    {"PK\3\4"sv, "a ZIP archive", "name a file inside (ARCHIVE.zip//NAME), or unpack it"},
    {"PK\5\6"sv, "an empty ZIP archive", "pack the files again"},
    {"7z\xBC\xAF\x27\x1C"sv, "a 7z archive", kUnpack},
    {"Rar!\x1A\7"sv, "a RAR archive", kUnpack},
    {"\xFD"
     "7zXZ\0"sv,
     "xz-compressed data", "decompress it (xz -d) and open the result"},
    {"\x28\xB5\x2F\xFD"sv, "zstd-compressed data", "decompress it (zstd -d) and open the result"},
    {"BZh"sv, "bzip2-compressed data", "decompress it (bzip2 -d) and open the result"},
    {"\x1F\x8B\x08"sv, "gzip-compressed data", "decompress it (gzip -d) and open the result"},
    {"ustar"sv, "a tar archive", kUnpack, 257},
    // Pictures
    {"\x89PNG\r\n\x1A\n"sv, "a PNG image", kPicture},
    {"\xFF\xD8\xFF"sv, "a JPEG image",
     "save it as PNG to convert it, or name it with --with, together with the model that uses it"},
    {"GIF8"sv, "a GIF image", kPicture},
    {"WEBP"sv, "a WebP image", kPicture, 8},
    {"BM"sv, "a BMP image", kAsPng, 0, ".bmp"},
    {"DDS "sv, "a DDS texture", kAsPng},
    {"8BPS"sv, "a Photoshop file", kAsPng},
    {"\xABKTX"sv, "a KTX texture", kAsPng},
    {"II*\0"sv, "a TIFF image", kAsPng},
    {"MM\0*"sv, "a TIFF image", kAsPng},
    {"ftypavif"sv, "an AVIF image", kAsPng, 4},
    {"<svg"sv, "an SVG image", kAsPng},
    // Sound, films, programs
    {"WAVE"sv, "a WAV sound", kSound, 8},
    {"OggS"sv, "an Ogg file", kSound},
    {"ID3"sv, "an MP3 sound", kSound},
    {"fLaC"sv, "a FLAC sound", kSound},
    {"AVI "sv, "an AVI film", kSound, 8},
    {"ftyp"sv, "an MP4 film", kSound, 4},
    {"\x1A\x45\xDF\xA3"sv, "a Matroska or WebM film", kSound},
    {"%PDF-"sv, "a PDF document", "anmkit reads models, animations and textures"},
    {"\x7F"
     "ELF"sv,
     "a program", "name the data files next to it"},
    {"MZ"sv, "a Windows program", "name the data files next to it", 0, ".exe"},
    {"MZ"sv, "a Windows library", "name the data files next to it", 0, ".dll"},
    {"version https://git-lfs"sv, "a Git LFS pointer, not the file itself",
     "fetch the file with git lfs pull"},
});

// Texts without a signature: a word in their head, with the extension where the word is common.
struct Words {
  std::string_view word, extension, what, next;
};
constexpr auto kWords = std::to_array<Words>({
    {"<COLLADA", "", "a COLLADA file (DAE)", kBlender},
    {"\"model_format\"", "", "a Blockbench project", "export it there as glTF (.glb)"},
    {"\"minecraft:geometry\"", "", "a Bedrock model",
     "open it in Blockbench and export glTF (.glb)"},
    {"v ", ".obj", "a Wavefront OBJ model", kBlender},
    {"newmtl ", ".mtl", "Wavefront materials", "convert the .obj that uses them, in Blender"},
    {"version 1", ".smd", "a Source model text (SMD)", kBlender},
    {"FILE \"", ".cue", "the index of a CD image", "extract the files of the .bin that it names"},
    {"\"anmkit\":", "", "a dump of anmkit", "anmkit build FILE.json -o OUT makes the file again"},
    {"<!DOCTYPE html", "", "a web page", "download the file itself"},
    {"<html", "", "a web page", "download the file itself"},
});

// Names after a type and a length are how DynOS files without compression begin.
bool is_plain_dynos(ByteView bytes, std::string_view extension) {
  if (extension != ".bin" || bytes.size() < 8) return false;
  constexpr std::size_t kTypes = 13, kLongest = 64;
  const auto type = std::to_integer<std::size_t>(bytes[0]);
  const auto size = std::to_integer<std::size_t>(bytes[1]);
  if (type == 0 || type > kTypes || size < 4 || size > kLongest || bytes.size() < 2 + size)
    return false;
  return std::ranges::all_of(as_text(bytes.subspan(2, size)), [](char c) {
    return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') || c == '_';
  });
}

std::string sentence(std::string_view what, std::string_view next) {
  return std::string(what) + ", which is not read; " + std::string(next);
}

}  // namespace

std::string describe_known_file(ByteView bytes, std::string_view path) {
  const std::string_view text = as_text(bytes);
  const std::string extension = lowered(extension_of(path));
  for (const Signature& one : kSignatures) {
    if (!one.extension.empty() && one.extension != extension) continue;
    if (text.size() >= one.at && text.substr(one.at).starts_with(one.bytes))
      return sentence(one.what, one.next);
  }
  if (is_plain_dynos(bytes, extension))
    return sentence("a DynOS file", "open the actor's folder of .inc.c files");
  const std::string_view head = text.substr(0, 4096);
  if (head.find('\0') != head.npos) return {};
  for (const Words& one : kWords) {
    if (!one.extension.empty() && one.extension != extension) continue;
    if (head.find(one.word) != head.npos) return sentence(one.what, one.next);
  }
  return {};
}

bool is_common_extension(std::string_view extension) {
  constexpr auto kCommon =
      std::to_array<std::string_view>({".c", ".h", ".lua", ".txt", ".bin", ".dat", ".json"});
  return std::ranges::find(kCommon, extension) != kCommon.end();
}

}  // namespace anmkit
