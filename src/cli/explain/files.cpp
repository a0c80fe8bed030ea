// SPDX-License-Identifier: MIT
// `anmkit explain FILE`: each file is opened, broken ones too, and its bytes are explained.
#include <fmt/format.h>

#include <algorithm>

#include "anmkit/registry.hpp"
#include "cli/explain/explain.hpp"
#include "cli/files/encoding.hpp"
#include "cli/files/input.hpp"
#include "cli/files/output.hpp"
#include "cli/report.hpp"
#include "core/counted.hpp"
#include "core/json.hpp"
#include "json_reports/json_reports.hpp"

namespace anmkit::cli {
namespace {

const Format* format_of(const Opened& opened) {
  if (const auto* parsed = std::get_if<Parsed>(&opened)) return parsed->format;
  const auto* raw = std::get_if<Raw>(&opened);
  return raw == nullptr ? nullptr : raw->format;
}
const Bytes& bytes_of(const Opened& opened) {
  return std::visit([](const auto& file) -> const Bytes& { return file.bytes; }, opened);
}

void write_fields(JsonWriter& json, const Explained& explained, const Arguments& arguments) {
  json.member("format", explained.format);
  json.member("specification", explained.specification);
  json.member("size", explained.bytes.size());
  write_coverage(json, explained.what);
  json.key("fields");
  json.begin_array();
  explained.what.visit(
      [&](const Leaf& leaf) {
        write_leaf(json, leaf);
        return !arguments.explain.at;
      },
      arguments.explain.at.value_or(0));
  json.end_array();
}

// Text, or a page; JSON goes to the one object of all files.
int write_explained(const Explained& explained, const Arguments& arguments, JsonWriter* json) {
  if (json != nullptr) {
    write_fields(*json, explained, arguments);
    return kGood;
  }
  const std::string output = arguments.explain.html.empty() ? "-" : arguments.explain.html;
  const auto written = write_output(
      output,
      [&](const Sink& sink) {
        if (!arguments.explain.html.empty()) return write_explained_page(explained, sink);
        return write_explained_text(explained, arguments, [&](ByteView lines) {
          return sink(as_bytes(readable(as_text(lines))));
        });
      },
      wishes_of(arguments));
  if (written) return kGood;
  print_diagnostic(output, written.error());
  return status_of_output(written.error());
}

int explain_opened(const std::string& path, const Opened& opened, const Arguments& arguments,
                   JsonWriter* json) {
  if (const auto id = format_id_of(opened); id == "gltf" || id == "bvh") {
    print_error(fmt::format("{} is a {} file, which `explain` does not describe", path,
                            id == "gltf" ? "glTF" : "BVH"),
                "anmkit explain takes files of the formats that `anmkit formats` lists");
    return kUsage;
  }
  const auto* raw = std::get_if<Raw>(&opened);
  const Format* format = format_of(opened);
  int status = kGood;
  if (format != nullptr) {
    const Bytes& bytes = bytes_of(opened);
    const auto what = anmkit::explain(bytes, *format);
    if (!what) {
      print_diagnostic(path, what.error());
      return status_for(what.error());
    }
    if (arguments.explain.at && *arguments.explain.at >= bytes.size()) {
      print_error(fmt::format("--at {} is outside {}, which has {}", *arguments.explain.at, path,
                              counted(bytes.size(), "byte")));
      return kUsage;
    }
    status = write_explained({path, format->id, specification_of(*format), bytes, *what}, arguments,
                             json);
  }
  if (raw == nullptr) return status;
  // What could be followed was explained; that it cannot be read is the other half.
  explain(*raw);
  if (json != nullptr) {
    json->key("diagnostics");
    write_diagnostics(*json, raw->why);
  }
  return std::max(status, status_of(*raw));
}

int explain_all(const std::vector<std::string>& paths, const Arguments& arguments,
                JsonWriter* json) {
  int status = kGood;
  std::size_t failed = 0;
  for (const std::string& path : paths) {
    const Opened opened = open_input(path, arguments);
    if (json != nullptr) {
      json->begin_object();
      json->member("file", json_safe(path));
    }
    const int own = explain_opened(path, opened, arguments, json);
    if (json != nullptr) json->end_object();
    failed += own == kGood ? 0 : 1;
    status = std::max(status, own);
  }
  print_failures(failed, paths.size());
  return status;
}

}  // namespace

int explain_files(const Arguments& arguments) {
  const std::vector<std::string> paths = expand_inputs(arguments);
  if (!arguments.explain.html.empty() &&
      (paths.size() > 1 || arguments.json || arguments.explain.at)) {
    print_error("--html requires one file, without --json and --at",
                "anmkit explain robot-walk.csmodelanim --html walk.html");
    return kUsage;
  }
  if (!arguments.json) return explain_all(paths, arguments, nullptr);
  int status = kGood;
  const auto written = write_output(
      "-",
      [&](const Sink& sink) {
        JsonWriter json(JsonWriter::Style::indented, sink);
        json.begin_object();
        json.key("files");
        json.begin_array();
        status = explain_all(paths, arguments, &json);
        json.end_array();
        json.end_object();
        return json.flush() && sink(as_bytes("\n"));
      },
      wishes_of(arguments));
  if (written) return status;
  print_diagnostic("-", written.error());
  return status_of_output(written.error());
}

}  // namespace anmkit::cli
