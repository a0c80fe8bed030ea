// SPDX-License-Identifier: MIT
// ZIP archives through minizip, in memory, with a bound on their unpacked size.
#include "cli/files/archive.hpp"

#include <fmt/format.h>
#include <unzip.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <span>
#include <thread>

#include "anmkit/registry.hpp"
#include "cli/arguments/bounds.hpp"
#include "cli/files/storage.hpp"
#include "core/entry_sum.hpp"
#include "core/memory_end.hpp"

namespace anmkit::cli {
namespace {

// Below this size the ratio is not checked: runs of one byte pack a thousandfold.
constexpr std::uint64_t kAnyRatio = 16 << 20;

// Code: a ZIP archive that cannot be unpacked.
constexpr std::string_view kBadArchive = "anmkit.ARCHIVE";

std::unexpected<Error> read_error(std::string why) {
  return fail(std::string(kCannotRead), std::move(why));
}
std::unexpected<Error> bad_archive(std::string why) {
  return fail(std::string(kBadArchive), std::move(why));
}

// The bytes of an archive as the file that minizip reads.
struct Memory {
  ByteView bytes;
  std::uint64_t at = 0;
};
Memory& memory_of(voidpf stream) {
  return *static_cast<Memory*>(stream);
}
voidpf open_memory(voidpf opaque, const void*, int) {
  return opaque;
}
uLong read_memory(voidpf, voidpf stream, void* to, uLong size) {
  Memory& memory = memory_of(stream);
  const std::uint64_t left = memory.bytes.size() - memory.at;
  const std::uint64_t count = std::min<std::uint64_t>(size, left);
  if (count > 0) std::memcpy(to, memory.bytes.data() + memory.at, count);
  memory.at += count;
  return static_cast<uLong>(count);
}
ZPOS64_T tell_memory(voidpf, voidpf stream) {
  return memory_of(stream).at;
}
long seek_memory(  // NOLINT(google-runtime-int): the type of minizip
    voidpf, voidpf stream, ZPOS64_T offset, int origin) {
  Memory& memory = memory_of(stream);
  const std::uint64_t from = origin == ZLIB_FILEFUNC_SEEK_SET   ? 0
                             : origin == ZLIB_FILEFUNC_SEEK_CUR ? memory.at
                                                                : memory.bytes.size();
  if (offset > memory.bytes.size() - from) return -1;
  memory.at = from + offset;
  return 0;
}
int close_memory(voidpf, voidpf) {
  return 0;
}

struct CloseZip {
  void operator()(void* archive) const { unzClose(archive); }
};
using Zip = std::unique_ptr<void, CloseZip>;

Zip open_zip(Memory& memory) {
  zlib_filefunc64_def functions{};
  functions.zopen64_file = open_memory;
  functions.zread_file = read_memory;
  functions.ztell64_file = tell_memory;
  functions.zseek64_file = seek_memory;
  functions.zclose_file = close_memory;
  functions.zerror_file = close_memory;
  functions.opaque = &memory;
  watch_memory();
  Zip zip(unzOpen2_64("", &functions));
  if (!zip) require_memory();
  return zip;
}

struct ZipEntry {
  std::string name;
  unz64_file_pos place;
  std::uint64_t size, packed;  // as the archive claims
};

// Entries that share packed bytes are those of a bomb; others unpack to so much together.
Result<void> check_sum(std::span<const ZipEntry> entries, std::uint64_t archive_size) {
  EntrySum packed(archive_size);
  std::uint64_t left = most(Limit::archive_bytes);
  for (const ZipEntry& entry : entries) {
    if (!packed.add(entry.packed)) {
      return fail(std::string(kBadArchive),
                  fmt::format("the files of the archive overlap and together claim more than 4 "
                              "times its {} bytes",
                              archive_size));
    }
    if (entry.size > left) {
      return std::unexpected(over_limit(Limit::archive_bytes, most(Limit::archive_bytes),
                                        "the files of the archive unpack to more together"));
    }
    left -= entry.size;
  }
  return {};
}

Result<std::vector<ZipEntry>> zip_entries(unzFile zip, std::uint64_t archive_size) {
  std::vector<ZipEntry> entries;
  for (int found = unzGoToFirstFile(zip); found == UNZ_OK; found = unzGoToNextFile(zip)) {
    unz_file_info64 info{};
    if (unzGetCurrentFileInfo64(zip, &info, nullptr, 0, nullptr, 0, nullptr, 0) != UNZ_OK) break;
    if (entries.size() >= most(Limit::archive_entries)) {
      return std::unexpected(over_limit(Limit::archive_entries, most(Limit::archive_entries),
                                        "the archive contains more files"));
    }
    ZipEntry entry{
        std::string(info.size_filename, '\0'), {}, info.uncompressed_size, info.compressed_size};
    unzGetCurrentFileInfo64(zip, &info, entry.name.data(), info.size_filename, nullptr, 0, nullptr,
                            0);
    if (entry.name.empty() || unzGetFilePos64(zip, &entry.place) != UNZ_OK) continue;
    entries.push_back(std::move(entry));
  }
  if (auto fits = check_sum(entries, archive_size); !fits)
    return std::unexpected(std::move(fits.error()));
  return entries;
}

// The claims are enough: what unpacks to more than was claimed is refused where that shows.
Result<void> check_size(const ZipEntry& entry) {
  const std::uint64_t bytes = most(Limit::unpack_bytes), ratio = most(Limit::unpack_ratio);
  if (entry.size > bytes) {
    return std::unexpected(over_limit(
        Limit::unpack_bytes, bytes, fmt::format("{} unpacks to {} bytes", entry.name, entry.size)));
  }
  if (entry.size > kAnyRatio && entry.size / std::max<std::uint64_t>(1, entry.packed) >= ratio) {
    return std::unexpected(over_limit(
        Limit::unpack_ratio, ratio,
        fmt::format("{} unpacks from {} to {} bytes", entry.name, entry.packed, entry.size)));
  }
  return {};
}

Result<Bytes> read_zip_entry(unzFile zip, const ZipEntry& entry) {
  if (auto fits = check_size(entry); !fits) return std::unexpected(std::move(fits.error()));
  watch_memory();
  if (unzGoToFilePos64(zip, &entry.place) != UNZ_OK || unzOpenCurrentFile(zip) != UNZ_OK) {
    require_memory();
    return bad_archive("the entry is damaged, or compressed with a method other than deflate");
  }
  // Grown as data arrives: the size in the header is only a claim.
  Bytes bytes;
  std::byte buffer[65536];
  int got = 0;
  while (bytes.size() <= entry.size && (got = unzReadCurrentFile(zip, buffer, sizeof buffer)) > 0) {
    bytes.insert(bytes.end(), buffer, buffer + got);
  }
  const bool sound = unzCloseCurrentFile(zip) == UNZ_OK && got >= 0;
  if (!sound) require_memory();
  if (!sound) return bad_archive("the entry is broken");
  if (bytes.size() != entry.size) return bad_archive("the entry's size is wrong");
  return bytes;
}

class ZipArchive final : public Archive {
 public:
  static Result<std::shared_ptr<const Archive>> open(Bytes bytes) {
    auto archive = std::make_shared<ZipArchive>();
    archive->bytes_ = std::move(bytes);
    archive->memory_.bytes = archive->bytes_;
    archive->zip_ = open_zip(archive->memory_);
    if (!archive->zip_) return bad_archive("the archive is broken");
    auto entries = zip_entries(archive->zip_.get(), archive->bytes_.size());
    if (!entries) return std::unexpected(std::move(entries.error()));
    archive->entries_ = std::move(*entries);
    return archive;
  }
  std::vector<std::string> names() const override {
    std::vector<std::string> names;
    for (const ZipEntry& entry : entries_)
      names.push_back(entry.name);
    return names;
  }
  Result<Bytes> read(const std::string& name) const override {
    const auto entry = std::ranges::find(entries_, name, &ZipEntry::name);
    if (entry == entries_.end()) return read_error("the archive has no such entry");
    return read_zip_entry(zip_.get(), *entry);
  }

