// SPDX-License-Identifier: MIT
// Paths, folders and archives become opened files; folders are walked, archives looked into.
#include "cli/files/input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "cli/arguments/bounds.hpp"
#include "cli/files/archive.hpp"
#include "cli/files/encoding.hpp"
#include "cli/files/read_files.hpp"
#include "cli/platform/calls.hpp"
#include "cli/report.hpp"
#include "convert/option_effects.hpp"
#include "convert/project_files.hpp"
#include "convert/steps.hpp"
#include "core/counted.hpp"
#include "core/letters.hpp"
#include "core/paths.hpp"
#include "core/pictures.hpp"

namespace anmkit::cli {
namespace {

bool is_system(std::string_view code) {
  return code == kCannotRead || code == kCannotWrite;
}

// A ZIP archive represents the table of contents inside it; empty: it has none.
Result<std::string> zip_contents(const std::string& path) {
  const auto archive = open_archive(path);
  // One that cannot be read may be another file; one that is refused is named.
  if (!archive && archive.error().code != kCannotRead) return std::unexpected(archive.error());
  if (!archive) return std::string();
  const std::vector<std::string> names = (*archive)->names();
  for (const char* name : {"DataPackage.dat", "Project.dat", "Game/GamePackage.dat"}) {
    if (std::ranges::find(names, name) != names.end()) return path + "//" + name;
  }
  return std::string();
}

bool claimed(const std::string& path, const Arguments& arguments, ReadFiles* read = nullptr) {
  const auto found = detect({{}, path});  // by extension alone
  const bool of_format = std::ranges::any_of(found, [&](const Detection& detection) {
    return arguments.format.empty() || detection.format->id == arguments.format;
  });
  if (!of_format || !arguments.format.empty() || !has_common_extension(path)) return of_format;
  auto bytes = read_path(path);
  const bool holds = !bytes || confidence_of(*bytes, path) > 0;
  if (bytes && holds && read != nullptr) read->emplace(path, std::move(*bytes));
  return holds;
}

bool is_picture(const std::string& path) {
  const std::string extension = lowered(extension_of(path));
  return extension == ".jpg" || extension == ".jpeg" ||
         (!extension.empty() && !image_kind(std::string_view(extension).substr(1)).empty());
}

// Whether the name is that of a glTF or BVH file, and --format allows it.
bool may_be_scene(const std::string& path, std::string_view format) {
  const bool bvh = equal_in_any_case(extension_of(path), ".bvh");
  return has_gltf_extension(path) && (format.empty() || format == (bvh ? "bvh" : "gltf"));
}

// The name of a file inside the folder argument that it comes from; else as it was given.
std::string name_inside(const std::string& path, const Arguments& arguments) {
  for (const std::string& folder : arguments.files) {
    const std::string root = folder.ends_with('/') ? folder : folder + "/";
    // One slash after a name: in a folder; two: in an archive.
    const bool below = path.starts_with(root) && path.size() > root.size();
    if (below && (path[root.size()] != '/' || is_folder(folder))) return path.substr(root.size());
  }
  return path;
}

Raw unreadable(const std::string& path, Error error) {
  Raw raw{path, path, {}, nullptr, {}};
  raw.why.add(std::move(error));
  return raw;
}

}  // namespace

std::vector<std::string> expand_inputs(const Arguments& arguments, bool every_file,
                                       ReadFiles* read) {
  std::vector<std::string> paths;
  for (const std::string& path : arguments.files) {
    if (!is_folder(path)) {
      paths.push_back(path);
      continue;
    }
    const std::size_t before = paths.size();
    std::vector<std::string> gltf;
    // Too many of them are reported when the folder is opened.
    const auto files = list_files(path, Limit::folder_files);
    for (const std::string& file : files ? *files : std::vector<std::string>{}) {
      if (every_file || claimed(file, arguments, read))
        paths.push_back(file);
      else if (may_be_scene(file, arguments.format))
        gltf.push_back(file);
    }
    // glTF files next to others are what was made from those.
    const bool alone = arguments.verb == "convert" && paths.size() == before;
    if (arguments.verb == "check" || alone) {
      paths.insert(paths.end(), gltf.begin(), gltf.end());
    } else if (arguments.verb == "convert" && !gltf.empty()) {
      print_note(fmt::format("{}: {} not converted; name {} as input", shown(path),
                             counted(gltf.size(), "glTF or BVH file is", "glTF or BVH files are"),
                             gltf.size() == 1 ? "it" : "them"));
    }
    // Left in as it is, the folder gets its own message.
    if (paths.size() == before) paths.push_back(path);
  }
  return paths;
}

std::vector<std::string> named_files_of(const Arguments& arguments) {
  std::vector<std::string> paths = arguments.files;
  paths.insert(paths.end(), arguments.with.begin(), arguments.with.end());
  for (const std::string& path : {arguments.convert.map, arguments.convert.pose}) {
    if (!path.empty()) paths.push_back(path);
  }
  for (const Family& family : families()) {
    if (family.option_files == nullptr) continue;
    const auto more = family.option_files(arguments.options);
    paths.insert(paths.end(), more.begin(), more.end());
  }
  return paths;
}

Arguments with_each_input_once(const Arguments& given) {
  std::vector<std::string> places;
  for (const std::string& path : given.files) {
    const std::filesystem::path place = sys::path_of(path).lexically_normal();
    places.push_back(sys::text_of(place.has_filename() ? place : place.parent_path()));
  }
  Arguments once = given;
  once.files.clear();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto last = places.begin() + static_cast<std::ptrdiff_t>(i);
    const bool again = std::find(places.begin(), last, places[i]) != last;
    const auto contains = [&](const std::string& folder) {
      const bool here = folder == "." && places[i] != "." && !places[i].starts_with('/') &&
                        !places[i].starts_with("..");
      return here || (places[i].starts_with(folder + "/") && is_folder(folder));
    };
    if (!again && std::ranges::none_of(places, contains)) {
      once.files.push_back(given.files[i]);
      continue;
    }
    print_diagnostic(
        given.files[i],
        {Severity::warning,
         "anmkit.TWICE",
         {},
         {},
         again ? "this input is named twice, and is taken once"
               : "this input is in a folder that is named as well, and is taken once"});
  }
  return once;
}

