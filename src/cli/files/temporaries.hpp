// SPDX-License-Identifier: MIT
// Files that have no name of their own yet, which no end of the process but SIGKILL leaves behind.
#pragma once

#include <memory>
#include <string>

#include "cli/platform/calls.hpp"

namespace anmkit::cli {

// While one lives, signals that end the process wait: what happens to files, and what is known of
// them, is one thing. For a few system calls, not for work.
class Undisturbed {
 public:
  Undisturbed();
  // What signals were let in before, for programs that are started meanwhile.
  const sys::HeldSignals& signals() const { return signals_; }
  Undisturbed(const Undisturbed&) = delete;
  Undisturbed& operator=(const Undisturbed&) = delete;
  ~Undisturbed();

 private:
  sys::HeldSignals signals_;
};

// Gone with this, or with the process.
class TemporaryFile {
 public:
  TemporaryFile() noexcept;
  TemporaryFile(TemporaryFile&&) noexcept;
  TemporaryFile& operator=(TemporaryFile&&) noexcept;
  ~TemporaryFile();

  // Makes one next to `path`, with a name that is short however long that is, and gives its number;
  // below 0: errno says why not.
  int make(const std::string& path);
  // Takes over one that another process made.
  void adopt(std::string name);
  explicit operator bool() const { return node_ != nullptr; }
  const char* name() const;
  // Another process writes it, which ends before it is removed; 0: no longer.
  void set_writer(sys::Process process);
  // It is no more, or has a name of its own.
  void release();

 private:
  struct Node;
  void enlist(std::unique_ptr<Node> node);
  friend void remove_temporaries();
  static Node* first;
  std::unique_ptr<Node> node_;
};

// All of this process, at its end: nobody makes another one from here on.
void remove_temporaries();

}  // namespace anmkit::cli
