// SPDX-License-Identifier: MIT
// What a folder holds.
#include <fmt/format.h>

#include <algorithm>

#include "cli/encoding.hpp"
#include "cli/report.hpp"
#include "cli/subjects.hpp"
#include "core/paths.hpp"

namespace anmkit::cli {
namespace {

// The first few names of many, on one line.
template <class List, class Name>
std::string some(const List& list, Name name) {
  const std::size_t count = says_each(21) ? list.size() : std::min<std::size_t>(list.size(), 2);
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += (i == 0 ? "" : ", ") + shown(name(list[i]));
  return count < list.size() ? text + fmt::format(" and {} more", list.size() - count) : text;
}

std::string_view itself(const std::string& text) {
  return text;
}
std::string_view last_part(const std::string& path) {
  return file_name(path);
}

}  // namespace

std::string subject_table(const std::string& folder, const Project& project) {
  constexpr std::size_t kWidest = 48;
  std::size_t width = 7;
  for (const Subject& subject : project.subjects)
    width = std::max(width, std::min(subject.name.size(), kWidest));
  std::string text = fmt::format("{}: {} subjects\n", folder, project.subjects.size());
  if (!project.subjects.empty()) {
    text += fmt::format("  {:<{}}  {:<11}  {:>5}  {:>8}  {}\n", "subject", width, "family", "clips",
                        "textures", "model");
  }
  for (const Subject& subject : project.subjects) {
    text += fmt::format(
        "  {:<{}}  {:<11}  {:>5}  {:>8}  {}{}\n", shown(subject.name), width, subject.family,
        subject.clips.size(), subject.textures.size(),
        subject.model.empty() ? "none: bones alone" : shown(subject.model),
        subject.missing.empty() ? "" : "; missing: " + some(subject.missing, last_part));
  }
  if (!project.orphans.empty()) {
    text += fmt::format("  belongs to nothing ({}): {}\n", project.orphans.size(),
                        some(project.orphans, itself));
  }
  if (!project.broken.empty()) {
    text += fmt::format(
        "  cannot be read ({}): {}\n", project.broken.size(),
        some(project.broken, [](const Raw& raw) -> std::string_view { return raw.path; }));
  }
  return text;
}

}  // namespace anmkit::cli
