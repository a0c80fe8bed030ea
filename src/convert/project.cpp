// SPDX-License-Identifier: MIT
// A folder's files, each read once, put together as the subjects that they make.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "convert/project_files.hpp"
#include "core/letters.hpp"
#include "core/paths.hpp"

namespace anmkit {
namespace {

using Role = FileRole::Role;

class Assembly {
 public:
  Assembly(std::vector<ProjectFile> files, const Neighbourhood& around,
           const ProjectRequest& request)
      : files_(std::move(files)),
        folders_(around),
        request_(request),
        root_(request.folder.empty() || request.folder.ends_with('/') ? request.folder
                                                                      : request.folder + "/") {
    for (std::size_t i = 0; i < files_.size(); ++i)
      places_.emplace(files_[i].path, i);
    inside_ = files_.size();
  }

  Project run() {
    find_bodies();
    find_claims();
    for (std::size_t i = 0; i < inside_; ++i) {
      if (is_body(i)) add_body(i);
    }
    add_unclaimed_motions();
    name_all();
    std::ranges::stable_sort(project_.subjects, {}, &Subject::name);
    // A broken file outside of the folder was asked for by a subject, which lacks it now.
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (files_[i].broken) {
        project_.broken.push_back(std::move(*files_[i].broken));
      } else if (i < inside_ && files_[i].standing.role != Role::none && !used_.contains(i)) {
        project_.orphans.push_back(files_[i].path);
      }
    }
    return std::move(project_);
  }

 private:
  // Where a subject counts, and what it is called there.
  struct Place {
    std::string home, own, extension;
  };

  bool is_body(std::size_t i) const {
    return files_[i].standing.role == Role::subject && !parts_.contains(i);
  }
  // A companion of another kind of subject is not a subject: the meshes of an actor.
  void find_bodies() {
    for (std::size_t i = 0; i < inside_; ++i) {
      if (files_[i].standing.role != Role::subject) continue;
      for (const std::string& path : files_[i].companions) {
        const auto found = places_.find(path);
        if (found != places_.end() && same_family(i, found->second) &&
            files_[found->second].format != files_[i].format)
          parts_.insert(found->second);
      }
    }
  }

  // Files outside the folder are read when a subject inside asks for them.
  std::optional<std::size_t> find(const std::string& path) {
    const auto known = places_.find(path);
    if (known != places_.end()) return known->second;
    places_.emplace(path, files_.size());
    files_.push_back(scan_file(path, folders_, request_.options));
    return files_.size() - 1;
  }

  std::vector<std::size_t> motions_of(std::size_t body) {
    std::vector<std::size_t> motions;
    // `find` may move the files.
    const std::vector<std::string> paths = files_[body].standing.clips;
    for (const std::string& path : paths) {
      const auto found = find(path);
      if (found && files_[*found].standing.role == Role::motion && same_family(body, *found))
        motions.push_back(*found);
    }
    return motions;
  }

  // Families that name their files alike may be in one folder.
  bool same_family(std::size_t a, std::size_t b) const {
    const Format *first = files_[a].format, *second = files_[b].format;
    return first != nullptr && second != nullptr && first->family == second->family;
  }

  void add_body(std::size_t i) {
    std::vector<std::size_t> motions = motions_of(i);
    const std::vector<std::size_t>& claimed = claims_[i];
    motions.insert(motions.end(), claimed.begin(), claimed.end());
    add_parts(i, motions, true, {});
  }

  // The subjects of one body; `all`: those that nothing moves as well.
  void add_parts(std::size_t i, const std::vector<std::size_t>& motions, bool all,
                 const std::string& home) {
    const std::vector<SubjectPart> parts = files_[i].standing.parts;
    if (parts.empty()) return add_subject(i, nullptr, motions, home);
    // Animations move the parts that have their number of nodes, or else the largest part.
    std::size_t most = 0;
    for (const SubjectPart& part : parts)
      most = std::max(most, part.nodes);
    for (const SubjectPart& part : parts) {
      std::vector<std::size_t> own;
      for (const std::size_t motion : motions) {
        const std::size_t nodes = files_[motion].nodes;
        const bool fits = std::ranges::find(parts, nodes, &SubjectPart::nodes) != parts.end();
        if (part.nodes > 0 && part.nodes == (fits ? nodes : most)) own.push_back(motion);
      }
      if (all || !own.empty()) add_subject(i, &part, own, home);
    }
  }

