// SPDX-License-Identifier: MIT
// Documents that hold or show pictures become PNG, APNG, GIF and WebP files.
#include "cli/convert_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "cli/output.hpp"
#include "cli/report.hpp"
#include "convert/playback_pictures.hpp"
#include "core/paths.hpp"
#include "pictures/png.hpp"

namespace anmkit::cli {
namespace {

// Random scripts have no length of their own.
constexpr std::int64_t kUndecidedTicks = 600;

int failed(const std::string& path, const Error& error) {
  print_diagnostic(path, error);
  return error.code == kUnsupported || error.code == kBadOption ? kUsage : kBad;
}

Result<Bytes> encode(const Picture& picture) {
  return encode_png(picture.pixels, picture.width, picture.height);
}

Result<std::optional<std::array<std::uint8_t, 3>>> background_of(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto bytes = text.size() == 6 ? from_hex(text) : std::nullopt;
  if (!bytes) {
    return fail(std::string(kBadOption),
                fmt::format("--background wants RRGGBB, found '{}'", text));
  }
  std::array<std::uint8_t, 3> colour{};
  std::ranges::transform(*bytes, colour.begin(), [](std::byte b) { return std::uint8_t(b); });
  return colour;
}

// What part of the animation is written, and how it goes on.
struct Span {
  std::int64_t intro = 0;
  std::int64_t end = 0;
  bool loops = false;
};
Span span_of(const Parsed& input, const Arguments& arguments) {
  const DocumentInfo info = input.document->info();
  Span span;
  if (arguments.length) {
    span.end = static_cast<std::int64_t>(std::min(*arguments.length, 1e8));
  } else if (info.clips.empty() || info.clips.front().frames <= 0) {
    span.end = kUndecidedTicks;
    print_note(fmt::format("{}: no length is known, the first {} ticks are shown; --length chooses",
                           input.path, span.end));
  } else {
    span.end = static_cast<std::int64_t>(info.clips.front().frames);
    span.loops = info.clips.front().loop;
    span.intro = static_cast<std::int64_t>(info.clips.front().loop_start);
  }
  return span;
}

// The extensions of picture files in a format's family, for messages.
std::string picture_endings(const Format& format) {
  std::vector<std::string_view> endings;
  for (const Family& family : families()) {
    if (family.id != format.family) continue;
    for (const Format& one : family.formats) {
      if (one.abilities.pictures) endings.push_back(one.extensions.front());
    }
  }
  return fmt::format("{}", fmt::join(endings, " or "));
}

Result<std::vector<StoredPicture>> pictures_beside(const Parsed& input, Companions companions) {
  for (const Companion& companion : companions) {
    if (companion.document == nullptr) continue;
    auto pictures = companion.document->pictures();
    if (pictures || pictures.error().code != kUnsupported) return pictures;
  }
  return fail(std::string(kUnsupported),
              fmt::format("the pictures of this {} are missing; name their file ({}) with --with",
                          input.format->title, picture_endings(*input.format)));
}

int write_sheet(const PictureAnimation& animation, const Span& span, const Arguments& arguments) {
  std::optional<std::size_t> loop_start;
  if (span.loops) {
    std::int64_t tick = 0;
    std::size_t frame = 0;
    for (; tick < span.intro && frame < animation.frames.size(); ++frame)
      tick += animation.frames[frame].ticks;
    loop_start = frame;
  }
  const std::string& path = arguments.output;
  const auto sheet = make_sheet(animation, std::string(file_name(path)), loop_start);
  if (!sheet) return failed(path, sheet.error());
  const auto png = encode(sheet->picture);
  if (!png) return failed(path, png.error());
  const int status = deliver(path, *png, arguments);
  if (status != kGood || path == "-") return status;
  return deliver(std::string(without_extension(path)) + ".json", as_bytes(sheet->atlas), arguments);
}

// "webp" and so on, as --to or the output's name says.
std::string_view kind_of(const Arguments& arguments) {
  if (!arguments.to.empty()) return arguments.to;
  const std::string_view extension = extension_of(arguments.output);
  return extension.empty() ? extension : extension.substr(1);
}

int write_animation(const PictureAnimation& animation, const Arguments& arguments) {
  const std::string& path = arguments.output;
  const std::string_view kind = kind_of(arguments);
  const auto bytes = kind == "gif"    ? encode_gif(animation)
                     : kind == "webp" ? encode_webp(animation)
                                      : encode_apng(animation);
  if (!bytes) return failed(path, bytes.error());
  return deliver(path, *bytes, arguments);
}

// The two parts of a script that loops after an introduction meet at a frame of their own, so that
// an atlas can name it.
Result<PictureAnimation> show_parts(const ImagePlayback& playback,
                                    std::span<const StoredPicture> pictures, const Span& span,
                                    ScreenOptions options, bool sheet,
                                    std::vector<std::int64_t>& missing) {
  options.first_tick = span.intro;
  options.last_tick = span.end;
  auto body = show(playback, pictures, options, missing);
  if (!body || !sheet || span.intro == 0) return body;
  options.first_tick = 0;
  options.last_tick = span.intro;
  auto whole = show(playback, pictures, options, missing);
  if (whole) std::ranges::move(body->frames, std::back_inserter(whole->frames));
  return whole;
}

int convert_script(const Parsed& input, CompanionPool& pool, const Arguments& arguments) {
  const std::vector<Companion> companions = pool.of(input).companions;
  const auto background = background_of(arguments.background);
  if (!background) return failed(input.path, background.error());
  const auto canvas = canvas_of(arguments);
  if (!canvas) return failed(input.path, canvas.error());
  const auto pictures = pictures_beside(input, companions);
  if (!pictures) return failed(input.path, pictures.error());
  const Span span = span_of(input, arguments);
  if (span.end < 1)
    return failed(
        input.path,
        Error{Severity::error, std::string(kBadOption), {}, {}, "there is no tick to show"});
  const auto playback =
      input.document->play({arguments.clip, span.end + 1}, {companions, arguments.options});
  if (!playback) return failed(input.path, playback.error());
  const auto* images = std::get_if<ImagePlayback>(&*playback);
  if (images == nullptr) {
    return failed(input.path, Error{Severity::error,
                                    std::string(kUnsupported),
                                    {},
                                    {},
                                    "the file moves nodes and shows no pictures"});
  }
  ScreenOptions options;
  options.background = *background;
  options.width = canvas->width;
  options.height = canvas->height;
  std::vector<std::int64_t> missing;
  const bool sheet = kind_of(arguments) == "png";
  auto animation = show_parts(*images, *pictures, span, options, sheet, missing);
  if (!animation) return failed(input.path, animation.error());
  if (!missing.empty()) {
    std::vector<std::uint32_t> ids;
    for (const StoredPicture& one : *pictures)
      ids.push_back(one.id);
    print_error(fmt::format("{} shows the image {}, which is not among its pictures (ids: {})",
                            input.path, fmt::join(missing, ", "), fmt::join(ids, ", ")));
    return kBad;
  }
  animation->loops = span.loops ? 0 : 1;
  if (sheet) return write_sheet(*animation, span, arguments);
  if (span.intro > 0) {
    print_note(
        fmt::format("{}: the loop is written, without the {} ticks before it; --length {} "
                    "writes both once",
                    input.path, span.intro, span.end));
  }
  return write_animation(*animation, arguments);
}

// The picture that --picture names, or the only one; null when that was said to be wrong.
const StoredPicture* choose(std::span<const StoredPicture> pictures, const Parsed& input,
                            const Arguments& arguments) {
  const bool recolored = std::ranges::all_of(
      pictures.subspan(std::min<std::size_t>(1, pictures.size())), &StoredPicture::recolored);
  if (arguments.options.has("picture")) {
    const double id = arguments.options.number("picture", -1);
    for (const StoredPicture& one : pictures)
      if (one.id == id) return &one;
    std::vector<std::uint32_t> ids;
    for (const StoredPicture& one : pictures)
      ids.push_back(one.id);
    if (ids.size() > 20) ids.resize(20);
    print_error(
        fmt::format("{} has no picture '{}'", input.path, arguments.options.text("picture")),
        fmt::format("--picture {}{}", fmt::join(ids, "|"),
                    ids.size() < pictures.size() ? "|..." : ""));
    return nullptr;
  }
  if (pictures.empty() || (pictures.size() > 1 && !recolored)) {
    print_error(fmt::format("{} holds {} pictures", input.path, pictures.size()),
                "name a folder for them: -o FOLDER/, or choose one: --picture N");
    return nullptr;
  }
  if (pictures.size() > 1) {
    print_note(
        fmt::format("{}: the first of {} palettes; --picture N chooses, -o FOLDER/ writes all",
                    input.path, pictures.size()));
  }
  return &pictures.front();
}

// One input as a picture, an animation or a sprite sheet.
int convert_to_picture(const Parsed& input, CompanionPool& pool, const Arguments& arguments) {
  const auto pictures = input.document->pictures();
  if (!pictures && pictures.error().code == kUnsupported) {
    if (input.format->abilities.play) return convert_script(input, pool, arguments);
    print_error(fmt::format("{}: a {} holds no pictures", input.path, input.format->title),
                "its textures come with -o FILE.glb");
    return kUsage;
  }
  if (!pictures) return failed(input.path, pictures.error());
  if (kind_of(arguments) != "png") {
    print_error(fmt::format("{} holds pictures without durations", input.path),
                "name the script that shows them, or write a .png or a FOLDER/");
    return kUsage;
  }
  const StoredPicture* chosen = choose(*pictures, input, arguments);
  if (chosen == nullptr) return kUsage;
  const auto png = encode(chosen->picture);
  if (!png) return failed(input.path, png.error());
  return deliver(arguments.output, *png, arguments);
}

// Where the output of an input goes below the output folder, without an extension.
std::string place_for(const Parsed& input, const Arguments& arguments) {
  std::string place = arguments.output;
  if (input.name != input.path) place += folder_of(input.name);
  return place += stem_of(input.path);
}

// Every picture inside an input as a PNG in the output folder. Empty when it has none.
std::optional<int> convert_to_folder(const Parsed& input, const Arguments& arguments) {
  const auto pictures = input.document->pictures();
  if (!pictures && pictures.error().code == kUnsupported) return std::nullopt;
  if (!pictures) return failed(input.path, pictures.error());
  int status = kGood;
  for (const StoredPicture& one : *pictures) {
    const auto png = encode(one.picture);
    if (!png) return failed(input.path, png.error());
    const std::string path = fmt::format("{}_{:04}.png", place_for(input, arguments), one.id);
    status = std::max(status, deliver(path, *png, arguments));
  }
  return status;
}

using ParsedInputs = std::vector<const Parsed*>;

// Each input as a picture of the kind that --to names, in the output folder.
int convert_all(const ParsedInputs& inputs, CompanionPool& pool, const Arguments& arguments) {
  const auto plays = [](const Parsed* input) { return input->format->abilities.play; };
  const bool scripts = std::ranges::any_of(inputs, plays);
  std::set<std::string> places;
  for (const Parsed* input : inputs) {
    if (!plays(input) || places.insert(place_for(*input, arguments)).second) continue;
    print_error(fmt::format("{}.{} would be written from more than one input",
                            place_for(*input, arguments), arguments.to),
                "convert them to separate folders");
    return kUsage;
  }
  int status = kGood;
  for (const Parsed* input : inputs) {
    Arguments one = arguments;
    one.output = place_for(*input, arguments) + "." + arguments.to;
    // The picture files that lie in a folder of scripts are there to be shown by them.
    const bool named = std::ranges::find(arguments.files, input->path) != arguments.files.end();
    if (!plays(input) && scripts && !named) continue;
    std::optional<int> done;
    if (!plays(input) && arguments.to == "png") done = convert_to_folder(*input, arguments);
    status = std::max(status, done ? *done : convert_to_picture(*input, pool, one));
  }
  return status;
}

}  // namespace

bool names_picture(const std::string& path) {
  return std::ranges::any_of(std::array{".png", ".apng", ".gif", ".webp"},
                             [&](const char* end) { return path.ends_with(end); });
}

std::optional<int> convert_pictures(const std::vector<Opened>& inputs, CompanionPool& pool,
                                    const Arguments& arguments) {
  const bool folder = arguments.output.ends_with('/');
  const bool kind = names_picture("." + arguments.to);
  if (!kind && (!arguments.to.empty() || !(folder || names_picture(arguments.output)))) {
    return std::nullopt;
  }
  ParsedInputs parsed;
  for (const Opened& input : inputs) {
    const auto* one = std::get_if<Parsed>(&input);
    if (one == nullptr) return std::nullopt;
    parsed.push_back(one);
  }
  // A folder takes what archives hold, not pictures of it.
  const auto is_archive = [](const Parsed* one) { return !one->document->entries().empty(); };
  if (folder && !kind && std::ranges::all_of(parsed, is_archive)) return std::nullopt;
  if (!folder && parsed.size() > 1) {
    print_error("several files cannot become one picture",
                "-o FOLDER/ --to webp, or one file at a time");
    return kUsage;
  }
  if (kind && folder) return convert_all(parsed, pool, arguments);
  if (!folder) return convert_to_picture(*parsed.front(), pool, arguments);
  int status = kGood;
  for (const Parsed* input : parsed) {
    const auto done = convert_to_folder(*input, arguments);
    if (!done && input == parsed.front()) return std::nullopt;
    if (!done) print_error(fmt::format("{} holds no pictures", input->path));
    status = std::max(status, done.value_or(kUsage));
  }
  return status;
}

}  // namespace anmkit::cli
