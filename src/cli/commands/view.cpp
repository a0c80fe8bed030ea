// SPDX-License-Identifier: MIT
// anmkit view: files in the viewer's page, served to this machine alone and watched.
#include <fmt/format.h>

#include <charconv>
#include <set>

#include "cli/commands/verbs.hpp"
#include "cli/report.hpp"
#include "cli/view/browser.hpp"
#include "cli/view/files.hpp"
#include "cli/view/http_server.hpp"
#include "cli/view/page.hpp"
#include "cli/view/watch.hpp"
#include "json_reports/json_text.hpp"

namespace anmkit::cli {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{500};

std::vector<std::string> places_of(const ViewFiles& files) {
  std::vector<std::string> places;
  for (const ViewFile& file : files.files)
    places.push_back(file.place);
  return places;
}

class Viewing {
 public:
  Viewing(const Arguments& arguments, const ViewFiles& files, const ViewPage& page)
      : arguments_(arguments),
        files_(files),
        page_(page),
        watch_(places_of(files)),
        server_([this](std::string_view path) { return answer(path); }) {}

  int run() {
    if (const auto good = server_.listen(arguments_.view.port); !good) {
      print_error(good.error().message, "without --port a free one is taken");
      return kSystem;
    }
    if (!print_result(where())) return kSystem;
    if (arguments_.view.open && !browser_.open(server_.url())) say_no_browser();
    server_.every(kBetweenLooks, [this] { look(); });
    server_.run();
    return kGood;
  }

 private:
  std::string where() const {
    if (!arguments_.json) return server_.url() + "\n";
    JsonWriter json;
    json.begin_object();
    json.member("url", std::string_view(server_.url()));
    json.member("port", server_.port());
    json.end_object();
    return json.take() + "\n";
  }

  void say_no_browser() const {
    print_error("no browser could be started",
                fmt::format("open {} in one; --no-open starts none", server_.url()));
  }

  void look() {
    for (const Watch::Event& event : watch_.look()) {
      const std::string& path = files_.files[event.file].path;
      if (event.what == Watch::What::gone) print_summary(fmt::format("{} is gone", path));
      if (event.what == Watch::What::back) print_summary(fmt::format("{} is back", path));
      JsonWriter json;
      json.begin_object();
      write_state(json, event.file);
      json.end_object();
      server_.send_event(event.what == Watch::What::gone ? "gone" : "change", json.take());
    }
    if (browser_.has_failed()) say_no_browser();
  }

  HttpReply answer(std::string_view path) const {
    if (path.empty() || path == "index.html") {
      const auto page = page_.index();
      if (!page) return {.status = 500, .body = page.error().message + "\n"};
      return {.type = std::string(media_type("index.html")), .body = *page};
    }
    if (path == "api/files") return {.type = "application/json", .body = list()};
    if (path == "api/events") return {.type = "text/event-stream", .events = true};
    constexpr std::string_view kFile = "api/file/";
    if (path.starts_with(kFile)) return file(path.substr(kFile.size()));
    const auto part = page_.part(path);
    if (!part) return nothing();
    return {.type = std::string(media_type(path)), .body = part->bytes, .file = part->file};
  }

  static HttpReply nothing() { return {.status = 404, .body = "not found\n"}; }

  HttpReply file(std::string_view id) const {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number);
    const bool good = error == std::errc() && end == id.data() + id.size();
    if (!good || number >= files_.files.size()) return nothing();
    return {.type = "application/octet-stream", .file = files_.files[number].place};
  }

  void write_state(JsonWriter& json, std::size_t id) const {
    json.member("id", id);
    json.member("version", watch_.version(id));
    json.member("size", watch_.size(id));
  }

  std::string list() const {
    JsonWriter json;
    json.begin_object();
    json.key("files");
    json.begin_array();
    for (std::size_t id = 0; id < files_.files.size(); ++id) {
      json.begin_object();
      write_state(json, id);
      json.member("path", std::string_view(json_safe(files_.files[id].path)));
      json.member("named", files_.files[id].named);
      if (watch_.is_gone(id)) json.member("gone", true);
      json.end_object();
    }
    json.end_array();
    write_options(json);
    if (!arguments_.clip.empty()) json.member("clip", std::string_view(json_safe(arguments_.clip)));
    write_strings(json, "with", files_.with);
    json.end_object();
    return json.take();
  }

  // A text for each option, or a list of them where it was given more than once.
  void write_options(JsonWriter& json) const {
    json.key("options");
    json.begin_object();
    const auto names = files_.options.names();
    for (const std::string_view name : std::set(names.begin(), names.end())) {
      const auto values = files_.options.all(name);
      json.key(name);
      if (values.size() > 1) json.begin_array();
      for (const std::string_view value : values)
        json.value(std::string_view(json_safe(value)));
      if (values.size() > 1) json.end_array();
    }
    json.end_object();
  }

  const Arguments& arguments_;
  const ViewFiles& files_;
  const ViewPage& page_;
  Watch watch_;
  Browser browser_;
  HttpServer server_;
};

}  // namespace

int run_view(const Arguments& arguments) {
  ViewFiles files;
  if (const int status = collect_view_files(arguments, files); status != kGood) return status;
  const auto page = ViewPage::find();
  if (!page) {
    print_error(page.error().message,
                "`./dev viewer` builds it, the package anmkit has it; ANMKIT_VIEWER names another "
                "folder");
    return kSystem;
  }
  return Viewing(arguments, files, *page).run();
}

}  // namespace anmkit::cli