  // Animations that no model lists say themselves which model they are for.
  void find_claims() {
    std::set<std::string_view> listed;
    for (std::size_t i = 0; i < inside_; ++i) {
      if (!is_body(i)) continue;
      for (const std::string& path : files_[i].standing.clips) {
        const auto found = places_.find(path);
        if (found != places_.end() && same_family(i, found->second)) listed.insert(path);
      }
    }
    for (std::size_t i = 0; i < inside_; ++i) {
      if (files_[i].standing.role != Role::motion || listed.contains(files_[i].path)) continue;
      for (const std::string& path : files_[i].companions) {
        const auto found = places_.find(path);
        if (found != places_.end() && is_body(found->second) && same_family(i, found->second))
          claims_[found->second].push_back(i);
      }
    }
  }

  // It counts in `home`, or where it says itself.
  void add_subject(std::size_t body, const SubjectPart* part,
                   const std::vector<std::size_t>& motions, const std::string& home) {
    const ProjectFile& file = files_[body];
    Subject& subject = project_.subjects.emplace_back();
    subject.family = file.format->family;
    subject.model = file.path;
    subject.missing = file.standing.missing;
    if (part != nullptr) subject.options.set(part->option, part->name);
    used_.insert(body);
    add_clips(subject, file);
    for (const std::size_t motion : motions) {
      used_.insert(motion);
      subject.files.push_back(files_[motion].path);
      add_clips(subject, files_[motion]);
    }
    add_companions(subject, body);
    const std::string own = part != nullptr              ? part->name
                            : file.standing.name.empty() ? first_stem(file.path)
                                                         : file.standing.name;
    wanted_.push_back(
        {!home.empty() ? home : file.standing.home.value_or(std::string(folder_of(file.path))), own,
         std::string(extension_of(file.path))});
  }

  static void add_clips(Subject& subject, const ProjectFile& file) {
    const std::vector<std::string>& names = file.standing.clip_names;
    for (std::size_t i = 0; i < file.clips.size(); ++i) {
      subject.clips.push_back(file.clips[i]);
      if (names.size() == file.clips.size()) subject.clips.back().name = names[i];
    }
  }

  // Its companions, and theirs in turn.
  void add_companions(Subject& subject, std::size_t body) {
    std::set<std::string_view> seen = {files_[body].path};
    std::vector<std::string> waiting = files_[body].companions;
    for (std::size_t next = 0; next < waiting.size(); ++next) {
      const std::string path = waiting[next];
      const auto found = places_.find(path);
      const ProjectFile* file = found == places_.end() ? nullptr : &files_[found->second];
      if (!seen.insert(file != nullptr ? file->path : waiting[next]).second) continue;
      subject.companions.push_back(path);
      const bool picture = file == nullptr || file->format == nullptr ||
                           (file->format->abilities.pictures && file->standing.role == Role::part);
      if (picture) subject.textures.push_back(path);
      if (file == nullptr) continue;
      used_.insert(found->second);
      waiting.reserve(waiting.size() + file->companions.size());
      if (file->standing.role != Role::motion)
        waiting.insert(waiting.end(), file->companions.begin(), file->companions.end());
    }
  }

