#include "cli/archive.hpp"

#include <zip.h>

#include "anmkit/registry.hpp"
#include "cli/storage.hpp"

namespace anmkit::cli {
namespace {

// A bound on what a small archive may claim to hold.
constexpr std::uint64_t kLargestEntry = std::uint64_t{1} << 30;

std::unexpected<Error> read_error(std::string why) {
  return fail(std::string(kCannotRead), std::move(why));
}

struct CloseZip {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
using Zip = std::unique_ptr<zip_t, CloseZip>;

// The archive borrows the bytes.
Zip open_zip(ByteView bytes) {
  zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, nullptr);
  if (source == nullptr) return nullptr;
  zip_t* archive = zip_open_from_source(source, ZIP_RDONLY, nullptr);
  if (archive == nullptr) zip_source_free(source);
  return Zip(archive);
}

Result<Bytes> read_zip_entry(zip_t* zip, const std::string& name) {
  zip_stat_t status{};
  if (zip_stat(zip, name.c_str(), 0, &status) != 0 || (status.valid & ZIP_STAT_SIZE) == 0) {
    return read_error("the archive has no such entry");
  }
  if (status.size > kLargestEntry) return read_error("the entry is larger than 1 GiB");
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(zip_fopen(zip, name.c_str(), 0),
                                                               &zip_fclose);
  if (!file) return read_error(zip_strerror(zip));
  // Grown as data arrives: the size in the header is only a claim.
  Bytes bytes;
  std::byte buffer[65536];
  while (bytes.size() <= status.size) {
    const zip_int64_t got = zip_fread(file.get(), buffer, sizeof buffer);
    if (got < 0) return read_error("the entry is broken");
    if (got == 0) break;
    bytes.insert(bytes.end(), buffer, buffer + got);
  }
  if (bytes.size() != status.size) return read_error("the entry's size is wrong");
  return bytes;
}

class ZipArchive final : public Archive {
 public:
  static Result<std::shared_ptr<const Archive>> open(Bytes bytes) {
    auto archive = std::make_shared<ZipArchive>();
    archive->bytes_ = std::move(bytes);
    archive->zip_ = open_zip(archive->bytes_);
    if (!archive->zip_) return read_error("the archive is broken");
    return archive;
  }
  std::vector<std::string> names() const override {
    std::vector<std::string> names;
    const zip_int64_t count = zip_get_num_entries(zip_.get(), 0);
    for (zip_int64_t i = 0; i < count; ++i) {
      const char* name = zip_get_name(zip_.get(), static_cast<zip_uint64_t>(i), ZIP_FL_ENC_GUESS);
      if (name != nullptr && *name != '\0') names.emplace_back(name);
    }
    return names;
  }
  Result<Bytes> read(const std::string& name) const override {
    return read_zip_entry(zip_.get(), name);
  }

 private:
  Bytes bytes_;  // libzip borrows them
  Zip zip_;
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
    const Source source{archive->bytes_, path};
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

void set_archive_options(const Options& options) {
  archive_options() = options;
}

Result<std::shared_ptr<const Archive>> open_archive(const std::string& path) {
  static std::string last_path;
  static std::shared_ptr<const Archive> last;
  if (last && path == last_path) return last;
  auto bytes = read_path(path);
  if (!bytes) return std::unexpected(bytes.error());
  auto archive = is_zip(*bytes) ? ZipArchive::open(std::move(*bytes))
                                : DocumentArchive::open(std::move(*bytes), path);
  if (!archive) return archive;
  last_path = path;
  last = *archive;
  return archive;
}

}  // namespace anmkit::cli
