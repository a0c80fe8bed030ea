// SPDX-License-Identifier: MIT
// libevent's web server, with the checks of every request and the headers of every response.
#include "cli/view/http_server.hpp"

#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <event2/listener.h>
#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <list>
#include <optional>
#include <random>

#include "cli/files/storage.hpp"
#include "cli/platform/calls.hpp"
#include "cli/view/http_open.hpp"
#include "cli/view/http_range.hpp"

namespace anmkit::cli {
namespace {

constexpr int kForbidden = 403, kNotFound = 404, kWrongMethod = 405, kNoSuchPart = 416,
              kTooMany = 503;
constexpr std::size_t kMostListeners = 64;
constexpr timeval kPing = {15, 0};

struct Header {
  const char *name, *value;
};
// The page's own code alone runs, no other page embeds it, and nothing of it is cached or sent.
constexpr std::array kHeaders = {
    Header{"Content-Security-Policy",
           "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' "
           "'unsafe-inline'; img-src 'self' blob: data:; connect-src 'self'; worker-src 'self' "
           "blob:; font-src 'self'; frame-ancestors 'none'"},
    Header{"X-Content-Type-Options", "nosniff"},
    Header{"Referrer-Policy", "no-referrer"},
    Header{"Cache-Control", "no-store"},
};

const char* reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 206:
      return "Partial Content";
    case kForbidden:
      return "Forbidden";
    case kNotFound:
      return "Not Found";
    case kWrongMethod:
      return "Method Not Allowed";
    case kNoSuchPart:
      return "Range Not Satisfiable";
    case kTooMany:
      return "Service Unavailable";
    default:
      return "Internal Server Error";
  }
}

// 128 bits as hexadecimal digits.
std::string new_secret() {
  std::random_device source;  // the system's
  std::string secret;
  for (int i = 0; i < 4; ++i)
    secret += fmt::format("{:08x}", source());
  return secret;
}

using Base = std::unique_ptr<event_base, Freeing<event_base, event_base_free>>;
using Http = std::unique_ptr<evhttp, Freeing<evhttp, evhttp_free>>;
using Event = std::unique_ptr<event, Freeing<event, event_free>>;

void add_header(evhttp_request* request, const char* name, const std::string& value) {
  evhttp_add_header(evhttp_request_get_output_headers(request), name, value.c_str());
}

}  // namespace

class HttpServer::Events {
 public:
  explicit Events(Answer answer)
      : answer_(std::move(answer)), base_(new_event_base()), http_(evhttp_new(base_.get())) {
    constexpr ev_ssize_t kLongestHead = 16 << 10, kLongestBody = 4 << 10;
    evhttp_set_max_headers_size(http_.get(), kLongestHead);
    evhttp_set_max_body_size(http_.get(), kLongestBody);
    // All that it knows: errors of methods are reported here.
    evhttp_set_allowed_methods(http_.get(), 0xFFFF);
    evhttp_set_gencb(
        http_.get(),
        [](evhttp_request* request, void* self) { static_cast<Events*>(self)->take(request); },
        this);
    // Its messages about broken connections help nobody.
    event_set_log_callback([](int, const char*) {});
    for (const int signal : {SIGINT, SIGTERM})
      add_event(signal, EV_SIGNAL | EV_PERSIST, nullptr,
                [this] { event_base_loopbreak(base_.get()); });
    add_event(-1, EV_PERSIST, &kPing, [this] { send(": ping\n\n"); });
  }

  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;

  Result<void> listen(std::uint16_t port) {
    const evutil_socket_t socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    auto* const place = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof(address);
    if (socket < 0 || evutil_make_socket_nonblocking(socket) != 0 ||
        evutil_make_socket_closeonexec(socket) != 0 ||
        evutil_make_listen_socket_reuseable(socket) != 0 || ::bind(socket, place, size) != 0 ||
        ::listen(socket, 128) != 0 || ::getsockname(socket, place, &size) != 0 ||
        !accept_at(socket)) {
      const int why = EVUTIL_SOCKET_ERROR();
      if (socket >= 0) evutil_closesocket(socket);
      return fail(std::string(kCannotRead),
                  why == sys::kAddressInUse
                      ? fmt::format("port {} is taken by another program", port)
                      : fmt::format("cannot listen at port {}: {}", port,
                                    evutil_socket_error_to_string(why)));
    }
    port_ = ntohs(address.sin_port);
    return {};
  }

