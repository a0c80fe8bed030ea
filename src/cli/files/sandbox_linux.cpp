// SPDX-License-Identifier: MIT
// Landlock limits the files, seccomp the system calls.
#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <ranges>
#include <string_view>

#include "cli/files/sandbox.hpp"
#include "cli/files/storage.hpp"
#include "cli/platform/calls.hpp"

namespace anmkit::cli {
namespace {

namespace fs = std::filesystem;

std::unexpected<Error> refused(const std::string& why) {
  return fail(std::string(kUnsupported), "cannot enter the sandbox: " + why);
}

// glibc has no names for these.
int create_ruleset(const landlock_ruleset_attr* attributes, std::size_t size, unsigned flags) {
  return static_cast<int>(::syscall(SYS_landlock_create_ruleset, attributes, size, flags));
}

constexpr std::uint64_t kReadFile = LANDLOCK_ACCESS_FS_READ_FILE;
constexpr std::uint64_t kRead = kReadFile | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t kWriteFile = kReadFile | LANDLOCK_ACCESS_FS_WRITE_FILE;
constexpr std::uint64_t kWrite =
    kWriteFile | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REMOVE_FILE;
// All actions of the first version: those that are not allowed are forbidden.
constexpr std::uint64_t kFirst =
    kRead | kWrite | LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_SOCK |
    LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
// What the second and the third version add: moving files between folders, and cutting them. The
// headers of older systems have no names for these.
constexpr std::uint64_t kRefer = 1U << 13, kTruncate = 1U << 14;

std::uint64_t all_of(int version) {
  return kFirst | (version >= 2 ? kRefer : 0) | (version >= 3 ? kTruncate : 0);
}

// Whether it could be opened and allowed; a missing path needs no rule.
Result<void> allow(int ruleset, const std::string& path, std::uint64_t access) {
  const int file = open_file(path, O_PATH | O_CLOEXEC);
  if (file < 0)
    return errno == ENOENT || errno == EACCES || errno == ENOTDIR
               ? Result<void>{}
               : refused(path + ": " + std::strerror(errno));
  struct stat status{};
  if (::fstat(file, &status) != 0) {
    const int why = errno;
    ::close(file);
    return refused(path + ": " + std::strerror(why));
  }
  if (!S_ISDIR(status.st_mode)) access &= kWriteFile;
  const landlock_path_beneath_attr rule{.allowed_access = access, .parent_fd = file};
  const auto failed =
      ::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  const int why = errno;
  ::close(file);
  if (failed != 0) return refused(path + ": " + std::strerror(why));
  return {};
}

Result<void> limit_files(const SandboxDoors& doors, const std::vector<Workplace>& places) {
  const int version = create_ruleset(nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) {
    return refused(
        "this system has no Landlock (Linux 5.13 and later have, where it is not switched off)");
  }
  const landlock_ruleset_attr attributes{.handled_access_fs = all_of(version)};
  const int ruleset = create_ruleset(&attributes, sizeof attributes, 0);
  if (ruleset < 0) return refused(std::strerror(errno));
  Result<void> done;
  // Character sets and other files of the C library; they are the same for everyone.
  for (const char* shared : {"/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/dev/null"}) {
    if (done) done = allow(ruleset, shared, kRead);
  }
  for (const std::string& path : doors.read) {
    if (done) done = allow(ruleset, path, kRead);
  }
  // Devices; folders for outputs are read only through those inside them.
  for (const std::string& path : doors.write) {
    if (done && !is_folder(path)) done = allow(ruleset, path, kWriteFile);
  }
  for (const Workplace& place : places) {
    if (done) done = allow(ruleset, place.inside, kWrite | (all_of(version) & kTruncate));
  }
  if (done && ::syscall(SYS_landlock_restrict_self, ruleset, 0) != 0)
    done = refused(std::strerror(errno));
  ::close(ruleset);
  return done;
}

// The system calls of reading, writing and threads.
constexpr std::string_view kCalls =
    "read readv pread64 write writev pwrite64 lseek _llseek close "
    "close_range dup dup2 dup3 stat lstat fstat stat64 lstat64 fstat64 "
    "newfstatat fstatat64 statx statfs fstatfs access faccessat faccessat2 readlink "
    "readlinkat getcwd getdents64 fsync fdatasync ftruncate ftruncate64 "
    "umask unlink unlinkat mmap mmap2 munmap mprotect mremap madvise brk futex futex_time64 "
    "set_robust_list "
    "get_robust_list set_tid_address rseq membarrier sched_yield sched_getaffinity "
    "sched_getparam sched_getscheduler getpid gettid getppid getuid geteuid getgid "
    "getegid getrandom getrlimit ugetrlimit sysinfo uname clock_gettime "
    "clock_gettime64 clock_getres clock_nanosleep clock_nanosleep_time64 gettimeofday "
    "nanosleep time times getrusage poll ppoll rt_sigaction rt_sigprocmask rt_sigreturn "
    "sigreturn sigaltstack restart_syscall exit exit_group arch_prctl";

// libseccomp crashes, or never ends, where memory does: that is to be seen before.
void set_memory_aside() {
  constexpr std::size_t kEnough = 4 << 20;
  // Volatile, so that it is not left out. What was given back stays in the heap (main.cpp).
  std::byte* volatile block = new std::byte[kEnough];
  delete[] block;
}

Result<void> limit_calls() {
  set_memory_aside();
  scmp_filter_ctx filter = ::seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (filter == nullptr) return refused("seccomp is not there");
  int failed = 0;
  const auto keep = [&](int result) {
    if (failed == 0 && result < 0) failed = -result;
  };
  for (const auto name : std::views::split(kCalls, ' ')) {
    const int call = ::seccomp_syscall_resolve_name(std::string(name.begin(), name.end()).c_str());
    // Machines differ in which they have.
    if (call >= 0) keep(::seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0));
  }
  // Threads, but no processes. What the newer call asks for is in memory, where no filter
  // looks, and the C library takes the older one where there is none.
  keep(::seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0));
  constexpr scmp_datum_t kThread = CLONE_THREAD | CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID |
                                   CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
  keep(::seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                          SCMP_A0(SCMP_CMP_MASKED_EQ, kThread, CLONE_THREAD)));
  // Opening cuts no file, whatever Landlock knows.
  keep(::seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
                          SCMP_A2(SCMP_CMP_MASKED_EQ, O_TRUNC, 0)));
  if (const int open = ::seccomp_syscall_resolve_name("open"); open >= 0) {
    keep(::seccomp_rule_add(filter, SCMP_ACT_ALLOW, open, 1,
                            SCMP_A1(SCMP_CMP_MASKED_EQ, O_TRUNC, 0)));
  }
  // Its own limits are read, nobody's are set.
  keep(::seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2,
                          SCMP_A0(SCMP_CMP_EQ, 0, 0), SCMP_A2(SCMP_CMP_EQ, 0, 0)));
  // Descriptors, but not who is sent signals about them.
  for (const char* name : {"fcntl", "fcntl64"}) {
    const int call = ::seccomp_syscall_resolve_name(name);
    for (const unsigned command : {unsigned{F_DUPFD}, unsigned{F_DUPFD_CLOEXEC}, unsigned{F_GETFD},
                                   unsigned{F_SETFD}, unsigned{F_GETFL}}) {
      if (call >= 0)
        keep(::seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1, SCMP_A1(SCMP_CMP_EQ, command, 0)));
    }
  }
  // Its own end, by abort().
  keep(::seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1,
                          SCMP_A0(SCMP_CMP_EQ, static_cast<scmp_datum_t>(::getpid()), 0)));
  // Whether it is a terminal, and how wide.
  for (const unsigned request : {unsigned{TCGETS}, unsigned{TIOCGWINSZ}})
    keep(::seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(ioctl), 1,
                            SCMP_A1(SCMP_CMP_EQ, request, 0)));
  // Names of threads.
  keep(::seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1,
                          SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME, 0)));
  if (failed == 0) keep(::seccomp_load(filter));
  ::seccomp_release(filter);
  if (failed != 0) return refused(std::strerror(failed));
  return {};
}

