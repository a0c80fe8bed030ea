// SPDX-License-Identifier: MIT
// The one list of families, and its queries.
#include "anmkit/registry.hpp"

#include <algorithm>
#include <array>
#include <ranges>

#include "core/json.hpp"
#include "core/letters.hpp"
#include "core/limits.hpp"
#include "core/listing.hpp"
#include "core/paths.hpp"
#include "formats/choose_clip.hpp"
#include "formats/known_files.hpp"
#include "formats/way_back.hpp"

// families.inc, which CMake writes, has a line ANMKIT_FAMILY(name) for each folder with a
// family.cpp.
#define ANMKIT_FAMILY(name) \
  namespace anmkit::name {  \
  Family family();          \
  }
#include "families.inc"
#undef ANMKIT_FAMILY

namespace anmkit {
namespace {

const std::vector<Family>& all() {
  static const std::vector<Family> kFamilies = [] {
    std::vector<Family> families = {
#define ANMKIT_FAMILY(name) name::family(),
#include "families.inc"
#undef ANMKIT_FAMILY
    };
    std::ranges::stable_sort(families, {}, &Family::place);
    // In builds without the ways back (way_back.hpp).
    for (Family& family : families)
      for (Format& format : family.formats)
        format.abilities.from_scene = format.abilities.from_scene && format.from_scene != nullptr;
    return families;
  }();
  return kFamilies;
}

// Unlike extension_of, of a name that begins with its only dot: ".bank" has the one of banks.
std::string lower_extension(std::string_view path) {
  const std::string_view name = file_name(path);
  return lowered(name.substr(std::min(name.rfind('.'), name.size())));
}

bool has_extension(const Format& format, std::string_view extension) {
  return !extension.empty() &&
         std::ranges::find(format.extensions, extension) != format.extensions.end();
}

// The score of an extension when the contents match nothing.
constexpr int kExtensionAlone = 5;

}  // namespace

Result<void> check_import(const FromScene& from) {
  const std::size_t clips = from.scene.clips.size();
  if (from.clip && *from.clip >= clips) {
    return fail(std::string(kNoSuchClip),
                "no clip " + std::to_string(*from.clip) + " of " + std::to_string(clips));
  }
  return from.checked ? Result<void>() : check_scene(from.scene);
}

std::span<const Family> families() {
  return all();
}

const Format* find_format(std::string_view id) {
  for (const Family& family : all()) {
    for (const Format& format : family.formats) {
      if (format.id == id) return &format;
    }
  }
  return nullptr;
}

const Conversion* find_conversion(std::string_view from, std::string_view to) {
  const Conversion* from_any = nullptr;
  for (const Family& family : all()) {
    for (const Conversion& conversion : family.conversions) {
      if (conversion.to != to) continue;
      if (conversion.from == from) return &conversion;
      if (conversion.from.empty()) from_any = &conversion;
    }
  }
  return from_any;
}

bool is_used_by(const OptionSpec& option, std::string_view verb) {
  const auto same = [&](auto part) { return std::string_view(part.begin(), part.end()) == verb; };
  return option.verbs.empty() || std::ranges::any_of(std::views::split(option.verbs, '|'), same);
}

Result<void> check_meaning(const Options& options, std::span<const std::string_view> ids,
                           std::string_view verb) {
  for (const std::string_view name : options.names()) {
    if (name == kLimitOption) continue;
    std::string owners;
    bool known = false;
    for (const Family& family : families()) {
      const auto spec = std::ranges::find(family.options, name, &OptionSpec::name);
      if (spec == family.options.end() || !is_used_by(*spec, verb)) continue;
      known = known || std::ranges::find(ids, family.id) != ids.end();
      owners += (owners.empty() ? "" : ", ") + std::string(family.id);
    }
    if (known) continue;
    std::string message = "--" + std::string(name) + " does not apply to these files";
    if (!owners.empty()) message += "; `" + std::string(verb) + "` uses it with " + owners;
    return fail(std::string(kUsageError), std::move(message));
  }
  return {};
}

std::vector<OptionSpec> all_options() {
  std::vector<OptionSpec> options;
  for (const Family& family : all()) {
    for (const OptionSpec& option : family.options) {
      const bool known = std::ranges::any_of(
          options, [&](const OptionSpec& other) { return other.name == option.name; });
      if (!known) options.push_back(option);
    }
  }
  return options;
}

std::vector<Detection> detect(const Source& source) {
  const std::string extension = lower_extension(source.path);
  const bool alone_counts = source.bytes.empty() || !is_common_extension(extension);
  std::vector<Detection> found;
  for (const Family& family : all()) {
    for (const Format& format : family.formats) {
      int confidence = format.detect(source.bytes);
      // The extension breaks ties between contents that could be several things. Alone it is a weak
      // claim, and none where other programs use it too: contents must speak for the format.
      if (has_extension(format, extension) && (confidence > 0 || alone_counts)) {
        confidence += confidence > 0 ? 10 : kExtensionAlone;
      } else if (confidence <= kExtensionAlone) {
        confidence = 0;  // contents that many files have, such as numbers alone
      }
      if (confidence > 0) found.push_back({&format, confidence});
    }
  }
  std::ranges::stable_sort(found, std::greater{}, &Detection::confidence);
  return found;
}

Result<const Format*> detect_one(const Source& source) {
  const std::vector<Detection> found = detect(source);
  if (found.empty() || found.front().confidence <= kExtensionAlone) {
    if (std::string known = describe_known_file(source.bytes, source.path); !known.empty())
      return fail("anmkit.NOT-READ", std::move(known));
  }
  if (found.empty()) {
    return fail("anmkit.UNKNOWN-FORMAT",
                source.bytes.empty()
                    ? "the file is empty"
                    : "unknown format: neither content nor extension identifies it");
  }
  const auto equal = std::ranges::find_if(found, [&](const Detection& detection) {
    return detection.confidence != found.front().confidence;
  });
  const std::span<const Detection> best(found.data(),
                                        static_cast<std::size_t>(equal - found.begin()));
  if (best.size() > 1 && source.bytes.empty()) {
    return fail("anmkit.UNKNOWN-FORMAT", "the file is empty");
  }
  if (best.size() > 1) {
    return fail("anmkit.AMBIGUOUS-FORMAT",
                "could be any of " + listed(best, best.size(), [](const Detection& one) {
                  return one.format->id;
                }) + "; choose with --format ID");
  }
  return found.front().format;
}

namespace {

void write_dump(const Document& document, JsonWriter& writer) {
  writer.begin_object();
  writer.member("anmkit", 1);
  writer.member("format", document.format());
  writer.key("document");
  writer.begin_object();
  document.dump(writer);
  writer.end_object();
  writer.end_object();
}

}  // namespace

std::string dump_document(const Document& document) {
  JsonWriter writer(JsonWriter::Style::indented);
  write_dump(document, writer);
  return writer.take() + "\n";
}

bool dump_document(const Document& document, const Sink& sink) {
  JsonWriter writer(JsonWriter::Style::indented, sink);
  write_dump(document, writer);
  return writer.flush() && sink(as_bytes("\n"));
}

Result<DocumentPtr> build_document(std::string_view json, Diagnostics& diagnostics) {
  auto parsed = JsonDocument::parse(json);
  if (!parsed) return std::unexpected(std::move(parsed.error()));
  const JsonValue root = parsed->root();
  if (root["anmkit"].integer() != 1) {
    return fail(std::string(kBadJson),
                "this is not a dump of anmkit: expected {\"anmkit\": 1, ...}", root.begin_offset(),
                "anmkit");
  }
  for (JsonValue member = root.first(); member; member = member.next()) {
    const std::string_view key = member.key();
    if (key == "anmkit" || key == "format" || key == "document") continue;
    return fail(std::string(kBadJson), "unknown member", member.key_offset(), std::string(key));
  }
  const auto id = root["format"].string();
  const Format* format = id ? find_format(*id) : nullptr;
  if (format == nullptr) {
    return fail(std::string(kBadJson), "expected the id of a known format",
                root["format"].begin_offset(), "format");
  }
  if (!root["document"].is(JsonKind::object)) {
    return fail(std::string(kBadJson), "expected an object", root["document"].begin_offset(),
                "document");
  }
  if (format->build == nullptr)
    return fail(std::string(kUnsupported), "this build makes no files of dumps");
  auto document = format->build(root["document"], diagnostics);
  if (!document && !document.error().path.empty()) {
    document.error().path.insert(0, "document.");
  }
  return document;
}

Result<std::size_t> find_clip(const Scene& scene, std::string_view clip) {
  std::vector<std::string_view> names;
  for (const Clip& one : scene.clips)
    names.push_back(one.name);
  return choose_clip(clip, names);
}

}  // namespace anmkit
