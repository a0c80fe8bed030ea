// SPDX-License-Identifier: MIT
// anmkit info: the format and contents of a file.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cli/commands/verbs.hpp"
#include "cli/files/encoding.hpp"
#include "cli/files/input.hpp"
#include "cli/files/subjects.hpp"
#include "cli/report.hpp"
#include "convert/clip_part.hpp"
#include "convert/flaws.hpp"
#include "core/counted.hpp"
#include "core/listing.hpp"
#include "core/number_text.hpp"
#include "exchange/bvh/bvh.hpp"
#include "json_reports/json_reports.hpp"

namespace anmkit::cli {
namespace {

// Options that name something the file lacks, as `check` reports them.
int check_options_of(const Parsed& parsed, Companions companions, const Arguments& arguments) {
  if (arguments.options.empty()) return kGood;
  Diagnostics found;
  parsed.document->check({companions, arguments.options}, found);
  int status = kGood;
  for (const Diagnostic& diagnostic : found.finish()) {
    if (diagnostic.code != kBadOption) continue;
    print_diagnostic(parsed.path, diagnostic);
    status = kUsage;
  }
  return status;
}

struct Described {
  FileInfo file;
  int status = kGood;
  bool shown = false;
};

// An animation without a clip is shown with nothing, unless others define what it names.
bool is_shown(const Parsed& file) {
  return !file.format->abilities.animation || !file.document->info().clips.empty() ||
         file.document->samples_with_found_companions();
}

constexpr std::size_t kRivals = 6;  // listed

Described describe(const std::string& path, Surroundings& surroundings,
                   const Arguments& arguments) {
  const Opened opened = open_input(path, arguments);
  Described described{info_of(opened)};
  FileInfo& file = described.file;
  if (const auto* raw = std::get_if<Raw>(&opened)) {
    explain(*raw);
    described.status = status_of(*raw);
  } else if (const auto* parsed = std::get_if<Parsed>(&opened)) {
    surroundings.pool().use_for(opened);
    const CompanionPool::Set beside = surroundings.pool().of(*parsed);
    const std::vector<std::string> idle = surroundings.pool().unused();
    const Context context{beside.companions, arguments.options};
    Diagnostics flaws;
    report_flaws(*parsed, context, flaws);
    for (const Companion& companion : beside.companions) {
      if (std::ranges::find(idle, companion.path) != idle.end() || !is_shown(*parsed)) continue;
      file.companions.push_back(companion.path);
      report_flaws(companion, context, flaws);
    }
    print_diagnostics(path, flaws);
    if (!beside.rivals.empty())
      file.info.facts.emplace_back(
          "models near it, none used",
          some_of(beside.rivals, kRivals) + "; choose one with --with FILE");
    described.status =
        std::max(surroundings.status(), check_options_of(*parsed, beside.companions, arguments));
    described.shown = described.status == kGood;
    if (flaws.has_errors()) described.status = std::max(described.status, kBad);
  } else if (file.diagnostics.empty()) {
    surroundings.pool().use_for(opened);
    Diagnostics notes;
    report_key_begins(std::get<GltfInput>(opened), {}, notes);
    print_diagnostics(path, notes);
    described.shown = true;
  } else {
    print_diagnostics(file.path, file.diagnostics);
    described.status = kBad;
  }
  return described;
}

std::string as_text(const FileInfo& file) {
  std::string text =
      fmt::format("{}: {}, {}\n", shown(file.path), file.title, counted(file.size, "byte"));
  for (const ClipInfo& clip : file.info.clips) {
    const std::string name = clip.name.empty() ? "-" : shown(clip.name);
    // A still, or a random script, whose facts say so.
    if (clip.frames <= 0) {
      text += fmt::format("  clip {}: no length, {} fps\n", name, number_text(clip.rate));
      continue;
    }
    text += fmt::format("  clip {}: {} {} at {} fps", name, number_text(clip.frames),
                        clip.frames == 1 ? "frame" : "frames", number_text(clip.rate));
    // BVH stores no loops.
    text += file.format == bvh_format().id ? std::string("\n")
            : clip.loop ? fmt::format(", loops from {}\n", number_text(clip.loop_start))
                        : ", plays once\n";
  }
  if (!file.info.nodes.empty()) {
    std::vector<std::string> names;
    std::ranges::transform(file.info.nodes, std::back_inserter(names), shown);
    text += fmt::format("  nodes ({}): {}\n", names.size(), fmt::join(names, ", "));
  }
  for (const auto& [key, value] : file.info.facts)
    text += fmt::format("  {}: {}\n", shown(key), shown(value));
  for (const std::string& path : file.companions)
    text += fmt::format("  with {}\n", shown(path));
  return text;
}

int print_graph(const std::string& path, const Arguments& arguments) {
  const Opened opened = open_input(path, arguments);
  int status = kGood;
  const Parsed* parsed = parsed_or_explain(opened, status);
  if (parsed == nullptr) return status;
  const auto graph = parsed->document->graph(arguments.info.graph);
  if (graph) return print_text(*graph) ? kGood : kSystem;
  print_diagnostic(path, graph.error());
  return status_for(graph.error());
}

// Files one by one, folders as lists of models and animations.
class Description {
 public:
  explicit Description(const Arguments& arguments)
      : arguments_(arguments), json_(JsonWriter::Style::indented, [](ByteView piece) {
          return print_result(anmkit::as_text(piece));
        }) {}

