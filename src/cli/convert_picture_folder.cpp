// SPDX-License-Identifier: MIT
// A folder of numbered PNGs, or of PNGs with a list of lengths, becomes a file that shows them.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "cli/convert_pictures.hpp"
#include "cli/output.hpp"
#include "cli/report.hpp"
#include "cli/storage.hpp"
#include "core/findings.hpp"
#include "core/json.hpp"
#include "core/paths.hpp"
#include "core/pictures.hpp"
#include "pictures/png.hpp"

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
  std::string stem(stem_of(path));
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

// What is shown: pictures with their numbers, and the order.
struct Plan {
  std::map<std::uint32_t, std::string> files;  // by id
  PictureSequence sequence;                    // without the pictures
};

std::unexpected<Error> refuse(std::string message, std::string path = {},
                              std::optional<std::uint64_t> offset = {}) {
  return fail("anmkit.PICTURES", std::move(message), offset, std::move(path));
}

Result<Plan> plan_of_names(const Arguments& arguments) {
  const auto ticks = static_cast<std::int64_t>(std::clamp(arguments.length.value_or(6), 1.0, 1e6));
  Plan plan;
  std::map<std::uint32_t, std::int64_t> lengths;
  for (const std::string& path : files_below(arguments.files.front())) {
    const auto one = numbered(path, ticks);
    if (!one) continue;
    const auto [at, fresh] = plan.files.emplace(one->id, path);
    if (!fresh) return refuse(fmt::format("{} and {} have one number", at->second, path));
    lengths[one->id] = one->ticks;
  }
  for (const auto& [id, length] : lengths)
    plan.sequence.steps.push_back({id, length});
  if (plan.sequence.steps.empty()) {
    return refuse("no PNG here ends with a number (NAME_0001.png, NAME_0001@6.png)");
  }
  return plan;
}

constexpr std::int64_t kMostUnits = INT32_MAX;

// One entry of the list; its length is in the list's own units.
Result<PictureStep> listed(const JsonValue& entry, const std::string& where,
                           const std::string& folder, Plan& plan) {
  const auto name = entry["file"].string();
  const auto length = entry["ticks"].integer();
  if (!name || !length || *length < 1 || *length > kMostUnits) {
    return refuse("a frame wants \"file\" and \"ticks\" of 1 or more", where, entry.begin_offset());
  }
  const auto path = inside_folder(folder, std::string(*name));
  if (!path) return std::unexpected(path.error());
  const auto by_name = numbered(*path, 1);
  std::optional<std::int64_t> id = entry["id"].integer();
  if (!entry["id"] && by_name) id = by_name->id;
  if (!id || *id < 0 || *id > INT32_MAX) {
    return refuse(fmt::format("{} does not end with a number, and no \"id\" says one", *name),
                  where, entry.begin_offset());
  }
  const auto [at, fresh] = plan.files.emplace(static_cast<std::uint32_t>(*id), *path);
  if (!fresh && at->second != *path) {
    return refuse(fmt::format("{} and {} have one number", at->second, *path), where,
                  entry.begin_offset());
  }
  return PictureStep{at->first, *length};
}

// frames.json: {"ticksPerSecond":60,"loops":0,"frames":[{"file":"a_1.png","ticks":6,"id":1}]}
Result<Plan> plan_of_list(const std::string& folder, const Bytes& text) {
  const auto json = JsonDocument::parse(as_text(text));
  if (!json) return std::unexpected(json.error());
  const JsonValue root = json->root();
  const std::int64_t clock =
      root["ticksPerSecond"] ? root["ticksPerSecond"].integer().value_or(0) : 60;
  const std::int64_t loops = root["loops"] ? root["loops"].integer().value_or(-1) : 0;
  if (clock < 1 || clock > 1000000) return refuse("wanted 1 to 1000000", "ticksPerSecond");
  if (loops < 0 || loops > INT32_MAX) return refuse("wanted 0 (for ever) or more", "loops");
  Plan plan;
  plan.sequence.ticks_per_second = static_cast<std::uint32_t>(clock);
  plan.sequence.loops = static_cast<std::uint32_t>(loops);
  std::vector<PictureStep>& steps = plan.sequence.steps;
  for (JsonValue entry = root["frames"].first(); entry; entry = entry.next()) {
    const auto step = listed(entry, path_of("frames", steps.size()), folder, plan);
    if (!step) return std::unexpected(step.error());
    steps.push_back(*step);
  }
  if (steps.empty()) return refuse("there is no frame", "frames");
  return plan;
}

// WIDTHxHEIGHT
std::optional<std::pair<std::uint32_t, std::uint32_t>> parse_size(std::string_view text) {
  const std::size_t at = std::min(text.find('x'), text.size());
  const auto number = [](std::string_view digits) {
    std::uint32_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, value);
    return read.ec == std::errc{} && read.ptr == end ? value : 0;
  };
  const std::uint32_t width = number(text.substr(0, at));
  const std::uint32_t height = at < text.size() ? number(text.substr(at + 1)) : 0;
  if (width == 0 || height == 0 || std::uint64_t{width} * height > kMaxPicturePixels) {
    return std::nullopt;
  }
  return std::pair{width, height};
}

}  // namespace

Result<PictureSize> canvas_of(const Arguments& arguments) {
  if (arguments.canvas.empty()) return PictureSize{};
  const auto size = parse_size(arguments.canvas);
  if (size) return PictureSize{size->first, size->second};
  return fail(std::string(kBadOption),
              fmt::format("--canvas wants WIDTHxHEIGHT of at most {} pixels, found '{}'",
                          kMaxPicturePixels, arguments.canvas));
}

bool is_picture_folder(const Arguments& arguments) {
  const Format* to = made_of_pictures(arguments);
  return arguments.files.size() == 1 && to != nullptr && has_extension(arguments.output, *to) &&
         arguments.format.empty() && is_folder(arguments.files.front()) &&
         std::ranges::any_of(files_below(arguments.files.front()),
                             [](const std::string& path) { return path.ends_with(".png"); });
}

int convert_from_folder(const Arguments& arguments) {
  const std::string& folder = arguments.files.front();
  const std::string list = folder + (folder.ends_with('/') ? "" : "/") + "frames.json";
  const auto text = read_path(list);
  auto plan = text ? plan_of_list(folder, *text) : plan_of_names(arguments);
  if (!plan) return failed(text ? list : folder, plan.error());
  const auto canvas = canvas_of(arguments);
  if (!canvas) {
    print_error(canvas.error().message);
    return kUsage;
  }
  std::uint64_t pixels = 0;
  for (const auto& [id, path] : plan->files) {
    const auto bytes = read_path(path);
    if (!bytes) {
      print_error(bytes.error().message);
      return kSystem;
    }
    auto png = decode_png(*bytes);
    if (!png) return failed(path, png.error());
    pixels += std::uint64_t{png->width} * png->height;
    if (pixels > kMaxAnimationPixels) {
      return failed(path, refuse("the pictures are too large for one file").error());
    }
    StoredPicture& stored = plan->sequence.pictures.emplace_back();
    stored.id = id;
    stored.canvas_width = canvas->width;
    stored.canvas_height = canvas->height;
    stored.picture = {png->width, png->height, std::move(png->pixels)};
  }
  return deliver_sequence(plan->sequence, folder, *made_of_pictures(arguments), arguments.output,
                          arguments);
}

}  // namespace anmkit::cli
