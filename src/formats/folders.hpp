// SPDX-License-Identifier: MIT
// The folders around files, each listed once, however many files ask about it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "anmkit/document.hpp"

namespace anmkit {

// The option with which a companion is read that the user named; nothing that was only found next
// to a file comes before such a one.
inline constexpr std::string_view kNamedCompanion = "named-companion";

// Folders are named as `folder_of` names them: "" is the current one, others end in '/'. Not for
// several threads at once.
class Folders {
 public:
  // Borrows `around`.
  explicit Folders(const Neighbourhood& around) : around_(around) {}

  // The contents of a folder, files and folders, sorted by bytes; empty when there is no such
  // folder.
  const std::vector<std::string>& names(const std::string& folder);
  // Those that end so, whatever the case of their letters: ".tmd", "geo.inc.c".
  const std::vector<std::string>& ending(const std::string& folder, const std::string& ending);
  // The first of a folder that is called so, whatever the case; empty when there is none.
  std::string find(const std::string& folder, std::string_view name);
  // The path of that file, or an empty one.
  std::string path_of(const std::string& folder, std::string_view name);
  bool has(const std::string& folder, std::string_view name);  // this very name
  // Neighbourhood::full_name, with a '/' at its end where it has one.
  const std::string& full_name(const std::string& folder);

  Result<Bytes> read(const std::string& path) const { return around_.read(path); }
  const Neighbourhood& around() const { return around_; }

  // What a family finds out about a folder or a project once and asks about for each file of it;
  // `key` names the question and the place.
  template <class Answer, class Make>
  const Answer& remember(const std::string& key, Make make) {
    std::shared_ptr<const void>& answer = answers_[key];
    if (!answer) answer = std::make_shared<const Answer>(make());
    return *static_cast<const Answer*>(answer.get());
  }

 private:
  struct Listing {
    std::vector<std::string> names;
    std::unordered_map<std::string, std::size_t> by_lower;  // the first of each, once asked for
    std::map<std::string, std::vector<std::string>> by_ending;
  };
  Listing& listing(const std::string& folder);

  const Neighbourhood& around_;
  std::unordered_map<std::string, Listing> listings_;
  std::unordered_map<std::string, std::string> full_names_;
  std::unordered_map<std::string, std::shared_ptr<const void>> answers_;
};

// Paths of files of one folder.
std::vector<std::string> paths_in(const std::string& folder, const std::vector<std::string>& names);

}  // namespace anmkit
