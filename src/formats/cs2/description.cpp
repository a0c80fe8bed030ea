// SPDX-License-Identifier: MIT
// Fields of a compiled script (section 2).
#include "formats/cs2/description.hpp"

namespace anmkit::cs2 {

Description anm_description() {
  static const NamedValue kOpcodesLabels[] = {
      {0, "show an image"}, {1, "set"},   {2, "loop"}, {3, "jump"},  {4, "if"},    {5, "ife"},
      {6, "ifn"},           {7, "ifg"},   {8, "ifs"},  {9, "ifge"},  {10, "ifse"}, {11, "max"},
      {12, "blend"},        {13, "disp"}, {14, "pos"}, {15, "wait"}, {16, "add"},  {17, "sub"}};
  static const NamedValue kTypesLabels[] = {{0, "a number"}, {1, "a variable"}, {2, "a label"}};
  static const Field kAnmFields[] = {
      Field{"signature", "bytes", "ANM and a zero byte", "2.1"}.sized("4").fixed(
          std::string_view("ANM\0", 4)),
      {"unknown1", "u4", "0; the engine never reads it again", "2.1"},
      {"count", "u4", "number of instructions", "2.1"},
      Field{"reserved", "u4", "0; the engine never reads them", "2.1"}.times("5").as(
          ByteKind::unused),
      Field{"lines", "line", "an instruction", "2.2"}.times("count"),
      Field{"tail", "bytes", "bytes after the last instruction, which the engine ignores", "2.1"}
          .sized("_root._io.size - _io.pos")
          .as(ByteKind::unused),
  };
  static const Field kLineFields[] = {
      Field{"op", "u4", "operation", "3"}.called(kOpcodesLabels),
      Field{"params", "param", "operands; always eight, whichever the opcode uses", "2.3"}.times(
          "8"),
  };
  static const Field kParamFields[] = {
      Field{"type", "u4", "kind of the value", "2.3"}.called(kTypesLabels),
      {"value", "u4", "the number, the variable's number, or the instruction to jump to", "2.3"},
  };
  static const Record kRecords[] = {
      {"anm", kAnmFields}, {"line", kLineFields}, {"param", kParamFields}};
  return {"cs2-anm", "CatSystem 2 animation script", std::endian::little, kRecords};
}

}  // namespace anmkit::cs2
