// SPDX-License-Identifier: MIT
// Runs a command and makes one of its system calls fail, do less than was asked, or be met by a
// signal. By ptrace: what the C library calls inside itself is met too, in any build of the tool.
//
//   tracer LOG list                       -- COMMAND...   every call, in order
//   tracer LOG error CALL N NUMBER FOR    -- COMMAND...   the N-th CALL and FOR - 1 after it fail
//   tracer LOG short CALL N               -- COMMAND...   half of the bytes, at least one
//   tracer LOG signal N NUMBER            -- COMMAND...   before the N-th call of any kind
//
// LOG gets a line per call ("CALL<tab>FILE"; what was met ends with "<tab>met") and at the end
// "exit STATUS" or "killed SIGNAL". Calls are counted from where the tool begins to prepare its
// process.
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr int kTracerFailed = 99;

enum class First : std::uint8_t { nothing, file, path, folder_and_path };

struct Call {
  long number;
  std::string_view name;
  First first;  // what its first arguments are
};

// Those that can fail for what is outside of the process.
constexpr auto kCalls = std::to_array<Call>({
    {SYS_access, "access", First::path},
    {SYS_accept4, "accept4", First::nothing},
    {SYS_bind, "bind", First::nothing},
    {SYS_brk, "brk", First::nothing},
    {SYS_clone, "clone", First::nothing},
    {SYS_clone3, "clone3", First::nothing},
    {SYS_close, "close", First::file},
    {SYS_dup2, "dup2", First::nothing},
    {SYS_epoll_create1, "epoll_create1", First::nothing},
    {SYS_eventfd2, "eventfd2", First::nothing},
    {SYS_fchmod, "fchmod", First::file},
    {SYS_fchown, "fchown", First::file},
    {SYS_fcntl, "fcntl", First::file},
    {SYS_fstat, "fstat", First::file},
    {SYS_fsync, "fsync", First::file},
    {SYS_getcwd, "getcwd", First::nothing},
    {SYS_getdents64, "getdents64", First::file},
    {SYS_getrandom, "getrandom", First::nothing},
    {SYS_ioctl, "ioctl", First::file},
    {SYS_landlock_add_rule, "landlock_add_rule", First::nothing},
    {SYS_landlock_create_ruleset, "landlock_create_ruleset", First::nothing},
    {SYS_landlock_restrict_self, "landlock_restrict_self", First::nothing},
    {SYS_link, "link", First::path},
    {SYS_linkat, "link", First::folder_and_path},
    {SYS_listen, "listen", First::nothing},
    {SYS_lseek, "lseek", First::file},
    {SYS_lstat, "stat", First::path},
    {SYS_madvise, "madvise", First::nothing},
    {SYS_mkdir, "mkdir", First::path},
    {SYS_mkdirat, "mkdir", First::folder_and_path},
    {SYS_mmap, "mmap", First::nothing},
    {SYS_mprotect, "mprotect", First::nothing},
    {SYS_mremap, "mremap", First::nothing},
    {SYS_newfstatat, "stat", First::folder_and_path},
    {SYS_open, "open", First::path},
    {SYS_openat, "open", First::folder_and_path},
    {SYS_pipe2, "pipe2", First::nothing},
    {SYS_prctl, "prctl", First::nothing},
    {SYS_pread64, "read", First::file},
    {SYS_read, "read", First::file},
    {SYS_readlink, "readlink", First::path},
    {SYS_rename, "rename", First::path},
    {SYS_renameat, "rename", First::folder_and_path},
    {SYS_renameat2, "rename", First::folder_and_path},
    {SYS_sched_getaffinity, "sched_getaffinity", First::nothing},
    {SYS_seccomp, "seccomp", First::nothing},
    {SYS_socket, "socket", First::nothing},
    {SYS_stat, "stat", First::path},
    {SYS_statx, "stat", First::folder_and_path},
    {SYS_unlink, "unlink", First::path},
    {SYS_unlinkat, "unlink", First::folder_and_path},
    {SYS_vfork, "clone", First::nothing},
    {SYS_wait4, "wait4", First::nothing},
    {SYS_write, "write", First::file},
    {SYS_writev, "writev", First::file},
});

[[noreturn]] void give_up(const char* what) {
  std::perror(what);
  std::exit(kTracerFailed);
}

enum class Kind : std::uint8_t { list, error, less, signal };

struct Plan {
  std::string log;
  Kind kind = Kind::list;
  std::string call = {};  // empty: any
  std::uint64_t at = 0, times = 1;
  int number = 0;  // of the error or the signal
  char** command = nullptr;
};

