// SPDX-License-Identifier: MIT
// Files in memory, requests in JSON about them, and the results: what the WebAssembly module and
// the C interface have in common.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/explain.hpp"
#include "anmkit/project.hpp"
#include "core/json.hpp"

namespace anmkit::bindings {

// Files by their paths, whose folders are what their names specify.
class MemoryFiles final : public Neighbourhood {
 public:
  // Asked for what is not in memory: the contents of a path, or for a folder ("anim/", "/" is the
  // outermost) its names, one a line. Empty: there is none. What was found is kept.
  using Ask = std::function<std::optional<Bytes>(const std::string& path)>;
  void ask(Ask ask) { ask_ = std::move(ask); }

  void put(std::string path, Bytes bytes) { files_[std::move(path)] = std::move(bytes); }
  bool remove(const std::string& path) { return files_.erase(path) > 0; }
  const Bytes* find(const std::string& path) const;
  const std::map<std::string, Bytes>& all() const { return files_; }

  std::vector<std::string> list(const std::string& folder) const override;
  Result<Bytes> read(const std::string& path) const override;
  std::vector<std::string> files(const std::string& folder) const override;
  std::vector<std::string> roots() const override { return {""}; }  // what was given is one tree

 private:
  std::map<std::string, Bytes>::const_iterator load(const std::string& path) const;

  mutable std::map<std::string, Bytes> files_;
  Ask ask_;
};

// The members of a request, each with what represents its absence.
class Request {
 public:
  explicit Request(JsonValue root) : root_(root) {}

  std::string text(std::string_view name) const;
  double number(std::string_view name, double fallback) const;
  bool flag(std::string_view name, bool fallback = false) const;
  std::vector<std::string> texts(std::string_view name) const;
  std::vector<double> numbers(std::string_view name) const;
  // The member "options": the families' own, proved against their list.
  Result<Options> options() const;
  JsonValue operator[](std::string_view name) const { return root_[name]; }

 private:
  JsonValue root_;
};

// A reply: an object whose members the method writes, and arrays that go next to it.
struct Reply {
  JsonWriter json;
  std::vector<Bytes> arrays;

  // The number of the array.
  std::size_t add(Bytes bytes) {
    arrays.push_back(std::move(bytes));
    return arrays.size() - 1;
  }
  template <class T>
  std::size_t add(std::span<const T> numbers) {
    const auto bytes = std::as_bytes(numbers);
    return add(Bytes(bytes.begin(), bytes.end()));
  }
};

// Images for a scene's textures, where the program has decoders.
using DecodeTextures = Result<std::vector<Picture>> (*)(const Scene& scene);

class Shown;   // shown.hpp: a scene that is looked at
class Script;  // script.hpp: one that shows images

struct Session {
  Session();
  ~Session();

  MemoryFiles files;
  DecodeTextures decode = nullptr;  // null: textures that are files are white

  // The file read with these options, or Raw with the reason.
  Result<const Opened*> open(const Request& request, const std::string& path);
  // All that the files hold.
  const Project& project(const Options& options);
  void forget();  // what was made from files that are others now

  std::map<int, std::unique_ptr<Shown>> shown;
  std::map<int, std::unique_ptr<Script>> scripts;
  int next_handle = 1;

  struct Explained {
    Bytes bytes;
    const Format* format;
    Explanation what;
  };
  std::map<int, Explained> explained;

 private:
  std::map<std::string, std::unique_ptr<Opened>> opened_;  // by path and options
  std::optional<Project> project_;
};

using Method = Result<void> (*)(Session& session, const Request& request, Reply& reply);
struct NamedMethod {
  std::string_view name;
  Method run;
};
std::span<const NamedMethod> methods_of_files();
std::span<const NamedMethod> methods_of_conversion();
std::span<const NamedMethod> methods_of_bytes();
std::span<const NamedMethod> methods_of_shown();
std::span<const NamedMethod> methods_of_scripts();
std::vector<const NamedMethod*> all_methods();

// Runs a method. Errors are its own, and anmkit.USAGE: no such method, or a request that is no
// JSON.
Result<Reply> call(Session& session, std::string_view method, std::string_view request);

}  // namespace anmkit::bindings
