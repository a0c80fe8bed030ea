// SPDX-License-Identifier: MIT
// Ends that no verb can catch: reports that need no memory.
#include "cli/files/process.hpp"

#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <string_view>

#include "cli/arguments/arguments.hpp"
#include "cli/files/temporaries.hpp"
#include "cli/platform/calls.hpp"

namespace anmkit::cli {
namespace {

void say(std::string_view text) {
  (void)!sys::write(STDERR_FILENO, text.data(), text.size());
}

[[noreturn]] void end() {
  remove_temporaries();
  // No destructor runs: other threads are still at work.
  std::_Exit(kSystem);
}

[[noreturn]] void out_of_memory() {
  say("anmkit: there is not enough memory for this\n"
      "  anmkit help limits lists the limits; fewer files at once need less\n");
  end();
}

[[noreturn]] void terminated() {
  try {
    if (const auto current = std::current_exception()) std::rethrow_exception(current);
    say("anmkit: internal error");
  } catch (const std::bad_alloc&) {
    out_of_memory();
  } catch (const std::length_error&) {
    out_of_memory();
  } catch (const std::exception& fault) {
    say("anmkit: stopped: ");
    say(fault.what());
  } catch (...) {
    say("anmkit: internal error");
  }
  say("\n");
  end();
}

// Nothing of an output that is not whole stays behind, and who waits sees which signal it was.
void interrupted(int number) {
  remove_temporaries();
  std::signal(number, SIG_DFL);
  std::raise(number);
}

}  // namespace

void prepare_process() {
  sys::prepare_streams();
  for (const int number : sys::kEndingSignals) {
    // One that is ignored stays so (nohup).
    if (std::signal(number, interrupted) == SIG_IGN) std::signal(number, SIG_IGN);
  }
  std::set_new_handler(out_of_memory);
  std::set_terminate(terminated);
}

}  // namespace anmkit::cli