std::optional<Plan> read_plan(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const auto end = std::ranges::find(words, "--");
  if (end == words.end() || end - words.begin() < 2 || end + 1 == words.end()) return std::nullopt;
  Plan plan{.log = words[0], .command = argv + 2 + (end - words.begin())};
  const std::vector<std::string> more(words.begin() + 2, end);
  const auto whole = [&](std::size_t i) { return std::strtoull(more[i].c_str(), nullptr, 10); };
  if (words[1] == "list" && more.empty()) return plan;
  if (words[1] == "error" && more.size() == 4) {
    plan.kind = Kind::error;
    plan.times = whole(3);
  } else if (words[1] == "short" && more.size() == 2) {
    plan.kind = Kind::less;
  } else if (words[1] == "signal" && more.size() == 2) {
    plan.kind = Kind::signal;
    plan.at = whole(0);
    plan.number = static_cast<int>(whole(1));
    return plan;
  } else {
    return std::nullopt;
  }
  plan.call = more[0];
  plan.at = whole(1);
  if (plan.kind == Kind::error) plan.number = static_cast<int>(whole(2));
  return plan;
}

const Call* find_call(std::uint64_t number) {
  const auto found = std::ranges::find(kCalls, static_cast<long>(number), &Call::number);
  return found == kCalls.end() ? nullptr : &*found;
}

std::string text_at(pid_t process, std::uint64_t address) {
  std::array<char, 4096> buffer{};
  // Up to the end of its page, which what is behind need not have.
  const std::size_t size = buffer.size() - address % buffer.size();
  iovec here{buffer.data(), size};
  iovec there{reinterpret_cast<void*>(address), size};  // NOLINT(performance-no-int-to-ptr)
  const ssize_t got = ::process_vm_readv(process, &here, 1, &there, 1, 0);
  if (got <= 0) return {};
  return {buffer.data(), ::strnlen(buffer.data(), static_cast<std::size_t>(got))};
}

std::string file_of(pid_t process, const Call& call, std::uint64_t first, std::uint64_t second) {
  const auto number = static_cast<std::int32_t>(first);
  std::error_code ignored;
  switch (call.first) {
    case First::nothing:
      return {};
    case First::path:
      return text_at(process, first);
    case First::folder_and_path: {
      std::string path = text_at(process, second);
      if (!path.empty()) return path;
      [[fallthrough]];
    }
    case First::file:
      if (number >= 0 && number <= 2) return "<" + std::to_string(number) + ">";
      return std::filesystem::read_symlink(
                 "/proc/" + std::to_string(process) + "/fd/" + std::to_string(number), ignored)
          .string();
  }
  return {};
}

// Stops at every system call, and goes on as the command.
[[noreturn]] void become(char** command) {
  // One processor: the tool starts no threads then, and calls come in the same order each time.
  if (std::getenv("TRACER_ALL_CPUS") == nullptr) {
    cpu_set_t one;
    CPU_ZERO(&one);
    const int here = ::sched_getcpu();
    CPU_SET(static_cast<std::size_t>(std::max(here, 0)), &one);
    if (::sched_setaffinity(0, sizeof one, &one) != 0) give_up("sched_setaffinity");
  }
  if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) give_up("ptrace");
  (void)std::raise(SIGSTOP);
  sock_filter all = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
  const sock_fprog program{1, &all};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    give_up("prctl");
  ::execv(command[0], command);
  give_up(command[0]);
}

class Tracer {
 public:
  explicit Tracer(Plan plan) : plan_(std::move(plan)), log_(plan_.log) {}

  void run() {
    tool_ = ::fork();
    if (tool_ < 0) give_up("fork");
    if (tool_ == 0) become(plan_.command);
    int status = 0;
    if (::waitpid(tool_, &status, 0) != tool_ || !WIFSTOPPED(status)) give_up("waitpid");
    constexpr unsigned long kWishes = PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD |
                                      PTRACE_O_TRACESECCOMP | PTRACE_O_TRACECLONE |
                                      PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC;
    if (::ptrace(PTRACE_SETOPTIONS, tool_, nullptr, kWishes) != 0) give_up("ptrace");
    own_[tool_] = true;
    resume(tool_, 0);
    while (true) {
      const pid_t process = ::waitpid(-1, &status, __WALL);
      if (process < 0) break;
      if (WIFSTOPPED(status)) {
        stopped(process, status);
      } else if (process == tool_ && WIFEXITED(status)) {
        log_ << "exit " << WEXITSTATUS(status) << '\n';
      } else if (process == tool_ && WIFSIGNALED(status)) {
        log_ << "killed " << WTERMSIG(status) << '\n';
      }
    }
  }

