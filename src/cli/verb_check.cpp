#include <fmt/format.h>

#include <algorithm>

#include "cli/gltf_input.hpp"
#include "cli/input.hpp"
#include "cli/json_text.hpp"
#include "cli/report.hpp"
#include "cli/verbs.hpp"

namespace anmkit::cli {
namespace {

struct Checked {
  std::string path;
  std::string format;
  Diagnostics diagnostics;
  int status = kGood;
};

// One file that was opened and is to be checked.
Checked check_one(Opened& opened, Companions companions, const Arguments& arguments) {
  Checked checked;
  if (!opened.format && is_gltf(opened.bytes)) {
    checked = {opened.path, "gltf", check_gltf(opened.bytes), kGood};
  } else {
    checked.path = opened.path;
    if (opened.format) checked.format = opened.format->id;
    checked.diagnostics = std::move(opened.diagnostics);
    checked.status = opened.status;
    if (opened.document) {
      opened.document->check(companions, arguments.options, checked.diagnostics);
    }
  }
  const bool bad =
      checked.diagnostics.has_errors() || (arguments.strict && checked.diagnostics.has_warnings());
  if (bad) checked.status = std::max(checked.status, kBad);
  return checked;
}

// Files that need their neighbours wait until all are open; the others are let go at once.
std::vector<Checked> check_all(const std::vector<std::string>& paths, const CompanionSet& named,
                               const Arguments& arguments) {
  std::vector<Checked> all(paths.size());
  std::vector<Opened> waiting;
  std::vector<std::size_t> places;
  Progress progress(paths.size());
  for (std::size_t i = 0; i < paths.size(); ++i) {
    Opened opened = open_input(paths[i], arguments);
    progress.step();
    if (opened.document && opened.format->linked) {
      waiting.push_back(std::move(opened));
      places.push_back(i);
    } else {
      all[i] = check_one(opened, named.companions(), arguments);
    }
  }
  const LinkedFiles linked(waiting);
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    std::vector<Companion> companions(named.companions().begin(), named.companions().end());
    const Companions beside = linked.beside(waiting[i]);
    companions.insert(companions.end(), beside.begin(), beside.end());
    all[places[i]] = check_one(waiting[i], companions, arguments);
  }
  return all;
}

std::string as_json(const std::vector<Checked>& all) {
  JsonWriter json(JsonWriter::Style::indented);
  json.begin_object();
  json.key("files");
  json.begin_array();
  for (const Checked& checked : all) {
    json.begin_object();
    json.member("file", std::string_view(json_safe(checked.path)));
    json.key("format");
    if (checked.format.empty()) {
      json.null();
    } else {
      json.value(std::string_view(checked.format));
    }
    json.member("ok", checked.status == kGood);
    json.key("diagnostics");
    write_diagnostics(json, checked.diagnostics);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take() + "\n";
}

}  // namespace

int run_check(const Arguments& arguments) {
  const CompanionSet companions(arguments);
  int status = companions.status();
  const std::vector<std::string> paths = expand_inputs(arguments);
  const std::vector<Checked> all = check_all(paths, companions, arguments);
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
      if (arguments.quiet) continue;
      const std::string format = checked.format.empty() ? "unknown" : checked.format;
      print_result(fmt::format("{}: {} ({})\n", checked.path,
                               checked.status == kGood ? "good" : "bad", format));
    }
  }
  print_failures(failed, paths.size());
  return status;
}

}  // namespace anmkit::cli
