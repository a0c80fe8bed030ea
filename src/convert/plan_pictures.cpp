// SPDX-License-Identifier: MIT
// Plans for images: the output's name or --to sets the kind.
#include "convert/plan_pictures.hpp"

#include <algorithm>

#include "convert/target.hpp"
#include "core/letters.hpp"
#include "core/paths.hpp"
#include "core/pictures.hpp"

namespace anmkit {
namespace {

std::unexpected<Error> usage(std::string message) {
  return fail(std::string(kUsageError), std::move(message));
}

// The format made from images that --to or the output's name means; null when neither means one.
const Format* made_of_pictures(const ConvertRequest& request) {
  for (const Family& family : families()) {
    for (const Format& format : family.formats) {
      if (format.from_pictures == nullptr) continue;
      const auto ends_so = [&](std::string_view extension) {
        // An animation becomes files that are named after it, in small letters.
        return format.takes == Format::Pictures::frames
                   ? request.output.ends_with(extension)
                   : equal_in_any_case(extension_of(request.output), extension);
      };
      const bool meant = request.to.empty() ? std::ranges::any_of(format.extensions, ends_so)
                                            : request.to == format.id;
      if (meant) return &format;
    }
  }
  return nullptr;
}

bool is_list(const Raw& raw) {
  return file_name(raw.path) == "frames.json";
}
bool is_picture(const Raw& raw) {
  constexpr std::string_view kMagics[] = {"\x89PNG", "GIF8", "RIFF", "\xFF\xD8\xFF"};
  const std::string_view text = as_text(raw.bytes);
  const std::string_view extension = extension_of(raw.path);
  return std::ranges::any_of(kMagics,
                             [&](std::string_view magic) { return text.starts_with(magic); }) ||
         (extension.size() > 1 && !image_kind(extension.substr(1)).empty());
}

// The inputs are images, perhaps with the list of their lengths.
Result<std::vector<Step>> from_pictures(std::span<const Opened> inputs, const Format& target,
                                        const ConvertRequest& request) {
  std::vector<const Raw*> pictures;
  const Raw* list = nullptr;
  for (const Opened& input : inputs) {
    const auto* raw = std::get_if<Raw>(&input);
    if (raw == nullptr) return std::vector<Step>{};
    if (is_list(*raw)) {
      list = raw;
    } else if (is_picture(*raw)) {
      pictures.push_back(raw);
    } else {
      return std::vector<Step>{};
    }
  }
  const std::string_view extension = target.extensions.front();
  std::vector<Step> steps;
  if (request.output.ends_with('/')) {
    for (const Opened& input : inputs) {
      const auto& raw = std::get<Raw>(input);
      if (is_list(raw)) continue;
      steps.push_back({step::FromPictures{{&raw}, nullptr, &target},
                       place_for(request, input, extension), raw.path});
    }
    return steps;
  }
  if (target.takes != Format::Pictures::frames) {
    if (list != nullptr) return usage("frames.json does not apply to " + std::string(target.id));
    if (target.takes == Format::Pictures::one && pictures.size() > 1) {
      return usage("a " + std::string(target.title) + " contains one image, found " +
                   std::to_string(pictures.size()) + "; one at a time, or -o FOLDER/");
    }
    const std::string first = pictures.front()->path;
    steps.push_back(
        {step::FromPictures{std::move(pictures), nullptr, &target}, request.output, first});
    return steps;
  }
  // Files of one folder are the frames of one animation; others would be several animations.
  const bool folder = std::ranges::all_of(pictures, [&](const Raw* one) {
    return one->name != one->path && folder_of(one->path) == folder_of(pictures.front()->path);
  });
  if ((pictures.size() > 1 && !folder && list == nullptr) || !request.output.ends_with(extension)) {
    return usage(
        "an animation of images becomes several files; one animation at a time to "
        "-o NAME" +
        std::string(extension) + ", or -o FOLDER/");
  }
  const Raw* about = list != nullptr ? list : pictures.empty() ? nullptr : pictures.front();
  if (about == nullptr) return steps;
  steps.push_back(
      {step::FromPictures{std::move(pictures), list, &target}, request.output, about->path});
  return steps;
}

// An image, an animation or a sprite sheet of one input.
Result<Step> to_picture(const Opened& input, std::string_view kind, std::string output) {
  const auto& parsed = std::get<Parsed>(input);
  const Abilities& can = parsed.format->abilities;
  if (can.pictures && kind != "png") {
    return usage(parsed.path +
                 " contains images without durations; name the script that shows them, or write a "
                 ".png or a FOLDER/");
  }
  if (can.pictures) return Step{step::Draw{&parsed, false}, std::move(output), parsed.path};
  if (can.play && !can.scene)
    return Step{step::Film{&parsed, kind}, std::move(output), parsed.path};
  return usage(parsed.path + ": a " + std::string(parsed.format->title) +
               " contains no images; export its model or animation with -o FILE.glb");
}

// Whether files of a format can be written otherwise than as images.
bool holds_more(const Format& format) {
  return std::ranges::any_of(families(), [&](const Family& family) {
    return std::ranges::find(family.conversions, format.id, &Conversion::from) !=
           family.conversions.end();
  });
}

// Every image inside an input.
Step draw_all(const Opened& input, const ConvertRequest& request) {
  const auto& parsed = std::get<Parsed>(input);
  std::string place = place_for(request, input, {});
  place.resize(place.size() - file_name(place).size());
  return {step::Draw{&parsed, true}, std::move(place), parsed.path};
}

// Each input as an image of one kind in the output folder. The files of a folder that show and
// hold nothing are bystanders, and so are the images that its scripts show.
Result<std::vector<Step>> to_folder(std::span<const Opened> inputs, std::string_view kind,
                                    const ConvertRequest& request) {
  const auto can = [](const Opened& input) { return std::get<Parsed>(input).format->abilities; };
  const bool scripts = std::ranges::any_of(
      inputs, [&](const Opened& one) { return can(one).play && !can(one).scene; });
  const bool holders =
      std::ranges::any_of(inputs, [&](const Opened& one) { return can(one).pictures; });
  std::vector<Step> steps;
  for (const Opened& input : inputs) {
    const bool named = name_of(input) == path_of(input);
    if (!named && can(input).pictures && scripts) continue;
    if (!named && !can(input).pictures && (holders || scripts) &&
        (!can(input).play || can(input).scene))
      continue;
    if (can(input).pictures && kind == "png") {
      steps.push_back(draw_all(input, request));
      continue;
    }
    auto step = to_picture(input, kind, place_for(request, input, "." + std::string(kind)));
    if (!step) return std::unexpected(std::move(step.error()));
    steps.push_back(std::move(*step));
  }
  return steps;
}

}  // namespace

bool takes_pictures(const ConvertRequest& request) {
  return made_of_pictures(request) != nullptr;
}

Result<std::vector<Step>> plan_pictures(std::span<const Opened> inputs,
                                        const ConvertRequest& request) {
  if (const Format* shows = made_of_pictures(request)) {
    auto steps = from_pictures(inputs, *shows, request);
    if (!steps || !steps->empty()) return steps;
  }
  const bool folder = request.output.ends_with('/');
  const std::string_view extension = extension_of(request.output);
  std::string_view kind = image_kind(request.to);
  if (request.to.empty() && !folder && !extension.empty()) kind = image_kind(extension.substr(1));
  const bool parsed = std::ranges::all_of(
      inputs, [](const Opened& input) { return std::holds_alternative<Parsed>(input); });
  if (!parsed || (kind.empty() && (!folder || !request.to.empty()))) return std::vector<Step>{};
  if (!folder && inputs.size() > 1) {
    return usage(
        "several files cannot become one image; -o FOLDER/ --to webp, or one file at a "
        "time");
  }
  if (!folder) {
    auto step = to_picture(inputs.front(), kind, request.output);
    if (!step) return std::unexpected(std::move(step.error()));
    return std::vector<Step>{std::move(*step)};
  }
  if (!kind.empty()) return to_folder(inputs, kind, request);
  // A folder alone takes the images of files that hold nothing else.
  std::vector<Step> steps;
  for (const Opened& input : inputs) {
    const Format& format = *std::get<Parsed>(input).format;
    if (!format.abilities.pictures || holds_more(format)) return std::vector<Step>{};
    steps.push_back(draw_all(input, request));
  }
  return steps;
}

}  // namespace anmkit
