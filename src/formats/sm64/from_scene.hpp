// SPDX-License-Identifier: MIT
// The animations of a scene, and what they were before: what every spelling's way back begins with.
#pragma once

#include "formats/sm64/back/tables.hpp"

namespace anmkit::sm64 {

struct Back {
  Back(const FromScene& from, const Context& context)
      : own(from.facts == nullptr ? std::make_shared<const ImportFacts>(from, context.options)
                                  : nullptr),
        shared(own ? own.get() : static_cast<const ImportFacts*>(from.facts)),
        facts(shared->scene),
        options(shared->options),
        originals(shared->originals),
        moved(shared->moved) {}

  std::shared_ptr<const ImportFacts> own;
  const ImportFacts* shared;
  const SceneFacts& facts;
  Options options;  // as the file was read
  const Originals& originals;
  const std::vector<bool>& moved;
  std::vector<ClipBack> clips;
  TablesBack tables;
  std::optional<Fast64Table> table;  // as the scene's keys have it
  std::vector<std::int64_t> slots;   // its elements, as places in clips; -1 = NULL
  std::vector<Node> layout;          // parts of the layout among the companions
  PartTurns turns;                   // their own
  // The one file that the animations were before, when all of its are still here: they come first
  // and in its order. Null otherwise.
  const MotionDocument* document = nullptr;
  bool unchanged = false;  // they are that file's, and nothing else

  std::vector<Motion> motions() const;
  bool all_mario() const;
};

Result<void> read_clips_back(const FromScene& from, Reader reader, Back& back,
                             ConversionReport& report);

// Reports how far each animation that is new or edited is from its clip. `written` are the
// animations of the file that was written, `order` their places in `back.clips`.
void report_written(const FromScene& from, const Back& back, const std::vector<Motion>& written,
                    std::span<const std::size_t> order, ConversionReport& report);

// The text of a C, Lua or JSON file whose animations were edited: everything else stays.
Result<std::string> edited_document(const CDocument& document, const Back& back);
// The same of the pieces of a binary file; empty when they do not fit their places any more.
std::optional<BinaryFile> edited_pieces(const BinaryFile& pieces,
                                        std::span<const std::int32_t> references, const Back& back);

}  // namespace anmkit::sm64
