// SPDX-License-Identifier: MIT
// From bytes and a name to a document, a glTF file, or the reason why there is neither.
#include <algorithm>

#include "anmkit/convert.hpp"
#include "anmkit/gltf.hpp"
#include "convert/steps.hpp"
#include "core/json.hpp"
#include "core/letters.hpp"
#include "core/paths.hpp"
#include "exchange/bvh/bvh.hpp"
#include "exchange/gltf/container.hpp"
#include "exchange/gltf/file.hpp"

namespace anmkit {
namespace {

std::string decimal(std::uint64_t number) {
  return std::to_string(number);
}

// A file while it is opened, before it is one of the three.
struct Opening {
  std::string path, name;
  Bytes bytes;
  Diagnostics findings;

  Raw raw(const Format* format = nullptr) {
    return {std::move(path), std::move(name), std::move(bytes), format, std::move(findings)};
  }
  void cut(std::uint64_t offset) {
    bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(offset));
  }
};

// A file of a known format inside an unpacked archive. The bytes before it are dropped.
const Format* find_inside(Opening& opening, const OpenRequest& request) {
  for (const Family& family : families()) {
    for (const Format& format : family.formats) {
      if (format.find_inside == nullptr) continue;
      if (!request.format.empty() && format.id != request.format) continue;
      const std::vector<std::uint64_t> found = format.find_inside(opening.bytes);
      if (found.empty()) continue;
      std::string others;
      for (std::size_t i = 1; i < found.size(); ++i)
        others += (i == 1 ? "; more at " : ", ") + decimal(request.offset + found[i]);
      opening.findings.add(Severity::info, "anmkit.INSIDE",
                           std::string(format.id) + " found at byte " +
                               decimal(request.offset + found.front()) + others +
                               "; --offset N chooses, other offsets count from there");
      opening.cut(found.front());
      return &format;
    }
  }
  return nullptr;
}

// By name, by content and path, or by a search inside a file of no known format.
Result<const Format*> format_of(Opening& opening, const OpenRequest& request) {
  const Format* named = request.format.empty() ? nullptr : find_format(request.format);
  auto detected =
      named != nullptr ? Result<const Format*>(named) : detect_one({opening.bytes, opening.path});
  const bool by_content = detected && (*detected)->detect(opening.bytes) > 0;
  if (by_content) return detected;
  if (const Format* inside = find_inside(opening, request)) return inside;
  return detected;
}

// The files that options name next to the input.
struct OptionFiles {
  std::vector<Bytes> contents;
  std::vector<Companion> companions;

  Result<void> read(const Format& format, const std::string& input, const OpenRequest& request) {
    const auto family = std::ranges::find(families(), format.family, &Family::id);
    if (family == families().end() || family->option_files == nullptr) return {};
    for (const std::string& path : family->option_files(request.options)) {
      if (path == input || request.around == nullptr) continue;
      auto bytes = request.around->read(path);
      if (!bytes) return std::unexpected(std::move(bytes.error()));
      // Moving the list does not move what the contents hold.
      contents.push_back(std::move(*bytes));
      companions.push_back({path, contents.back(), nullptr});
    }
    return {};
  }
};

Opened parse(Opening opening, const Format& format, const OpenRequest& request) {
  OptionFiles files;
  if (auto good = files.read(format, opening.path, request); !good) {
    opening.findings.add(std::move(good.error()));
    return opening.raw(&format);
  }
  const Source source{opening.bytes, opening.path, files.companions};
  DocumentPtr document = format.parse(source, request.options, opening.findings);
  locate(opening.findings, format, opening.bytes);
  if (!document) return opening.raw(&format);
  return Parsed{std::move(opening.path),  std::move(opening.name),
                std::move(opening.bytes), &format,
                std::move(document),      std::move(opening.findings)};
}

// `json`: of a .gltf, read from these bytes.
Opened open_gltf(Opening opening, const OpenRequest& request, std::optional<JsonDocument> json) {
  std::vector<std::pair<std::string, Bytes>> files;
  std::vector<Companion> beside;
  if (request.around != nullptr) {
    for (std::string& name : json ? gltf_files(*json) : gltf_files(opening.bytes)) {
      // The reader reports missing files, because it knows their purpose.
      if (auto bytes = request.around->read(std::string(folder_of(opening.path)) + name))
        files.emplace_back(std::move(name), std::move(*bytes));
    }
  }
  for (const auto& [name, bytes] : files)
    beside.push_back({name, bytes, nullptr});
  Diagnostics notes;
  auto scene = read_gltf(opening.bytes, 0, beside, &notes, std::move(json));
  if (!scene) {
    opening.findings.add(std::move(scene.error()));
    Raw raw = opening.raw();
    raw.gltf = true;
    return raw;
  }
  return GltfInput{std::move(opening.path),
                   std::move(opening.name),
                   std::move(opening.bytes),
                   std::move(files),
                   std::make_shared<const Scene>(std::move(*scene)),
                   std::move(notes)};
}

Opened open_bvh(Opening opening) {
  Diagnostics notes;
  auto scene = read_bvh(opening.bytes, stem_of(opening.path), notes);
  if (!scene) {
    opening.findings.add(std::move(scene.error()));
    locate(opening.findings, bvh_format(), opening.bytes);
    return opening.raw(&bvh_format());
  }
  return GltfInput{std::move(opening.path),
                   std::move(opening.name),
                   std::move(opening.bytes),
                   {},
                   std::make_shared<const Scene>(std::move(*scene)),
                   std::move(notes),
                   &bvh_format()};
}

}  // namespace

