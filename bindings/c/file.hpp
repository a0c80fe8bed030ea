// SPDX-License-Identifier: MIT
// A file of the C interface: a session with its bytes, and what was computed from them.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "anmkit.h"
#include "scene/reference.hpp"
#include "session/requests.hpp"

namespace anmkit::c {

// A clip that is ready to be sampled. Immutable, so that threads need no lock for it.
struct Ready {
  Ready(Scene given, std::size_t clip_index)
      : scene(std::move(given)),
        clip(scene.clips[clip_index]),
        order(parents_first(scene)),
        sampler(scene, clip) {}

  Scene scene;
  const Clip& clip;
  std::vector<std::uint32_t> order;
  ReferenceSampler sampler;
};

}  // namespace anmkit::c

struct anmkit_file {
  mutable std::mutex mutex;  // of all that follows
  mutable anmkit::bindings::Session session;
  std::string name;               // of the file itself; empty: a folder
  std::string format;             // id
  std::vector<std::string> with;  // names of companions, in the order in which they were added
  std::vector<std::pair<std::string, std::string>> options;
  // By the index of the clip; one that cannot be sampled has the reason.
  mutable std::vector<std::optional<anmkit::Result<std::unique_ptr<const anmkit::c::Ready>>>> clips;
  mutable std::vector<std::string> clip_names;
  mutable std::optional<int> shown;  // the session's handle of what is rendered
  mutable bool torn = false;         // memory ended during a call: what is here may be half made
};

namespace anmkit::c {

// A request about files: "file" (the first), "files", "with" and "options", and the members of
// `more`, a JSON object or empty. Error anmkit.USAGE: `more` is neither.
Result<std::string> request_text(std::span<const anmkit_file* const> files, std::string_view more);

// The error of a file whose memory ended during a call. Under its lock.
Result<void> check_whole(const anmkit_file& file);

// The clip, made ready where it is asked for the first time. Locks the file.
Result<const Ready*> ready(const anmkit_file* file, std::int32_t clip);

// Sets `error`, and returns its status.
std::int32_t tell(anmkit_error* error, const Result<void>& done);
std::unexpected<Error> usage(std::string message);

// Runs the work of a function: no exception leaves it. `file` may be null.
template <class Work>
std::int32_t run(const anmkit_file* file, anmkit_error* error, const Work& work) {
  try {
    return tell(error, work());
  } catch (...) {  // memory ended; nothing else is thrown
    if (file != nullptr) {
      const std::lock_guard lock(file->mutex);
      file->torn = true;
    }
    return tell(error, fail("anmkit.MEMORY", "memory ended during the call"));
  }
}

}  // namespace anmkit::c