 private:
  Bytes bytes_;  // read by memory_
  Memory memory_;
  Zip zip_;
  std::vector<ZipEntry> entries_;
};

Options& archive_options() {
  static Options options;
  return options;
}

// A document that has entries (a PAK, say).
class DocumentArchive final : public Archive {
 public:
  static Result<std::shared_ptr<const Archive>> open(Bytes bytes, const std::string& path) {
    auto archive = std::make_shared<DocumentArchive>();
    archive->bytes_ = std::move(bytes);
    // Keys may be in files.
    std::vector<Bytes> contents;
    std::vector<Companion> files;
    for (std::string& name : option_files(archive_options())) {
      if (name == path) continue;
      auto read = read_path(name);
      if (!read) return std::unexpected(std::move(read.error()));
      contents.push_back(std::move(*read));
      files.push_back({std::move(name), contents.back(), nullptr});
    }
    const Source source{archive->bytes_, path, files};
    Diagnostics diagnostics;
    for (const Detection& detection : detect(source)) {
      archive->document_ = detection.format->parse(source, archive_options(), diagnostics);
      if (archive->document_ && !archive->document_->entries().empty()) return archive;
    }
    return read_error("the file before // is not an archive");
  }
  std::vector<std::string> names() const override {
    std::vector<std::string> names;
    for (const ArchiveEntry& entry : document_->entries())
      names.push_back(entry.name);
    return names;
  }
  Result<Bytes> read(const std::string& name) const override {
    const auto entry = document_->find_entry(name);
    if (!entry) return read_error("the archive has no such entry");
    return Bytes(entry->begin(), entry->end());
  }

