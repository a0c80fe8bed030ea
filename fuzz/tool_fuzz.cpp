// SPDX-License-Identifier: MIT
// The tool itself, run in this process: bytes are a verb, its options and a folder of files. Never
// a crash; the status is one of those that are documented; inputs stay what they are and nothing
// appears next to the output; JSON is whole; success means that the output is there.
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "cli/arguments/definitions.hpp"
#include "core/json.hpp"
#include "feed.hpp"
#include "quiet.hpp"
#include "roundtrip.hpp"

namespace {

using namespace anmkit;
using fuzz::Feed;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

const fs::path& home() {
  static const fuzz::Home kHome("tool");
  return kHome.path();
}

struct Folder {
  fs::path path;
  std::map<std::string, Bytes> files;
};

std::vector<std::string> extensions() {
  std::vector<std::string> all = {".glb", ".gltf", ".json", ".zip", ".cspack", ".png", ""};
  for (const Family& family : families()) {
    for (const Format& format : family.formats) {
      for (const std::string_view extension : format.extensions)
        all.emplace_back(extension);
    }
  }
  return all;
}

Bytes bytes_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

// A new folder each time: the tool keeps an archive that it opened, by its path.
Folder make_folder(Feed& feed) {
  static const std::vector<std::string> kExtensions = extensions();
  static std::uint64_t number = 0;
  Folder folder{home() / std::to_string(number++), {}};
  fs::create_directories(folder.path / "sub");
  while (!feed.empty() && folder.files.size() < 4) {
    const std::uint8_t kind = feed.byte();
    const std::string& extension = kExtensions[kind % kExtensions.size()];
    const std::string stem(1, static_cast<char>('a' + folder.files.size() % 2));
    const std::string name = (feed.byte() % 8 == 7 ? "sub/" : "") + stem + extension;
    const Bytes bytes = feed.part();
    std::ofstream out(folder.path / name, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
    folder.files[name] = bytes;
  }
  return folder;
}

std::string one_of(std::string_view choices, std::uint8_t which) {
  std::vector<std::string_view> all;
  for (std::size_t at = 0; at <= choices.size();) {
    const std::size_t end = std::min(choices.find('|', at), choices.size());
    all.push_back(choices.substr(at, end - at));
    at = end + 1;
  }
  return std::string(all[which % all.size()]);
}

std::string id_of(std::uint8_t which) {
  std::vector<std::string_view> ids = {"gltf", "webp", "gif", "apng", "png", "nothing"};
  for (const Family& family : families()) {
    for (const Format& format : family.formats)
      ids.push_back(format.id);
  }
  return std::string(ids[which % ids.size()]);
}

// A value as the option's help calls it; now and then one that cannot be.
std::string value_of(const cli::OptionDefinition& option, const Folder& folder, Feed& feed) {
  constexpr std::array<std::string_view, 12> kValues = {
      "0", "1", "-1", "0.5", "7", "1e9", "nan", "2..5", "64x48", "30,15", "ff8000", "x"};
  const std::uint8_t which = feed.byte();
  const bool writes = option.name == "report" || option.name == "html";
  if (writes) return (folder.path / "out" / std::string(option.name)).string();
  if (!option.choices.empty()) return one_of(option.choices, which);
  if (option.value == "ID") return id_of(which);
  if (option.value.find("FILE") != std::string_view::npos) {
    auto file = folder.files.begin();
    if (file == folder.files.end()) return folder.path.string();
    std::advance(file, which % folder.files.size());
    return which >= 224 ? folder.path.string() : (folder.path / file->first).string();
  }
  return std::string(kValues[which % kValues.size()]);
}

bool is_left_out(std::string_view verb) {
  return verb == "view";  // which serves until somebody stops it
}

const std::vector<const cli::VerbDefinition*>& verbs() {
  static const std::vector<const cli::VerbDefinition*> kVerbs = [] {
    std::vector<const cli::VerbDefinition*> all;
    for (const cli::VerbDefinition& verb : cli::verb_definitions()) {
      if (!is_left_out(verb.name)) all.push_back(&verb);
    }
    return all;
  }();
  return kVerbs;
}

std::string output_name(const Folder& folder, Feed& feed) {
  constexpr std::array<std::string_view, 16> kOutputs = {
      "",     ".glb", ".gltf", ".json",  ".png",         ".gif", ".webp",   ".anm",
      ".ANM", ".TMD", ".PAK",  ".inc.c", ".csmodelanim", ".bin", ".cspack", ".txt"};
  const std::string_view ending = kOutputs[feed.byte() % kOutputs.size()];
  return (folder.path / "out").string() + (ending.empty() ? "/" : "/o" + std::string(ending));
}

struct Command {
  Words words;
  std::string output;
  bool json = false;
  bool dry = false;
};

Command make_command(const cli::VerbDefinition& verb, const std::vector<std::uint8_t>& choices,
                     const Folder& folder) {
  Feed feed(choices.data(), choices.size());
  Command command{{"anmkit", std::string(verb.name)}, "", false, false};
  // As many as stop a long clip from hiding other faults.
  for (const char* limit : {"ticks=300", "samples=20000", "pictures=20"}) {
    command.words.emplace_back("--limit");
    command.words.emplace_back(limit);
  }
  if (verb.name == "render") command.words.insert(command.words.end(), {"--size", "32x24"});
  const auto options = cli::options_of(verb);
  const bool writes =
      std::ranges::any_of(options, [](const auto& one) { return one.name == "output"; });
  if (writes && feed.byte() % 16 != 15) {
    command.output = output_name(folder, feed);
    command.words.insert(command.words.end(), {"-o", command.output});
  }
  for (std::uint8_t left = feed.byte() % 5; left > 0; --left) {
    const cli::OptionDefinition& option = options[feed.byte() % options.size()];
    // The last would hold for all further runs as well.
    if (option.name == "output" || option.name == "limit" || option.name == "sandbox") continue;
    command.json |= option.name == "json";
    command.dry |= option.name == "dry-run";
    command.words.push_back("--" + std::string(option.name));
    if (!option.value.empty()) command.words.push_back(value_of(option, folder, feed));
  }
  const std::uint8_t which = feed.byte();
  if (which % 4 == 3) {
    command.words.push_back(folder.path.string());
  } else {
    for (const auto& [name, bytes] : folder.files)
      command.words.push_back((folder.path / name).string());
  }
  return command;
}

// One object, or one a line.
bool is_json(std::string_view text) {
  if (JsonDocument::parse(text)) return true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0 && !JsonDocument::parse(text.substr(0, end))) return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
}

void look_around(const Folder& folder) {
  for (const auto& [name, bytes] : folder.files)
    fuzz::require(bytes_of(folder.path / name) == bytes, "inputs stay what they are", name);
  for (const auto& entry : fs::recursive_directory_iterator(folder.path)) {
    const std::string name = fs::relative(entry.path(), folder.path).string();
    if (name == "out" || name == "sub" || name.starts_with("out/")) continue;
    fuzz::require(folder.files.contains(name), "nothing appears beside the output", name);
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  // The first use of the tables should not look like a leak of the first input.
  (void)verbs();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Feed feed(data, size);
  const cli::VerbDefinition& verb = *verbs()[feed.byte() % verbs().size()];
  constexpr std::size_t kChoices = 16;
  std::vector<std::uint8_t> choices(kChoices);
  for (std::uint8_t& one : choices)
    one = feed.byte();
  const Folder folder = make_folder(feed);
  const Command command = make_command(verb, choices, folder);
  fuzz::Quiet quiet;
  const int status = fuzz::run_tool(command.words);
  const std::string printed = quiet.finish();
  fuzz::require(status >= 0 && status <= 3, "the status is documented", verb.name);
  if (command.json && status <= 1 && command.output.empty())
    fuzz::require(is_json(printed), "JSON is whole", verb.name);
  if (status == 0 && !command.output.empty() && !command.dry)
    fuzz::require(fs::exists(command.output), "success means that the output is there", verb.name);
  look_around(folder);
  fs::remove_all(folder.path);
  return 0;
}
