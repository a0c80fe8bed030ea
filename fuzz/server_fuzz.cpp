// SPDX-License-Identifier: MIT
// Requests to the server behind `view`, byte for byte: it goes on serving, and gives the file to
// those alone who know where it is.
#include <arpa/inet.h>
#include <sys/socket.h>

#include <string>
#include <thread>

#include "cli/files/output.hpp"
#include "cli/view/http_server.hpp"
#include "roundtrip.hpp"

namespace {

using namespace anmkit;

constexpr std::string_view kSecret = "what only the page reads";

cli::HttpServer& server() {
  static cli::HttpServer one([](std::string_view path) -> cli::HttpReply {
    if (path == "file") return {.body = std::string(kSecret)};
    if (path == "events") return {.type = "text/event-stream", .events = true};
    return {.status = 404};
  });
  static const bool kServing = [] {
    fuzz::require(one.listen(0).has_value(), "the server listens", "view");
    std::thread([] { one.run(); }).detach();
    return true;
  }();
  (void)kServing;
  return one;
}

// What comes back until the other side is silent for a while.
std::string ask(std::string_view request, long patience) {
  const int file = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(server().port());
  const timeval time{0, patience};
  ::setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
  fuzz::require(::connect(file, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0,
                "the server is there", "view");
  (void)!::send(file, request.data(), request.size(), MSG_NOSIGNAL);
  ::shutdown(file, SHUT_WR);
  std::string answer;
  char part[4096];
  for (ssize_t got = 0;
       answer.size() < (1 << 20) && (got = ::recv(file, part, sizeof part, 0)) > 0;)
    answer.append(part, static_cast<std::size_t>(got));
  ::close(file);
  return answer;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string url = server().url();
  const std::string root = url.substr(url.find('/', 7)), host = url.substr(7, url.find('/', 7) - 7);
  // A byte of 1 is the secret folder, a byte of 2 the host.
  std::string request;
  bool knows = false;
  for (const char byte : std::string_view(reinterpret_cast<const char*>(data), size)) {
    knows = knows || byte == 1;
    request += byte == 1 ? root : byte == 2 ? host : std::string(1, byte);
  }
  const std::string answer = ask(request, 20'000);
  fuzz::require(knows || answer.find(kSecret) == answer.npos, "the file is for those who know",
                "view");
  const std::string good =
      ask("GET " + root + "file HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n",
          5'000'000);
  fuzz::require(good.find(kSecret) != good.npos, "the next request is answered", "view");
  return 0;
}
