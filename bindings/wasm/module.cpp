// SPDX-License-Identifier: MIT
// Exports of the module: a few C functions. Requests and replies are JSON, bytes and numbers go
// next to them. Strings end with a zero byte.
#include <cstdlib>
#include <memory>
#include <string>

#include "json_reports/json_text.hpp"
#include "session/session.hpp"
#include "session/shown.hpp"

namespace {

using namespace anmkit;
using namespace anmkit::bindings;

Session& session() {
  static Session one;
  return one;
}
std::string text;
std::vector<Bytes> arrays;

// The reply is the error: one finding.
int refuse(const Error& error) {
  JsonWriter json;
  json.begin_object();
  write_finding(json, error);
  json.end_object();
  text = json.take();
  arrays.clear();
  return 1;
}

}  // namespace

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

EXPORT(anm_alloc) void* anm_alloc(std::size_t size) {
  return std::malloc(size);
}
EXPORT(anm_free) void anm_free(void* memory) {
  std::free(memory);
}

EXPORT(anm_put) void anm_put(const char* path, const std::byte* data, std::size_t size) {
  session().files.put(path, Bytes(data, data + size));
  session().forget();
}
// 0 when there was none.
EXPORT(anm_remove) int anm_remove(const char* path) {
  session().forget();
  return session().files.remove(path) ? 1 : 0;
}

// 0: the reply is the answer, and there are arrays. 1: it is one finding, the error.
EXPORT(anm_call) int anm_call(const char* name, const char* request, std::size_t size) {
  auto reply = call(session(), name, {request, size});
  if (!reply) return refuse(reply.error());
  text = reply->json.take();
  arrays = std::move(reply->arrays);
  return 0;
}

EXPORT(anm_text) const char* anm_text() {
  return text.data();
}
EXPORT(anm_text_size) std::size_t anm_text_size() {
  return text.size();
}
EXPORT(anm_array) const std::byte* anm_array(std::size_t index) {
  return arrays[index].data();
}
EXPORT(anm_array_size) std::size_t anm_array_size(std::size_t index) {
  return arrays[index].size();
}

// The pose of what is shown, in the order of Shown::pose; how many numbers, or -1 when there is no
// such thing. They are at anm_pose_data() until the next call.
const std::vector<float>* pose_numbers = nullptr;
EXPORT(anm_pose) int anm_pose(int handle, double frame, double yaw, double pitch) {
  const auto found = session().shown.find(handle);
  if (found == session().shown.end()) return -1;
  pose_numbers = &found->second->pose(frame, {yaw, pitch});
  return static_cast<int>(pose_numbers->size());
}
EXPORT(anm_pose_data) const float* anm_pose_data() {
  return pose_numbers == nullptr ? nullptr : pose_numbers->data();
}
