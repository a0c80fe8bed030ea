// SPDX-License-Identifier: MIT
// A list that a signal handler may read, whichever thread it interrupts.
#include "cli/files/temporaries.hpp"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <utility>

namespace anmkit::cli {
namespace {

// Whoever holds it takes no signals, so that a handler never waits for the thread that it
// interrupts.
constinit std::atomic_flag busy = ATOMIC_FLAG_INIT;
constinit thread_local int depth = 0;  // how often this thread holds it

void lock() {
  if (depth++ > 0) return;
  while (busy.test_and_set(std::memory_order_acquire))
    std::this_thread::yield();
}
void unlock() {
  if (--depth == 0) busy.clear(std::memory_order_release);
}

}  // namespace

Undisturbed::Undisturbed() {
  lock();
}
Undisturbed::~Undisturbed() {
  const int kept = errno;
  unlock();
  errno = kept;
}

struct TemporaryFile::Node {
  std::string name;
  sys::Process writer = 0;
  Node* before = nullptr;
  Node* next = nullptr;
};
constinit TemporaryFile::Node* TemporaryFile::first = nullptr;

TemporaryFile::TemporaryFile() noexcept = default;
TemporaryFile::TemporaryFile(TemporaryFile&&) noexcept = default;
TemporaryFile& TemporaryFile::operator=(TemporaryFile&& other) noexcept {
  std::swap(node_, other.node_);
  return *this;
}
TemporaryFile::~TemporaryFile() {
  if (!node_) return;
  const Undisturbed undisturbed;
  sys::remove_file(name());
  release();
}

int TemporaryFile::make(const std::string& path) {
  // All memory first: where that ends, the process does.
  auto node = std::make_unique<Node>();
  const std::string pattern = sys::text_of(sys::path_of(path).parent_path() / ".anmkit-XXXXXX");
  node->name = pattern;
  const Undisturbed undisturbed;
  int file = -1;
  do {
    node->name.replace(0, pattern.size(), pattern);
    file = sys::make_temporary(node->name);
  } while (file < 0 && errno == EINTR);
  if (file >= 0) enlist(std::move(node));
  return file;
}

void TemporaryFile::adopt(std::string name) {
  auto node = std::make_unique<Node>();
  node->name = std::move(name);
  const Undisturbed undisturbed;
  enlist(std::move(node));
}

void TemporaryFile::enlist(std::unique_ptr<Node> node) {
  node_ = std::move(node);
  node_->next = first;
  if (first != nullptr) first->before = node_.get();
  first = node_.get();
}

const char* TemporaryFile::name() const {
  return node_->name.c_str();
}

void TemporaryFile::set_writer(sys::Process process) {
  const Undisturbed undisturbed;
  node_->writer = process;
}

void TemporaryFile::release() {
  const Undisturbed undisturbed;
  (node_->before == nullptr ? first : node_->before->next) = node_->next;
  if (node_->next != nullptr) node_->next->before = node_->before;
  node_.reset();
}

void remove_temporaries() {
  lock();
  for (const auto* node = TemporaryFile::first; node != nullptr; node = node->next) {
    if (node->writer > 0) sys::kill_and_wait(node->writer);
    sys::remove_file(node->name.c_str());
  }
}

}  // namespace anmkit::cli
