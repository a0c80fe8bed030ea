// SPDX-License-Identifier: MIT
// Meaning and remedy of each diagnostic code of the Super Mario 64 formats.
#include "anmkit/registry.hpp"

namespace anmkit::sm64 {
namespace {

constexpr CodeInfo kCodes[] = {
    {"E-ALIGN", "E", "An address or offset is odd; the console reads such data at even ones only.",
     "Fix the pointer, or write the file again.", "9"},
    {"E-CDUP", "E", "Two definitions have one name.", "Rename or remove one of them.", "9"},
    {"E-CINIT", "E",
     "A header does not have the initialisers that it needs, mixes named ones wrongly, or has one "
     "that cannot be computed here.",
     "Write the nine fields (eleven with coopdx) in order, as numbers or known names.", "9"},
    {"E-CNAME", "E", "A header names an array that is not defined.",
     "Give the whole folder, so that names of other files are found, or fix the name.", "9"},
    {"E-COUNT0", "E", "A channel has no frames.", "Give it at least one sample.", "9"},
    {"E-CRANGE", "E", "A number does not fit its array or field.",
     "Elements are -32768 to 65535; fix the number.", "9"},
    {"E-CSYNTAX", "E", "The source has a syntax error; the message lists what was expected.",
     "Fix the source at the line and column named.", "9"},
    {"E-DMABUF", "E",
     "An entry of the table is larger than the buffer that the game reads it into.",
     "Shorten the animation, compress it (--optimize), or raise the buffer in the game and with "
     "--buffer.",
     "9"},
    {"E-DMAENTRY", "E", "An entry of the table is outside it or is too short for an animation.",
     "The table is cut off or damaged; get it again from its source.", "9"},
    {"E-DMAHEAD", "E", "The table is shorter than its directory, or no table is found in the ROM.",
     "Name the place of the table with --offset, or get the file again.", "9"},
    {"E-DMAREL", "E", "The values or indices of an entry are outside it.",
     "The table is damaged; get it again from its source.", "9"},
    {"E-FLAGBITS", "E", "Flags of sm64coopdx ask for channels whose order is unknown.",
     "Use 0x100 for translations per part, 0x300 for translations and scales.", "9"},
    {"E-INDEXLEN", "E", "The index table does not have six numbers per part and six more.",
     "Fix the array: 6 * (parts + 1) numbers, at least 12.", "9"},
    {"E-LOOPEND", "E", "The animation ends at frame 0 or before.",
     "Set loopEnd to the number of frames.", "9"},
    {"E-MARIODIALECT", "E",
     "The file is not written as the converter of Mario's animations expects it, which would "
     "reject or misread it.",
     "Write it again with --profile mario-dma.", "9"},
    {"E-PART", "E", "The edited scene lacks a part of the animation, as when its node was deleted.",
     "Put a node with the part's name back; an empty one will do.", "10"},
    {"E-PTR", "E",
     "A pointer is NULL or outside the given segments. In a new file: it does not fit a segment of "
     "16 MiB.",
     "Give the segments with --segment N=FILE, or fix the pointer.", "9"},
    {"E-RANGE", "E",
     "A channel reads beyond its samples. Of a new animation: it does not fit the format's 16-bit "
     "numbers.",
     "Fix the index table, shorten the animation, or make it smaller.", "9"},
    {"E-SCRIPT", "E",
     "An animation of a Lua script cannot be read and is left out: its call has a syntax error, "
     "too "
     "few arguments, or one that the script computes.",
     "Write the eight arguments as numbers, strings, and tables of numbers.", "4.4", "E"},
    {"E-TABLEREF", "E", "An element of the table names no known header.",
     "Give the whole folder, so that names of other files are found, or fix the name.", "9"},
    {"E-TRUNC", "E", "The file ends inside a header or a table.",
     "The file is cut off; get it again from its source.", "9"},
    {"I-BILLBOARD", "I",
     "Parts of the model face the camera in the game. Here they face +Z, at rest and in every "
     "frame; the extras of their nodes in a glTF contain billboard.",
     "", "8"},
    {"I-HELD", "I", "The animation is longer than its channels: their last frame is held.", "",
     "9"},
    {"I-LOOP", "I",
     "A clip of a glTF is not from an animation of the game, so it is unknown whether it repeats: "
     "it is written as one that does.",
     "Choose with --loop or --once.", ""},
    {"I-NEARLY", "I",
     "A part of the model is approximated, or shown unchanged; the message names "
     "it.",
     "", "8"},
    {"I-PART", "I",
     "Something that spoke of frames of the whole clip is left out where a part of it is written.",
     "", ""},
    {"I-TAIL", "I", "Channels have frames that this header never shows.", "", "9"},
    {"I-TEXTURE", "I", "A texture of the model is not among the files given.",
     "Give the image with --with NAME.png.", "8"},
    {"I-TRIM", "I", "Samples repeat and could be saved.", "--optimize compresses the animation.",
     "9"},
    {"I-UNUSED", "I", "An unused array, or unused samples of one.", "", "9"},
    {"W-BIGCOUNT", "W", "A channel has more than 32767 frames; later ones cannot be reached.",
     "Shorten the channel.", "9"},
    {"W-BONECOUNT", "W", "The number of parts in the header is not that of the index table.",
     "Fix the header; the index table is followed.", "9"},
    {"W-CDIM", "W",
     "The size that an array declares is not the number of its elements, which count; a C compiler "
     "may refuse one that is too small.",
     "Leave the size out, or fix it.", "9"},
    {"W-CONDITION", "W",
     "A condition of the preprocessor uses a name that the source does not define: what follows it "
     "was read, and what follows its #else was not. Or all animations of the source are inside "
     "conditions that fail. In Lua the code of every condition is read.",
     "Delete the part that the game does not use, or define the name before it.", "9", "W"},
    {"W-CTYPE", "W", "An index table is declared signed, or values are declared unsigned.",
     "Declare values s16 and indices u16.", "9"},
    {"W-DIVISOR", "W",
     "The divisor of the root's movement is set outside Mario's table: the movement is multiplied "
     "by 0.",
     "Set it to 0 for an actor.", "9"},
    {"W-DMACOUNT", "W",
     "A table of Mario has another number of entries than 209, which the game's code uses.",
     "Add or remove entries, unless the code was changed as well.", "9"},
    {"W-DMAOVERLAP", "W", "Entries of the table overlap without sharing one set of data.",
     "They are kept; write the table again from its sources.", "9"},
    {"W-DMAPLACE", "W", "The source address is not 0, as it is in a ROM.",
     "The table was taken from memory; set the field to 0 for a ROM.", "9"},
    {"W-FAST64", "W", "Fast64 properties in a glTF refer to missing data, or cannot be read.",
     "Compare them with the panel in Blender.", "10.5"},
    {"W-FLAGBITS", "W", "Unknown flag bits are set.",
     "They are kept; bits 8 and 9 belong to sm64coopdx.", "9"},
    {"W-LAYOUT", "W",
     "The structure of a layout is invalid: a node that is not closed, a layout "
     "without an end or defined twice, a switch with more cases than nodes, a place beyond 16 "
     "bits, a scale of 0.",
     "Fix the layout at the line named.", "8.1", "W"},
    {"W-LENGTH", "W",
     "The length field has an unexpected value; expected 0 for actors, the entry's size in a "
     "table.",
     "Fix it; the game uses it for tables only.", "9"},
    {"W-LOOPSTART", "W", "The animation restarts outside its frames, or freezes there.",
     "Set loopStart between 0 and loopEnd - 1.", "9"},
    {"W-LOSS", "W",
     "Something of the source has no place in the target and is lost; the message names it.",
     "Move the first part only, or choose a target that has the place.", "10.5"},
    {"W-MARIOORDER", "W",
     "The order of file names is not the order of the animations' ids, so that the build renumbers "
     "them.",
     "Name the files so that they sort by id.", "9"},
    {"W-MODEL", "WI",
     "A part that the layout draws is missing in the files (display lists, the lists they call, or "
     "vertices, which some programs load from the game's ROM), or a display list uses what the "
     "console cannot do. Vertices beyond the end of their array are information when no triangle "
     "uses them.",
     "Give the source that defines it with --with model.inc.c, for vertices in the ROM that of the "
     "decompilation; fix the list at the line named.",
     "8"},
    {"W-NOADVANCE", "W",
     "A flag stops the clock: no frame advances unless the game's code sets it.",
     "Clear flag bit 2 unless this is intended.", "9"},
    {"W-RANGE", "W", "A channel reads beyond its samples, but only in frames that are never shown.",
     "Shorten the channel's count in the index table.", "9"},
    {"W-SKELETON", "WI",
     "The model or the edited scene has another number of parts than the animation. Where nothing "
     "was edited it is information.",
     "Give the layout that belongs to it (--with geo.inc.c, --geo NAME).", "9", "W"},
    {"W-START", "WI",
     "The animation starts outside its loop; at loopEnd, as one of the game's own does, it is "
     "information.",
     "Set startFrame between 0 and loopEnd - 1.", "9"},
    {"W-TABLENULL", "W", "A table has NULL before another element: that number cannot be played.",
     "Never play it, or close the gap.", "9"},
    {"W-TEXTURE", "W",
     "A texture array of the source cannot be decoded as the display list loads it; the message "
     "has the reason.",
     "Compare the array with the format and the size in the list, or give a PNG file.", "8.6"},
    {"W-TRANSFLAGS", "W",
     "Several flags of the root motion are set, of which only one has an effect.",
     "Keep one of bits 3, 4 and 6.", "9"},
    {"W-WORD", "W",
     "A layout or a display list has a command, a layer or an argument that none of the known "
     "games has, or a source has a type or a function that is nearly that of an animation.",
     "Compare its spelling with the game's headers; commands of other programs are left out.",
     "8.1", "W"},
};

}  // namespace

std::span<const CodeInfo> codes() {
  return kCodes;
}

}  // namespace anmkit::sm64
