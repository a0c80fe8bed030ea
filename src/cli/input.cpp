#include "cli/input.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/archive.hpp"
#include "cli/gltf_input.hpp"
#include "cli/report.hpp"
#include "cli/storage.hpp"

namespace anmkit::cli {
namespace {

bool is_system(std::string_view code) {
  return code == kCannotRead || code == kCannotWrite;
}

void set_failure(Opened& opened, Error error) {
  opened.status = is_system(error.code) ? kSystem : kBad;
  opened.diagnostics.add(std::move(error));
}

// A ZIP archive stands for the table of contents inside it.
std::string zip_contents(const std::string& path) {
  for (const char* name : {"DataPackage.dat", "Project.dat", "Game/GamePackage.dat"}) {
    const std::string inside = path + "//" + name;
    if (read_path(inside)) return inside;
  }
  return {};
}

// The files that options name beside the input.
struct OptionFiles {
  std::vector<Bytes> contents;
  std::vector<Companion> companions;

  Result<void> read(const Format& format, const std::string& input, const Options& options) {
    const auto family = std::ranges::find(families(), format.family, &Family::id);
    if (family == families().end() || family->option_files == nullptr) return {};
    for (const std::string& path : family->option_files(options)) {
      if (path == input) continue;
      auto bytes = read_path(path);
      if (!bytes) return std::unexpected(std::move(bytes.error()));
      // Moving the list does not move what the contents hold.
      contents.push_back(std::move(*bytes));
      companions.push_back({path, contents.back(), nullptr});
    }
    return {};
  }
};

bool claimed(const std::string& path, const Arguments& arguments) {
  const auto found = detect({{}, path});  // by extension alone
  for (const Detection& detection : found) {
    if (arguments.format.empty() || detection.format->id == arguments.format) return true;
  }
  return false;
}

void cut(Opened& opened, std::uint64_t offset) {
  opened.bytes.erase(opened.bytes.begin(),
                     opened.bytes.begin() + static_cast<std::ptrdiff_t>(offset));
}

// A file of a known format inside an unpacked archive. The bytes before it are dropped.
const Format* find_inside(Opened& opened, const Arguments& arguments) {
  for (const Family& family : families()) {
    for (const Format& format : family.formats) {
      if (format.find_inside == nullptr) continue;
      if (!arguments.format.empty() && format.id != arguments.format) continue;
      const std::vector<std::uint64_t> found = format.find_inside(opened.bytes);
      if (found.empty()) continue;
      std::string others;
      for (std::size_t i = 1; i < found.size(); ++i)
        others += fmt::format("{} {}", i == 1 ? "; more at" : ",", arguments.offset + found[i]);
      opened.diagnostics.add(
          Severity::info, "anmkit.INSIDE",
          fmt::format("{} found at byte {}{}; --offset N chooses, other offsets count from there",
                      format.id, arguments.offset + found.front(), others));
      cut(opened, found.front());
      return &format;
    }
  }
  return nullptr;
}

// By --format, by content and name, or by a search inside what is no file of a known format.
Result<const Format*> format_of(Opened& opened, const Arguments& arguments) {
  const Source source{opened.bytes, opened.path};
  const Format* named = arguments.format.empty() ? nullptr : find_format(arguments.format);
  auto detected = named != nullptr ? Result<const Format*>(named) : detect_one(source);
  const bool by_content = detected && (*detected)->detect(opened.bytes) > 0;
  if (by_content || is_gltf(opened.bytes)) return detected;
  if (const Format* inside = find_inside(opened, arguments)) return inside;
  return detected;
}

}  // namespace

std::vector<std::string> expand_inputs(const Arguments& arguments, bool every_file) {
  std::vector<std::string> paths;
  for (const std::string& path : arguments.files) {
    if (!is_folder(path)) {
      paths.push_back(path);
      continue;
    }
    const std::size_t before = paths.size();
    for (const std::string& file : files_below(path)) {
      if (every_file || claimed(file, arguments)) paths.push_back(file);
    }
    // Left in as it is, the folder gets its own message.
    if (paths.size() == before) paths.push_back(path);
  }
  return paths;
}

std::string name_inside(const std::string& path, const Arguments& arguments) {
  for (const std::string& folder : arguments.files) {
    const std::string root = folder.ends_with('/') ? folder : folder + "/";
    if (path.starts_with(root) && is_folder(folder)) return path.substr(root.size());
  }
  return path;
}

std::string subfolder_of(const std::string& path, const Arguments& arguments) {
  const std::string inside = name_inside(path, arguments);
  if (inside.size() == path.size()) return {};
  return inside.substr(0, inside.find_last_of('/') + 1);
}

Opened open_input(const std::string& path, const Arguments& arguments) {
  Opened opened;
  opened.path = path;
  auto bytes = read_path(path);
  if (!bytes && is_folder(path)) {
    set_failure(opened, Error{Severity::error,
                              std::string(kCannotRead),
                              {},
                              {},
                              "a folder without any file of a known format"});
    return opened;
  }
  if (bytes && is_zip(*bytes)) {
    const std::string inside = zip_contents(path);
    if (!inside.empty()) {
      opened.path = inside;
      bytes = read_path(inside);
    }
  }
  if (!bytes) {
    set_failure(opened, std::move(bytes.error()));
    return opened;
  }
  opened.bytes = std::move(*bytes);
  if (arguments.offset > opened.bytes.size()) {
    set_failure(opened, Error{Severity::error,
                              std::string(kBadOption),
                              opened.bytes.size(),
                              {},
                              fmt::format("--offset {} is beyond the end of the file, {} bytes",
                                          arguments.offset, opened.bytes.size())});
    return opened;
  }
  cut(opened, arguments.offset);
  const auto format = format_of(opened, arguments);
  if (!format) {
    set_failure(opened, format.error());
    return opened;
  }
  opened.format = *format;
  Source source{opened.bytes, opened.path};
  OptionFiles files;
  if (auto good = files.read(*opened.format, path, arguments.options); !good) {
    set_failure(opened, std::move(good.error()));
    return opened;
  }
  source.files = files.companions;
  opened.document = opened.format->parse(source, arguments.options, opened.diagnostics);
  if (!opened.document) opened.status = kBad;
  return opened;
}

LinkedFiles::LinkedFiles(std::span<const Opened> inputs) {
  for (const Opened& input : inputs) {
    if (!input.document || !input.format->linked) continue;
    const std::string folder = input.path.substr(0, input.path.find_last_of('/') + 1);
    folders_[folder].push_back({input.path, input.bytes, input.document.get()});
  }
}

Companions LinkedFiles::beside(const Opened& input) const {
  if (!input.document || !input.format->linked) return {};
  const auto found = folders_.find(input.path.substr(0, input.path.find_last_of('/') + 1));
  return found == folders_.end() ? Companions() : Companions(found->second);
}

CompanionSet::CompanionSet(const Arguments& arguments) {
  for (const std::string& path : arguments.with) {
    if (!is_folder(path)) {
      add(path, true);
      continue;
    }
    for (const std::string& file : files_below(path))
      add(file, false);
  }
}

bool CompanionSet::add(const std::string& path, bool must_exist) {
  auto file = std::make_unique<Opened>();
  file->path = path;
  auto bytes = read_path(path);
  if (!bytes) {
    if (must_exist) {
      print_error(bytes.error().message);
      status_ = kSystem;
    }
    return false;
  }
  file->bytes = std::move(*bytes);
  const Source source{file->bytes, file->path};
  // A companion that no format knows may still be a picture.
  if (const auto format = detect_one(source)) {
    file->document = (*format)->parse(source, {}, file->diagnostics);
    if (!file->document) {
      if (must_exist) {
        print_diagnostics(path, file->diagnostics);
        status_ = std::max(status_, kBad);
      }
      return false;
    }
  }
  companions_.push_back({file->path, file->bytes, file->document.get()});
  files_.push_back(std::move(file));
  return true;
}

void CompanionSet::lend(const Opened& opened) {
  companions_.push_back({opened.path, opened.bytes, opened.document.get()});
}

void CompanionSet::lend(Companions others) {
  companions_.insert(companions_.end(), others.begin(), others.end());
}

void CompanionSet::find(const Opened& opened) {
  if (!companions_.empty() || opened.path == "-") return;
  const Storage storage;
  for (const std::string& path : opened.document->find_companions(opened.path, storage)) {
    if (!add(path, false)) continue;
    found_.push_back(path);
    // A model may need a companion in turn (its texture).
    const Opened& model = *files_.back();
    if (!model.document) continue;
    for (const std::string& next : model.document->find_companions(model.path, storage)) {
      if (add(next, false)) found_.push_back(next);
    }
    break;
  }
}

void explain(const Opened& opened) {
  print_diagnostics(opened.path, opened.diagnostics);
  const Diagnostic* error = opened.diagnostics.first_error();
  if (error != nullptr && error->code == "anmkit.UNKNOWN-FORMAT") {
    print_note("  say what it is with --format ID; `anmkit formats` lists the ids");
  }
}

}  // namespace anmkit::cli
