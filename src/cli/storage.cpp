#include "cli/storage.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <zip.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace anmkit::cli {
namespace {

namespace fs = std::filesystem;

// A bound that keeps a mistaken /dev/zero from eating the memory.
constexpr std::uint64_t kLargestFile = std::uint64_t{4} << 30;
constexpr std::uint64_t kLargestEntry = std::uint64_t{1} << 30;

std::unexpected<Error> read_error(const std::string& path, const char* why) {
  return fail(std::string(kCannotRead), fmt::format("cannot read {}: {}", path, why));
}

Result<Bytes> read_file(const std::string& path) {
  const bool from_stdin = path == "-";
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      from_stdin ? stdin : std::fopen(path.c_str(), "rb"),
      from_stdin ? [](std::FILE*) { return 0; } : &std::fclose);
  if (!file) return read_error(path, std::strerror(errno));
  struct stat status{};
  Bytes bytes;
  if (fstat(fileno(file.get()), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return read_error(path, "it is a folder");
    if (S_ISREG(status.st_mode)) bytes.reserve(static_cast<std::size_t>(status.st_size) + 1);
  }
  std::size_t size = 0;
  while (true) {
    const std::size_t chunk = std::max<std::size_t>(65536, bytes.capacity() - size);
    bytes.resize(size + chunk);
    const std::size_t got = std::fread(bytes.data() + size, 1, chunk, file.get());
    size += got;
    if (size > kLargestFile) return read_error(path, "larger than 4 GiB");
    if (got < chunk) break;
  }
  if (std::ferror(file.get()) != 0) return read_error(path, std::strerror(errno));
  bytes.resize(size);
  return bytes;
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

Result<Bytes> read_zip_entry(ByteView archive, const std::string& path, const std::string& name) {
  const Zip zip = open_zip(archive);
  if (!zip) return read_error(path, "the archive is broken");
  zip_stat_t status{};
  if (zip_stat(zip.get(), name.c_str(), 0, &status) != 0 || (status.valid & ZIP_STAT_SIZE) == 0) {
    return read_error(path, "the archive has no such entry");
  }
  if (status.size > kLargestEntry) return read_error(path, "the entry is larger than 1 GiB");
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(
      zip_fopen(zip.get(), name.c_str(), 0), &zip_fclose);
  if (!file) return read_error(path, zip_strerror(zip.get()));
  // Grown as data arrives: the size in the header is only a claim.
  Bytes bytes;
  std::byte buffer[65536];
  while (bytes.size() <= status.size) {
    const zip_int64_t got = zip_fread(file.get(), buffer, sizeof buffer);
    if (got < 0) return read_error(path, "the entry is broken");
    if (got == 0) break;
    bytes.insert(bytes.end(), buffer, buffer + got);
  }
  if (bytes.size() != status.size) return read_error(path, "the entry's size is wrong");
  return bytes;
}

// Splits "ARCHIVE//NAME"; false when there is no such separator.
bool split_archive(const std::string& path, std::string& archive, std::string& name) {
  const std::size_t at = path.find("//");
  if (at == std::string::npos || at == 0) return false;
  archive = path.substr(0, at);
  name = path.substr(at + 2);
  return !name.empty() && !is_folder(archive);
}

}  // namespace

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

std::vector<std::string> files_below(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                         error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    std::error_code ignored;
    if (entry->is_regular_file(ignored)) found.push_back(entry->path().string());
  }
  std::ranges::sort(found);
  return found;
}

bool is_zip(ByteView bytes) {
  return as_text(bytes).starts_with("PK\x03\x04");
}

Result<std::vector<std::string>> list_zip(ByteView bytes) {
  const Zip zip = open_zip(bytes);
  if (!zip) return fail(std::string(kCannotRead), "the archive is broken");
  std::vector<std::string> names;
  const zip_int64_t count = zip_get_num_entries(zip.get(), 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const char* name = zip_get_name(zip.get(), static_cast<zip_uint64_t>(i), ZIP_FL_ENC_GUESS);
    if (name != nullptr && *name != '\0') names.emplace_back(name);
  }
  std::ranges::sort(names);
  return names;
}

Result<Bytes> read_path(const std::string& path) {
  std::string archive_path, name;
  if (!split_archive(path, archive_path, name)) return read_file(path);
  const auto archive = read_file(archive_path);
  if (!archive) return archive;
  if (is_zip(*archive)) return read_zip_entry(*archive, path, name);
  return read_error(path, "the file before // is not an archive");
}

std::vector<std::string> Storage::list(const std::string& folder) const {
  std::string archive_path, name;
  std::vector<std::string> names;
  const std::size_t at = folder.find("//");
  if (at != std::string::npos && at > 0 && !is_folder(folder.substr(0, at))) {
    const auto archive = read_file(folder.substr(0, at));
    const auto entries =
        archive && is_zip(*archive) ? list_zip(*archive) : Result<std::vector<std::string>>{};
    std::string prefix = folder.substr(at + 2);
    if (!prefix.empty() && !prefix.ends_with('/')) prefix += '/';
    for (const std::string& entry : entries.value_or(std::vector<std::string>{})) {
      if (!entry.starts_with(prefix)) continue;
      const std::string rest = entry.substr(prefix.size());
      const std::string first = rest.substr(0, rest.find('/'));
      if (!first.empty() && (names.empty() || names.back() != first)) names.push_back(first);
    }
    return names;
  }
  std::error_code error;
  fs::directory_iterator entry(folder.empty() ? "." : folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace anmkit::cli
