// SPDX-License-Identifier: MIT
// anmkit formats: the known formats and what each supports.
#include <fmt/format.h>

#include "cli/commands/verbs.hpp"
#include "cli/report.hpp"
#include "json_reports/json_reports.hpp"

namespace anmkit::cli {
namespace {

std::string joined(const std::vector<std::string_view>& list) {
  return fmt::format("{}", fmt::join(list, " "));
}

std::string abilities(const Format& format) {
  std::string text = "read write check dump";
  if (format.abilities.scene) text += " to-gltf";
  if (format.abilities.from_scene) text += " from-gltf";
  if (format.from_pictures != nullptr) text += " from-pictures";
  if (format.abilities.animation && format.abilities.scene) text += " sample";
  if (format.abilities.play) text += " play";
  return text;
}

std::string as_json() {
  JsonWriter json(JsonWriter::Style::indented);
  json.begin_object();
  write_formats(json);
  json.end_object();
  return json.take() + "\n";
}

std::string as_text() {
  std::string text =
      fmt::format("{:<15} {:<24} {}\n", "ID", "EXTENSIONS", "DESCRIPTION AND OPERATIONS");
  for (const Family& family : families()) {
    for (const Format& format : family.formats) {
      text += fmt::format("{:<15} {:<24} {}\n{:<40} {}\n", format.id, joined(format.extensions),
                          format.title, "", abilities(format));
      for (const Conversion& conversion : family.conversions) {
        if (conversion.from.empty() && conversion.to == format.id) {
          text += fmt::format("{:<40} built from any files\n", "");
        } else if (conversion.from == format.id && conversion.to != format.id) {
          text += fmt::format("{:<40} converts to {}\n", "", conversion.to);
        }
      }
    }
  }
  text += fmt::format("{:<15} {:<24} {}\n", "gltf", ".glb .gltf", "glTF 2.0, in and out");
  text += fmt::format("{:<15} {:<24} {}\n", "bvh", ".bvh", "BVH motion, in and out");
  return text;
}

}  // namespace

int run_formats(const Arguments& arguments) {
  return print_result(arguments.json ? as_json() : as_text()) ? kGood : kSystem;
}

}  // namespace anmkit::cli
