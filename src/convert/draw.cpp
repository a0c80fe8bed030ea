// SPDX-License-Identifier: MIT
// The pictures inside a file as PNG files.
#include <algorithm>

#include "convert/steps.hpp"
#include "core/paths.hpp"
#include "pictures/png.hpp"

namespace anmkit {
namespace {

std::string listed(std::span<const StoredPicture> pictures, std::string_view between) {
  constexpr std::size_t kMost = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, pictures.size()); ++i)
    text += (i == 0 ? "" : std::string(between)) + std::to_string(pictures[i].id);
  return pictures.size() > kMost ? text + std::string(between) + "..." : text;
}

// The picture that --picture names, or the only one. Further palettes are the same picture.
Result<const StoredPicture*> choose(std::span<const StoredPicture> pictures,
                                    const std::string& path, const Options& options,
                                    ConversionReport& report) {
  if (options.has("picture")) {
    const double id = options.number("picture", -1);
    for (const StoredPicture& one : pictures) {
      if (one.id == id) return &one;
    }
    return fail(std::string(kUsageError), path + " has no picture '" +
                                              std::string(options.text("picture")) +
                                              "'; --picture " + listed(pictures, "|"));
  }
  const bool recolored = std::ranges::all_of(
      pictures.subspan(std::min<std::size_t>(1, pictures.size())), &StoredPicture::recolored);
  if (pictures.empty() || (pictures.size() > 1 && !recolored)) {
    return fail(std::string(kUsageError),
                path + " holds " + std::to_string(pictures.size()) +
                    " pictures; name a folder for them: -o FOLDER/, or choose one: --picture N");
  }
  if (pictures.size() > 1) {
    report.diagnostics.add(Severity::info, "anmkit.PART",
                           "the first of " + std::to_string(pictures.size()) +
                               " palettes; --picture N chooses, -o FOLDER/ writes all");
  }
  return &pictures.front();
}

Result<OutputFile> png_of(const Picture& picture, std::string name) {
  auto bytes = encode_png(picture.pixels, picture.width, picture.height);
  if (!bytes) return std::unexpected(std::move(bytes.error()));
  return OutputFile{std::move(name), std::move(*bytes)};
}

}  // namespace

Outputs make_pictures(const step::Draw& step, const std::string& output,
                      const ConvertRequest& request, ConversionReport& report) {
  const auto pictures = step.input->document->pictures();
  if (!pictures) return std::unexpected(pictures.error());
  std::vector<OutputFile> files;
  if (!step.all) {
    const auto one = choose(*pictures, step.input->path, request.options, report);
    if (!one) return std::unexpected(one.error());
    auto file = png_of((*one)->picture, output);
    if (!file) return std::unexpected(std::move(file.error()));
    files.push_back(std::move(*file));
    return files;
  }
  const std::string stem = output + std::string(stem_of(step.input->path));
  for (const StoredPicture& one : *pictures) {
    std::string id = std::to_string(one.id);
    id.insert(0, id.size() < 4 ? 4 - id.size() : 0, '0');
    auto file = png_of(one.picture, stem + "_" + id + ".png");
    if (!file) return std::unexpected(std::move(file.error()));
    files.push_back(std::move(*file));
  }
  return files;
}

}  // namespace anmkit
