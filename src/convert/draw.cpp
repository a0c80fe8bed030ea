// SPDX-License-Identifier: MIT
// The images inside a file as PNG files.
#include <algorithm>

#include "convert/picture_place.hpp"
#include "convert/steps.hpp"
#include "core/counted.hpp"
#include "core/paths.hpp"
#include "core/pictures.hpp"
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

// The image that --picture names, or the only one. Further palettes are the same image.
Result<const StoredPicture*> choose(std::span<const StoredPicture> pictures,
                                    const std::string& path, const Options& options,
                                    ConversionReport& report) {
  if (options.has("picture")) {
    const double id = options.number("picture", -1);
    for (const StoredPicture& one : pictures) {
      if (one.id == id) return &one;
    }
    return fail(std::string(kUsageError), path + " has no image '" +
                                              std::string(options.text("picture")) +
                                              "'; --picture " + listed(pictures, "|"));
  }
  const std::span<const StoredPicture> others =
      pictures.subspan(std::min<std::size_t>(1, pictures.size()));
  // Another palette, or another file after the one that was opened.
  const auto stands_back = [](const StoredPicture& one) { return one.recolored || one.file > 0; };
  if (pictures.empty() || !std::ranges::all_of(others, stands_back)) {
    return fail(std::string(kUsageError),
                path + " contains " + counted(pictures.size(), "image") +
                    "; write all with -o FOLDER/, or choose one with --picture N");
  }
  if (!others.empty()) {
    const auto next =
        std::ranges::find_if(others, [](const StoredPicture& one) { return one.file > 0; });
    const bool files = next != others.end();
    report.diagnostics.add(
        Severity::info, "anmkit.PART",
        "the first of " + std::to_string(pictures.size()) + (files ? " images" : " palettes") +
            "; --picture N chooses one, -o FOLDER/ writes all" +
            (files ? "; the next texture begins at --offset " + std::to_string(next->file) : ""));
  }
  return &pictures.front();
}

// The images of a file. Those that are PNG files already are `files`, next to images without
// pixels; they stay as they are.
struct Held {
  std::vector<StoredPicture> pictures;
  std::vector<Bytes> files;
};

// The textures of a file's scene, where the file contains no other images.
Result<Held> textures_of(const Document& document, const Context& context) {
  Diagnostics unused;
  auto scene = document.to_scene({}, context, unused);
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

Result<Held> pictures_of(const Document& document, const Context& context) {
  auto pictures = document.pictures(context);
  if (pictures) {
    const std::size_t count = pictures->size();
    return Held{std::move(*pictures), std::vector<Bytes>(count)};
  }
  if (pictures.error().code == kUnsupported) return textures_of(document, context);
  return std::unexpected(std::move(pictures.error()));
}

// The image at its place on a canvas of the size that was asked for, else alone, before a colour.
Picture on_canvas(const StoredPicture& one, const ConvertRequest& request) {
  const bool alone = request.canvas_width == 0;
  Picture canvas = make_picture(alone ? one.picture.width : request.canvas_width,
                                alone ? one.picture.height : request.canvas_height);
  for (std::size_t i = 0; request.background && i < canvas.pixels.size(); ++i)
    canvas.pixels[i] = i % 4 < 3 ? std::byte{(*request.background)[i % 4]} : std::byte{255};
  draw_over(canvas, one.picture, alone ? 0 : one.x, alone ? 0 : one.y);
  return canvas;
}

Result<OutputFile> png_of(Held& held, std::size_t index, const ConvertRequest& request,
                          std::string name) {
  const Bytes& file = held.files[index];
  if (!file.empty()) {
    // Others must be able to open it as well.
    auto read = decode_png(file);
    if (!read) return std::unexpected(std::move(read.error()));
    if (request.canvas_width == 0 && !request.background) return OutputFile{std::move(name), file};
    held.pictures[index].picture = {read->width, read->height, std::move(read->pixels)};
  }
  const StoredPicture& one = held.pictures[index];
  const bool placed = request.canvas_width > 0 || request.background;
  const Picture drawn = placed ? on_canvas(one, request) : Picture();
  const Picture& picture = placed ? drawn : one.picture;
  auto bytes = encode_png(picture.pixels, picture.width, picture.height);
  if (!bytes) return std::unexpected(std::move(bytes.error()));
  if (!placed) *bytes = with_place(std::move(*bytes), one);
  return OutputFile{std::move(name), std::move(*bytes)};
}

}  // namespace

Outputs make_pictures(const step::Draw& step, const std::string& output,
                      const ConvertRequest& request, CompanionPool& companions,
                      ConversionReport& report) {
  const std::vector<Companion> beside = companions.given();
  if (request.length)
    return fail(std::string(kUsageError), "--length does not apply to still images");
  auto held = pictures_of(*step.input->document, {beside, request.options});
  if (!held) return std::unexpected(held.error());
  const std::vector<StoredPicture>& pictures = held->pictures;
  std::vector<OutputFile> files;
  if (!step.all) {
    const auto one = choose(pictures, step.input->path, request.options, report);
    if (!one) return std::unexpected(one.error());
    auto file = png_of(*held, static_cast<std::size_t>(*one - pictures.data()), request, output);
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
    auto file = png_of(*held, i, request, stem + (alone ? "" : "_" + id) + ".png");
    if (!file) return std::unexpected(std::move(file.error()));
    files.push_back(std::move(*file));
  }
  return files;
}

}  // namespace anmkit
