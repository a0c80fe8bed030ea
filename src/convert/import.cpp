// SPDX-License-Identifier: MIT
// A glTF file on its way into a format, before it is about one clip.
#include "convert/import.hpp"

#include <algorithm>
#include <utility>

#include "convert/from_bvh.hpp"
#include "convert/rest_edits.hpp"
#include "convert/steps.hpp"
#include "exchange/bvh/bvh.hpp"
#include "formats/way_back.hpp"

namespace anmkit {
namespace {

DocumentPtr parse_source(const SceneSource& source, std::string_view family,
                         const Options& options) {
  const Format* format = find_format(source.format);
  if (format == nullptr || format->family != family) return nullptr;
  Diagnostics unused;
  return format->parse({source.bytes, source.name}, options, unused);
}

// Options that speak of another skeleton need one.
Result<void> check_retarget_options(const RetargetOptions& wanted, bool retargeted) {
  const bool asks =
      !wanted.map.empty() || wanted.pose != nullptr || wanted.ground || wanted.in_place;
  if (retargeted || !asks) return {};
  const std::string_view option = !wanted.map.empty()      ? "--map"
                                  : wanted.pose != nullptr ? "--pose"
                                  : wanted.ground          ? "--ground"
                                                           : "--in-place";
  return fail(std::string(kUsageError),
              std::string(option) + " is for a motion that was made on another skeleton; --with " +
                  "FILE names the one it is for");
}

// Of what the user names next to the file the import must use something; a folder, or a model
// in several files, may contain more.
Result<void> check_helpers(const Format& target, Companions beside) {
  const bool helps = std::ranges::any_of(beside, [&](const Companion& one) {
    return one.document != nullptr &&
           std::ranges::find(target.helpers, one.document->format()) != target.helpers.end();
  });
  if (beside.empty() || helps) return {};
  std::string taken;
  for (const std::string_view helper : target.helpers)
    taken += " " + std::string(helper);
  return fail(std::string(kUsageError),
              "--with " + beside.front().path + " makes no difference to " +
                  std::string(target.id) + " from glTF; " +
                  (taken.empty() ? "it reads no companion" : "it reads these companions:" + taken));
}

// The target's axes and units; --scale says what a unit is worth in files that do not know it.
Result<Frame> frame_of(const Import& import, const ConvertRequest& request, bool retargeted) {
  Frame frame = import.target->frame;
  // Of a BVH it was the unit of that.
  if (!(request.metres_per_unit > 0) || import.input->format != nullptr) return frame;
  if (retargeted)
    return fail(std::string(kUsageError),
                "--scale cannot be used with a skeleton, which sets the unit");
  if (import.target != &bvh_format() && tells_unit(import.input->bytes)) {
    return fail(std::string(kUsageError),
                "--scale does not apply to exports of anmkit; the file stores how large its units "
                "are");
  }
  frame.metres_per_unit = request.metres_per_unit;
  return frame;
}

Result<ReadyImport> read_import(const Import& import, const ConvertRequest& request,
                                const CompanionPool& companions) {
  std::shared_ptr<const Scene> source = import.scene;
  const Format& target = *import.target;
  ReadyImport ready{
      companions.given(), Originals(*source, target, request.options), {}, {}, {}, {}, {}};
  if (auto used = check_helpers(target, ready.beside); !used) return std::unexpected(used.error());
  if (auto lost = find_lost_extras(import.input->bytes)) ready.notes.add(std::move(*lost));
  auto skeleton = find_skeleton(target, ready.beside, request.options, ready.notes);
  if (!skeleton) return std::unexpected(std::move(skeleton.error()));
  const auto edit = [&](auto change) {
    auto scene = std::make_shared<Scene>(*source);
    change(*scene);
    source = std::move(scene);
  };
  if (*skeleton && import.input->format != nullptr)
    edit([&](Scene& scene) { restore_names(scene, (*skeleton)->scene); });
  if (!*skeleton && target.abilities.animation && ready.originals.all().empty())
    edit(drop_end_sites);
  const Scene& given = *source;
  // What was made from the family's own files comes back as it is, unless a map was given.
  const bool retargeted =
      *skeleton && !given.clips.empty() &&
      (!request.retarget.map.empty() ||
       (ready.originals.all().empty() && !stands_on(given, (*skeleton)->scene)));
  if (auto meant = check_retarget_options(request.retarget, retargeted); !meant)
    return std::unexpected(std::move(meant.error()));
  const auto frame = frame_of(import, request, retargeted);
  if (!frame) return std::unexpected(frame.error());
  ready.frame = *frame;
  if (retargeted) {
    ready.skeleton = std::move(**skeleton);
    return ready;
  }
  ready.scene = source;
  if (Frame{given.up, given.metres_per_unit} != *frame) {
    Scene scene = given;
    change_frame(scene, *frame);
    ready.scene = std::make_shared<const Scene>(std::move(scene));
  }
  // A target with other axes looks at the world and sees such edits itself.
  if (target.abilities.animation && frame->up == UpAxis::y_up && !given.clips.empty() &&
      !ready.originals.all().empty() && has_rest_edits(*ready.scene)) {
    Scene scene = *ready.scene;
    move_rest_edits(scene, target, ready.notes);
    ready.scene = std::make_shared<const Scene>(std::move(scene));
  }
  const FromScene all{.scene = *ready.scene, .origins = ready.originals.all(), .cut = import.cut};
  if (auto sound = check_import(all); !sound) return std::unexpected(std::move(sound.error()));
  if (target.find_facts != nullptr)
    ready.facts = target.find_facts(all, {ready.beside, request.options});
  return ready;
}

}  // namespace

Originals::Originals(const Scene& scene, const Format& target, const Options& options)
    : sources_(sources_of(scene)) {
  bool any = false;
  for (const SceneSource& source : sources_) {
    DocumentPtr document = parse_source(source, target.family, options);
    if (document) origins_.push_back({document.get(), source.name, source.clips});
    // The first one counts, also where it is broken.
    if (source.format == target.id) {
      if (!std::exchange(any, true)) first_ = document.get();
      for (const std::string& clip : source.clips)
        by_clip_.try_emplace(clip, document.get());
    }
    documents_.push_back(std::move(document));
  }
}

const Document* Originals::of(std::string_view clip) const {
  if (clip.empty()) return first_;
  const auto found = by_clip_.find(clip);
  if (found != by_clip_.end()) return found->second;
  // Where a clip was renamed, a single file still says which one it was.
  return sources_.size() == 1 ? first_ : nullptr;
}

const Result<ReadyImport>& make_ready(Import& import, const ConvertRequest& request,
                                      const CompanionPool& companions) {
  if (!import.ready) import.ready = read_import(import, request, companions);
  return *import.ready;
}

void prepare(const Plan& plan, const ConvertRequest& request, const CompanionPool& companions) {
  for (const Step& step : plan.steps) {
    if (const auto* from = std::get_if<step::FromGltf>(&step.action))
      make_ready(*from->import, request, companions);
  }
}

}  // namespace anmkit