  int run() {
    std::vector<std::string> files, folders;
    for (const std::string& path : arguments_.files)
      (is_folder(path) ? folders : files).push_back(path);
    if (arguments_.json) json_.begin_object();
    if (!describe_files(files, !files.empty() || folders.empty())) return kSystem;
    if (!describe_folders(folders)) return kSystem;
    if (arguments_.json) {
      if (!folders.empty()) write_projects(json_, projects_);
      json_.end_object();
      if (!json_.flush() || !print_result("\n")) return kSystem;
    }
    print_failures(failed_, files.size());
    return status_;
  }

 private:
  // `lists`: they have a list in JSON.
  bool describe_files(const std::vector<std::string>& paths, bool lists) {
    Surroundings surroundings(arguments_);
    lists = lists && arguments_.json;
    if (lists) {
      json_.key("files");
      json_.begin_array();
    }
    for (const std::string& path : paths) {
      const auto [file, status, shown] = describe(path, surroundings, arguments_);
      if (arguments_.json) write_info(json_, file);
      if (status != kGood) ++failed_;
      status_ = std::max(status_, status);
      if (!arguments_.json && shown && !print_text(as_text(file))) return false;
    }
    if (lists) json_.end_array();
    surroundings.tell_unused();
    return true;
  }

  bool describe_folders(const std::vector<std::string>& folders) {
    for (const std::string& folder : folders) {
      projects_.push_back(open_folder(folder, arguments_));
      const Project& project = projects_.back();
      for (const Raw& raw : project.broken) {
        explain(raw);
        status_ = std::max(status_, status_of(raw));
      }
      if (project.subjects.empty() && project.orphans.empty() && project.broken.empty()) {
        print_error(fmt::format("{}: a folder without any file of a known format", folder));
        status_ = kSystem;
        continue;
      }
      if (!arguments_.json && !print_text(subject_table(folder, project))) return false;
    }
    return true;
  }

  const Arguments& arguments_;
  JsonWriter json_;  // streamed
  std::vector<Project> projects_;
  std::size_t failed_ = 0;
  int status_ = kGood;
};

}  // namespace

int run_info(const Arguments& arguments) {
  if (arguments.info.graph.empty()) return Description(arguments).run();
  int status = kGood;
  for (const std::string& path : expand_inputs(arguments))
    status = std::max(status, print_graph(path, arguments));
  return status;
}

}  // namespace anmkit::cli
