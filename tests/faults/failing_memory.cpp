// SPDX-License-Identifier: MIT
// operator new of this program, and, where no sanitizer has its own, malloc of all libraries.
#include "faults/failing_memory.hpp"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#define ANMKIT_OWN_MALLOC 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ANMKIT_OWN_MALLOC 0
#endif
#endif
#if !defined(ANMKIT_OWN_MALLOC) && defined(__GLIBC__)
#define ANMKIT_OWN_MALLOC 1
#endif

namespace {

constinit std::atomic<std::uint64_t> count = 0, chosen = 0;

bool is_last() {
  return ++count == chosen;
}

void* take(std::size_t size, std::size_t alignment);

void* allocate(std::size_t size, std::size_t alignment) {
  // As the standard specifies: the handler, where there is one, ends the process or finds memory.
  void* block = take(size == 0 ? 1 : size, alignment);
  if (block != nullptr) return block;
  if (const std::new_handler handler = std::get_new_handler()) handler();
  return nullptr;
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  void* block = allocate(size, alignment);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

}  // namespace

#if ANMKIT_OWN_MALLOC

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t number, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  if (is_last()) return errno = ENOMEM, nullptr;
  return __libc_malloc(size);
}
void* calloc(std::size_t number, std::size_t size) {
  if (is_last()) return errno = ENOMEM, nullptr;
  return __libc_calloc(number, size);
}
void* realloc(void* block, std::size_t size) {
  if (is_last()) return errno = ENOMEM, nullptr;
  return __libc_realloc(block, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  if (is_last()) return errno = ENOMEM, nullptr;
  return __libc_memalign(alignment, size);
}
}

namespace {
void* take(std::size_t size, std::size_t alignment) {
  return alignment == 0 ? malloc(size) : aligned_alloc(alignment, size);
}
}  // namespace

#else

namespace {
void* take(std::size_t size, std::size_t alignment) {
  if (is_last()) return nullptr;
  if (alignment == 0) return std::malloc(size);
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
}  // namespace

#endif

void* operator new(std::size_t size) {
  return allocate_or_throw(size, 0);
}
void* operator new[](std::size_t size) {
  return allocate_or_throw(size, 0);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size, 0);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size, 0);
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* block) noexcept {
  std::free(block);
}
void operator delete[](void* block) noexcept {
  std::free(block);
}
void operator delete(void* block, std::size_t) noexcept {
  std::free(block);
}
void operator delete[](void* block, std::size_t) noexcept {
  std::free(block);
}
void operator delete(void* block, std::align_val_t) noexcept {
  std::free(block);
}
void operator delete[](void* block, std::align_val_t) noexcept {
  std::free(block);
}
void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  std::free(block);
}
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept {
  std::free(block);
}
void operator delete(void* block, const std::nothrow_t&) noexcept {
  std::free(block);
}
void operator delete[](void* block, const std::nothrow_t&) noexcept {
  std::free(block);
}
void operator delete(void* block, std::align_val_t, const std::nothrow_t&) noexcept {
  std::free(block);
}
void operator delete[](void* block, std::align_val_t, const std::nothrow_t&) noexcept {
  std::free(block);
}

namespace anmkit::faults {

void fail_at(std::uint64_t number) {
  count = 0;
  chosen = number;
}
std::uint64_t allocations() {
  return count;
}

}  // namespace anmkit::faults
