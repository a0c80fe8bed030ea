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

// The pictures of a file. Those that are PNG files already are `files`, beside pictures without
// pixels; they stay as they are.
struct Held {
  std::vector<StoredPicture> pictures;
  std::vector<Bytes> files;
};

// The textures of what a file shows, where it holds pictures in no other way.
Result<Held> textures_of(const Document& document) {
  Diagnostics unused;
  auto scene = document.to_scene({}, {}, unused);
  if (!scene) return std::unexpected(std::move(scene.error()));
  Held held;
  for (Image& image : scene->images) {
    StoredPicture& one = held.pictures.emplace_back();
    one.id = static_cast<std::uint32_t>(held.files.size());
    one.picture = {image.width, image.height, {}};
    Bytes& file = held.files.emplace_back();
    (image.media_type.empty() ? one.picture.pixels : file) = std::move(image.bytes);
  }
  if (held.pictures.empty()) {
    return fail(std::string(kUnsupported),
                "a " + std::string(document.format()) + " file has no textures inside");
  }
  return held;
}

Result<Held> pictures_of(const Document& document) {
  auto pictures = document.pictures();
  if (pictures) {
    const std::size_t count = pictures->size();
    return Held{std::move(*pictures), std::vector<Bytes>(count)};
  }
  if (pictures.error().code == kUnsupported) return textures_of(document);
  return std::unexpected(std::move(pictures.error()));
}

Result<OutputFile> png_of(const Held& held, std::size_t index, std::string name) {
  const Bytes& file = held.files[index];
  if (!file.empty()) {
    // Others must be able to open it, too.
    if (auto read = decode_png(file); !read) return std::unexpected(std::move(read.error()));
    return OutputFile{std::move(name), file};
  }
  const Picture& picture = held.pictures[index].picture;
  auto bytes = encode_png(picture.pixels, picture.width, picture.height);
  if (!bytes) return std::unexpected(std::move(bytes.error()));
  return OutputFile{std::move(name), std::move(*bytes)};
}

}  // namespace

Outputs make_pictures(const step::Draw& step, const std::string& output,
                      const ConvertRequest& request, ConversionReport& report) {
  const auto held = pictures_of(*step.input->document);
  if (!held) return std::unexpected(held.error());
  const std::vector<StoredPicture>& pictures = held->pictures;
  std::vector<OutputFile> files;
  if (!step.all) {
    const auto one = choose(pictures, step.input->path, request.options, report);
    if (!one) return std::unexpected(one.error());
    auto file = png_of(*held, static_cast<std::size_t>(*one - pictures.data()), output);
    if (!file) return std::unexpected(std::move(file.error()));
    files.push_back(std::move(*file));
    return files;
  }
  const std::string stem = output + std::string(stem_of(step.input->path));
  // The one texture of a model has the model's name, where other spellings of the model look for
  // it.
  const bool alone = pictures.size() == 1 && !held->files.front().empty();
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    std::string id = std::to_string(pictures[i].id);
    id.insert(0, id.size() < 4 ? 4 - id.size() : 0, '0');
    auto file = png_of(*held, i, stem + (alone ? "" : "_" + id) + ".png");
    if (!file) return std::unexpected(std::move(file.error()));
    files.push_back(std::move(*file));
  }
  return files;
}

}  // namespace anmkit
