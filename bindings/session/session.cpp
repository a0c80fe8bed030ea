// SPDX-License-Identifier: MIT
// Files in memory and the reading of requests.
#include "session.hpp"

#include <algorithm>
#include <cmath>

#include "script.hpp"
#include "shown.hpp"

namespace anmkit::bindings {
namespace {

// "" is the whole; else with a slash after it.
std::string as_folder(const std::string& folder) {
  if (folder.empty() || folder == ".") return {};
  return folder.ends_with('/') ? folder : folder + "/";
}

std::string number_text(double number) {
  std::string text;
  append_number(text, number);
  return text;
}

void set_option(Options& options, std::string_view name, JsonValue value) {
  if (const auto text = value.string()) return options.set(std::string(name), std::string(*text));
  if (const auto number = value.number())
    return options.set(std::string(name), number_text(*number));
  if (value.boolean().value_or(false)) options.set(std::string(name), "");
}

}  // namespace

std::map<std::string, Bytes>::const_iterator MemoryFiles::load(const std::string& path) const {
  auto found = files_.find(path);
  if (found != files_.end() || !ask_) return found;
  if (auto bytes = ask_(path)) found = files_.emplace(path, std::move(*bytes)).first;
  return found;
}

const Bytes* MemoryFiles::find(const std::string& path) const {
  const auto found = load(path);
  return found == files_.end() ? nullptr : &found->second;
}

std::vector<std::string> MemoryFiles::list(const std::string& folder) const {
  const std::string root = as_folder(folder);
  std::vector<std::string> names;
  const auto add = [&](std::string name) {
    name.resize(std::min(name.find('/'), name.size()));
    if (!name.empty()) names.push_back(std::move(name));
  };
  for (auto at = files_.lower_bound(root); at != files_.end() && at->first.starts_with(root); ++at)
    add(at->first.substr(root.size()));
  if (const auto told = ask_ ? ask_(root.empty() ? "/" : root) : std::nullopt) {
    std::string_view lines = as_text(*told);
    while (!lines.empty()) {
      const std::size_t end = std::min(lines.find('\n'), lines.size());
      add(std::string(lines.substr(0, end)));
      lines.remove_prefix(std::min(end + 1, lines.size()));
    }
  }
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

std::vector<std::string> MemoryFiles::files(const std::string& folder) const {
  if (ask_) return Neighbourhood::files(folder);
  const std::string root = as_folder(folder);
  std::vector<std::string> paths;
  for (auto at = files_.lower_bound(root); at != files_.end() && at->first.starts_with(root); ++at)
    paths.push_back(at->first);
  return paths;
}

Result<Bytes> MemoryFiles::read(const std::string& path) const {
  const Bytes* bytes = find(path);
  if (bytes == nullptr) return fail(std::string(kUsageError), "there is no file " + path);
  return *bytes;
}

std::string Request::text(std::string_view name) const {
  return std::string(root_[name].string().value_or(""));
}
double Request::number(std::string_view name, double fallback) const {
  return root_[name].number().value_or(fallback);
}
bool Request::flag(std::string_view name, bool fallback) const {
  return root_[name].boolean().value_or(fallback);
}
std::vector<std::string> Request::texts(std::string_view name) const {
  std::vector<std::string> all;
  for (JsonValue one = root_[name].first(); one.present(); one = one.next())
    all.emplace_back(one.string().value_or(""));
  return all;
}
std::vector<double> Request::numbers(std::string_view name) const {
  std::vector<double> all;
  for (JsonValue one = root_[name].first(); one.present(); one = one.next())
    all.push_back(one.number().value_or(0));
  return all;
}

Result<Options> Request::options() const {
  Options options;
  const std::vector<OptionSpec> specs = all_options();
  for (JsonValue one = root_["options"].first(); one.present(); one = one.next()) {
    const std::string name(one.key());
    if (std::ranges::find(specs, name, &OptionSpec::name) == specs.end())
      return fail(std::string(kBadOption), "there is no option " + name);
    if (!one.is(JsonKind::array)) {
      set_option(options, name, one);
      continue;
    }
    for (JsonValue item = one.first(); item.present(); item = item.next())
      set_option(options, name, item);
  }
  if (auto good = check_options(options, specs); !good) return std::unexpected(good.error());
  return options;
}

Session::Session() = default;
Session::~Session() = default;

Result<const Opened*> Session::open(const Request& request, const std::string& path) {
  const auto options = request.options();
  if (!options) return std::unexpected(options.error());
  const Bytes* bytes = files.find(path);
  if (bytes == nullptr) return fail(std::string(kUsageError), "there is no file " + path);
  std::string key = path + '\n' + request.text("format");
  for (const std::string_view name : options->names())
    key += '\n' + std::string(name) + '=' + std::string(options->text(name));
  std::unique_ptr<Opened>& slot = opened_[key];
  if (slot == nullptr) {
    const std::string format = request.text("format");
    slot = std::make_unique<Opened>(
        anmkit::open(*bytes, path, {.options = *options, .format = format, .around = &files}));
  }
  return slot.get();
}

const Project& Session::project(const Options& options) {
  if (!project_) project_ = open_project(files, {.options = options});
  return *project_;
}

void Session::forget() {
  opened_.clear();
  project_.reset();
}

std::vector<const NamedMethod*> all_methods() {
  std::vector<const NamedMethod*> all;
  for (const auto methods : {methods_of_files(), methods_of_conversion(), methods_of_bytes(),
                             methods_of_shown(), methods_of_scripts()}) {
    for (const NamedMethod& one : methods)
      all.push_back(&one);
  }
  return all;
}

Result<Reply> call(Session& session, std::string_view method, std::string_view request) {
  const auto methods = all_methods();
  const auto found = std::ranges::find(methods, method, &NamedMethod::name);
  if (found == methods.end())
    return fail(std::string(kUsageError), "there is no method " + std::string(method));
  const auto parsed = JsonDocument::parse(request, kUsageError);
  if (!parsed) return std::unexpected(parsed.error());
  Reply reply;
  reply.json.begin_object();
  if (auto done = (*found)->run(session, Request(parsed->root()), reply); !done)
    return std::unexpected(std::move(done.error()));
  reply.json.end_object();
  return reply;
}

}  // namespace anmkit::bindings