 private:
  Bytes bytes_;
  DocumentPtr document_;
};

}  // namespace

bool is_zip(ByteView bytes) {
  return as_text(bytes).starts_with("PK\x03\x04");
}

bool is_archive(const std::string& path) {
  // Those that files can be packed into; what else has such an extension is found out by opening.
  const auto packed = [](const Detection& detection) {
    const Conversion* packs = find_conversion({}, detection.format->id);
    return packs != nullptr && packs->from.empty();
  };
  return !is_folder(path) && std::ranges::any_of(detect({{}, path}), packed) &&
         open_archive(path).has_value();
}

void set_archive_options(const Options& options) {
  archive_options() = options;
}

std::vector<std::string> option_files(const Options& options) {
  std::vector<std::string> all;
  for (const Family& family : families()) {
    if (family.option_files == nullptr) continue;
    for (std::string& path : family.option_files(options))
      all.push_back(std::move(path));
  }
  return all;
}

namespace {

struct LastArchive {
  std::string path;
  std::shared_ptr<const Archive> archive;
};
// The archive that this thread opened last. The system registers a thread_local object that has a
// destructor, and aborts the process when it has no memory for that.
LastArchive& last_archive() {
  static std::mutex mutex;
  static std::map<std::thread::id, LastArchive> archives;
  const std::scoped_lock lock(mutex);
  return archives[std::this_thread::get_id()];
}

}  // namespace

Result<std::shared_ptr<const Archive>> open_archive(const std::string& path) {
  LastArchive& last = last_archive();
  if (last.archive && path == last.path) return last.archive;
  auto bytes = read_path(path);
  if (!bytes) return std::unexpected(bytes.error());
  auto archive = is_zip(*bytes) ? ZipArchive::open(std::move(*bytes))
                                : DocumentArchive::open(std::move(*bytes), path);
  if (!archive) return archive;
  last = {path, *archive};
  return archive;
}

}  // namespace anmkit::cli
