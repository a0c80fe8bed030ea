// SPDX-License-Identifier: MIT
// Answers that go on after their request was dealt with: large files, piece by piece, and streams
// of events. Only the sources of the web server include this; it knows libevent.
#pragma once

#include <event2/buffer.h>
#include <event2/http.h>

#include <cstdint>
#include <list>
#include <memory>
#include <string_view>

#include "cli/view/http_range.hpp"

namespace anmkit::cli {

// Where it finds no memory the process ends, as everywhere: what it makes need not be looked at.
event_base* new_event_base();

template <class T, void (*Free)(T*)>
struct Freeing {
  void operator()(T* thing) const { Free(thing); }
};
using Buffer = std::unique_ptr<evbuffer, Freeing<evbuffer, evbuffer_free>>;

class OpenAnswers {
 public:
  OpenAnswers() = default;
  // What is still open belongs to the server's own end then.
  ~OpenAnswers();
  OpenAnswers(const OpenAnswers&) = delete;
  OpenAnswers& operator=(const OpenAnswers&) = delete;

  // Both take the request after its headers went out. `file` is closed at the end.
  void send_file(evhttp_request* request, int file, ByteRange part);
  void send_events(evhttp_request* request);

  std::size_t listeners() const;
  // To all who listen.
  void send(std::string_view text);

 private:
  struct Open {
    OpenAnswers* all;
    evhttp_request* request;
    int file;        // closed by whoever forgets it; -1: a stream of events
    ByteRange part;  // of the file, still to be sent
    evhttp_connection* connection() const { return evhttp_request_get_connection(request); }
  };

  Open& keep(evhttp_request* request, int file, ByteRange part);
  void forget(const Open& open);
  void cut(Open& open);
  void go_on(Open& open);

  std::list<Open> open_;
};

}  // namespace anmkit::cli
