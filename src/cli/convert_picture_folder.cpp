// A folder of numbered PNGs becomes a script and its pictures.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "anmkit/pictures.hpp"
#include "cli/convert_gltf.hpp"
#include "cli/convert_pictures.hpp"
#include "cli/report.hpp"
#include "cli/storage.hpp"
#include "exchange/codecs/png.hpp"

namespace anmkit::cli {

namespace {

int failed(const std::string& path, const Error& error) {
  print_diagnostic(path, error);
  return kBad;
}

// "walk_0012@6.png" is the image 12, shown for 6 ticks. Without a time it is --length, or 6.
struct Numbered {
  std::uint32_t id = 0;
  std::int64_t ticks = 0;
  std::string path;
};
std::optional<Numbered> numbered(const std::string& path, std::int64_t ticks) {
  if (!path.ends_with(".png")) return std::nullopt;
  std::string stem = stem_of(path);
  const auto read = [](std::string_view digits, auto& number) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc{} && end == digits.data() + digits.size();
  };
  Numbered found{0, ticks, path};
  if (const std::size_t at = stem.rfind('@'); at != std::string::npos) {
    if (!read(std::string_view(stem).substr(at + 1), found.ticks) || found.ticks < 1 ||
        found.ticks > INT32_MAX) {
      return std::nullopt;
    }
    stem.resize(at);
  }
  const std::size_t last = stem.find_last_not_of("0123456789");
  if (!read(std::string_view(stem).substr(last == std::string::npos ? 0 : last + 1), found.id)) {
    return std::nullopt;
  }
  return found;
}

Result<std::vector<Numbered>> numbered_files(const Arguments& arguments) {
  const auto ticks =
      static_cast<std::int64_t>(std::clamp(arguments.options.number("length", 6), 1.0, 1e6));
  std::vector<Numbered> files;
  for (const std::string& path : files_below(arguments.files.front())) {
    if (const auto one = numbered(path, ticks)) files.push_back(*one);
  }
  std::ranges::sort(files, {}, &Numbered::id);
  const auto twice = std::ranges::adjacent_find(files, {}, &Numbered::id);
  if (twice != files.end()) {
    return fail("anmkit.PICTURES",
                fmt::format("{} and {} have one number", twice->path, std::next(twice)->path));
  }
  if (files.empty()) {
    return fail("anmkit.PICTURES",
                "no PNG here ends with a number (NAME_0001.png, NAME_0001@6.png)");
  }
  return files;
}

}  // namespace

bool is_picture_folder(const Arguments& arguments) {
  return arguments.files.size() == 1 && arguments.output.ends_with(".anm") &&
         arguments.format.empty() && (arguments.to.empty() || arguments.to == "cs2-anm") &&
         is_folder(arguments.files.front()) &&
         std::ranges::any_of(files_below(arguments.files.front()),
                             [](const std::string& path) { return path.ends_with(".png"); });
}

int convert_from_folder(const Arguments& arguments) {
  const auto files = numbered_files(arguments);
  if (!files) return failed(arguments.files.front(), files.error());
  std::vector<StoredPicture> images;
  std::vector<PictureStep> steps;
  std::uint64_t pixels = 0;
  for (const Numbered& one : *files) {
    const auto bytes = read_path(one.path);
    if (!bytes) {
      print_error(bytes.error().message);
      return kSystem;
    }
    auto png = decode_png(*bytes);
    if (!png) return failed(one.path, png.error());
    pixels += std::uint64_t{png->width} * png->height;
    if (pixels > kMaxAnimationPixels) {
      return failed(one.path, Error{Severity::error,
                                    "anmkit.PICTURES",
                                    {},
                                    {},
                                    "the pictures are too large for one file"});
    }
    StoredPicture stored;
    stored.id = one.id;
    stored.picture = {png->width, png->height, std::move(png->pixels)};
    images.push_back(std::move(stored));
    steps.push_back({one.id, one.ticks});
  }
  const auto packed = write_picture_script(images, steps);
  if (!packed) return failed(arguments.files.front(), packed.error());
  return deliver_script(arguments.output, *packed, arguments);
}

}  // namespace anmkit::cli
