// SPDX-License-Identifier: MIT
// Companions: named, lent, or found next to a file by its family's own convention.
#include <algorithm>
#include <utility>

#include "anmkit/convert.hpp"
#include "convert/steps.hpp"
#include "core/paths.hpp"
#include "formats/folders.hpp"

namespace anmkit {
namespace {

Companion companion_of(const Opened& file) {
  if (const auto* parsed = std::get_if<Parsed>(&file)) {
    return {parsed->path, parsed->bytes, parsed->document.get()};
  }
  if (const auto* raw = std::get_if<Raw>(&file)) return {raw->path, raw->bytes, nullptr};
  const auto& gltf = std::get<GltfInput>(file);
  return {gltf.path, gltf.bytes, nullptr};
}

Companion companion_of(const Parsed& file) {
  return {file.path, file.bytes, file.document.get()};
}

// A file of no known format may be an image; one of a known format that is broken is none.
bool is_usable(const Opened& file) {
  const auto* raw = std::get_if<Raw>(&file);
  return raw == nullptr || (raw->format == nullptr && !raw->gltf);
}

// Empty, or bytes that no source text has.
bool is_no_text(ByteView bytes) {
  constexpr std::size_t kHead = 4096;
  return bytes.empty() || std::ranges::any_of(as_text(bytes).substr(0, kHead), [](char letter) {
           return letter >= 0 && letter < '\t';
         });
}

// What is wrong with a file that was found by its name. One of no known format may be of use: a
// image, or a source text that speaks of other things.
std::optional<Diagnostic> fault_of(const Opened& file) {
  if (const auto* scene = std::get_if<GltfInput>(&file))
    return Diagnostic{Severity::error,
                      "anmkit.UNKNOWN-FORMAT",
                      {},
                      {},
                      scene->format != nullptr ? "it is a BVH file" : "it is a glTF file"};
  if (const auto* parsed = std::get_if<Parsed>(&file)) {
    if (!parsed->bytes.empty()) return std::nullopt;
    return Diagnostic{Severity::error, "anmkit.UNKNOWN-FORMAT", {}, {}, "the file is empty"};
  }
  const auto* raw = std::get_if<Raw>(&file);
  if (raw == nullptr) return std::nullopt;
  if (is_usable(file) &&
      (is_picture(raw->bytes) || detect({{}, raw->path}).empty() || !is_no_text(raw->bytes)))
    return std::nullopt;
  const Diagnostic* error = raw->why.first_error();
  return error != nullptr ? *error : Diagnostic{};
}

bool may_be_several(const Format& format) {
  return format.many || format.linked;
}

// Families that have a format of textures show no other images.
bool shows_plain_pictures(std::string_view id) {
  const auto family = std::ranges::find(families(), id, &Family::id);
  return family != families().end() &&
         std::ranges::none_of(family->formats, [](const Format& format) {
           return format.abilities.pictures && (format.many || !format.abilities.scene);
         });
}

// Whether a file of a family can be shown with a companion, as far as their kinds tell.
bool is_shown_with(const Parsed& input, const Parsed& companion, Folders& around) {
  if (companion.format->family != input.format->family) return false;
  using Role = FileRole::Role;
  const Role own = input.document->file_role(input.path, around).role;
  const Role role = companion.document->file_role(companion.path, around).role;
  const bool same = input.format == companion.format;
  if (same && input.format->linked) return true;
  if (role == Role::motion) return false;
  return role != Role::subject || own != Role::subject || !same;
}

}  // namespace

bool is_picture(ByteView bytes) {
  const std::string_view text = as_text(bytes);
  return text.starts_with("\x89PNG") || text.starts_with("\xFF\xD8\xFF");
}

std::shared_ptr<Folders> list_once(const Neighbourhood& around) {
  return std::make_shared<Folders>(around);
}

CompanionPool::CompanionPool(const Neighbourhood& around) : CompanionPool(list_once(around)) {}
CompanionPool::CompanionPool(std::shared_ptr<Folders> around) : around_(std::move(around)) {}
CompanionPool::~CompanionPool() = default;

const Opened* CompanionPool::load(const std::string& path) {
  const auto [place, fresh] = by_path_.try_emplace(path, nullptr);
  if (!fresh) return place->second;
  if (auto bytes = around_->read(path)) {
    files_.push_back(
        std::make_unique<Opened>(open(std::move(*bytes), path, {.options = kNoOptions})));
    place->second = files_.back().get();
  }
  return place->second;
}

Result<void> CompanionPool::name(const std::string& path) {
  auto bytes = around_->read(path);
  if (!bytes) return std::unexpected(std::move(bytes.error()));
  Options named;
  named.set(std::string(kNamedCompanion), "");
  auto file = std::make_unique<Opened>(open(std::move(*bytes), path, {.options = named}));
  if (!is_usable(*file)) {
    const Diagnostic* error = std::get<Raw>(*file).why.first_error();
    return std::unexpected(error != nullptr ? *error : Error{});
  }
  named_.push_back(file.get());
  files_.push_back(std::move(file));
  return {};
}

bool CompanionPool::is_subject(const Parsed& file) {
  const auto [place, fresh] = subjects_.try_emplace(&file, false);
  if (fresh && file.format->abilities.scene)
    place->second = file.document->file_role(file.path, *around_).role == FileRole::Role::subject;
  return place->second;
}

void CompanionPool::add(const Parsed& file) {
  lent_.push_back(&file);
}

void CompanionPool::link(const Parsed& file) {
  if (file.format->linked) linked_[std::string(folder_of(file.path))].push_back(&file);
}

std::vector<Companion> CompanionPool::given() const {
  std::vector<Companion> all;
  for (const Opened* file : named_)
    all.push_back(companion_of(*file));
  for (const Parsed* file : lent_)
    all.push_back(companion_of(*file));
  return all;
}

void CompanionPool::use_for(const Opened& input, const Format* target) {
  const auto* parsed = std::get_if<Parsed>(&input);
  const std::string_view family = parsed != nullptr   ? parsed->format->family
                                  : target != nullptr ? target->family
                                                      : std::string_view();
  std::vector<const Format*> models;
  for (const Opened* file : named_) {
    const auto* companion = std::get_if<Parsed>(file);
    bool used = false;
    if (companion == nullptr) {
      const auto* raw = std::get_if<Raw>(file);
      used = raw != nullptr && shows_plain_pictures(family) && is_picture(raw->bytes);
    } else if (parsed == nullptr) {
      used = companion->format->family == family;
    } else if (is_shown_with(*parsed, *companion, *around_)) {
      // Of several models the first one is shown; texts are read together.
      const Format* format = companion->format;
      const bool model = format->abilities.scene && !format->text && !may_be_several(*format);
      used = !model || std::ranges::find(models, format) == models.end();
      if (model) models.push_back(format);
    }
    if (used && std::ranges::find(used_, file) == used_.end()) used_.push_back(file);
  }
}

std::vector<std::string> CompanionPool::unused() const {
  std::vector<std::string> paths;
  for (const Opened* file : named_) {
    if (std::ranges::find(used_, file) == used_.end()) paths.push_back(anmkit::path_of(*file));
  }
  return paths;
}

std::vector<std::string> CompanionPool::take_found() {
  return std::exchange(found_, {});
}

// Looks for the companions of one file after another, each once.
class CompanionPool::Search {
 public:
  Search(CompanionPool& pool, const Parsed& file) : pool_(pool), file_(file) {}

