// An animated GIF, PNG or WebP becomes a script and its pictures.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "anmkit/pictures.hpp"
#include "cli/convert_gltf.hpp"
#include "cli/convert_pictures.hpp"
#include "cli/report.hpp"
#include "cli/storage.hpp"

namespace anmkit::cli {
namespace {

int convert_one(const std::string& path, const std::string& output, const Arguments& arguments) {
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
  const auto packed = write_picture_script(std::move(*animation), canvas->width, canvas->height);
  if (!packed) {
    print_diagnostic(path, packed.error());
    return kBad;
  }
  return deliver_script(output, *packed, arguments);
}

}  // namespace

int deliver_script(const std::string& output, const PictureScript& packed,
                   const Arguments& arguments) {
  const std::string beside = output.substr(0, output.rfind('.')) + ".hg3";
  const int status = deliver(beside, packed.pictures, arguments);
  if (status != kGood) return status;
  return deliver(output, packed.script, arguments);
}

bool is_animation_input(const Arguments& arguments) {
  const bool script =
      arguments.to == "cs2-anm" || (arguments.to.empty() && arguments.output.ends_with(".anm"));
  return script && arguments.format.empty() &&
         std::ranges::all_of(arguments.files,
                             [](const std::string& path) { return names_picture(path); });
}

int convert_from_animation(const Arguments& arguments) {
  const bool folder = arguments.output.ends_with('/');
  if (!folder && (arguments.files.size() > 1 || !arguments.output.ends_with(".anm"))) {
    print_error("a script and its pictures are two files",
                "one animation at a time to -o NAME.anm, or -o FOLDER/");
    return kUsage;
  }
  int status = kGood;
  for (const std::string& path : arguments.files) {
    const std::string output =
        folder ? arguments.output + stem_of(path) + ".anm" : arguments.output;
    status = std::max(status, convert_one(path, output, arguments));
  }
  return status;
}

}  // namespace anmkit::cli
