// SPDX-License-Identifier: MIT
// The table of a U8 archive: nodes in the order of a walk through the tree (section 16).
#include <set>
#include <string_view>

#include "core/counted.hpp"
#include "core/paths.hpp"
#include "formats/gc/archive/u8.hpp"
#include "formats/gc/findings.hpp"

namespace anmkit::gc {
namespace {

constexpr std::uint64_t kHeader = 32, kNode = 12;
constexpr std::uint32_t kFolder = 1;

class Table {
 public:
  Table(ByteView bytes, Findings& findings) : bytes_(bytes), findings_(findings) {}

  // Empty when an error was reported.
  std::vector<ArchivedFile> read() {
    if (!read_header()) return {};
    struct Folder {
      std::uint32_t end;
      std::string path;
    };
    std::vector<Folder> folders{{count_, ""}};
    std::vector<ArchivedFile> files;
    // Paths repeat the names of their folders: all of them together stay near the archive's size.
    std::uint64_t characters = 0, contents = 0;
    for (std::uint32_t i = 1; i < count_; ++i) {
      while (i >= folders.back().end)
        folders.pop_back();
      const std::uint64_t at = node_at(i);
      const auto name = name_of(i);
      if (!name) return {};
      std::string path = folders.back().path + std::string(*name);
      characters += path.size();
      if (characters > 16 * std::uint64_t{bytes_.size()}) {
        findings_.error("ARC007", "the paths of the files are longer than 16 times the archive",
                        at);
        return {};
      }
      const std::uint32_t place = word(at + 4), size = word(at + 8);
      if (word(at) >> 24u == kFolder) {
        if (size <= i || size > folders.back().end) {
          findings_.error("ARC003",
                          "folder " + quoted(path) + " ends before node " + std::to_string(size) +
                              ", expected " + std::to_string(i + 1) + " to " +
                              std::to_string(folders.back().end),
                          at + 8);
          return {};
        }
        folders.push_back({size, path + "/"});
        continue;
      }
      if (!fits(place, size, bytes_.size())) {
        findings_.error("ARC002",
                        quoted(path) + ": " + counted(size, "byte") + " at " + hex_number(place) +
                            " are outside the archive of " + counted(bytes_.size(), "byte"),
                        at + 4);
        return {};
      }
      contents += size;
      files.push_back({at, std::move(path), place, size});
    }
    if (contents > 4 * std::uint64_t{bytes_.size()}) {
      findings_.error("ARC007", "the files claim " + counted(contents, "byte") +
                                    " of an archive of " + std::to_string(bytes_.size()) +
                                    "; at most four times as many are read");
      return {};
    }
    return files;
  }

 private:
  std::uint32_t word(std::uint64_t at) const {
    return load<std::uint32_t, std::endian::big>(bytes_.data() + at);
  }
  std::uint64_t node_at(std::uint64_t index) const { return nodes_ + kNode * index; }

  bool read_header() {
    if (bytes_.size() < 16 || word(0) != kArchiveMagic) {
      findings_.error("ARC001", "no U8 archive: expected 55aa382d and a header of 32 bytes", 0);
      return false;
    }
    nodes_ = word(4);
    if (nodes_ < kHeader) {
      findings_.error("ARC001",
                      "the root is at " + hex_number(nodes_) +
                          ", inside the header of 32 bytes; expected 0x20 or more",
                      4);
      return false;
    }
    if (!fits(nodes_, kNode, bytes_.size())) {
      findings_.error("ARC001", "the root is at " + hex_number(nodes_) + ", beyond the end", 4);
      return false;
    }
    count_ = word(nodes_ + 8);
    if (word(nodes_) >> 24u != kFolder || count_ == 0 ||
        !fits(nodes_, kNode * count_, bytes_.size())) {
      findings_.error("ARC001",
                      "a table of " + counted(count_, "node") + " does not fit into " +
                          counted(bytes_.size(), "byte"),
                      nodes_ + 8);
      return false;
    }
    const std::uint32_t size = word(8);
    if (size < kNode * count_ || !fits(nodes_, size, bytes_.size())) {
      findings_.error("ARC001",
                      "nodes and names have " + counted(size, "byte") + ", expected " +
                          std::to_string(kNode * count_) + " to " +
                          std::to_string(bytes_.size() - nodes_),
                      8);
      return false;
    }
    return true;
  }

  std::optional<std::string_view> name_of(std::uint32_t index) {
    const std::uint64_t at = node_at(count_) + (word(node_at(index)) & 0xFFFFFF);
    const std::string_view text = as_text(bytes_);
    const std::size_t end =
        at < text.size() ? text.find('\0', static_cast<std::size_t>(at)) : std::string_view::npos;
    if (end == std::string_view::npos) {
      findings_.error("ARC004",
                      "the name of node " + std::to_string(index) + " at " + hex_number(at) +
                          " has no end inside the archive",
                      node_at(index));
      return std::nullopt;
    }
    return text.substr(static_cast<std::size_t>(at), end - static_cast<std::size_t>(at));
  }

  ByteView bytes_;
  Findings& findings_;
  std::uint64_t nodes_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace

Result<FileArchive> parse_archive(ByteView bytes, Diagnostics& diagnostics) {
  Diagnostics own;
  Findings findings(own);
  FileArchive archive;
  archive.files = Table(bytes, findings).read();
  diagnostics.add_all(own);
  if (findings.failed()) return first_error(own);
  archive.bytes.assign(bytes.begin(), bytes.end());
  return archive;
}

void check_names(const FileArchive& archive, Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  std::set<std::string_view> seen;
  for (const ArchivedFile& file : archive.files) {
    if (!is_safe_name(file.name)) {
      findings.error("ARC005", quoted(file.name) + " leaves the output folder", file.node);
    }
    if (!seen.insert(file.name).second) {
      findings.warning("ARC006", quoted(file.name) + " appears twice; the first one is found",
                       file.node);
    }
  }
}

}  // namespace anmkit::gc
