// SPDX-License-Identifier: MIT
// The tool with memory that ends at the n-th allocation, for many n: it ends with a sentence, or
// has done what it should.
//
//   allocation FIRST MORE STDIN|/dev/null [NAME...] -- WORDS...
//
// Runs in a folder with in/ and makes out/, in which each NAME is there before. The first FIRST
// allocations fail one by one, and MORE of the others. Prints what is wrong, and a count.
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/files/process.hpp"
#include "faults/failing_memory.hpp"

namespace {

namespace fs = std::filesystem;
using namespace anmkit;

constexpr std::string_view kOld = "what was there before";

struct Task {
  std::uint64_t first = 0, more = 0;
  std::string stdin_file;
  std::vector<std::string> before, words;
};

struct Outcome {
  int status = 0;  // below 0: the signal
  std::string out, err;
  std::map<std::string, std::string> files;
};

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void make_output(const Task& task) {
  fs::remove_all("out");
  fs::create_directory("out");
  for (const std::string& name : task.before)
    std::ofstream("out/" + name) << kOld;
}

std::map<std::string, std::string> outputs() {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator("out")) {
    if (entry.is_regular_file())
      files[fs::relative(entry.path(), "out").string()] = contents(entry.path());
  }
  return files;
}

int run_tool(const Task& task) {
  std::vector<std::string> words = {"anmkit"};
  words.insert(words.end(), task.words.begin(), task.words.end());
  std::vector<char*> pointers;
  for (std::string& word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return cli::run(static_cast<int>(words.size()), pointers.data());
}

// The three standard files of the tool, each for one run.
class Streams {
 public:
  explicit Streams(const Task& task)
      : files_{::open(task.stdin_file.c_str(), O_RDONLY), ::memfd_create("out", 0),
               ::memfd_create("err", 0)} {
    // As a terminal: what a library writes again after its memory ended replaces nothing.
    for (int i = 1; i < 3; ++i)
      (void)::fcntl(files_[i], F_SETFL, O_APPEND);
    for (int i = 0; i < 3; ++i)
      kept_[i] = ::fcntl(i, F_DUPFD_CLOEXEC, 3);
    for (int i = 0; i < 3; ++i)
      (void)::dup2(files_[i], i);
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;
  ~Streams() { restore(); }
  void restore() {
    for (int i = 0; i < 3; ++i) {
      if (kept_[i] < 0) continue;
      (void)::dup2(kept_[i], i);
      (void)::close(std::exchange(kept_[i], -1));
    }
  }
  std::string text(int which) const {
    std::string all(static_cast<std::size_t>(::lseek(files_[which], 0, SEEK_END)), '\0');
    const ssize_t got = ::pread(files_[which], all.data(), all.size(), 0);
    all.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    return all;
  }
  void end() {
    restore();
    for (const int file : files_)
      (void)::close(file);
  }

 private:
  int files_[3], kept_[3]{};
};

Outcome run_process(const Task& task, std::uint64_t at, std::uint64_t* count) {
  make_output(task);
  Streams streams(task);
  auto* shared = static_cast<std::uint64_t*>(
      ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  const pid_t child = ::fork();
  if (child == 0) {
    cli::prepare_process();
    faults::fail_at(at);
    const int status = run_tool(task);
    *shared = faults::allocations();
    faults::fail_at(0);
    std::exit(status);
  }
  int status = 0;
  (void)::waitpid(child, &status, 0);
  if (count != nullptr) *count = *shared;
  (void)::munmap(shared, 4096);
  Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), streams.text(1),
                  streams.text(2), outputs()};
  streams.end();
  return outcome;
}

std::optional<std::string> fault_of(const Task& task, const Outcome& good, const Outcome& done) {
  if (done.status < 0) return "killed by " + std::to_string(-done.status) + ": " + done.err;
  if (done.status > 3) return "its status is " + std::to_string(done.status) + ": " + done.err;
  for (const auto& [name, content] : done.files) {
    if (name.contains(".anmkit-")) return name + " is left";
    const auto whole = good.files.find(name);
    const bool was_there =
        std::ranges::find(task.before, name) != task.before.end() && content == kOld;
    // A log is written as it comes.
    if (!was_there && !name.ends_with(".jsonl") &&
        (whole == good.files.end() || whole->second != content))
      return name + " is neither what was there nor what should be";
  }
  for (const std::string& name : task.before) {
    if (!done.files.contains(name)) return name + " is gone";
  }
  if (done.status == good.status) {
    if (done.files != good.files) return "it ended as ever, and the files are others";
    if (done.out != good.out) return "it ended as ever, and printed something else";
    return std::nullopt;
  }
  if (done.status == 0) return "it ended well where it should not";
  if (!done.err.contains("anmkit: ") && !done.err.contains(": error "))
    return "status " + std::to_string(done.status) + ", and no sentence: " + done.err;
  return std::nullopt;
}

class Test {
 public:
  explicit Test(Task task) : task_(std::move(task)) {}

  int run() {
    std::uint64_t count = 0;
    good_ = run_process(task_, 0, &count);
    if (good_.status < 0 || good_.status > 1) wrong(0, "without a fault: " + good_.err);
    std::uint64_t tried = 0;
    for (std::uint64_t at = 1; at <= count; at = next(at, count), ++tried)
      examine(at);
    std::printf("%llu of %llu allocations\n", static_cast<unsigned long long>(tried),
                static_cast<unsigned long long>(count));
    return failed_ ? 1 : 0;
  }

 private:
  std::uint64_t next(std::uint64_t at, std::uint64_t count) const {
    if (at < task_.first || count <= task_.first) return at + 1;
    return at + std::max<std::uint64_t>(
                    1, (count - task_.first) / std::max<std::uint64_t>(task_.more, 1));
  }

  void wrong(std::uint64_t at, const std::string& why) {
    failed_ = true;
    std::printf("FAILED: allocation %llu: %s\n", static_cast<unsigned long long>(at), why.c_str());
    std::fflush(stdout);
  }

  void examine(std::uint64_t at) {
    if (const auto why = fault_of(task_, good_, run_process(task_, at, nullptr))) wrong(at, *why);
  }

  Task task_;
  Outcome good_;
  bool failed_ = false;
};

// One processor: the tool starts no threads then, and memory is asked for in the same order.
void use_one_processor() {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(std::max(::sched_getcpu(), 0)), &one);
  (void)::sched_setaffinity(0, sizeof one, &one);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto end = std::ranges::find(words, "--");
  if (end == words.end() || end - words.begin() < 3) return 2;
  Task task{.first = std::strtoull(words[0].c_str(), nullptr, 10),
            .more = std::strtoull(words[1].c_str(), nullptr, 10),
            .stdin_file = words[2],
            .before = {words.begin() + 3, end},
            .words = {end + 1, words.end()}};
  use_one_processor();
  return Test(std::move(task)).run();
}
