// SPDX-License-Identifier: MIT
// Questions about what a file contains.
#include <string>

#include "anmkit/explain.hpp"
#include "json_reports/json_reports.hpp"
#include "questions.hpp"

namespace anmkit::machines {

void answer_error(std::string_view question, const Error& error, const Answer& answer) {
  JsonWriter json;
  json.begin_object();
  write_finding(json, error);
  json.end_object();
  answer(question, as_bytes(json.text()));
}

namespace {

void answer_text(std::string_view question, const JsonWriter& json, const Answer& answer) {
  answer(question, as_bytes(json.text()));
}

// The bytes of a number are the same whichever end this machine counts from.
void answer_number(std::string_view question, std::uint64_t number, const Answer& answer) {
  answer(question, as_bytes(std::to_string(number) + "\n"));
}

void ask_playback(const Parsed& parsed, const Asked& asked, const Answer& answer) {
  CompanionPool pool(asked.around);
  const CompanionPool::Set beside = pool.of(parsed);
  const Context context{beside.companions};
  const PlayRequest request{.clip = {}, .ticks = 60};
  if (const auto played = parsed.document->play(request, context)) {
    JsonWriter json;
    write_playback(json, parsed, *played);
    answer_text("play", json, answer);
  }
  if (const auto traced = parsed.document->trace(request, context))
    answer("trace", as_bytes(*traced));
}

// How many fields the bytes are, and what the first of them say.
void ask_explanation(const Parsed& parsed, const Answer& answer) {
  const auto what = explain(parsed.bytes, *parsed.format);
  if (!what) return answer_error("explain", what.error(), answer);
  JsonWriter json;
  json.begin_object();
  write_coverage(json, *what);
  json.key("leaves");
  json.begin_array();
  int left = 3000;
  what->visit([&](const Leaf& leaf) {
    write_leaf(json, leaf);
    return --left > 0;
  });
  json.end_array();
  json.end_object();
  answer_text("explain", json, answer);
}

void ask_parsed(const Parsed& parsed, const Asked& asked, const Answer& answer) {
  Diagnostics found = parsed.findings;
  CompanionPool pool(asked.around);
  const CompanionPool::Set beside = pool.of(parsed);
  parsed.document->check({beside.companions}, found);
  locate(found, *parsed.format, parsed.bytes);
  JsonWriter checked;
  write_checked(checked, parsed.path, parsed.format->id, !found.has_errors(), found);
  answer_text("check", checked, answer);

  const std::string dump = dump_document(*parsed.document);
  answer("dump", as_bytes(dump));
  if (const auto written = parsed.document->write())
    answer("write", *written);
  else
    answer_error("write", written.error(), answer);
  Diagnostics notes;
  const auto built = build_document(dump, notes);
  const auto again = built ? (*built)->write() : Result<Bytes>(std::unexpected(built.error()));
  if (again)
    answer("build", *again);
  else
    answer_error("build", again.error(), answer);
  if (const auto pictures = parsed.document->pictures({})) {
    for (const StoredPicture& stored : *pictures) {
      answer_number("pictures", stored.id, answer);
      answer("pictures", stored.picture.pixels);
    }
  }
  ask_playback(parsed, asked, answer);
  ask_explanation(parsed, answer);
}

}  // namespace

void ask_about_file(const Asked& asked, const Answer& answer) {
  JsonWriter json;
  write_info(json, info_of(asked.file));
  answer_text("info", json, answer);
  if (const auto* parsed = std::get_if<Parsed>(&asked.file)) ask_parsed(*parsed, asked, answer);
}

}  // namespace anmkit::machines