void locate(Diagnostics& findings, const Format& format, ByteView bytes) {
  const std::string_view text = as_text(bytes);
  constexpr std::size_t kHead = 4096;
  if (format.text && text.substr(0, kHead).find('\0') == text.npos) findings.locate(text);
}

const std::string& path_of(const Opened& file) {
  return std::visit([](const auto& one) -> const std::string& { return one.path; }, file);
}

const std::string& name_of(const Opened& file) {
  return std::visit([](const auto& one) -> const std::string& { return one.name; }, file);
}

std::string_view format_id_of(const Opened& file) {
  const Format* format = nullptr;
  bool gltf = false;
  if (const auto* scene = std::get_if<GltfInput>(&file)) {
    format = scene->format;
    gltf = format == nullptr;
  }
  if (const auto* parsed = std::get_if<Parsed>(&file)) format = parsed->format;
  if (const auto* raw = std::get_if<Raw>(&file)) {
    format = raw->format;
    gltf = raw->gltf;
  }
  return gltf ? "gltf" : format != nullptr ? format->id : std::string_view();
}

Opened open(Bytes bytes, std::string path, const OpenRequest& request) {
  Opening opening{std::move(path), request.name, std::move(bytes), {}};
  if (opening.name.empty()) opening.name = opening.path;
  if (request.offset > opening.bytes.size()) {
    opening.findings.add(Severity::error, kBadOption,
                         "--offset " + decimal(request.offset) +
                             " is beyond the end of the file, " + decimal(opening.bytes.size()) +
                             " bytes",
                         opening.bytes.size());
    return opening.raw();
  }
  opening.cut(request.offset);
  const bool any = request.format.empty(), gltf = request.format == "gltf";
  if (any || gltf) {
    const bool binary = is_glb(opening.bytes);
    auto json = binary ? std::nullopt : json_of_gltf(opening.bytes);
    if (binary || json || gltf) return open_gltf(std::move(opening), request, std::move(json));
  }
  if (request.format == bvh_format().id || (any && is_bvh(opening.bytes)))
    return open_bvh(std::move(opening));
  const auto format = format_of(opening, request);
  if (!format) {
    // Of such a name, and of no other format: the reader says what is wrong with it.
    if (format.error().code == "anmkit.UNKNOWN-FORMAT" &&
        equal_in_any_case(extension_of(opening.path), ".bvh"))
      return open_bvh(std::move(opening));
    opening.findings.add(format.error());
    return opening.raw();
  }
  return parse(std::move(opening), **format, request);
}

bool is_gltf(ByteView bytes) {
  return is_glb(bytes) || json_of_gltf(bytes).has_value();
}

bool is_bvh(ByteView bytes) {
  return bvh_format().detect(bytes) > 0;
}

Diagnostics check(const Opened& file, const Context& context) {
  if (const auto* raw = std::get_if<Raw>(&file)) return raw->why;
  Diagnostics found;
  if (const auto* gltf = std::get_if<GltfInput>(&file)) {
    if (auto lost = find_lost_extras(gltf->bytes)) found.add(std::move(*lost));
    found.add_all(gltf->notes);
    return found;
  }
  const auto& parsed = std::get<Parsed>(file);
  found = parsed.findings;
  parsed.document->check(context, found);
  locate(found, *parsed.format, parsed.bytes);
  return found;
}

Diagnostics check(ByteView bytes, std::string name) {
  return check(open(Bytes(bytes.begin(), bytes.end()), std::move(name)));
}

bool tells_unit(ByteView bytes) {
  return as_text(bytes).find("\"metresPerUnit\"") != std::string_view::npos;
}

std::optional<Diagnostic> find_lost_extras(ByteView bytes) {
  const std::string_view text = as_text(bytes);
  if (text.find("\"anmkit_axes\"") == std::string_view::npos) return std::nullopt;
  if (tells_unit(bytes)) return std::nullopt;
  return Diagnostic{Severity::warning,
                    "anmkit.GLTF-EXTRAS",
                    {},
                    "scenes[0].extras",
                    "the extras that anmkit wrote are missing, so joints that the editor rotated "
                    "move about other axes; in Blender tick Include > Custom Properties when "
                    "exporting"};
}

}  // namespace anmkit
