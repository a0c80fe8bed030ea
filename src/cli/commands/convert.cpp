// SPDX-License-Identifier: MIT
// Read, open, plan, apply, deliver. What becomes of what is the library's business
// (anmkit/convert.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/commands/verbs.hpp"
#include "cli/dry_run.hpp"
#include "cli/files/input.hpp"
#include "cli/files/output.hpp"
#include "cli/files/read_files.hpp"
#include "cli/files/subjects.hpp"
#include "cli/render/picture_arguments.hpp"
#include "cli/report.hpp"
#include "cli/workers.hpp"
#include "core/letters.hpp"
#include "core/paths.hpp"

namespace anmkit::cli {
namespace {

// Reads the files that the options of retargeting name.
Result<std::optional<Parsed>> read_retarget_options(const Arguments& arguments,
                                                    ConvertRequest& request) {
  request.retarget.ground = arguments.convert.ground;
  request.retarget.in_place = arguments.convert.in_place;
  if (!arguments.convert.map.empty()) {
    auto bytes = read_path(arguments.convert.map);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    request.retarget.map = as_text(*bytes);
    if (request.retarget.map.empty())
      return fail("anmkit.MAP", "the map is empty", {}, arguments.convert.map);
  }
  if (arguments.convert.pose.empty()) return std::optional<Parsed>();
  if (is_folder(arguments.convert.pose))
    return fail(std::string(kCannotRead), "it is a folder; --pose expects a file", {},
                arguments.convert.pose);
  Opened pose = open_input(arguments.convert.pose, arguments);
  if (auto* parsed = std::get_if<Parsed>(&pose)) return std::move(*parsed);
  if (const auto* raw = std::get_if<Raw>(&pose)) {
    if (const Diagnostic* why = raw->why.first_error()) return std::unexpected(*why);
  }
  return fail(std::string(kBadOption), "--pose expects an animation of the target's family", {},
              arguments.convert.pose);
}

Result<ConvertRequest> request_of(const Arguments& arguments) {
  ConvertRequest request{.output = arguments.output,
                         .to = arguments.to,
                         .clip = arguments.clip,
                         .merge = arguments.convert.merge,
                         .sparse = arguments.convert.sparse,
                         .keep_sources = arguments.convert.source,
                         .metres_per_unit = arguments.convert.metres_per_unit,
                         .start = arguments.convert.start,
                         .end = arguments.convert.end,
                         .options = arguments.options,
                         .share = &share};
  if (auto taken = take_picture_arguments(arguments, request); !taken)
    return std::unexpected(std::move(taken.error()));
  return request;
}

// The file that an error of a step is about: a line is one of the map.
const std::string& culprit(const Error& error, const Step& step, const Arguments& arguments) {
  return error.code == "anmkit.MAP" && error.line > 0 ? arguments.convert.map : step.about;
}

// The outputs of the step.
int tell(const Step& step, const ConvertRequest& request, CompanionPool& companions,
         const Arguments& arguments, std::vector<Planned>& plans) {
  ConversionReport report;
  const auto files = apply(step, request, companions, report);
  print_conversion(step.about, report);
  if (!files) return refuse(files.error(), culprit(files.error(), step, arguments));
  plans.push_back(planned(step.about, *files, report));
  int status = report.diagnostics.has_errors() ? kBad : kGood;
  for (const OutputFile& file : *files) {
    if (const auto fresh = claim_output(file.name); !fresh && file.name != "-") {
      print_diagnostic(file.name, fresh.error());
      status = kBad;
    }
  }
  return arguments.json || print_text(plan_text(plans.back())) ? status : kSystem;
}

int carry_out(const Step& step, const ConvertRequest& request, CompanionPool& companions,
              const Arguments& arguments, bool only) {
  ConversionReport report;
  int status = kGood;
  bool reported = false;
  // Files come when the report is whole: what its messages come before those about them.
  const auto print_report = [&] {
    if (!std::exchange(reported, true)) print_conversion(step.about, report);
  };
  // Files of one step belong together, but for those of a folder, which may be many.
  const bool together = !step.output.ends_with('/');
  Delivery delivery(arguments);
  bool written = false;
  const auto done =
      apply(step, request, companions, report, [&](const std::string& name, const Pieces& bytes) {
        print_report();
        note_read_files(companions.take_found());
        written = !together;
        status = std::max(status,
                          together ? delivery.add(name, bytes) : deliver(name, bytes, arguments));
      });
  print_report();
  if (done) status = std::max(status, delivery.place());
  if (!done) {
    status = std::max(status, refuse(done.error(), culprit(done.error(), step, arguments)));
    if (only && status == kBad && !written) print_unwritten(step.output);
    return status;
  }
  // An output that was left out with an error is a failure of the step.
  return report.diagnostics.has_errors() ? std::max<int>(status, kBad) : status;
}

// The file of --map or --pose cannot be used.
int refuse_file(const Error& error, const Arguments& arguments) {
  const bool map = error.code == "anmkit.MAP" || arguments.convert.pose.empty();
  print_diagnostic(map ? arguments.convert.map : arguments.convert.pose, error);
  return error.code == kCannotRead ? kSystem : status_for(error);
}

struct Inputs {
  std::vector<Opened> files;
  std::size_t bad = 0;
  int status = kGood;
};

Inputs open_all(const std::vector<std::string>& paths, const Arguments& arguments, bool any_file,
                ReadFiles& read) {
  Inputs inputs;
  Progress progress(paths.size());
  for (const std::string& path : paths) {
    Opened opened = open_input(path, arguments, &read);
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

// Models given next to animations are lent to them, and sources see those of their folder.
void lend_inputs(const std::vector<Opened>& inputs, CompanionPool& pool) {
  for (const Opened& input : inputs) {
    if (const auto* parsed = std::get_if<Parsed>(&input)) pool.link(*parsed);
  }
}

// Says which of the companions nothing is made with.
void use_companions(const Plan& plan, const std::vector<Opened>& files,
                    Surroundings& surroundings) {
  const Format* target = nullptr;
  for (const Step& step : plan.steps) {
    if (const auto* from = std::get_if<step::FromGltf>(&step.action)) target = from->target;
    if (const auto* from = std::get_if<step::FromPictures>(&step.action)) target = from->target;
  }
  for (const Opened& file : files)
    surroundings.pool().use_for(file, target);
  surroundings.tell_unused();
}

// The family of the first file that --with names.
std::string family_of(const std::vector<Companion>& given) {
  for (const Companion& one : given) {
    const Format* format = one.document == nullptr ? nullptr : find_format(one.document->format());
    if (format != nullptr) return std::string(format->family);
  }
  return {};
}

int run_plan(const Inputs& inputs, ConvertRequest request, Surroundings& surroundings,
             const Arguments& arguments) {
  request.family = family_of(surroundings.pool().given());
  const auto plan = plan_conversion(inputs.files, request);
  if (!plan) {
    const int status = refuse(plan.error(), path_of(inputs.files.front()));
    if (status == kBad) print_unwritten(arguments.output);
    return status;
  }
  print_diagnostics(arguments.output, plan->notes);
  use_companions(*plan, inputs.files, surroundings);
  int status = kGood;
  std::size_t failed = inputs.bad;
  std::vector<Planned> plans;
  CompanionPool& pool = surroundings.pool();
  const auto count = [&](int done) {
    if (done != kGood) ++failed;
    status = std::max(status, done);
  };
  const bool apart = std::ranges::all_of(plan->steps, [](const Step& step) {
    return std::holds_alternative<step::FromGltf>(step.action);
  });
  const bool only = inputs.bad + plan->steps.size() == 1;
  if (apart && !arguments.convert.dry_run) {
    prepare(*plan, request, pool);
    std::vector<int> done(plan->steps.size());
    Progress progress(done.size());
    in_order(
        done.size(),
        [&](std::size_t i, std::size_t) {
          done[i] = carry_out(plan->steps[i], request, pool, arguments, only);
        },
        [&](std::size_t i) {
          count(done[i]);
          progress.step();
        });
  } else {
    for (const Step& step : plan->steps) {
      count(arguments.convert.dry_run ? tell(step, request, pool, arguments, plans)
                                      : carry_out(step, request, pool, arguments, only));
    }
  }
  if (arguments.json && !print_result(plan_json(plans))) return kSystem;
  print_failures(failed, inputs.bad + plan->steps.size());
  return status;
}

// Both files decide about motion in three dimensions, in any order.
Arguments turned(const Arguments& arguments) {
  const std::string extension = lowered(extension_of(arguments.output));
  const bool scene = arguments.to.empty()
                         ? extension == ".glb" || extension == ".gltf" || extension == ".bvh"
                         : arguments.to == "gltf" || arguments.to == "bvh";
  return scene ? with_motions_as_inputs(arguments) : arguments;
}

}  // namespace

int run_convert(const Arguments& given) {
  const Arguments arguments = turned(given);
  auto request = request_of(arguments);
  if (!request) return refuse(request.error(), arguments.output);
  if (arguments.json && !arguments.convert.dry_run) {
    print_error("--json requires --dry-run: it lists the planned outputs");
    return kUsage;
  }
  const auto pose = read_retarget_options(arguments, *request);
  if (!pose) return refuse_file(pose.error(), arguments);
  if (*pose) request->retarget.pose = &**pose;
  if (converts_subjects(arguments)) {
    if (request->start || request->end) {
      print_error("--start and --end require a glTF or BVH input");
      return kUsage;
    }
    return convert_subjects(*request, arguments);
  }
  Surroundings surroundings(arguments);
  if (surroundings.status() != kGood) return surroundings.status();
  const bool any_file = takes_any_file(*request);
  const auto pictures = picture_inputs(arguments, *request);
  ReadFiles read;
  const auto paths = pictures ? *pictures : expand_inputs(arguments, any_file, &read);
  Inputs inputs = open_all(paths, arguments, any_file || pictures, read);
  // A file that should hold everything must not be made from half of it.
  const bool one_output = !arguments.output.ends_with('/');
  if (inputs.files.empty()) surroundings.tell_unused();
  if (inputs.bad > 0 && (one_output || inputs.files.empty())) {
    print_unwritten(arguments.output);
    return inputs.status;
  }
  if (inputs.files.empty()) return inputs.status;
  lend_inputs(inputs.files, surroundings.pool());
  return std::max(inputs.status, run_plan(inputs, *request, surroundings, arguments));
}

}  // namespace anmkit::cli