  Set run() {
    for (const Opened* file : pool_.named_)
      take_given(companion_of(*file), std::get_if<Parsed>(file));
    for (const Parsed* file : pool_.lent_) {
      if (file != &file_) take_given(companion_of(*file), file);
    }
    given_ = formats_.size();
    find_for(file_, true);
    for (std::size_t i = 0; i < waiting_.size(); ++i)
      find_for(*waiting_[i], false);
    const auto neighbours = pool_.linked_.find(std::string(folder_of(file_.path)));
    if (file_.format->linked && neighbours != pool_.linked_.end()) {
      for (const Parsed* file : neighbours->second) {
        if (!has(file->path)) set_.companions.push_back(companion_of(*file));
      }
    }
    if (!subject_given_ && file_.path != "-")
      set_.rivals = file_.document->rivals(file_.path, *pool_.around_);
    return std::move(set_);
  }

 private:
  // Files of another family are of no use to this one and hide nothing that is next to it.
  void take_given(const Companion& companion, const Parsed* parsed) {
    if (parsed != nullptr && parsed->format->family != file_.format->family) return;
    subject_given_ = subject_given_ || (parsed != nullptr && is_model_for_it(*parsed));
    take(companion, parsed);
  }
  // Of formats that are moved by a skeleton the meshes alone are a part.
  bool is_model_for_it(const Parsed& given) {
    const auto& models = file_.format->helpers;
    return pool_.is_subject(given) &&
           (models.empty() || std::ranges::find(models, given.format->id) != models.end());
  }
  void take(const Companion& companion, const Parsed* parsed) {
    set_.companions.push_back(companion);
    if (parsed == nullptr) return;
    formats_.push_back(parsed->format);
    waiting_.push_back(parsed);
  }
  bool has(const std::string& path) const {
    return path == file_.path ||
           std::ranges::find(set_.companions, path, &Companion::path) != set_.companions.end();
  }