Opened open_input(const std::string& path, const Arguments& arguments, ReadFiles* read) {
  note_read_file(path);
  auto known = read == nullptr ? ReadFiles::node_type() : read->extract(path);
  auto bytes = known ? Result<Bytes>(std::move(known.mapped())) : read_path(path);
  if (!bytes && is_folder(path)) {
    if (auto files = list_files(path, Limit::folder_files); !files)
      return unreadable(path, std::move(files.error()));
    return unreadable(path, {Severity::error,
                             std::string(kCannotRead),
                             {},
                             {},
                             "a folder without any file of a known format"});
  }
  std::string opened = path;
  if (bytes && is_zip(*bytes)) {
    auto inside = zip_contents(path);
    if (!inside) return unreadable(path, std::move(inside.error()));
    if (!inside->empty()) {
      opened = *inside;
      bytes = read_path(opened);
    }
  }
  if (!bytes) return unreadable(opened, std::move(bytes.error()));
  const StorageBelow storage(opened);
  Opened file = open(std::move(*bytes), opened,
                     {.options = arguments.options,
                      .format = arguments.format,
                      .offset = arguments.offset,
                      .name = name_inside(opened, arguments),
                      .around = &storage});
  if (const auto* gltf = std::get_if<GltfInput>(&file)) {
    for (const auto& [name, own] : gltf->beside)
      note_read_file(std::string(folder_of(opened)) + name);
  }
  // Of several files each option may be another one's.
  // Options of a conversion from glTF are the target's.
  const auto* parsed = std::get_if<Parsed>(&file);
  const bool scene = std::holds_alternative<GltfInput>(file) && arguments.verb != "convert";
  if ((parsed != nullptr || scene) && arguments.files.size() == 1 &&
      arguments.files.front() == path) {
    std::vector<const Format*> formats;
    if (parsed != nullptr) formats.push_back(parsed->format);
    if (auto meant = check_input_options(arguments.options, formats, arguments.verb); !meant)
      return unreadable(opened, std::move(meant.error()));
  }
  return file;
}

int status_of(const Raw& raw) {
  const Diagnostic* error = raw.why.first_error();
  if (error == nullptr) return kBad;
  return is_system(error->code) ? kSystem : status_for(*error);
}

void explain(const Raw& raw) {
  print_diagnostics(raw.path, raw.why);
  const Diagnostic* error = raw.why.first_error();
  if (error != nullptr && error->code == "anmkit.UNKNOWN-FORMAT") {
    print_note(raw.bytes.empty()
                   ? "  get the file again from its source"
                   : "  name its format with --format ID; `anmkit formats` lists the ids");
  }
}