 private:
  static void resume(pid_t process, int signal) {
    (void)::ptrace(PTRACE_CONT, process, nullptr, static_cast<std::uintptr_t>(signal));
  }

  // A thread of the tool, and not of a program that it started.
  bool is_own(pid_t thread) {
    const auto known = own_.find(thread);
    if (known != own_.end()) return known->second;
    return own_[thread] = std::filesystem::exists("/proc/" + std::to_string(tool_) + "/task/" +
                                                  std::to_string(thread));
  }

  // Registers are what they were: the program relies on it.
  void returned(pid_t process, const user_regs_struct& before) const {
    user_regs_struct registers{};
    if (::ptrace(PTRACE_GETREGS, process, nullptr, &registers) != 0) return;
    registers.rdi = before.rdi;
    registers.rdx = before.rdx;
    if (before.orig_rax == SYS_close)
      registers.rax = static_cast<std::uint64_t>(-static_cast<std::int64_t>(plan_.number));
    (void)::ptrace(PTRACE_SETREGS, process, nullptr, &registers);
  }

  void stopped(pid_t process, int status) {
    const bool is_new = !own_.contains(process);
    const bool own = is_own(process);
    const int signal = WSTOPSIG(status);
    if (status >> 8 == (SIGTRAP | (PTRACE_EVENT_SECCOMP << 8))) {
      if (own) entered(process);
      if (!altered_.contains(process)) return resume(process, 0);
      (void)::ptrace(PTRACE_SYSCALL, process, nullptr, nullptr);
      return;
    }
    if (signal == (SIGTRAP | 0x80)) {
      if (const auto altered = altered_.extract(process)) returned(process, altered.mapped());
      return resume(process, 0);
    }
    const bool told = status >> 16 != 0 || (is_new && signal == SIGSTOP);
    resume(process, told ? 0 : signal);
  }

  void entered(pid_t process) {
    user_regs_struct registers{};
    if (::ptrace(PTRACE_GETREGS, process, nullptr, &registers) != 0) return;
    // The first that the tool does, and the loader does not.
    begun_ |= registers.orig_rax == SYS_fcntl && registers.rdi == STDIN_FILENO &&
              registers.rsi == F_GETFD;
    if (!begun_) return;
    const Call* call = find_call(registers.orig_rax);
    const std::string_view name = call == nullptr ? "other" : call->name;
    const bool fails = plan_.kind == Kind::error || plan_.kind == Kind::less;
    // Messages about a failure must arrive.
    if (fails && name == "write" && registers.rdi == STDERR_FILENO) return;
    log_ << name << '\t'
         << (call == nullptr ? "" : file_of(process, *call, registers.rdi, registers.rsi));
    if (plan_.kind != Kind::list && (plan_.call.empty() || plan_.call == name)) {
      ++count_;
      if (count_ >= plan_.at && count_ - plan_.at < plan_.times) {
        log_ << "\tmet" << std::flush;
        meet(process, registers);
      }
    }
    log_ << '\n';
  }

  void meet(pid_t process, user_regs_struct& registers) {
    if (plan_.kind == Kind::signal) {
      if (::kill(tool_, plan_.number) != 0) give_up("kill");
      return;
    }
    const user_regs_struct before = registers;
    if (plan_.kind == Kind::less) {
      altered_[process] = before;
      registers.rdx = std::max<std::uint64_t>(1, registers.rdx / 2);
    } else if (registers.orig_rax == SYS_close) {
      altered_[process] = before;  // the file is closed, whatever the result
    } else if (registers.orig_rax == SYS_brk) {
      altered_[process] = before;
      registers.rdi = 0;  // says where the heap ends now, as one that fails does
    } else {
      registers.orig_rax = ~0ULL;  // no call at all
      registers.rax = static_cast<std::uint64_t>(-static_cast<std::int64_t>(plan_.number));
    }
    if (::ptrace(PTRACE_SETREGS, process, nullptr, &registers) != 0) give_up("ptrace");
  }

  Plan plan_;
  std::ofstream log_;
  pid_t tool_ = -1;
  std::map<pid_t, bool> own_;
  std::map<pid_t, user_regs_struct> altered_;  // what stood there before
  bool begun_ = false;
  std::uint64_t count_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  auto plan = read_plan(argc, argv);
  if (!plan) {
    std::fputs(
        "tracer LOG list | error CALL N NUMBER FOR | short CALL N | signal N NUMBER -- "
        "COMMAND...\n",
        stderr);
    return 2;
  }
  Tracer(std::move(*plan)).run();
}