// All descriptors but the standard ones and these.
void close_others(std::vector<int> keep) {
  std::ranges::sort(keep);
  unsigned from = STDERR_FILENO + 1;
  for (const int file : keep) {
    const auto number = static_cast<unsigned>(file);
    if (file < 0 || number < from) continue;
    if (number > from) ::syscall(SYS_close_range, from, number - 1, 0);
    from = number + 1;
  }
  ::syscall(SYS_close_range, from, ~0U, 0);
}

;

void remove_places(const std::vector<Workplace>& places) {
  for (const Workplace& place : places)
    ::rmdir(place.inside.c_str());
}

// A new folder in each that outputs go to.
Result<std::vector<Workplace>> make_places(const std::vector<std::string>& folders) {
  std::vector<Workplace> places;
  for (const std::string& folder : folders) {
    std::error_code error;
    if (!fs::exists(folder, error)) fs::create_directories(folder, error);
    if (error) {
      remove_places(places);
      return fail(std::string(kCannotWrite), folder + " cannot be made: " + error.message());
    }
    if (!is_folder(folder)) continue;
    std::string name = fs::absolute(fs::path(folder) / ".anmkit-XXXXXX", error).string();
    if (::mkdtemp(name.data()) == nullptr) {
      const int why = errno;
      remove_places(places);
      return fail(std::string(kCannotWrite), folder + " cannot be written: " + std::strerror(why));
    }
    places.push_back({folder, name});
  }
  return places;
}

}  // namespace

Result<void> enter_sandbox(const SandboxDoors& doors) {
  // Whoever ends the process meanwhile leaves no folder behind.
  const sys::HeldSignals kept;
  const auto places = make_places(doors.write);
  if (!places) return std::unexpected(places.error());
  std::array<int, 2> channel{};
  const bool joined = ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, channel.data()) == 0;
  // Both processes would write the buffered output.
  (void)std::fflush(nullptr);
  const pid_t outside = ::getpid();
  const pid_t child = joined ? ::fork() : -1;
  if (child < 0) {
    const int why = errno;
    remove_places(*places);
    return refused(std::strerror(why));
  }
  if (child > 0) {
    ::close(channel[1]);
    serve_outside(channel[0], child, doors.rules, *places, kept);
  }
  std::vector<int> keep = doors.keep;
  keep.push_back(channel[1]);
  close_others(std::move(keep));
  shut_in(channel[1], *places);
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 || ::getppid() != outside ||
      ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return refused(std::strerror(errno));
  if (auto done = limit_files(doors, *places); !done) return done;
  return limit_calls();
}

}  // namespace anmkit::cli