const Parsed* parsed_or_explain(const Opened& opened, int& status) {
  if (const auto* parsed = std::get_if<Parsed>(&opened)) return parsed;
  if (const auto* raw = std::get_if<Raw>(&opened)) {
    explain(*raw);
    status = std::max(status, status_of(*raw));
  } else {
    print_error(fmt::format("{} is a {} file, which this command does not accept", path_of(opened),
                            format_id_of(opened) == "bvh" ? "BVH" : "glTF"),
                "convert it to another format with anmkit convert");
    status = std::max(status, kUsage);
  }
  return nullptr;
}

std::vector<Companion> companions_for(const Parsed& file, Surroundings& surroundings) {
  CompanionPool& pool = surroundings.pool();
  if (!file.document->samples_with_found_companions()) return pool.given();
  std::vector<Companion> companions = pool.of(file).companions;
  if (!file.format->linked) return companions;
  // Sources that define its names; a model is only used if it is named.
  const std::vector<Companion> given = pool.given();
  std::erase_if(companions, [&](const Companion& one) {
    const bool source = one.document != nullptr && one.document->format() == file.format->id;
    return !source && std::ranges::find(given, one.path, &Companion::path) == given.end();
  });
  return companions;
}

// The files of a folder that have a format, and images: a big folder has much else.
Result<void> Surroundings::name_all(const std::string& folder, const Arguments& arguments) {
  const auto files = list_files(folder, Limit::folder_files);
  if (!files) return std::unexpected(files.error());
  Arguments any = arguments;
  any.format.clear();
  const std::uint64_t limit = most(Limit::with_files);
  std::uint64_t count = 0;
  for (const std::string& file : *files) {
    if (!is_picture(file) && !claimed(file, any)) continue;
    if (++count > limit)
      return std::unexpected(
          over_limit(Limit::with_files, limit, "the folder has more files that may belong here"));
    // In a folder, a file that is not a companion is not an error.
    if (!pool_.name(file)) continue;
  }
  return {};
}

Surroundings::Surroundings(const Arguments& arguments) : pool_(storage_) {
  constexpr std::array kNumbers = {"check", "map", "play", "sample"};
  shows_images_ = std::ranges::find(kNumbers, arguments.verb) == kNumbers.end();
  for (const std::string& path : arguments.with) {
    if (is_folder(path)) {
      if (const auto named = name_all(path, arguments); !named) {
        print_diagnostic(path, named.error());
        status_ = std::max(status_, kBad);
      }
      continue;
    }
    if (const auto named = pool_.name(path); !named) {
      print_diagnostic(path, named.error());
      status_ = std::max(status_, is_system(named.error().code) ? kSystem : kBad);
    } else {
      single_.push_back(path);
    }
  }
}

void Surroundings::tell_unused() const {
  std::vector<std::string> unused = pool_.unused();
  for (const Companion& one : pool_.given()) {
    const bool image = one.document == nullptr && anmkit::is_picture(one.bytes);
    if (!shows_images_ && image && std::ranges::find(unused, one.path) == unused.end())
      unused.push_back(one.path);
  }
  std::string names;
  for (const std::string& path : unused) {
    if (std::ranges::find(single_, path) != single_.end())
      names += (names.empty() ? "" : ", ") + shown(path);
  }
  if (names.empty()) return;
  print_diagnostic("--with", {Severity::warning,
                              "anmkit.UNUSED",
                              {},
                              {},
                              "not used: " + names + "; no input is shown with it"});
}

Arguments with_motions_as_inputs(const Arguments& arguments) {
  const auto is_plain = [](const std::string& path) { return path != "-" && !is_folder(path); };
  if (arguments.with.empty() || !std::ranges::all_of(arguments.files, is_plain)) return arguments;
  const auto moves = [](const Parsed& file) {
    return file.format->abilities.animation && !file.document->info().clips.empty();
  };
  Arguments turned = arguments;
  turned.files.clear();
  turned.with = arguments.files;
  std::string_view family;
  for (const std::string& path : arguments.with) {
    const Opened file = is_plain(path) ? open_input(path, turned) : Opened(Raw{});
    const auto* parsed = std::get_if<Parsed>(&file);
    const bool motion = parsed != nullptr && moves(*parsed);
    if (motion) family = parsed->format->family;
    (motion ? turned.files : turned.with).push_back(path);
  }
  const auto is_model = [&](const std::string& path) {
    const Opened file = open_input(path, arguments);
    const auto* parsed = std::get_if<Parsed>(&file);
    return parsed != nullptr && parsed->format->family == family &&
           parsed->format->abilities.scene && !moves(*parsed);
  };
  const bool turns = !turned.files.empty() && std::ranges::all_of(arguments.files, is_model);
  return turns ? turned : arguments;
}

}  // namespace anmkit::cli
