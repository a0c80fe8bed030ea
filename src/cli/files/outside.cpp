// SPDX-License-Identifier: MIT
// Messages of both sides: a letter, then texts that end with zero bytes. One that is wrong comes
// from a process that a file took over, and is refused.
#include "cli/files/outside.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <mutex>

#include "cli/arguments/arguments.hpp"
#include "cli/files/storage.hpp"
#include "cli/platform/calls.hpp"
#include "core/paths.hpp"

namespace anmkit::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongest = 1 << 16;  // bytes of a message
constexpr char kAdd = 'a', kPlace = 'p', kDone = 'd', kFailed = 'f';

struct Inside {
  int channel = -1;
  std::vector<Workplace> places;
};
Inside& inside() {
  static Inside here;
  return here;
}

bool send(int channel, const std::string& message) {
  ssize_t sent = -1;
  do {
    sent = ::write(channel, message.data(), message.size());
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(message.size());
}

// Empty: the other side has ended.
std::string receive(int channel) {
  std::string message(kLongest, '\0');
  ssize_t got = -1;
  do {
    got = ::read(channel, message.data(), message.size());
  } while (got < 0 && errno == EINTR);
  message.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return message;
}

std::string message_of(char kind, std::initializer_list<std::string> texts) {
  std::string message(1, kind);
  for (const std::string& text : texts)
    message.append(text.c_str(), text.size() + 1);
  return message;
}

std::vector<std::string> texts_of(const std::string& message) {
  std::vector<std::string> texts;
  for (std::size_t at = 1; at < message.size();) {
    const std::size_t end = std::min(message.find('\0', at), message.size());
    texts.push_back(message.substr(at, end - at));
    at = end + 1;
  }
  return texts;
}

std::unexpected<Error> refused() {
  return fail(std::string(kCannotWrite), "cannot be written: the sandbox allows other outputs");
}

bool is_hidden(std::string_view path) {
  return path.starts_with('.') || path.find("/.") != path.npos;
}

bool is_allowed(const std::string& path, const OutputRules& rules) {
  return std::ranges::any_of(rules.outputs, [&](const std::string& output) {
    if (path == output) return true;
    if (output.ends_with('/')) {
      if (!path.starts_with(output)) return false;
      const std::string below = path.substr(output.size());
      std::error_code error;
      // -f replaces outputs of an earlier run, not other files in a folder.
      const bool kept = is_hidden(below) && fs::exists(fs::symlink_status(path, error));
      return is_safe_name(below) && !kept;
    }
    // Beside the output, and not where a link there leads.
    const std::string_view stem = stem_of(output);
    const std::string_view folder = folder_of(output);
    std::error_code error;
    return !stem.empty() && path.starts_with(folder) && folder_of(path) == folder &&
           std::string_view(path).substr(folder.size()).starts_with(stem) &&
           !fs::is_symlink(fs::symlink_status(path, error));
  });
}

// The file of a work place that a name means; empty: none.
std::string temporary_of(const std::string& name, const std::vector<Workplace>& places) {
  const auto own = std::ranges::find_if(places, [&](const Workplace& place) {
    return name.starts_with(place.inside + "/") &&
           name.find('/', place.inside.size() + 1) == name.npos;
  });
  return own == places.end() ? std::string() : name;
}

constinit volatile pid_t shut_in_process = 0;

// The child removes its own files first, and ends by the same signal.
void pass_on(int number) {
  if (shut_in_process > 0) ::kill(shut_in_process, number);
}

Result<void> ask(const std::string& message) {
  const int channel = inside().channel;
  const std::string answer = send(channel, message) ? receive(channel) : std::string();
  if (answer.starts_with(kDone)) return {};
  const std::vector<std::string> texts = texts_of(answer);
  if (texts.size() != 3) return fail(std::string(kCannotWrite), "cannot be written: no answer");
  return fail(texts[0], texts[1], {}, texts[2]);
}

}  // namespace

Result<void> Placing::answer(const std::string& message) {
  auto done = carry_out(message);
  if (!done) files_.clear();
  return done;
}

Result<void> Placing::carry_out(const std::string& message) {
  if (message.starts_with(kPlace)) {
    std::vector<StagedFile> files = std::exchange(files_, {});
    return place_all(files);
  }
  const std::vector<std::string> texts = texts_of(message);
  if (!message.starts_with(kAdd) || texts.size() != 2) return refused();
  const std::string temporary = temporary_of(texts[0], places_);
  if (temporary.empty() || !is_allowed(texts[1], rules_)) return refused();
  auto file = StagedFile::adopt(texts[1], temporary, rules_.wishes);
  if (!file) return std::unexpected(std::move(file.error()));
  files_.push_back(std::move(*file));
  return {};
}

bool is_shut_in() {
  return inside().channel >= 0;
}

void shut_in(int channel, std::vector<Workplace> places) {
  inside() = {channel, std::move(places)};
}

std::string workplace_of(const std::string& target) {
  const auto& places = inside().places;
  std::error_code error;
  const std::string whole = sys::known_part_canonical(target, error).string();
  const auto own = std::ranges::find_if(places, [&](const Workplace& place) {
    return whole.starts_with(fs::weakly_canonical(place.folder, error).string() + "/");
  });
  // Elsewhere nothing can be made.
  return (own == places.end() ? fs::path(target).parent_path() : fs::path(own->inside)) / "output";
}

Result<void> place_outside(std::span<const StagedFile> files) {
  // One batch at a time, whichever thread it comes from.
  static std::mutex turn;
  const std::scoped_lock lock(turn);
  if (files.empty()) return {};
  for (const StagedFile& file : files) {
    if (file.temporary().empty()) continue;
    if (auto added = ask(message_of(kAdd, {file.temporary(), file.path()})); !added) {
      added.error().path = file.path();
      return added;
    }
  }
  auto placed = ask(message_of(kPlace, {}));
  if (!placed && placed.error().path.empty()) placed.error().path = files.front().path();
  return placed;
}

void serve_outside(int channel, sys::Process child, const OutputRules& rules,
                   const std::vector<Workplace>& places, const sys::HeldSignals& held) {
  shut_in_process = child;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    if (std::signal(number, pass_on) == SIG_IGN) std::signal(number, SIG_IGN);
  }
  ::pthread_sigmask(SIG_SETMASK, &held.before(), nullptr);
  {
    Placing placing(rules, places);
    for (std::string message; !(message = receive(channel)).empty();) {
      const auto done = placing.answer(message);
      const std::string answer =
          done ? message_of(kDone, {})
               : message_of(kFailed, {done.error().code, done.error().message, done.error().path});
      if (!send(channel, answer)) break;
    }
  }
  ::close(channel);
  int status = 0;
  pid_t ended = -1;
  do {
    ended = ::waitpid(child, &status, 0);
  } while (ended < 0 && errno == EINTR);
  shut_in_process = 0;
  for (const Workplace& place : places) {
    std::error_code ignored;
    fs::remove_all(place.inside, ignored);
  }
  if (ended < 0) std::exit(kSystem);
  if (!WIFSIGNALED(status)) std::exit(WIFEXITED(status) ? WEXITSTATUS(status) : kSystem);
  std::signal(WTERMSIG(status), SIG_DFL);
  std::raise(WTERMSIG(status));
  std::_Exit(kSystem);
}

}  // namespace anmkit::cli