  std::uint16_t port() const { return port_; }
  std::string url() const { return fmt::format("http://127.0.0.1:{}{}", port_, root_); }

  void every(std::chrono::milliseconds time, std::function<void()> work) {
    const timeval interval = {static_cast<decltype(timeval::tv_sec)>(time.count() / 1000),
                              static_cast<decltype(timeval::tv_usec)>(time.count() % 1000 * 1000)};
    add_event(-1, EV_PERSIST, &interval, std::move(work));
  }

  void send(std::string_view text) { open_.send(text); }
  void run() { event_base_dispatch(base_.get()); }

 private:
  struct Timer {
    Event event;
    std::function<void()> work;
  };

  void add_event(int signal, int kind, const timeval* interval, std::function<void()> work) {
    Timer& timer = timers_.emplace_back(nullptr, std::move(work));
    timer.event.reset(event_new(
        base_.get(), signal, static_cast<std::int16_t>(kind),
        [](evutil_socket_t, std::int16_t, void* self) { static_cast<Timer*>(self)->work(); },
        &timer));
    event_add(timer.event.get(), interval);
  }

  // Where no descriptor is left, connections wait a moment: asking for one again at once would keep
  // the processor busy until another one is closed.
  bool accept_at(int socket) {
    evconnlistener* const listener = evconnlistener_new(
        base_.get(), nullptr, nullptr, LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC, 0, socket);
    if (listener == nullptr || evhttp_bind_listener(http_.get(), listener) == nullptr) return false;
    evconnlistener_set_error_cb(listener, [](evconnlistener* full, void*) {
      constexpr timeval kLater = {0, 250'000};
      evconnlistener_disable(full);
      event_base_once(
          evconnlistener_get_base(full), -1, EV_TIMEOUT,
          [](evutil_socket_t, std::int16_t, void* later) {
            evconnlistener_enable(static_cast<evconnlistener*>(later));
          },
          full, &kLater);
    });
    return true;
  }

  // A page of another name that leads here (DNS rebinding) asks for that name.
  bool is_for_us(evhttp_request* request) const {
    const char* host = evhttp_find_header(evhttp_request_get_input_headers(request), "Host");
    // Browsers leave out port 80, which is the usual one.
    const auto is_ours = [&](std::string_view name) {
      const std::string end = port_ == 80 ? "" : fmt::format(":{}", port_);
      return name == "127.0.0.1" + end || name == "localhost" + end;
    };
    if (host == nullptr || !is_ours(host)) return false;
    // A proxy's request names the host twice.
    const evhttp_uri* uri = evhttp_request_get_evhttp_uri(request);
    const char* named = uri == nullptr ? nullptr : evhttp_uri_get_host(uri);
    return named == nullptr || is_ours(fmt::format("{}:{}", named, evhttp_uri_get_port(uri)));
  }

  // Where a request leads, seen from the secret folder; nothing when it leads elsewhere.
  std::optional<std::string> path_of(evhttp_request* request) const {
    const evhttp_uri* uri = evhttp_request_get_evhttp_uri(request);
    const char* raw = uri == nullptr ? nullptr : evhttp_uri_get_path(uri);
    if (raw == nullptr) return std::nullopt;
    std::size_t size = 0;
    char* decoded = evhttp_uridecode(raw, 0, &size);
    if (decoded == nullptr) return std::nullopt;
    std::string path(decoded, size);
    std::free(decoded);
    if (!path.starts_with(root_)) return std::nullopt;
    return path.substr(root_.size());
  }

  void take(evhttp_request* request) {
    const bool head = evhttp_request_get_command(request) == EVHTTP_REQ_HEAD;
    if (!is_for_us(request)) return refuse(request, kForbidden, "Host header not allowed");
    const auto path = path_of(request);
    if (!path) return refuse(request, kNotFound, "not found");
    if (!head && evhttp_request_get_command(request) != EVHTTP_REQ_GET) {
      add_header(request, "Allow", "GET, HEAD");
      return refuse(request, kWrongMethod, "the server only accepts GET and HEAD");
    }
    const HttpReply answer = answer_(*path);
    if (!answer.file.empty()) return send_file(request, head, answer);
    if (answer.events && !head) return send_events(request, answer);
    send_body(request, answer);
  }

  static void refuse(evhttp_request* request, int status, std::string why) {
    send_body(request, {.status = status, .body = std::move(why) + "\n"});
  }

  static void add_headers(evhttp_request* request, const HttpReply& answer) {
    for (const Header& header : kHeaders)
      add_header(request, header.name, header.value);
    add_header(request, "Content-Type", answer.type);
  }

  static void send_body(evhttp_request* request, const HttpReply& answer) {
    add_headers(request, answer);
    const Buffer buffer(evbuffer_new());
    if (!answer.events) add_header(request, "Content-Length", std::to_string(answer.body.size()));
    if (evhttp_request_get_command(request) != EVHTTP_REQ_HEAD)
      evbuffer_add(buffer.get(), answer.body.data(), answer.body.size());
    evhttp_send_reply(request, answer.status, reason_of(answer.status), buffer.get());
  }

  void send_events(evhttp_request* request, const HttpReply& answer) {
    if (open_.listeners() >= kMostListeners)
      return refuse(request, kTooMany, "too many pages listen already");
    add_headers(request, answer);
    evhttp_send_reply_start(request, answer.status, reason_of(answer.status));
    open_.send_events(request);
  }

  void send_file(evhttp_request* request, bool head, const HttpReply& answer) {
    const int file = sys::open(answer.file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    sys::FileState status{};
    if (file < 0 || sys::state_of(file, status) != 0 || !S_ISREG(status.st_mode)) {
      if (file >= 0) sys::close(file);
      return refuse(request, kNotFound, "the file cannot be read");
    }
    const auto size = static_cast<std::uint64_t>(status.st_size);
    const char* wanted = evhttp_find_header(evhttp_request_get_input_headers(request), "Range");
    const auto range = wanted == nullptr ? std::nullopt : range_of(wanted, size);
    const ByteRange part = range.value_or(ByteRange{0, size});
    add_header(request, "Accept-Ranges", "bytes");
    if (range && part.begin == part.end) {
      sys::close(file);
      add_header(request, "Content-Range", fmt::format("bytes */{}", size));
      return refuse(request, kNoSuchPart, "the file has no such part");
    }
    add_headers(request, answer);
    if (range)
      add_header(request, "Content-Range",
                 fmt::format("bytes {}-{}/{}", part.begin, part.end - 1, size));
    add_header(request, "Content-Length", std::to_string(part.end - part.begin));
    const int code = range ? 206 : 200;
    if (head || part.begin == part.end) {
      sys::close(file);
      return evhttp_send_reply(request, code, reason_of(code), nullptr);
    }
    evhttp_send_reply_start(request, code, reason_of(code));
    open_.send_file(request, file, part);
  }

  Answer answer_;
  std::string root_ = "/" + new_secret() + "/";
  std::uint16_t port_ = 0;
  Base base_;
  Http http_;
  std::list<Timer> timers_;
  OpenAnswers open_;  // goes before the server does
};

HttpServer::HttpServer(Answer answer) : events_(std::make_unique<Events>(std::move(answer))) {}
HttpServer::~HttpServer() = default;

Result<void> HttpServer::listen(std::uint16_t port) {
  return events_->listen(port);
}
std::uint16_t HttpServer::port() const {
  return events_->port();
}
std::string HttpServer::url() const {
  return events_->url();
}
void HttpServer::every(std::chrono::milliseconds time, std::function<void()> work) {
  events_->every(time, std::move(work));
}
void HttpServer::send_event(std::string_view name, std::string_view data) {
  events_->send(fmt::format("event: {}\ndata: {}\n\n", name, data));
}
void HttpServer::run() {
  events_->run();
}

}  // namespace anmkit::cli
