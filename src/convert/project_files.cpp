// SPDX-License-Identifier: MIT
// Reading the files of a project, on as many threads as the caller has.
#include "convert/project_files.hpp"

#include <algorithm>
#include <memory>

#include "convert/share_out.hpp"
#include "core/letters.hpp"
#include "core/paths.hpp"
#include "formats/known_files.hpp"

namespace anmkit {
namespace {

// Detection by weak signs in a text.
constexpr int kWeak = 30;

// Formats claim a few extensions; looking into everything else would read whole disks.
bool may_be_ours(const std::string& path) {
  return !detect({{}, path}).empty();
}

void describe(ProjectFile& file, const Parsed& parsed, Folders& folders) {
  const Document& document = *parsed.document;
  file.format = parsed.format;
  for (ArchiveEntry& entry : document.entries())
    file.entries.push_back(std::move(entry.name));
  if (!file.entries.empty()) return;
  file.standing = document.file_role(file.path, folders);
  if (file.standing.role == FileRole::Role::none) return;
  DocumentInfo info = document.info();
  file.clips = std::move(info.clips);
  file.nodes = info.nodes.size();
  file.companions = document.find_companions(file.path, folders);
  constexpr std::size_t kModels = 4;
  if (file.standing.role == FileRole::Role::motion && file.companions.size() > kModels)
    file.companions.resize(kModels);
  if (file.standing.role == FileRole::Role::motion && file.companions.empty())
    file.rivals = document.rivals(file.path, folders);
}

}  // namespace

bool has_common_extension(std::string_view path) {
  return is_common_extension(lowered(extension_of(path)));
}

bool has_gltf_extension(std::string_view path) {
  const std::string extension = lowered(extension_of(path));
  return extension == ".glb" || extension == ".gltf" || extension == ".vrm" ||
         extension == ".vrma" || extension == ".bvh";
}

int confidence_of(ByteView bytes, const std::string& path) {
  if (is_gltf(bytes)) return 0;
  const std::vector<Detection> found = detect({bytes, path});
  // An empty file of such a name is nobody's.
  if (found.empty() || (bytes.empty() && has_common_extension(path))) return 0;
  return found.front().confidence;
}

ProjectFile scan_file(const std::string& path, Folders& folders, const Options& options) {
  ProjectFile file{.path = path};
  auto bytes = folders.read(path);
  if (!bytes) {
    file.broken = Raw{path, path, {}, nullptr, {}};
    file.broken->why.add(std::move(bytes.error()));
    return file;
  }
  const int confidence = confidence_of(*bytes, path);
  if (confidence == 0) return file;
  Opened opened = open(std::move(*bytes), path, {.options = options});
  if (const auto* parsed = std::get_if<Parsed>(&opened)) {
    describe(file, *parsed, folders);
  } else if (auto* raw = std::get_if<Raw>(&opened)) {
    // A text that merely looks a little like one of ours need not be one.
    if (confidence <= kWeak && has_common_extension(path)) return file;
    raw->bytes = {};
    file.format = raw->format;
    file.broken = std::move(*raw);
  }
  return file;
}

std::vector<ProjectFile> scan_files(const Neighbourhood& around, const ProjectRequest& request) {
  std::vector<std::string> paths = around.files(request.folder);
  std::erase_if(paths, [](const std::string& path) { return !may_be_ours(path); });
  std::vector<std::unique_ptr<Folders>> folders(std::max<std::size_t>(request.workers, 1));
  for (auto& one : folders)
    one = std::make_unique<Folders>(around);
  std::vector<ProjectFile> files(paths.size());
  const Work scan = [&](std::size_t index, std::size_t worker) {
    files[index] = scan_file(paths[index], *folders[worker], request.options);
  };
  // The second round is for files in archives; archives inside those stay closed.
  for (std::size_t begin = 0, round = 0; round < 2; ++round) {
    const std::size_t count = files.size() - begin;
    const Work next = [&](std::size_t index, std::size_t worker) { scan(begin + index, worker); };
    share_out(request.share, count, next);
    begin = files.size();
    if (round == 1) break;
    for (std::size_t i = 0; i < begin; ++i) {
      for (const std::string& entry : files[i].entries) {
        std::string path = files[i].path + "//" + entry;
        if (may_be_ours(path)) paths.push_back(std::move(path));
      }
    }
    files.resize(paths.size());
  }
  std::ranges::sort(files, {}, &ProjectFile::path);
  return files;
}

}  // namespace anmkit
