// SPDX-License-Identifier: MIT
// The table of a folder's contents.
#include <fmt/format.h>

#include <algorithm>

#include "cli/files/encoding.hpp"
#include "cli/files/subjects.hpp"
#include "cli/platform/calls.hpp"
#include "cli/report.hpp"
#include "core/counted.hpp"
#include "core/paths.hpp"

namespace anmkit::cli {
namespace {

// The first few names of many, on one line.
template <class List, class Name>
std::string some(const List& list, Name name) {
  const std::size_t count = says_each(21) ? list.size() : std::min<std::size_t>(list.size(), 2);
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += (i == 0 ? "" : ", ") + name(list[i]);
  return count < list.size()
             ? text + fmt::format(" and {} more (--verbose lists all)", list.size() - count)
             : text;
}

std::string_view itself(const std::string& text) {
  return text;
}
std::string last_part(const std::string& path) {
  return shown(file_name(path));
}

// Characters of a line of UTF-8.
std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// The characters that fit, an ellipsis for what does not: at the front, as paths differ at their
// end.
std::string fitted(std::string text, std::size_t width) {
  const std::size_t size = columns_of(text);
  if (size <= width || width < 2) return text;
  std::size_t cut = 0;
  for (std::size_t left = size - width + 1; left > 0; --left) {
    ++cut;
    while (cut < text.size() && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80)
      ++cut;
  }
  return "\xE2\x80\xA6" + text.substr(cut);
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, columns_of(text)), ' ');
}

std::string inside(const std::string& folder, std::string_view path) {
  const std::string root = folder.ends_with('/') ? folder : folder + "/";
  return shown(path.starts_with(root) ? path.substr(root.size()) : path);
}

struct Row {
  std::string name, family, clips, textures, model;
};

Row row_of(const Subject& subject, const std::string& folder) {
  std::string model = subject.model.empty() ? "none: bones alone" : inside(folder, subject.model);
  if (!subject.rivals.empty())
    model = "none of " + some(subject.rivals, last_part) + ": choose one with --with";
  if (!subject.missing.empty()) model += "; missing: " + some(subject.missing, last_part);
  return {shown(subject.name), std::string(subject.family), std::to_string(subject.clips.size()),
          std::to_string(subject.textures.size()), std::move(model)};
}

std::string table_of(const std::vector<Row>& rows) {
  std::size_t name = 7, family = 6, model = 5;
  for (const Row& row : rows) {
    name = std::max(name, columns_of(row.name));
    family = std::max(family, columns_of(row.family));
    model = std::max(model, columns_of(row.model));
  }
  // Both long columns give way, the wider one first.
  constexpr std::size_t kBetween = 2, kClips = 5, kTextures = 8, kLeast = 12;
  if (const auto width = sys::terminal_width()) {
    const std::size_t others = family + kClips + kTextures + 5 * kBetween;
    while (others + name + model > *width && std::max(name, model) > kLeast)
      --(name > model ? name : model);
  }
  std::string text = fmt::format("  {}  {}  {:>5}  {:>8}  {}\n", padded("subject", name),
                                 padded("family", family), "clips", "textures", "model");
  for (const Row& row : rows) {
    text +=
        fmt::format("  {}  {}  {:>5}  {:>8}  {}\n", padded(fitted(row.name, name), name),
                    padded(row.family, family), row.clips, row.textures, fitted(row.model, model));
  }
  return text;
}

}  // namespace

std::string subject_table(const std::string& folder, const Project& project) {
  std::string text =
      fmt::format("{}: {}\n", shown(folder), counted(project.subjects.size(), "subject"));
  std::vector<Row> rows;
  for (const Subject& subject : project.subjects)
    rows.push_back(row_of(subject, folder));
  if (!rows.empty()) text += table_of(rows);
  const auto list = [&](std::string_view what, const auto& paths, auto name) {
    if (paths.empty()) return;
    text += fmt::format("  {} ({}): {}\n", what, paths.size(),
                        some(paths, [&](const auto& one) { return inside(folder, name(one)); }));
  };
  list("unassigned", project.orphans, itself);
  list("cannot be read", project.broken,
       [](const Raw& raw) -> std::string_view { return raw.path; });
  return text;
}

}  // namespace anmkit::cli
