// SPDX-License-Identifier: MIT
// Files that are looked at again and again: which have changed, went away or came back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace anmkit::cli {

class Watch {
 public:
  explicit Watch(const std::vector<std::string>& paths);

  enum class What : std::uint8_t { changed, gone, back };
  struct Event {
    std::size_t file;
    What what;
  };
  // Looks once at each file. A change counts when two looks in a row see the same, so that a file
  // that is being written is reported when it is whole.
  std::vector<Event> look();

  std::uint64_t size(std::size_t file) const { return files_[file].told.size; }
  // From 1, one more at each change.
  std::uint64_t version(std::size_t file) const { return files_[file].version; }
  bool is_gone(std::size_t file) const { return !files_[file].told.exists; }

 private:
  struct Seen {
    bool exists = false;
    std::uint64_t size = 0;
    std::int64_t seconds = 0, nanoseconds = 0;  // of the last change of its bytes
    std::uint64_t number = 0;                   // another one when the file was replaced
    bool operator==(const Seen&) const = default;
  };
  struct Watched {
    std::string path;
    Seen told;
    std::optional<Seen> before;  // what the last look saw, where it differs from what was reported
    std::uint64_t version = 1;
  };
  static Seen see(const std::string& path);

  std::vector<Watched> files_;
};

}  // namespace anmkit::cli
