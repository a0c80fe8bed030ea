#include "cli/json_text.hpp"

#include "anmkit/bytes.hpp"

namespace anmkit::cli {

std::string json_safe(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  std::string safe;
  std::size_t i = 0;
  while (i < text.size()) {
    std::size_t length = 1;
    while (length <= 4 && i + length <= text.size() && !is_utf8(text.substr(i, length)))
      ++length;
    if (length <= 4 && i + length <= text.size()) {
      safe += text.substr(i, length);
      i += length;
    } else {
      safe += "\xEF\xBF\xBD";
      ++i;
    }
  }
  return safe;
}

void write_diagnostics(JsonWriter& json, const Diagnostics& diagnostics) {
  json.begin_array();
  for (const Diagnostic& diagnostic : diagnostics.finish()) {
    json.begin_object();
    json.member("code", std::string_view(diagnostic.code));
    json.member("severity", severity_name(diagnostic.severity));
    json.key("offset");
    if (diagnostic.offset) {
      json.value(*diagnostic.offset);
    } else {
      json.null();
    }
    json.member("path", std::string_view(json_safe(diagnostic.path)));
    json.member("message", std::string_view(json_safe(diagnostic.message)));
    json.end_object();
  }
  json.end_array();
}

void write_numbers(JsonWriter& json, std::initializer_list<double> numbers) {
  json.begin_array(true);
  for (const double number : numbers)
    json.value(number);
  json.end_array();
}

void write_clip(JsonWriter& json, const ClipInfo& clip) {
  json.begin_object();
  json.member("name", std::string_view(json_safe(clip.name)));
  json.member("frames", clip.frames);
  json.member("rate", clip.rate);
  json.member("loop", clip.loop);
  json.member("loopStart", clip.loop_start);
  json.end_object();
}

}  // namespace anmkit::cli
