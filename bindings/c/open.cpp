// SPDX-License-Identifier: MIT
// Opening and closing files; their companions, options, clips and nodes.
#include <algorithm>

#include "anmkit/anmkit.hpp"
#include "convert/show.hpp"
#include "file.hpp"
#include "json_reports/json_reports.hpp"
#include "session/describe_shown.hpp"

using namespace anmkit;
using namespace anmkit::c;

namespace {

#ifdef ANMKIT_CODECS
Result<std::vector<Picture>> decode(const Scene& scene) {
  constexpr std::uint64_t kMostPixels = 1U << 28U;
  Diagnostics unused;
  return decode_textures(scene, kMostPixels, unused);
}
constexpr bindings::DecodeTextures kDecode = decode;
#else
constexpr bindings::DecodeTextures kDecode = nullptr;
#endif

Bytes copied(const void* data, std::size_t size) {
  const auto* bytes = static_cast<const std::byte*>(data);
  return size == 0 ? Bytes() : Bytes(bytes, bytes + size);
}

std::unique_ptr<anmkit_file> made(anmkit_read_fn beside, void* user) {
  auto file = std::make_unique<anmkit_file>();
  file->session.decode = kDecode;
  if (beside == nullptr) return file;
  file->session.files.ask([beside, user](const std::string& path) -> std::optional<Bytes> {
    const void* data = nullptr;
    std::size_t size = 0;
    if (beside(user, path.c_str(), &data, &size) != 0) return {};
    if (data == nullptr && size > 0) return {};
    return copied(data, size);
  });
  return file;
}

// What is computed from the bytes: again, after companions or options changed.
Result<void> look(anmkit_file& file, bool broken_too) {
  file.session.forget();
  file.clips.clear();
  file.clip_names.clear();
  file.shown.reset();
  file.session.shown.clear();
  if (file.name.empty()) return {};
  const auto text = request_text(std::array<const anmkit_file*, 1>{&file}, {});
  if (!text) return std::unexpected(text.error());
  const auto request = JsonDocument::parse(*text);
  const auto opened = file.session.open(bindings::Request(request->root()), file.name);
  if (!opened) return std::unexpected(opened.error());
  file.format = format_id_of(**opened);
  if (const auto* raw = std::get_if<Raw>(*opened))
    return broken_too ? Result<void>() : std::unexpected(bindings::reason_of(*raw));
  for (const ClipInfo& clip : info_of(**opened).info.clips)
    file.clip_names.push_back(clip.name);
  file.clips.resize(file.clip_names.size());
  return {};
}

anmkit_file* open_file(const void* data, std::size_t size, const char* name, anmkit_read_fn beside,
                       void* user, anmkit_error* error, bool broken_too) {
  std::unique_ptr<anmkit_file> file;
  const std::int32_t status = run(nullptr, error, [&]() -> Result<void> {
    if (name == nullptr || *name == '\0') return usage("a file has a name");
    if (data == nullptr && size > 0) return usage("the bytes of the file are null");
    file = made(beside, user);
    file->name = name;
    file->session.files.put(file->name, copied(data, size));
    return look(*file, broken_too);
  });
  return status == ANMKIT_OK ? file.release() : nullptr;
}

// What a clip is asked for, or `otherwise`.
template <class Value, class Ask>
Value ask_clip(const anmkit_file* file, std::int32_t clip, Value otherwise, const Ask& ask) {
  Value value = otherwise;
  run(file, nullptr, [&]() -> Result<void> {
    const auto one = ready(file, clip);
    if (one) value = ask(**one);
    return {};
  });
  return value;
}

}  // namespace

