// SPDX-License-Identifier: MIT
// From requests to the library's own.
#include "requests.hpp"

#include <algorithm>

#include "convert/show.hpp"

namespace anmkit::bindings {

Result<void> name_all(CompanionPool& pool, const Request& request) {
  for (const std::string& path : request.texts("with"))
    if (auto named = pool.name(path); !named) return named;
  return {};
}

Error reason_of(const Raw& raw) {
  const Diagnostic* error = raw.why.first_error();
  return error != nullptr ? *error : fail(std::string(kUnsupported), "it cannot be read").error();
}

Result<const Parsed*> parsed_file(Session& session, const Request& request) {
  const auto opened = session.open(request, request.text("file"));
  if (!opened) return std::unexpected(opened.error());
  if (const auto* parsed = std::get_if<Parsed>(*opened)) return parsed;
  if (const auto* raw = std::get_if<Raw>(*opened)) return std::unexpected(reason_of(*raw));
  return fail(std::string(kUnsupported), "a glTF file has no document");
}

Result<Scene> scene_to_sample(Session& session, const Request& request, SceneRequest wanted) {
  const auto opened = session.open(request, request.text("file"));
  if (!opened) return std::unexpected(opened.error());
  const auto options = request.options();
  const std::string clip = request.text("clip");
  CompanionPool pool(session.files);
  if (auto named = name_all(pool, request); !named) return std::unexpected(named.error());
  if (const auto* gltf = std::get_if<GltfInput>(*opened)) return *gltf->scene;
  if (const auto* raw = std::get_if<Raw>(*opened)) return std::unexpected(reason_of(*raw));
  const auto& parsed = std::get<Parsed>(**opened);
  const CompanionPool::Set beside = parsed.document->samples_with_found_companions()
                                        ? pool.of(parsed)
                                        : CompanionPool::Set{pool.given(), {}, {}};
  Diagnostics unused;
  wanted.clip = clip.empty() ? "0" : std::string_view(clip);
  return parsed.document->to_scene(wanted, {beside.companions, *options}, unused);
}

Result<ConvertRequest> convert_request(const Request& request) {
  auto options = request.options();
  if (!options) return std::unexpected(options.error());
  ConvertRequest wanted{.output = request.text("output")};
  wanted.to = request.text("to");
  wanted.clip = request.text("clip");
  wanted.family = request.text("family");
  wanted.merge = request.flag("merge");
  wanted.sparse = request.flag("sparse");
  wanted.keep_sources = request.flag("keepSources", true);
  wanted.metres_per_unit = request.number("metresPerUnit", 0);
  if (const auto start = request["start"].number()) wanted.start = start;
  if (const auto end = request["end"].number()) wanted.end = end;
  if (const auto length = request["length"].integer()) wanted.length = length;
  wanted.options = std::move(*options);
  wanted.retarget.map = request.text("map");
  wanted.retarget.ground = request.flag("ground");
  wanted.retarget.in_place = request.flag("inPlace");
  return wanted;
}

namespace {

// Files are opened anew: steps borrow them, and the session may forget its own.
class Inputs {
 public:
  Inputs(Session& session, const Request& request, const ConvertRequest& wanted) {
    for (const std::string& path : request.texts("files")) {
      auto bytes = session.files.read(path);
      if (!bytes) {
        problem_ = std::move(bytes.error());
        return;
      }
      opened_.push_back(open(
          std::move(*bytes), path,
          {.options = wanted.options, .format = request.text("format"), .around = &session.files}));
    }
    if (opened_.empty())
      problem_ = fail(std::string(kUsageError), "a request names files or a subject").error();
  }
  const std::optional<Error>& problem() const { return problem_; }
  std::span<const Opened> all() const { return opened_; }

 private:
  std::vector<Opened> opened_;
  std::optional<Error> problem_;
};

}  // namespace

Result<void> with_steps(Session& session, const Request& request, const ConvertRequest& wanted,
                        Diagnostics& notes, const UseStep& use) {
  if (const std::string name = request.text("subject"); !name.empty()) {
    const Project& project = session.project(wanted.options);
    const auto found = std::ranges::find(project.subjects, name, &Subject::name);
    if (found == project.subjects.end())
      return fail(std::string(kUsageError), "there is no subject '" + name + "'");
    return with_subject(*found, wanted, list_once(session.files), use);
  }
  const Inputs inputs(session, request, wanted);
  if (inputs.problem()) return std::unexpected(*inputs.problem());
  auto plan = plan_conversion(inputs.all(), wanted);
  if (!plan) return std::unexpected(std::move(plan.error()));
  notes.add_all(plan->notes);
  const auto folders = list_once(session.files);
  for (const Step& step : plan->steps) {
    CompanionPool companions(folders);
    if (auto named = name_all(companions, request); !named) return named;
    for (const Opened& one : inputs.all())
      if (const auto* parsed = std::get_if<Parsed>(&one)) companions.link(*parsed);
    if (auto done = use(step, wanted, companions); !done) return done;
  }
  return {};
}

}  // namespace anmkit::bindings
