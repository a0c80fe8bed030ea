// SPDX-License-Identifier: MIT
// anmkit check: findings about files.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "anmkit/gltf.hpp"
#include "answers/answers.hpp"
#include "cli/encoding.hpp"
#include "cli/input.hpp"
#include "cli/report.hpp"
#include "cli/verbs.hpp"
#include "cli/workers.hpp"
#include "core/paths.hpp"

namespace anmkit::cli {
namespace {

struct Checked {
  std::string path;
  std::string format;
  Diagnostics diagnostics;
  int status = kGood;
};

Diagnostics check_gltf(const GltfInput& gltf) {
  Diagnostics diagnostics;
  if (auto lost = find_lost_extras(gltf.bytes)) diagnostics.add(std::move(*lost));
  return diagnostics;
}

// --quick: a file whose structure and ranges are sound is good as it is. Empty: it is opened and
// checked, with what was read of it. What options and companions mean only a whole check can tell.
std::optional<Checked> look_at(const std::string& path, const Arguments& arguments,
                               ReadFiles& read) {
  if (!arguments.quick || !arguments.options.empty() || !arguments.with.empty() ||
      arguments.offset != 0)
    return std::nullopt;
  auto bytes = read_path(path);
  if (!bytes) return std::nullopt;
  const Format* format = find_format(arguments.format);
  if (format == nullptr) format = detect_one({*bytes, path}).value_or(nullptr);
  if (format != nullptr && format->is_sound != nullptr && format->is_sound(*bytes))
    return Checked{path, std::string(format->id), {}, kGood};
  read.emplace(path, std::move(*bytes));
  return std::nullopt;
}

// One file that was opened and is to be checked.
Checked check_one(Opened& opened, Companions companions, const Arguments& arguments) {
  Checked checked;
  checked.path = path_of(opened);
  if (const auto* gltf = std::get_if<GltfInput>(&opened)) {
    checked.format = "gltf";
    checked.diagnostics = check_gltf(*gltf);
  } else if (auto* raw = std::get_if<Raw>(&opened)) {
    checked.format = format_id_of(opened);
    checked.status = status_of(*raw);
    checked.diagnostics = std::move(raw->why);
  } else {
    auto& parsed = std::get<Parsed>(opened);
    checked.format = parsed.format->id;
    checked.diagnostics = std::move(parsed.findings);
    parsed.document->check({companions, arguments.options}, checked.diagnostics);
    locate(checked.diagnostics, *parsed.format, parsed.bytes);
  }
  const bool bad =
      checked.diagnostics.has_errors() || (arguments.strict && checked.diagnostics.has_warnings());
  const Diagnostic* error = checked.diagnostics.first_error();
  if (bad) checked.status = std::max(checked.status, error == nullptr ? kBad : status_for(*error));
  return checked;
}

// On all cores. Files that need their neighbours wait until all are open; the others are let go at
// once.
std::vector<Checked> check_all(const std::vector<std::string>& paths, Surroundings& surroundings,
                               const Arguments& arguments) {
  const std::vector<Companion> named = surroundings.pool().given();
  std::mutex using_pool;
  std::vector<Checked> all(paths.size());
  std::vector<std::optional<Opened>> waiting(paths.size());
  Progress progress(paths.size());
  in_order(
      paths.size(),
      [&](std::size_t i, std::size_t) {
        ReadFiles read;
        if (auto sound = look_at(paths[i], arguments, read)) {
          all[i] = std::move(*sound);
          return;
        }
        Opened opened = open_input(paths[i], arguments, &read);
        if (!named.empty()) {
          const std::scoped_lock lock(using_pool);
          surroundings.pool().use_for(opened);
        }
        const auto* parsed = std::get_if<Parsed>(&opened);
        if (parsed != nullptr && parsed->format->linked) {
          waiting[i] = std::move(opened);
        } else {
          all[i] = check_one(opened, named, arguments);
        }
      },
      [&](std::size_t) { progress.step(); });
  std::map<std::string, std::vector<Companion>, std::less<>> folders;
  for (const std::optional<Opened>& opened : waiting) {
    if (!opened) continue;
    const auto& parsed = std::get<Parsed>(*opened);
    folders[std::string(folder_of(parsed.path))].push_back(
        {parsed.path, parsed.bytes, parsed.document.get()});
  }
  share(paths.size(), [&](std::size_t i, std::size_t) {
    if (!waiting[i]) return;
    std::vector<Companion> companions(named.begin(), named.end());
    const auto& beside = folders.find(folder_of(path_of(*waiting[i])))->second;
    companions.insert(companions.end(), beside.begin(), beside.end());
    all[i] = check_one(*waiting[i], companions, arguments);
  });
  return all;
}

std::string as_json(const std::vector<Checked>& all) {
  JsonWriter json(JsonWriter::Style::indented);
  json.begin_object();
  json.key("files");
  json.begin_array();
  for (const Checked& checked : all)
    write_checked(json, checked.path, checked.format, checked.status == kGood, checked.diagnostics);
  json.end_array();
  json.end_object();
  return json.take() + "\n";
}

}  // namespace

int run_check(const Arguments& arguments) {
  Surroundings surroundings(arguments);
  int status = surroundings.status();
  const std::vector<std::string> paths = expand_inputs(arguments);
  const std::vector<Checked> all = check_all(paths, surroundings, arguments);
  std::size_t failed = 0;
  for (const Checked& checked : all) {
    if (checked.status != kGood) ++failed;
    status = std::max(status, checked.status);
  }
  if (arguments.json) {
    if (!print_result(as_json(all))) return kSystem;
  } else {
    for (const Checked& checked : all) {
      for (const Diagnostic& diagnostic : checked.diagnostics.finish()) {
        print_diagnostic(checked.path, diagnostic);
      }
      if (arguments.quiet || (checked.status == kGood && !says_each(all.size()))) continue;
      const std::string format = checked.format.empty() ? "unknown" : checked.format;
      if (!print_text(fmt::format("{}: {} ({})\n", shown(checked.path),
                                  checked.status == kGood ? "good" : "bad", format)))
        status = std::max(status, kSystem);
    }
  }
  surroundings.tell_unused();
  if (!says_each(all.size()) && !arguments.json)
    print_summary(fmt::format("{} of {} files are good", all.size() - failed, all.size()));
  print_failures(failed, paths.size());
  return status;
}

}  // namespace anmkit::cli
