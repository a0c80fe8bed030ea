// SPDX-License-Identifier: MIT
// An animated GIF, PNG or WebP becomes a file that shows its pictures.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/convert_pictures.hpp"
#include "cli/output.hpp"
#include "cli/report.hpp"
#include "cli/storage.hpp"
#include "core/paths.hpp"

namespace anmkit::cli {
namespace {

int convert_one(const std::string& path, const Format& to, const std::string& output,
                const Arguments& arguments) {
  const auto bytes = read_path(path);
  if (!bytes) {
    print_error(bytes.error().message);
    return kSystem;
  }
  auto animation = decode_animation(*bytes);
  if (!animation) {
    print_diagnostic(path, animation.error());
    return kBad;
  }
  const auto canvas = canvas_of(arguments);
  if (!canvas) {
    print_error(canvas.error().message);
    return kUsage;
  }
  const PictureSequence sequence =
      make_sequence(std::move(*animation), canvas->width, canvas->height);
  return deliver_sequence(sequence, path, to, output, arguments);
}

}  // namespace

const Format* made_of_pictures(const Arguments& arguments) {
  for (const Family& family : families()) {
    for (const Format& format : family.formats) {
      if (format.from_pictures == nullptr) continue;
      if (arguments.to.empty() ? has_extension(arguments.output, format)
                               : arguments.to == format.id) {
        return &format;
      }
    }
  }
  return nullptr;
}

bool has_extension(const std::string& path, const Format& format) {
  return std::ranges::any_of(format.extensions,
                             [&](std::string_view end) { return path.ends_with(end); });
}

int deliver_sequence(const PictureSequence& sequence, const std::string& source, const Format& to,
                     const std::string& output, const Arguments& arguments) {
  ConversionReport report;
  const auto files =
      to.from_pictures({sequence, output}, {Companions{}, arguments.options}, report);
  print_conversion(source, report);
  if (!files) {
    print_diagnostic(source, files.error());
    return kBad;
  }
  const std::string folder = std::string(folder_of(output));
  for (const OutputFile& file : *files) {
    const int status = deliver(folder + file.name, file.bytes, arguments);
    if (status != kGood) return status;
  }
  return kGood;
}

bool is_animation_input(const Arguments& arguments) {
  return arguments.format.empty() && made_of_pictures(arguments) != nullptr &&
         std::ranges::all_of(arguments.files,
                             [](const std::string& path) { return names_picture(path); });
}

int convert_from_animation(const Arguments& arguments) {
  const Format& to = *made_of_pictures(arguments);
  const bool folder = arguments.output.ends_with('/');
  const std::string_view extension = to.extensions.front();
  if (!folder && (arguments.files.size() > 1 || !has_extension(arguments.output, to))) {
    print_error("an animation of pictures becomes several files",
                fmt::format("one animation at a time to -o NAME{}, or -o FOLDER/", extension));
    return kUsage;
  }
  const auto output_of = [&](const std::string& path) {
    return folder ? fmt::format("{}{}{}", arguments.output, stem_of(path), extension)
                  : arguments.output;
  };
  std::set<std::string> outputs;
  for (const std::string& path : arguments.files) {
    if (outputs.insert(output_of(path)).second) continue;
    print_error(fmt::format("{} would be written from more than one input", output_of(path)),
                "convert them to separate folders");
    return kUsage;
  }
  int status = kGood;
  for (const std::string& path : arguments.files)
    status = std::max(status, convert_one(path, to, output_of(path), arguments));
  return status;
}

}  // namespace anmkit::cli
