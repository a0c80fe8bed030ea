// SPDX-License-Identifier: MIT
// The other side may go away at any time, and a file may become shorter while it is sent.
#include "cli/view/http_open.hpp"

#include <event2/bufferevent.h>
#include <event2/event.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <vector>

#include "cli/platform/calls.hpp"

namespace anmkit::cli {
namespace {

constexpr std::size_t kPiece = std::size_t{256} << 10;     // of a file, in memory at a time
constexpr std::size_t kMostUnread = std::size_t{1} << 20;  // bytes that a listener may leave

// The next piece of a file; null when there is none, though there should be.
Buffer read_piece(int file, ByteRange& part) {
  Buffer buffer(evbuffer_new());
  const auto size =
      static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, part.end - part.begin));
  evbuffer_iovec space{};
  if (evbuffer_reserve_space(buffer.get(), static_cast<ev_ssize_t>(size), &space, 1) < 1)
    return nullptr;
  const ssize_t got = sys::pread(file, space.iov_base, size, static_cast<std::int64_t>(part.begin));
  if (got <= 0) return nullptr;
  space.iov_len = static_cast<std::size_t>(got);
  evbuffer_commit_space(buffer.get(), &space, 1);
  part.begin += static_cast<std::uint64_t>(got);
  return buffer;
}

void send_text(evhttp_request* request, std::string_view text) {
  const Buffer buffer(evbuffer_new());
  evbuffer_add(buffer.get(), text.data(), text.size());
  evhttp_send_reply_chunk(request, buffer.get());
}

void* require(void* block, std::size_t size) {
  if (block != nullptr || size == 0) return block;
  if (const std::new_handler handler = std::get_new_handler()) handler();
  return nullptr;
}

}  // namespace

event_base* new_event_base() {
  event_set_mem_functions(
      [](std::size_t size) { return require(std::malloc(size), size); },
      [](void* block, std::size_t size) { return require(std::realloc(block, size), size); },
      &std::free);
  return event_base_new();
}

OpenAnswers::~OpenAnswers() {
  for (const Open& open : open_) {
    evhttp_connection_set_closecb(open.connection(), nullptr, nullptr);
    if (open.file >= 0) sys::close(open.file);
  }
}

void OpenAnswers::send_file(evhttp_request* request, int file, ByteRange part) {
  go_on(keep(request, file, part));
}

void OpenAnswers::send_events(evhttp_request* request) {
  keep(request, -1, {});
  send_text(request, ": here\n\n");
}

std::size_t OpenAnswers::listeners() const {
  return static_cast<std::size_t>(std::ranges::count(open_, -1, &Open::file));
}

void OpenAnswers::send(std::string_view text) {
  std::vector<Open*> stuck;
  for (Open& open : open_) {
    if (open.file >= 0) continue;
    send_text(open.request, text);
    bufferevent* stream = evhttp_connection_get_bufferevent(open.connection());
    if (evbuffer_get_length(bufferevent_get_output(stream)) > kMostUnread) stuck.push_back(&open);
  }
  for (Open* open : stuck)
    cut(*open);
}

OpenAnswers::Open& OpenAnswers::keep(evhttp_request* request, int file, ByteRange part) {
  Open& open = open_.emplace_back(Open{this, request, file, part});
  evhttp_connection_set_closecb(
      open.connection(),
      [](evhttp_connection*, void* lost) {
        // The request has no connection any more, and belongs to whoever was answering it.
        const Open& gone = *static_cast<Open*>(lost);
        evhttp_request* unfinished = gone.request;
        gone.all->forget(gone);
        evhttp_send_reply_end(unfinished);
      },
      &open);
  return open;
}

void OpenAnswers::forget(const Open& open) {
  if (open.file >= 0) sys::close(open.file);
  open_.remove_if([&](const Open& one) { return &one == &open; });
}

// An answer that cannot be finished: the other side sees that it is not whole.
void OpenAnswers::cut(Open& open) {
  evhttp_connection* connection = open.connection();
  evhttp_connection_set_closecb(connection, nullptr, nullptr);
  forget(open);
  evhttp_connection_free(connection);
}

void OpenAnswers::go_on(Open& open) {
  if (open.part.begin == open.part.end) {
    evhttp_request* request = open.request;
    evhttp_connection_set_closecb(open.connection(), nullptr, nullptr);
    forget(open);
    return evhttp_send_reply_end(request);
  }
  const Buffer piece = read_piece(open.file, open.part);
  if (!piece) return cut(open);
  evhttp_send_reply_chunk_with_cb(
      open.request, piece.get(),
      [](evhttp_connection*, void* sent) {
        Open& next = *static_cast<Open*>(sent);
        next.all->go_on(next);
      },
      &open);
}

}  // namespace anmkit::cli
