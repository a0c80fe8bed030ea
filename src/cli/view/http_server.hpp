// SPDX-License-Identifier: MIT
// A small web server for this machine and its user alone: bound to 127.0.0.1, and everything is
// below a path that only those know who were reported it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "anmkit/result.hpp"

namespace anmkit::cli {

struct HttpReply {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body = {};
  std::string file = {};  // where this is set, the body is that file, or the part that is asked for
  bool events = false;    // stays open for send_event()
};

// One thread: everything happens inside of run().
class HttpServer {
 public:
  // The response for a path below the secret folder ("", "api/files"), for GET and HEAD.
  using Answer = std::function<HttpReply(std::string_view path)>;
  explicit HttpServer(Answer answer);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // Port 0: one that is free. From here on connections wait until run() serves them.
  Result<void> listen(std::uint16_t port);
  std::uint16_t port() const;
  // "http://127.0.0.1:PORT/SECRET/"
  std::string url() const;

  // A task that run() repeats.
  void every(std::chrono::milliseconds time, std::function<void()> work);
  // To everybody who listens.
  void send_event(std::string_view name, std::string_view data);
  // Until an interrupt or a request to terminate.
  void run();

 private:
  class Events;
  std::unique_ptr<Events> events_;
};

}  // namespace anmkit::cli