  // One that was given represents its format, but for what belongs to it in turn; so does one that
  // was found before, because it fits better, where a file has one of each.
  bool is_taken(const Format& format, const Format& finder, bool first) const {
    const auto given = formats_.begin() + static_cast<std::ptrdiff_t>(given_);
    if (&format != &finder && std::find(formats_.begin(), given, &format) != given) return true;
    return first && !may_be_several(format) &&
           std::ranges::find(formats_, &format) != formats_.end();
  }

  // Who names a model means that one and what belongs to it, not what is next to the file; but
  // tables of names, and files that its own names are resolved in, are no models. Who names a
  // texture or another part means it next to the model that is found.
  static bool is_asked_of_all(const Parsed* found, const Parsed& file) {
    return found != nullptr && (!found->format->abilities.scene || found->format == file.format);
  }

  // `first`: the file that is asked about, for which one of each format is enough.
  void find_for(const Parsed& file, bool first) {
    if (file.path == "-") return;
    for (const std::string& path : file.document->find_companions(file.path, *pool_.around_)) {
      if (has(path)) continue;
      const Opened* found = pool_.load(path);
      if (found == nullptr) continue;
      if (auto fault = fault_of(*found)) {
        if (!first || !subject_given_) set_.broken.emplace_back(path, *std::move(fault));
        continue;
      }
      const auto* parsed = std::get_if<Parsed>(found);
      if (first && subject_given_ && !is_asked_of_all(parsed, file)) continue;
      if (parsed != nullptr && is_taken(*parsed->format, *file.format, first)) continue;
      take(companion_of(*found), parsed);
      set_.found.push_back(path);
      if (parsed == nullptr || parsed->format != file.format) pool_.found_.push_back(path);
    }
  }

  CompanionPool& pool_;
  const Parsed& file_;
  Set set_;
  std::vector<const Format*> formats_;  // of those that were taken
  std::size_t given_ = 0;               // how many of them were named or lent
  bool subject_given_ = false;          // one of those is something to look at
  std::vector<const Parsed*> waiting_;  // their own companions are still to be found
};

CompanionPool::Set CompanionPool::of(const Parsed& file) {
  return Search(*this, file).run();
}

}  // namespace anmkit
