// SPDX-License-Identifier: MIT
// U8 archives, .arc (section 16): a tree of folders, each file uncompressed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "anmkit/document.hpp"
#include "core/bytes.hpp"

namespace anmkit::gc {

inline constexpr std::uint32_t kArchiveMagic = 0x55AA382D;

struct ArchivedFile {
  std::uint64_t node = 0;  // where its record begins
  std::string name;        // with its folders, '/' between them
  std::uint32_t offset = 0, size = 0;
};

struct FileArchive {
  Bytes bytes;  // the whole archive
  std::vector<ArchivedFile> files;

  ByteView data(const ArchivedFile& file) const {
    return ByteView(bytes).subspan(file.offset, file.size);
  }
};

// Every file is inside the archive; together they are at most four times as large as it.
Result<FileArchive> parse_archive(ByteView bytes, Diagnostics& diagnostics);
// Names that leave the folder they are extracted to or appear twice.
void check_names(const FileArchive& archive, Diagnostics& diagnostics);

Result<Bytes> write(const FileArchive& archive);  // the bytes it was read from

struct NewFile {
  std::string name;
  Bytes data;
};
// A new archive: folders in the order of their first files, contents on multiples of 32 bytes.
// Fails with gc.ARC005 for names that it cannot contain, gc.ARC006 for names that appear twice,
// gc.ARC008 beyond 4 GiB.
Result<Bytes> write_archive(std::span<const NewFile> files);

}  // namespace anmkit::gc
