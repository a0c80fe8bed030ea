// SPDX-License-Identifier: MIT
// The work of the tool, in memory: bytes are options, an output and several files, which are
// opened, planned and converted with each other as companions. Never a crash; a refusal has a
// reason; names stay below the output folder; what is made from glTF can be read again.
#include <array>
#include <map>

#include "anmkit/gltf.hpp"
#include "anmkit/project.hpp"
#include "feed.hpp"
#include "roundtrip.hpp"

namespace {

using namespace anmkit;
using fuzz::Feed;

// The files of one input as a folder.
class Folder final : public Neighbourhood {
 public:
  explicit Folder(std::map<std::string, Bytes> files) : files_(std::move(files)) {}
  std::vector<std::string> list(const std::string& folder) const override {
    std::vector<std::string> names;
    if (!folder.empty() && folder != "." && folder != "./") return names;
    for (const auto& [name, bytes] : files_)
      names.push_back(name);
    return names;
  }
  Result<Bytes> read(const std::string& path) const override {
    const auto found = files_.find(path);
    if (found == files_.end()) return fail("anmkit.READ", "no such file");
    return found->second;
  }
  const std::map<std::string, Bytes>& all() const { return files_; }

 private:
  std::map<std::string, Bytes> files_;
};

// Limits so low that a long clip does not stop the search for faults.
Options small_options(Feed& feed) {
  Options options;
  for (const char* limit : {"ticks=300", "samples=20000", "pictures=50"})
    options.set("limit", limit);
  const auto specs = all_options();
  for (std::uint8_t left = feed.byte() % 4; left > 0; --left) {
    const OptionSpec& spec = specs[feed.byte() % specs.size()];
    const std::uint8_t value = feed.byte();
    std::string text(spec.values.substr(0, spec.values.find('|')));
    if (spec.values.starts_with("N")) text = std::to_string(value);
    Options tried = options;
    tried.set(std::string(spec.name), spec.values.empty() ? "" : text);
    if (check_options(tried, specs)) options = tried;
  }
  return options;
}

std::vector<const Format*> all_formats() {
  std::vector<const Format*> all;
  for (const Family& family : families()) {
    for (const Format& format : family.formats)
      all.push_back(&format);
  }
  return all;
}

std::string extension_of(const Format& format, std::uint8_t choice) {
  if (format.extensions.empty()) return ".bin";
  return std::string(format.extensions[choice % format.extensions.size()]);
}

void convert(std::span<const Opened> opened, const ConvertRequest& request, CompanionPool& pool) {
  const auto plan = plan_conversion(opened, request);
  if (!plan) {
    fuzz::require(!plan.error().message.empty(), "a refusal has a reason", request.to);
    return;
  }
  for (const Step& step : plan->steps) {
    ConversionReport report;
    const auto files = apply(step, request, pool, report);
    if (!files) {
      fuzz::require(!files.error().message.empty(), "a refusal has a reason", request.to);
      continue;
    }
    for (const OutputFile& file : *files) {
      fuzz::require(file.name.starts_with("out"), "names stay below the output", request.to);
      fuzz::require(("/" + file.name + "/").find("/../") == std::string::npos, "names do not climb",
                    request.to);
      if (report.diagnostics.has_errors()) continue;
      if (std::holds_alternative<step::FromGltf>(step.action)) {
        const Opened again = open(file.bytes, file.name, {.format = request.to});
        fuzz::require(std::holds_alternative<Parsed>(again), "what is made is read", request.to);
      }
      if (std::holds_alternative<step::ToGltf>(step.action))
        fuzz::require(read_gltf(file.bytes).has_value(), "what is made is read", request.to);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Feed feed(data, size);
  const Options options = small_options(feed);
  static const std::vector<const Format*> kFormats = all_formats();
  const std::uint8_t target = feed.byte(), shape = feed.byte();
  std::map<std::string, Bytes> files;
  std::map<std::string, const Format*> forced;
  while (!feed.empty() && files.size() < 4) {
    const std::size_t kind = feed.byte() % (kFormats.size() + 1);
    const std::uint8_t extension = feed.byte();
    const std::string stem(1, static_cast<char>('a' + files.size() % 2));
    if (kind == kFormats.size()) {
      files[stem + (extension % 2 == 0 ? ".glb" : ".gltf")] = feed.part();
    } else {
      const std::string name = stem + extension_of(*kFormats[kind], extension);
      files[name] = feed.part();
      forced[name] = kFormats[kind];
    }
  }
  const Folder folder(std::move(files));
  CompanionPool pool(folder);
  std::vector<Opened> opened;
  for (const auto& [name, bytes] : folder.all()) {
    const auto format = forced.find(name);
    opened.push_back(open(
        bytes, name,
        {.options = options,
         .format = format != forced.end() && shape % 2 == 0 ? std::string_view(format->second->id)
                                                            : std::string_view(),
         .around = &folder}));
  }
  if (opened.empty()) return 0;
  for (const Opened& file : opened) {
    if (const auto* parsed = std::get_if<Parsed>(&file)) pool.link(*parsed);
  }
  ConvertRequest request;
  request.options = options;
  request.sparse = (shape & 2) != 0;
  request.keep_sources = (shape & 4) == 0;
  const std::size_t to = target % (kFormats.size() + 5);
  constexpr std::array<std::string_view, 5> kOthers = {"gltf", "webp", "gif", "apng", "png"};
  request.to = to < kFormats.size() ? kFormats[to]->id : kOthers[to - kFormats.size()];
  request.output = (shape & 8) != 0 ? "out/" : "out.x";
  request.length = 4;
  convert(opened, request, pool);
  // Each alone as well: the others are found next to it.
  convert(std::span(opened).first(1), request, pool);
  ProjectRequest all{.folder = ".", .options = options};
  const Project project = open_project(folder, all);
  for (const Subject& subject : project.subjects) {
    ConversionReport report;
    ConvertRequest own = request;
    own.to = "gltf";
    own.output = "out.glb";
    (void)convert_subject(subject, own, list_once(folder), report);
  }
  return 0;
}
