// SPDX-License-Identifier: MIT
// anmkit check: findings about files.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>

#include "anmkit/gltf.hpp"
#include "cli/commands/verbs.hpp"
#include "cli/files/encoding.hpp"
#include "cli/files/input.hpp"
#include "cli/report.hpp"
#include "cli/workers.hpp"
#include "core/paths.hpp"
#include "json_reports/json_reports.hpp"

namespace anmkit::cli {
namespace {

struct Checked {
  std::string path;
  std::string format;
  int status = kGood;
  // The findings, on their way to the thread that prints: as messages, or all of the file as JSON.
  std::vector<Message> said = {};
  std::string json = {};
};

// A file as the item of a list, whose separators are not its own.
std::string as_json(const Checked& checked, const Diagnostics& found) {
  JsonWriter json(JsonWriter::Style::indented);
  json.begin_array();
  json.begin_array();
  write_checked(json, checked.path, checked.format, checked.status == kGood, found);
  const std::string& text = json.text();
  return text.substr(text.find('{'));
}

// The findings of a check, ready to be printed.
Checked with_findings(Checked checked, const Diagnostics& found, const Arguments& arguments) {
  const bool bad = found.has_errors() || (arguments.check.strict && found.has_warnings());
  const Diagnostic* error = found.first_error();
  if (bad) checked.status = std::max(checked.status, error == nullptr ? kBad : status_for(*error));
  if (arguments.json) {
    checked.json = as_json(checked, found);
  } else {
    const HeldMessages held(checked.said);
    print_diagnostics(checked.path, found);
  }
  return checked;
}

// --quick: a file whose structure and ranges are sound is good as it is. Empty: it is opened and
// checked, with what was read of it. What options and companions mean only a whole check can tell.
std::optional<Checked> look_at(const std::string& path, const Arguments& arguments,
                               ReadFiles& read) {
  if (!arguments.check.quick || !arguments.options.empty() || !arguments.with.empty() ||
      arguments.offset != 0)
    return std::nullopt;
  auto bytes = read_path(path);
  if (!bytes) return std::nullopt;
  const Format* format = find_format(arguments.format);
  if (format == nullptr) format = detect_one({*bytes, path}).value_or(nullptr);
  if (format != nullptr && format->passes_quick_check != nullptr &&
      format->passes_quick_check(*bytes))
    return with_findings({path, std::string(format->id)}, {}, arguments);
  read.emplace(path, std::move(*bytes));
  return std::nullopt;
}

// One file that was opened and is to be checked.
Checked check_one(Opened& opened, Companions companions, const Arguments& arguments) {
  Checked checked{path_of(opened), std::string(format_id_of(opened))};
  if (std::holds_alternative<GltfInput>(opened))
    return with_findings(std::move(checked), check(opened), arguments);
  if (const auto* raw = std::get_if<Raw>(&opened)) {
    checked.status = status_of(*raw);
    return with_findings(std::move(checked), raw->why, arguments);
  }
  auto& parsed = std::get<Parsed>(opened);
  Diagnostics found = std::move(parsed.findings);
  parsed.document->check({companions, arguments.options}, found);
  locate(found, *parsed.format, parsed.bytes);
  return with_findings(std::move(checked), found, arguments);
}

// On all cores. Files that need their neighbours wait until all are open, and so does what follows
// them; the others are let go at once. `take` gets each in order.
void check_all(const std::vector<std::string>& paths, Surroundings& surroundings,
               const Arguments& arguments, const std::function<void(Checked)>& take) {
  const std::vector<Companion> named = surroundings.pool().given();
  std::mutex using_pool;
  std::vector<Checked> all(paths.size());
  std::vector<std::optional<Opened>> waiting(paths.size());
  std::size_t taken = 0;
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
      [&](std::size_t i) {
        progress.step();
        if (taken < i || waiting[i]) return;
        take(std::move(all[i]));
        ++taken;
      });
  std::map<std::string, std::vector<Companion>, std::less<>> folders;
  for (const std::optional<Opened>& opened : waiting) {
    if (!opened) continue;
    const auto& parsed = std::get<Parsed>(*opened);
    folders[std::string(folder_of(parsed.path))].push_back(
        {parsed.path, parsed.bytes, parsed.document.get()});
  }
  const std::size_t begin = taken;
  in_order(
      paths.size() - begin,
      [&](std::size_t index, std::size_t) {
        const std::size_t i = begin + index;
        if (!waiting[i]) return;
        std::vector<Companion> companions(named.begin(), named.end());
        const auto& beside = folders.find(folder_of(path_of(*waiting[i])))->second;
        companions.insert(companions.end(), beside.begin(), beside.end());
        all[i] = check_one(*waiting[i], companions, arguments);
      },
      [&](std::size_t index) { take(std::move(all[begin + index])); });
}

}  // namespace

int run_check(const Arguments& arguments) {
  Surroundings surroundings(arguments);
  int status = surroundings.status();
  const std::vector<std::string> paths = expand_inputs(arguments);
  std::size_t failed = 0;
  JsonWriter json(JsonWriter::Style::indented,
                  [](ByteView piece) { return print_result(as_text(piece)); });
  if (arguments.json) {
    json.begin_object();
    json.key("files");
    json.begin_array();
  }
  check_all(paths, surroundings, arguments, [&](Checked checked) {
    if (checked.status != kGood) ++failed;
    status = std::max(status, checked.status);
    if (arguments.json) return json.raw(checked.json);
    print_messages(std::move(checked.said));
    if (arguments.quiet || (checked.status == kGood && !says_each(paths.size()))) return;
    const std::string format = checked.format.empty() ? "unknown" : checked.format;
    if (!print_text(fmt::format("{}: {} ({})\n", shown(checked.path),
                                checked.status == kGood ? "good" : "bad", format)))
      status = std::max(status, kSystem);
  });
  if (arguments.json) {
    json.end_array();
    json.end_object();
    if (!json.flush() || !print_result("\n")) return kSystem;
  }
  surroundings.tell_unused();
  if (!says_each(paths.size()) && !arguments.json)
    print_summary(fmt::format("{} of {} files passed", paths.size() - failed, paths.size()));
  print_failures(failed, paths.size());
  return status;
}

}  // namespace anmkit::cli
