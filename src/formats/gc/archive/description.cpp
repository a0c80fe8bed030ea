// SPDX-License-Identifier: MIT
// Fields of a U8 archive (section 16).
#include "formats/gc/description.hpp"

namespace anmkit::gc {

Description archive_description() {
  static const NamedValue kKindLabels[] = {{0, "a file"}, {1, "a folder"}};
  static const Field kArchiveFields[] = {
      Field{"magic", "u4", "55aa382d", "16"}.fixed("0x55AA382D"),
      {"nodes", "u4", "where the table is, by custom 32", "16"},
      Field{"tableSize", "u4", "size of the table and the names", "16"}.in("bytes"),
      {"data", "u4", "where the first file is", "16"},
      Field{"pad", "bytes", "0", "16"}.sized("16").as(ByteKind::padding),
      Field{"count", "u4", "number of nodes", "16"}.placed("nodes + 8").unseen(),
      Field{"root", "node", "the root folder; its end is the number of nodes", "16"}.placed(
          "nodes"),
      Field{"table", "node", "a file or a folder", "16"}.times("count - 1").placed("nodes + 12"),
  };
  static const Field kNodeFields[] = {
      Field{"kind", "u1", "type", "16"}.called(kKindLabels),
      Field{"nameHigh", "u1", "the highest byte of where its name begins, from the names", "16"},
      Field{"nameLow", "u2", "the lower bytes", "16"},
      Field{"place", "u4", "a file: where it begins; a folder: the number of the one above", "16"},
      Field{"size", "u4", "a file: its size; a folder: the number of the node after it", "16"},
      Field{"name", "textz", "its name, after the table", "16"}.placed(
          "_root.nodes + 12 * _root.count + (nameHigh << 16) + nameLow"),
      Field{"contents", "bytes", "the file", "16"}
          .only_if("kind == 0 and size != 0")
          .placed("place")
          .sized("size"),
  };
  static const Record kRecords[] = {{"archive", kArchiveFields}, {"node", kNodeFields}};
  return {"gc-arc", "GameCube archive, U8", std::endian::big, kRecords};
}

}  // namespace anmkit::gc
