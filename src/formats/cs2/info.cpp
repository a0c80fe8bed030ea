// SPDX-License-Identifier: MIT
// Facts, companions and checks of the documents.
#include <algorithm>
#include <set>

#include "core/counted.hpp"
#include "core/paths.hpp"
#include "formats/cs2/document.hpp"
#include "formats/cs2/findings.hpp"
#include "formats/cs2/image/pixels.hpp"
#include "formats/cs2/image/tags.hpp"
#include "formats/cs2/script/tokens.hpp"
#include "formats/folders.hpp"

namespace anmkit::cs2 {

const HgDocument* find_pictures(Companions companions, std::string_view* path) {
  for (const Companion& companion : companions) {
    for (const std::string_view id : {kHg3Id, kHg2Id}) {
      const HgDocument* pictures = as<HgDocument>(companion.document, id);
      if (pictures == nullptr) continue;
      if (path != nullptr) *path = companion.path;
      return pictures;
    }
  }
  return nullptr;
}

namespace {

constexpr std::uint32_t kMaxOpcode = 11;

// The ids of a script, from the images next to it.
struct ImageIds {
  explicit ImageIds(Companions companions) {
    const HgDocument* pictures = find_pictures(companions, &path);
    if (pictures == nullptr) return;
    for (const HgFrame& frame : pictures->file.frames)
      ids.push_back(frame.id);
    known = &ids;
  }
  ImageIds(const ImageIds&) = delete;
  ImageIds& operator=(const ImageIds&) = delete;

