// SPDX-License-Identifier: MIT
// Converting: what `anmkit convert` makes, as files in memory.
#include <algorithm>
#include <iterator>

#include "json_reports/json_reports.hpp"
#include "requests.hpp"

namespace anmkit::bindings {
namespace {

Result<void> convert(Session& session, const Request& request, Reply& reply) {
  const auto wanted = convert_request(request);
  if (!wanted) return std::unexpected(wanted.error());
  ConversionReport report;
  OutputFiles files;
  Diagnostics notes;
  const auto done = with_steps(
      session, request, *wanted, notes,
      [&](const Step& step, const ConvertRequest& own, CompanionPool& companions) -> Result<void> {
        auto made = apply(step, own, companions, report);
        if (!made) return std::unexpected(std::move(made.error()));
        std::ranges::move(*made, std::back_inserter(files));
        return {};
      });
  if (!done) return done;
  reply.json.key("files");
  reply.json.begin_array();
  for (OutputFile& file : files) {
    reply.json.begin_object();
    reply.json.member("file", std::string_view(json_safe(file.name)));
    reply.json.member("bytes", reply.add(std::move(file.bytes)));
    reply.json.end_object();
  }
  reply.json.end_array();
  write_bones(reply.json, report.bones);
  write_fits(reply.json, report.fits);
  reply.json.member("summary", std::string_view(json_safe(report.summary)));
  notes.add_all(report.diagnostics);
  reply.json.key("diagnostics");
  write_diagnostics(reply.json, notes);
  return {};
}

constexpr NamedMethod kMethods[] = {{"convert", convert}};

}  // namespace

std::span<const NamedMethod> methods_of_conversion() {
  return kMethods;
}

}  // namespace anmkit::bindings
