// SPDX-License-Identifier: MIT
// Read, open, plan, apply, deliver. What becomes of what is the library's business
// (anmkit/convert.hpp).
#include <fmt/format.h>

#include <algorithm>

#include "cli/input.hpp"
#include "cli/output.hpp"
#include "cli/picture_arguments.hpp"
#include "cli/report.hpp"
#include "cli/subjects.hpp"
#include "cli/verbs.hpp"

namespace anmkit::cli {
namespace {

Result<ConvertRequest> request_of(const Arguments& arguments) {
  ConvertRequest request{.output = arguments.output,
                         .to = arguments.to,
                         .clip = arguments.clip,
                         .sparse = arguments.sparse,
                         .keep_sources = arguments.source,
                         .metres_per_unit = arguments.metres_per_unit,
                         .start = arguments.start,
                         .end = arguments.end,
                         .options = arguments.options};
  if (auto taken = take_picture_arguments(arguments, request); !taken)
    return std::unexpected(std::move(taken.error()));
  return request;
}

// Says what is wrong with a request; the first sentence is the fault, what follows is the hint.
int refuse(const Error& error, const std::string& about) {
  if (error.code != kUsageError) {
    print_diagnostic(about, error);
    return status_for(error);
  }
  const std::size_t end = error.message.find("; ");
  print_error(error.message.substr(0, end),
              end == std::string::npos ? "" : error.message.substr(end + 2));
  return kUsage;
}

int carry_out(const Step& step, const ConvertRequest& request, CompanionPool& companions,
              const Arguments& arguments) {
  ConversionReport report;
  const auto files = apply(step, request, companions, report);
  print_conversion(step.about, report);
  if (!files) return refuse(files.error(), step.about);
  // What was left out with an error is a failure of the step.
  int status = report.diagnostics.has_errors() ? kBad : kGood;
  for (const OutputFile& file : *files)
    status = std::max(status, deliver(file.name, file.bytes, arguments));
  return status;
}

struct Inputs {
  std::vector<Opened> files;
  std::size_t bad = 0;
  int status = kGood;
};

Inputs open_all(const std::vector<std::string>& paths, const Arguments& arguments, bool any_file) {
  Inputs inputs;
  Progress progress(paths.size());
  for (const std::string& path : paths) {
    Opened opened = open_input(path, arguments);
    progress.step();
    const auto* raw = std::get_if<Raw>(&opened);
    if (raw != nullptr && (!any_file || status_of(*raw) == kSystem)) {
      explain(*raw);
      ++inputs.bad;
      inputs.status = std::max(inputs.status, status_of(*raw));
    } else {
      inputs.files.push_back(std::move(opened));
    }
  }
  return inputs;
}

// Models given beside animations are lent to them, and sources see those of their folder.
void lend_inputs(const std::vector<Opened>& inputs, CompanionPool& pool) {
  for (const Opened& input : inputs) {
    if (const auto* parsed = std::get_if<Parsed>(&input)) pool.link(*parsed);
  }
}

int run_plan(const Inputs& inputs, const ConvertRequest& request, Surroundings& surroundings,
             const Arguments& arguments) {
  const auto plan = plan_conversion(inputs.files, request);
  if (!plan) return refuse(plan.error(), path_of(inputs.files.front()));
  print_diagnostics(arguments.output, plan->notes);
  int status = kGood;
  std::size_t failed = inputs.bad;
  for (const Step& step : plan->steps) {
    const int done = carry_out(step, request, surroundings.pool(), arguments);
    if (done != kGood) ++failed;
    status = std::max(status, done);
  }
  print_failures(failed, inputs.bad + plan->steps.size());
  return status;
}

}  // namespace

int run_convert(const Arguments& arguments) {
  const auto request = request_of(arguments);
  if (!request) return refuse(request.error(), arguments.output);
  if (converts_subjects(arguments)) {
    if (request->start || request->end) {
      print_error("--start and --end mean a part of a clip of a glTF file, and none is read");
      return kUsage;
    }
    return convert_subjects(*request, arguments);
  }
  Surroundings surroundings(arguments);
  if (surroundings.status() != kGood) return surroundings.status();
  const bool any_file = takes_any_file(*request);
  const auto pictures = picture_inputs(arguments, *request);
  Inputs inputs = open_all(pictures ? *pictures : expand_inputs(arguments, any_file), arguments,
                           any_file || pictures);
  // A file that should hold everything must not be made from half of it.
  const bool one_output = !arguments.output.ends_with('/');
  if (inputs.bad > 0 && one_output) {
    print_error(fmt::format("{} is not written because of the errors above", arguments.output));
    return inputs.status;
  }
  if (inputs.files.empty()) return inputs.status;
  lend_inputs(inputs.files, surroundings.pool());
  return std::max(inputs.status, run_plan(inputs, *request, surroundings, arguments));
}

}  // namespace anmkit::cli