extern "C" {

const char* anmkit_version(void) {
  return kVersion;
}

anmkit_file* anmkit_open(const void* data, size_t size, const char* name, anmkit_read_fn beside,
                         void* user, anmkit_error* error) {
  return open_file(data, size, name, beside, user, error, false);
}

anmkit_file* anmkit_open_any(const void* data, size_t size, const char* name, anmkit_read_fn beside,
                             void* user, anmkit_error* error) {
  return open_file(data, size, name, beside, user, error, true);
}

anmkit_file* anmkit_open_folder(anmkit_read_fn beside, void* user, anmkit_error* error) {
  std::unique_ptr<anmkit_file> file;
  const std::int32_t status = run(nullptr, error, [&]() -> Result<void> {
    if (beside == nullptr) return usage("a folder needs a function that gives its files");
    file = made(beside, user);
    return {};
  });
  return status == ANMKIT_OK ? file.release() : nullptr;
}

int32_t anmkit_add_companion(anmkit_file* file, const void* data, size_t size, const char* name,
                             anmkit_error* error) {
  return run(file, error, [&]() -> Result<void> {
    if (file == nullptr) return usage("the file is null");
    if (name == nullptr || *name == '\0') return usage("a companion has a name");
    if (data == nullptr && size > 0) return usage("the bytes of the companion are null");
    const std::lock_guard lock(file->mutex);
    if (file->name == name || std::ranges::find(file->with, name) != file->with.end())
      return usage("a file of that name is there already: " + std::string(name));
    file->session.files.put(name, copied(data, size));
    CompanionPool pool(file->session.files);
    if (auto good = pool.name(name); !good) {
      file->session.files.remove(name);
      return good;
    }
    file->with.emplace_back(name);
    return look(*file, true);
  });
}

int32_t anmkit_set_option(anmkit_file* file, const char* name, const char* value,
                          anmkit_error* error) {
  return run(file, error, [&]() -> Result<void> {
    if (file == nullptr || name == nullptr || value == nullptr)
      return usage("expected a file, a name and a value, found null");
    const std::vector<OptionSpec> specs = all_options();
    if (std::ranges::find(specs, name, &OptionSpec::name) == specs.end())
      return fail(std::string(kBadOption), "there is no option " + std::string(name));
    Options options;
    options.set(name, value);
    if (auto good = check_options(options, specs); !good) return good;
    const std::lock_guard lock(file->mutex);
    file->options.emplace_back(name, value);
    auto done = look(*file, false);
    if (done) return done;
    file->options.pop_back();
    if (auto again = look(*file, true); !again) return again;
    return done;
  });
}

void anmkit_close(anmkit_file* file) {
  delete file;
}

const char* anmkit_format(const anmkit_file* file) {
  return file == nullptr ? nullptr : file->format.c_str();
}

int32_t anmkit_clip_count(const anmkit_file* file) {
  return file == nullptr ? -1 : static_cast<std::int32_t>(file->clip_names.size());
}

const char* anmkit_clip_name(const anmkit_file* file, int32_t clip) {
  if (file == nullptr || clip < 0 || static_cast<std::size_t>(clip) >= file->clip_names.size())
    return nullptr;
  return file->clip_names[static_cast<std::size_t>(clip)].c_str();
}

int32_t anmkit_node_count(const anmkit_file* file, int32_t clip) {
  return ask_clip(file, clip, -1, [](const Ready& one) {
    return static_cast<std::int32_t>(one.scene.nodes.size());
  });
}

const char* anmkit_node_name(const anmkit_file* file, int32_t clip, int32_t node) {
  return ask_clip<const char*>(file, clip, nullptr, [&](const Ready& one) -> const char* {
    if (node < 0 || static_cast<std::size_t>(node) >= one.scene.nodes.size()) return nullptr;
    return one.scene.nodes[static_cast<std::size_t>(node)].name.c_str();
  });
}

int32_t anmkit_node_parent(const anmkit_file* file, int32_t clip, int32_t node) {
  return ask_clip(file, clip, -2, [&](const Ready& one) {
    if (node < 0 || static_cast<std::size_t>(node) >= one.scene.nodes.size()) return -2;
    return one.scene.nodes[static_cast<std::size_t>(node)].parent;
  });
}

int32_t anmkit_clip(const anmkit_file* file, int32_t clip, anmkit_clip_info* out,
                    anmkit_error* error) {
  return run(file, error, [&]() -> Result<void> {
    if (out == nullptr) return usage("there is no place for the answer");
    const auto one = ready(file, clip);
    if (!one) return std::unexpected(one.error());
    const Clip& chosen = (*one)->clip;
    *out = {chosen.rate, chosen.duration, chosen.loops ? chosen.loop_start : -1.0,
            static_cast<std::int32_t>((*one)->scene.nodes.size()),
            static_cast<std::int32_t>(chosen.tracks.size())};
    return {};
  });
}

int32_t anmkit_get_track(const anmkit_file* file, int32_t clip, int32_t track, anmkit_track* out,
                         anmkit_error* error) {
  return run(file, error, [&]() -> Result<void> {
    if (out == nullptr) return usage("there is no place for the answer");
    const auto one = ready(file, clip);
    if (!one) return std::unexpected(one.error());
    const std::vector<Track>& tracks = (*one)->clip.tracks;
    if (track < 0 || static_cast<std::size_t>(track) >= tracks.size())
      return usage("there is no track " + std::to_string(track) + " of " +
                   std::to_string(tracks.size()));
    const Track& from = tracks[static_cast<std::size_t>(track)];
    *out = {static_cast<std::int32_t>(from.node),
            static_cast<std::int32_t>(from.components()),
            static_cast<std::int32_t>(from.stride()),
            0,
            property_name(from.property).data(),
            bindings::interpolation_name(from.interpolation).data(),
            from.times.size(),
            from.times.data(),
            from.values.data()};
    return {};
  });
}

}  // extern "C"
