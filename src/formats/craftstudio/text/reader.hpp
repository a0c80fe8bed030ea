// SPDX-License-Identifier: MIT
// Members of the JSON exports, with kind and range proved.
#pragma once

#include <algorithm>
#include <cmath>

#include "anmkit/craftstudio.hpp"
#include "core/json.hpp"
#include "core/nearest.hpp"
#include "formats/craftstudio/findings.hpp"
#include "formats/craftstudio/text/notes.hpp"

namespace anmkit::craftstudio {

inline std::string_view kind_name(JsonKind kind) {
  static constexpr std::array<std::string_view, 6> kNames = {"null",     "a boolean", "a number",
                                                             "a string", "an array",  "an object"};
  return kNames[static_cast<std::size_t>(kind)];
}

// Shared by both exports: errors always, notes only when somebody asked.
class JsReader {
 public:
  JsReader(Diagnostics& errors, JsNotes* notes) : errors_(errors), notes_(notes) {}

  Findings& errors() { return errors_; }
  bool wants_notes() const { return notes_ != nullptr; }
  JsPlaces* places() { return notes_ == nullptr ? nullptr : &notes_->places; }
  void warn(std::string_view code, std::string message, std::uint64_t offset, std::string path) {
    if (notes_ != nullptr) {
      Findings(notes_->findings).warning(code, std::move(message), offset, std::move(path));
    }
  }

  // A member of an object; of repeated ones the last, as every known consumer reads them.
  JsonValue member(JsonValue object, std::string_view key) const {
    JsonValue found;
    for (JsonValue value = object.first(); value; value = value.next()) {
      if (value.key() == key) found = value;
    }
    return found;
  }
  // The same, reporting E-JSON-KEY when it is missing or of another kind.
  JsonValue required(JsonValue object, std::string_view key, JsonKind kind,
                     const std::string& path) {
    const JsonValue value = member(object, key);
    if (value.is(kind)) return value;
    const std::string place = path.empty() ? std::string(key) : path + "." + std::string(key);
    if (!value) {
      errors_.error("E-JSON-KEY",
                    "the key \"" + std::string(key) + "\" is missing, expected " +
                        std::string(kind_name(kind)),
                    object.begin_offset(), place);
    } else {
      errors_.error("E-JSON-KEY",
                    "\"" + std::string(key) + "\" is " + std::string(kind_name(value.kind())) +
                        ", expected " + std::string(kind_name(kind)),
                    value.begin_offset(), place);
    }
    return {};
  }

  JsTriple triple(JsonValue value, const std::string& path) {
    JsTriple triple;
    std::size_t count = 0;
    bool numbers = value.is(JsonKind::array);
    for (JsonValue item = value.first(); item; item = item.next(), ++count) {
      const auto number = item.number();
      numbers = numbers && number.has_value();
      if (count >= 3 || !number) continue;
      triple.value[count] = *number;
      triple.spelling[count] = item.token();
    }
    if (!numbers || count != 3) {
      errors_.error("E-JSON-TRIPLE", "expected an array of 3 numbers", value.begin_offset(), path);
    }
    return triple;
  }

  // Reports numbers that no float can store.
  void finite(JsonValue values, const std::string& path) {
    if (!wants_notes()) return;
    for (JsonValue item = values.first(); item; item = item.next()) {
      if (std::isfinite(item.number().value_or(0))) continue;
      Findings(notes_->findings)
          .error("E-NONFINITE", "a number is too large for any float", item.begin_offset(), path);
    }
  }

  void size_note(const JsTriple& size, bool model, JsonValue at, const std::string& path) {
    if (!wants_notes()) return;
    for (const double v : size.value) {
      if (v == std::trunc(v) && !(model && v < 0)) continue;
      return warn("W-JSON-SIZE",
                  model ? "a size is not an integer, or negative" : "a size is not an integer",
                  at.begin_offset(), path);
    }
  }

  // Repeated and unknown keys of one object. No keys given: any key is known.
  void members(JsonValue object, std::span<const std::string_view> known, const std::string& path) {
    if (!wants_notes()) return;
    std::vector<std::pair<std::string_view, std::uint64_t>> keys;
    keys.reserve(object.size());
    for (JsonValue value = object.first(); value; value = value.next()) {
      keys.emplace_back(value.key(), value.key_offset());
      if (known.empty() || std::ranges::find(known, value.key()) != known.end()) continue;
      const std::string message = "unknown key \"" + std::string(value.key()) + "\", kept";
      const std::string_view meant = nearest(value.key(), {known.begin(), known.end()});
      if (!meant.empty()) {
        warn("W-JSON-MISSPELT", message + "; did you mean \"" + std::string(meant) + "\"?",
             value.key_offset(), path);
      } else {
        Findings(notes_->findings).info("I-JSON-EXTRA", message, value.key_offset(), path);
      }
    }
    std::ranges::stable_sort(keys, {}, [](const auto& key) { return key.first; });
    for (std::size_t i = 1; i < keys.size(); ++i) {
      if (keys[i].first != keys[i - 1].first) continue;
      warn("W-JSON-DUPLICATE",
           "the key \"" + std::string(keys[i].first) + "\" appears twice; the last one counts",
           keys[i].second, path);
    }
  }

 private:
  Findings errors_;
  JsNotes* notes_;
};

// An animation or a model, which has a title and what `fill` finds in the root.
template <class Export, class Fill>
Result<Export> read_export(std::string_view text, Diagnostics& diagnostics, JsNotes* notes,
                           Fill fill) {
  Diagnostics found;
  const auto parsed =
      JsonDocument::parse(text, "craftstudio.E-JSON-SYNTAX", JsonDocument::Text::borrowed);
  if (parsed) {
    JsReader in(found, notes);
    Export result;
    const JsonValue root = parsed->root();
    if (const auto title = in.required(root, "title", JsonKind::string, {}))
      result.title = *title.string();
    fill(in, root, result);
    if (!found.has_errors()) return result;
  } else {
    found.add(parsed.error());
  }
  diagnostics.add_all(found);
  return first_error(found);
}

}  // namespace anmkit::craftstudio