  // What is left moves a model outside the folder, or bones without a body: one subject a file, or
  // a folder where files are read together.
  void add_unclaimed_motions() {
    std::map<std::size_t, std::vector<std::size_t>> outside;
    std::map<std::pair<std::string, const Format*>, std::size_t> folders;
    for (std::size_t i = 0; i < inside_; ++i) {
      if (files_[i].standing.role != Role::motion || used_.contains(i)) continue;
      if (const auto model = model_outside(i)) {
        outside[*model].push_back(i);
        continue;
      }
      used_.insert(i);
      const ProjectFile& file = files_[i];
      const std::string folder(folder_of(file.path));
      std::size_t at = project_.subjects.size();
      if (file.format->linked) at = folders.try_emplace({folder, file.format}, at).first->second;
      if (at == project_.subjects.size()) {
        project_.subjects.emplace_back().family = file.format->family;
        project_.subjects.back().rivals = file.rivals;
        wanted_.push_back(
            {folder, file.format->linked ? std::string(last_folder(folder)) : first_stem(file.path),
             std::string(extension_of(file.path))});
      }
      project_.subjects[at].files.push_back(file.path);
      add_clips(project_.subjects[at], file);
    }
    for (const auto& [model, motions] : outside)
      add_parts(model, motions, false, std::string(folder_of(files_[motions.front()].path)));
  }
  std::optional<std::size_t> model_outside(std::size_t motion) {
    const std::vector<std::string> paths = files_[motion].companions;
    for (const std::string& path : paths) {
      const auto found = find(path);
      if (found && *found >= inside_ && files_[*found].standing.role == Role::subject &&
          same_family(motion, *found))
        return found;
    }
    return std::nullopt;
  }

  // "bobomb.inc.c" -> "bobomb"
  static std::string first_stem(std::string_view path) {
    const std::string_view name = file_name(path);
    const std::size_t dot = name.find('.', 1);
    return std::string(name.substr(0, dot));
  }

  // A folder as the outputs have it: below the one that was named, with nothing that leads away.
  std::string below_root(std::string_view home) const {
    if (home.starts_with(root_)) home.remove_prefix(root_.size());
    std::string out;
    for (std::size_t begin = 0; begin < home.size();) {
      const std::size_t end = std::min(home.find('/', begin), home.size());
      const std::string_view one = home.substr(begin, end - begin);
      if (!one.empty() && one != "." && one != "..") out += safe(one) + "/";
      begin = end + 1;
    }
    return out;
  }
  // Names of assets may be anything.
  static std::string safe(std::string_view name) {
    std::string out;
    for (const char c : name) {
      const bool bad = static_cast<unsigned char>(c) < 0x20 || c == ':' || c == '\\' || c == '*' ||
                       c == '?' || c == '"' || c == '<' || c == '>' || c == '|';
      out += bad ? '_' : c;
    }
    while (out.starts_with('.') || out.starts_with('/'))
      out.front() = '_';
    return out.empty() ? "_" : is_safe_name(out) ? out : "_" + std::to_string(out.size());
  }

  void name_all() {
    std::map<std::string_view, std::size_t> in_home;
    std::map<std::string, std::size_t> called;
    for (const Place& place : wanted_) {
      ++in_home[place.home];
      ++called[lowered(place.home + place.own)];
    }
    std::set<std::string> taken;
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      const Place& place = wanted_[i];
      const std::string folder = below_root(place.home);
      std::string name = folder + safe(place.own);
      if (in_home[place.home] == 1) {
        name =
            folder.empty() ? std::string(last_folder(root_)) : folder.substr(0, folder.size() - 1);
        if (name.empty() || name == "." || name == "..") name = safe(place.own);
      } else if (called[lowered(place.home + place.own)] > 1) {
        if (place.extension.size() > 1) name += "." + safe(place.extension.substr(1));
      }
      std::string fresh = name;
      for (int number = 2; !taken.insert(lowered(fresh)).second; ++number)
        fresh = name + "_" + std::to_string(number);
      project_.subjects[i].name = std::move(fresh);
    }
  }

  std::vector<ProjectFile> files_;
  Folders folders_;
  const ProjectRequest& request_;
  std::string root_;
  std::size_t inside_ = 0;  // files beyond these are outside the folder
  std::unordered_map<std::string, std::size_t> places_;
  std::set<std::size_t> parts_, used_;
  std::unordered_map<std::size_t, std::vector<std::size_t>> claims_;  // motions by body
  std::vector<Place> wanted_;                                         // of each subject
  Project project_;
};

}  // namespace

Project open_project(const Neighbourhood& around, const ProjectRequest& request) {
  return Assembly(scan_files(around, request), around, request).run();
}

}  // namespace anmkit
