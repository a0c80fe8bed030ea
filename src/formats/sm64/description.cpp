// SPDX-License-Identifier: MIT
// What the bytes of an animation table are (sections 1.1 to 1.3 and 1.6).
#include "formats/sm64/description.hpp"

namespace anmkit::sm64 {
namespace {

constexpr Field kTableFields[] = {
    {"numEntries", "u4", "number of animations", "1.6"},
    {"sourceAddress", "u4", "0; the game keeps the table's address here", "1.6"},
    Field{"entries", "entry", "where an animation is", "1.6"}.times("numEntries"),
};
constexpr Field kEntryFields[] = {
    Field{"offset", "u4", "where the animation begins in the table", "1.6"}.in("bytes"),
    Field{"size", "u4", "bytes from its header to the end of its values", "1.6"}.in("bytes"),
    Field{"animation", "animation", "the animation", "1.6"}
        .only_if("offset + size <= _root._io.size")
        .placed("offset"),
};
constexpr Field kAnimationFields[] = {
    {"flags", "s2", "whether it repeats, runs backwards, and which axes move the root", "3"},
    {"animYTransDivisor", "s2",
     "divides the height that translations are scaled by; 0: they are not", "1.1"},
    Field{"startFrame", "s2", "frame that it begins with", "1.1"}.in("frames"),
    Field{"loopStart", "s2", "frame shown after the last", "1.1"}.in("frames"),
    Field{"loopEnd", "s2", "frame before which it ends", "1.1"}.in("frames"),
    {"unusedBoneCount", "s2", "number of parts, which the engine does not read", "1.1"},
    Field{"values", "u4", "where its samples are, counted from this header", "1.4"}.in("bytes"),
    Field{"index", "u4", "where its channels are, counted from this header", "1.4"}.in("bytes"),
    Field{"length", "u4", "bytes of the entry, which the engine does not read", "1.1"}.in("bytes"),
    Field{"channels", "channel", "which samples a channel has", "1.2"}
        .only_if("index >= 24 and values > index and values <= _parent.size")
        .times("(values - index) / 4")
        .placed("_parent.offset + index"),
    Field{"samples", "s2", "a sample: a place in units of the model, or an angle, 65536 to a turn",
          "1.3"}
        .only_if("values >= 24 and values <= _parent.size")
        .times("(_parent.size - values) / 2")
        .placed("_parent.offset + values"),
};
constexpr Field kChannelFields[] = {
    {"count", "u2", "number of samples; the last one is held", "1.2"},
    {"first", "u2", "number of its first sample", "1.2"},
};
constexpr Record kRecords[] = {{"table", kTableFields},
                               {"entry", kEntryFields},
                               {"animation", kAnimationFields},
                               {"channel", kChannelFields}};

}  // namespace

constinit const Description kDmaDescription{"sm64-dma", "Super Mario 64 animation table",
                                            std::endian::big, kRecords};

}  // namespace anmkit::sm64