  std::vector<std::uint32_t> ids;
  const std::vector<std::uint32_t>* known = nullptr;
  std::string_view path;
};

}  // namespace

Dialect dialect_of(const Options& options) {
  return options.has("compat") ? Dialect::compatible : Dialect::strict;
}

void AnmDocument::check(const Context& context, Diagnostics& diagnostics) const {
  const Companions companions = context.companions;
  const ImageIds images(companions);
  cs2::check(file, images.known, images.path, diagnostics);
}

DocumentInfo AnmDocument::info() const {
  DocumentInfo info;
  ClipInfo clip{title, 0, kTicksPerSecond, false, 0};
  const bool measured =
      std::ranges::none_of(file.lines, [](const Timeline& line) { return line.op == kMaxOpcode; });
  const auto loop = measured ? find_loop(file, {}) : std::nullopt;
  if (loop) {
    clip.frames = static_cast<double>(loop->intro + loop->period);
    clip.loop = loop->period > 0;
    clip.loop_start = clip.loop ? static_cast<double>(loop->intro) : 0;
  }
  info.clips.push_back(clip);
  info.facts.emplace_back("timelines", std::to_string(file.lines.size()));
  if (!measured) {
    info.facts.emplace_back("length", "undecided: depends on the image file (max)");
  } else if (!loop) {
    info.facts.emplace_back("length", "undecided: random, or too long to follow");
  } else if (loop->period > 0) {
    info.facts.emplace_back("loop", "after " + counted(loop->intro, "tick") + ", every " +
                                        counted(loop->period, "tick"));
  } else {
    info.facts.emplace_back("length", counted(loop->intro, "tick") + ", then holds");
  }
  return info;
}

// The image file has the script's name (section 11.12).
// The game's own system does not tell upper and lower case apart.
std::vector<std::string> pictures_beside(const std::string& path, Folders& around) {
  const std::string folder(folder_of(path));
  std::vector<std::string> found;
  for (const std::string_view extension : {".hg3", ".hg2"}) {
    const std::string wanted = title_of(path) + std::string(extension);
    if (around.has(folder, wanted)) {
      found.push_back(folder + wanted);
    } else if (std::string name = around.path_of(folder, wanted); !name.empty()) {
      found.push_back(std::move(name));
    }
  }
  return found;
}

namespace {

FileRole script_standing(const std::string& path, Folders& around) {
  FileRole standing{.role = FileRole::Role::subject};
  if (pictures_beside(path, around).empty()) standing.missing.push_back(title_of(path) + ".hg3");
  return standing;
}

}  // namespace

FileRole AnmDocument::file_role(const std::string& path, Folders& around) const {
  return script_standing(path, around);
}
FileRole TextDocument::file_role(const std::string& path, Folders& around) const {
  return script_standing(path, around);
}

Result<std::string> AnmDocument::graph(std::string_view flow) const {
  return flow == "mermaid" ? graph_mermaid(file) : graph_dot(file);
}

Result<AnmDocument> TextDocument::compiled() const {
  Diagnostics diagnostics;
  auto file = compile(source, {dialect}, diagnostics);
  if (!file) return std::unexpected(*diagnostics.first_error());
  AnmDocument document(std::move(*file));
  document.title = title;
  return document;
}

Result<std::string> TextDocument::graph(std::string_view flow) const {
  const auto document = compiled();
  if (!document) return std::unexpected(document.error());
  return document->graph(flow);
}

void TextDocument::check(const Context& context, Diagnostics& diagnostics) const {
  const Companions companions = context.companions;
  const ImageIds images(companions);
  check_source(source, dialect, images.known, images.path, diagnostics);
}

DocumentInfo TextDocument::info() const {
  const auto document = compiled();
  if (document) return document->info();
  DocumentInfo info;
  info.facts.emplace_back("source", "does not compile; `check` gives the reason");
  return info;
}

namespace {

// Bytes after the last tag of an HG-3 file; zeros are padding.
void check_tail(ByteView bytes, const HgFile& file, Findings& findings) {
  std::uint64_t end = 0;
  for (const HgTag& tag : tags_of(bytes, file.frames.back()))
    end = std::max(
        end, static_cast<std::uint64_t>(tag.payload.data() - bytes.data()) + tag.payload.size());
  const ByteView tail = bytes.subspan(static_cast<std::size_t>(end));
  if (end == 0 || std::ranges::all_of(tail, [](std::byte b) { return b == std::byte{0}; })) return;
  findings.warning("HG-TAIL",
                   counted(tail.size(), "byte follows", "bytes follow") + " the last image", end);
}

}  // namespace

// A canvas without pixels is none.
std::optional<std::string> outside_canvas(const HgFrame& frame) {
  if (frame.canvas_width == 0 || frame.canvas_height == 0) return std::nullopt;
  const auto lacks = [](std::int64_t at, std::uint32_t size, std::uint32_t canvas) {
    return at < 0 || at + size > canvas;
  };
  if (!lacks(frame.offset_x, frame.width, frame.canvas_width) &&
      !lacks(frame.offset_y, frame.height, frame.canvas_height))
    return std::nullopt;
  return "image " + std::to_string(frame.id) + " of " + std::to_string(frame.width) + "x" +
         std::to_string(frame.height) + " pixels at " + std::to_string(frame.offset_x) + "," +
         std::to_string(frame.offset_y) + " leaves its canvas of " +
         std::to_string(frame.canvas_width) + "x" + std::to_string(frame.canvas_height);
}

void HgDocument::check(const Context&, Diagnostics& diagnostics) const {
  Findings findings(diagnostics);
  check_tail(source, file, findings);
  std::set<std::uint32_t> ids;
  std::uint64_t pixels = 0;
  for (std::size_t i = 0; i < file.frames.size(); ++i) {
    const HgFrame& frame = file.frames[i];
    if (!ids.insert(frame.id).second) {
      findings.warning(
          "HG-ID",
          "image id " + std::to_string(frame.id) + " appears twice; the first one is shown",
          frame.offset, path_of("images", i, "id"));
    }
    if (const auto outside = outside_canvas(frame))
      findings.warning("HG-CANVAS", *outside, frame.offset, path_of("images", i));
    pixels += std::min(kMaxAnimationPixels, std::uint64_t{frame.width} * frame.height);
    if (pixels > kMaxAnimationPixels) {
      findings.error(
          "HG-SIZE",
          "the images have more than " + std::to_string(kMaxAnimationPixels) + " pixels together",
          frame.offset, path_of("images", i));
      return;
    }
    Diagnostics found;
    check_pixels(source, file, frame, found);
    for (Diagnostic& finding : found.finish()) {
      finding.path = path_of("images", i);
      // An image that is not supported is not an error of the file.
      if (finding.code == prefixed("HG-CODING")) finding.severity = Severity::info;
      diagnostics.add(std::move(finding));
    }
  }
}

DocumentInfo HgDocument::info() const {
  DocumentInfo info;
  info.facts.emplace_back("images", std::to_string(file.frames.size()));
  for (const HgFrame& frame : file.frames) {
    info.facts.emplace_back(
        "image " + std::to_string(frame.id),
        std::to_string(frame.width) + "x" + std::to_string(frame.height) + ", " +
            counted(frame.bits, "bit") + ", at " + std::to_string(frame.offset_x) + "," +
            std::to_string(frame.offset_y) + " of " + std::to_string(frame.canvas_width) + "x" +
            std::to_string(frame.canvas_height));
  }
  return info;
}

}  // namespace anmkit::cs2
