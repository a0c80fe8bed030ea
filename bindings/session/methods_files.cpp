// SPDX-License-Identifier: MIT
// Methods for files: formats, detection, facts, findings, projects, dumps.
#include "anmkit/anmkit.hpp"
#include "core/png_info.hpp"
#include "json_reports/json_reports.hpp"
#include "json_reports/samples.hpp"
#include "requests.hpp"

namespace anmkit::bindings {
namespace {

Result<void> version(Session&, const Request&, Reply& reply) {
  reply.json.member("version", kVersion);
  return {};
}

Result<void> formats(Session&, const Request&, Reply& reply) {
  write_formats(reply.json);
  reply.json.key("options");
  reply.json.begin_array();
  for (const Family& family : families()) {
    for (const OptionSpec& option : family.options) {
      reply.json.begin_object();
      reply.json.member("name", option.name);
      reply.json.member("family", family.id);
      reply.json.member("values", option.values);
      reply.json.member("fallback", option.fallback);
      reply.json.member("help", option.help);
      reply.json.member("verbs", option.verbs);
      reply.json.end_object();
    }
  }
  reply.json.end_array();
  return {};
}

Result<void> list(Session& session, const Request&, Reply& reply) {
  reply.json.key("files");
  reply.json.begin_array();
  for (const auto& [path, bytes] : session.files.all()) {
    reply.json.begin_object();
    reply.json.member("file", std::string_view(json_safe(path)));
    reply.json.member("size", bytes.size());
    reply.json.end_object();
  }
  reply.json.end_array();
  return {};
}

Result<void> bytes(Session& session, const Request& request, Reply& reply) {
  const Bytes* found = session.files.find(request.text("file"));
  if (found == nullptr)
    return fail(std::string(kUsageError), "there is no file " + request.text("file"));
  reply.json.member("bytes", reply.add(*found));
  return {};
}

Result<void> detect_one_of(Session& session, const Request& request, Reply& reply) {
  const std::string path = request.text("file");
  const Bytes* found = session.files.find(path);
  if (found == nullptr) return fail(std::string(kUsageError), "there is no file " + path);
  reply.json.member("gltf", is_gltf(*found));
  reply.json.member("bvh", is_bvh(*found));
  const auto picture = read_png_info(*found);
  reply.json.member("png", picture.has_value());
  reply.json.key("formats");
  reply.json.begin_array();
  for (const Detection& one : detect({*found, path, {}})) {
    reply.json.begin_object();
    reply.json.member("format", one.format->id);
    reply.json.member("family", one.format->family);
    reply.json.member("confidence", one.confidence);
    reply.json.end_object();
  }
  reply.json.end_array();
  return {};
}

Result<void> info(Session& session, const Request& request, Reply& reply) {
  const auto opened = session.open(request, request.text("file"));
  if (!opened) return std::unexpected(opened.error());
  FileInfo file = info_of(**opened);
  if (const auto* parsed = std::get_if<Parsed>(*opened)) {
    CompanionPool pool(session.files);
    if (auto named = name_all(pool, request); !named) return named;
    for (const Companion& companion : pool.of(*parsed).companions)
      file.companions.push_back(companion.path);
  }
  reply.json.key("info");
  write_info(reply.json, file);
  return {};
}

Result<void> check(Session& session, const Request& request, Reply& reply) {
  const auto opened = session.open(request, request.text("file"));
  if (!opened) return std::unexpected(opened.error());
  const auto options = request.options();
  Diagnostics found;
  CompanionPool pool(session.files);
  if (const auto* parsed = std::get_if<Parsed>(*opened)) {
    if (auto named = name_all(pool, request); !named) return named;
    const CompanionPool::Set beside =
        parsed->format->linked ? pool.of(*parsed) : CompanionPool::Set{pool.given(), {}, {}};
    found = anmkit::check(**opened, {beside.companions, *options});
  } else {
    found = anmkit::check(**opened);
  }
  reply.json.key("checked");
  write_checked(reply.json, request.text("file"), format_id_of(**opened), !found.has_errors(),
                found);
  return {};
}

Result<void> sample(Session& session, const Request& request, Reply& reply) {
  const std::string path = request.text("file"), space = request.text("space");
  const SampleSpace chosen = space == "world"   ? SampleSpace::world
                             : space == "track" ? SampleSpace::track
                                                : SampleSpace::local;
  const auto scene =
      scene_to_sample(session, request, {.angles = true, .controls = chosen == SampleSpace::track});
  if (!scene) return std::unexpected(scene.error());
  const auto index = find_clip(*scene, request.text("clip"));
  if (!index) return std::unexpected(index.error());
  std::vector<double> frames = request.numbers("frames");
  if (frames.empty()) frames.push_back(0);
  const auto opened = session.open(request, path);
  JsonWriter json;
  write_samples(json,
                {*scene, scene->clips[*index], std::move(frames), chosen, request.flag("stepped")},
                path, format_id_of(**opened));
  reply.json.member("text", reply.add(to_bytes(json.text())));
  return {};
}

Result<void> project(Session& session, const Request& request, Reply& reply) {
  const auto options = request.options();
  if (!options) return std::unexpected(options.error());
  write_projects(reply.json, {&session.project(*options), 1});
  return {};
}

Result<void> dump(Session& session, const Request& request, Reply& reply) {
  const auto parsed = parsed_file(session, request);
  if (!parsed) return std::unexpected(parsed.error());
  reply.json.member("text", reply.add(to_bytes(dump_document(*(*parsed)->document))));
  return {};
}

// The import: the file whose dump was edited.
Result<void> build(Session& session, const Request& request, Reply& reply) {
  const Bytes* text = session.files.find(request.text("file"));
  if (text == nullptr)
    return fail(std::string(kUsageError), "there is no file " + request.text("file"));
  Diagnostics notes;
  auto document = build_document(as_text(*text), notes);
  if (!document) return std::unexpected(std::move(document.error()));
  auto written = (*document)->write();
  if (!written) return std::unexpected(std::move(written.error()));
  reply.json.member("format", (*document)->format());
  reply.json.member("bytes", reply.add(std::move(*written)));
  reply.json.key("diagnostics");
  write_diagnostics(reply.json, notes);
  return {};
}

Result<void> codes(Session&, const Request& request, Reply& reply) {
  const std::string wanted = request.text("code");
  reply.json.key("codes");
  reply.json.begin_array();
  for (const CodeTable& table : code_tables()) {
    for (const CodeInfo& code : table.codes) {
      const std::string name = std::string(table.prefix) + "." + std::string(code.code);
      if (!wanted.empty() && wanted != name) continue;
      reply.json.begin_object();
      reply.json.member("code", std::string_view(name));
      reply.json.member("meaning", code.meaning);
      reply.json.member("remedy", code.remedy);
      reply.json.member("section", code.section);
      reply.json.end_object();
    }
  }
  reply.json.end_array();
  return {};
}

constexpr NamedMethod kMethods[] = {
    {"version", version},      {"formats", formats}, {"list", list},   {"bytes", bytes},
    {"detect", detect_one_of}, {"info", info},       {"check", check}, {"sample", sample},
    {"project", project},      {"dump", dump},       {"build", build}, {"codes", codes},
};

}  // namespace

std::span<const NamedMethod> methods_of_files() {
  return kMethods;
}

}  // namespace anmkit::bindings
