// SPDX-License-Identifier: MIT
// The table of limits, and how options change them.
#include "core/limits.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "core/json.hpp"
#include "core/pictures.hpp"

namespace anmkit {
namespace {

constexpr std::uint64_t kMega = 1u << 20, kGiga = 1u << 30;

constexpr std::array kLimits = {
    LimitInfo{"file-bytes", 4 * kGiga, "Bytes of a file that is read."},
    LimitInfo{"pipe-bytes", kGiga, "Bytes read from standard input or a pipe."},
    LimitInfo{"output-bytes", 4 * kGiga, "Bytes written to a file or to standard output."},
    LimitInfo{"archive-entries", 250'000, "Files in a ZIP archive (.cspack)."},
    LimitInfo{"unpack-bytes", 256 * kMega, "Bytes that one file in a ZIP archive unpacks to."},
    LimitInfo{"unpack-ratio", 200,
              "Ratio of unpacked to packed size of a file in a ZIP archive, for files of more than "
              "16 MiB."},
    LimitInfo{"folder-files", 250'000, "Files below a folder that is read."},
    LimitInfo{"with-files", 5000, "Files of the formats, and images, that --with FOLDER reads."},
    LimitInfo{"view-files", 5000, "Files on the page of `view`."},
    LimitInfo{"view-bytes", 256 * kMega,
              "Bytes of a file whose companions `view` searches; larger files are shown without "
              "companions."},
    LimitInfo{"ticks", 1'000'000,
              "Ticks of an engine in a trace or in images. `play` without a trace has no such "
              "limit."},
    LimitInfo{"samples", 16'000'000, "Sampled poses of one clip: frames times nodes."},
    LimitInfo{"pictures", 20'000, "Images of one animated image or video."},
    LimitInfo{"texture-pixels", kMaxAnimationPixels,
              "Pixels of all textures of one scene that is rendered."},
    LimitInfo{"archive-bytes", kGiga,
              "Bytes that all files of one ZIP archive (.cspack) unpack to together."},
    LimitInfo{
        "vertices", 4'000'000,
        "Vertices of a scene that is rendered or imported, where nodes share meshes: each node "
        "counts, from 8 times the stored ones on."},
    LimitInfo{"gltf-nodes", kMostGltfNodes, "Nodes of a glTF or BVH file that is read.", true},
    LimitInfo{"json-nesting", JsonDocument::kMaxDepth, "Levels of arrays and objects in JSON.",
              true},
    LimitInfo{"picture-pixels", kMaxPicturePixels, "Pixels of one image.", true},
    LimitInfo{"animation-pixels", kMaxAnimationPixels,
              "Pixels of all frames of one animated image together.", true},
};
static_assert(kLimits.size() == static_cast<std::size_t>(Limit::animation_pixels) + 1);

struct Setting {
  const LimitInfo* limit = nullptr;  // null: no such name
  std::optional<std::uint64_t> value = {};
};

Setting parse(std::string_view text) {
  const std::size_t at = std::min(text.find('='), text.size());
  const auto limit = std::ranges::find(kLimits, text.substr(0, at), &LimitInfo::name);
  if (limit == kLimits.end()) return {};
  Setting setting{&*limit};
  const std::string_view digits = text.substr(std::min(at + 1, text.size()));
  std::uint64_t value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  // Counts become floating-point numbers here and there, which are exact up to 2^53.
  if (read.ec == std::errc{} && read.ptr == digits.data() + digits.size() && value > 0 &&
      value <= std::uint64_t{1} << 53)
    setting.value = value;
  return setting;
}

std::unexpected<Error> refuse(std::string_view text, const std::string& why) {
  return fail(std::string(kBadOption), "--limit " + std::string(text) + ": " + why);
}

std::string rows(bool fixed) {
  std::string text = "| limit | value | meaning |\n| --- | --- | --- |\n";
  for (const LimitInfo& limit : kLimits) {
    if (limit.fixed != fixed) continue;
    text += "| `" + std::string(limit.name) + "` | " + std::to_string(limit.value) + " | " +
            std::string(limit.meaning) + " |\n";
  }
  return text;
}

}  // namespace

std::span<const LimitInfo> limits() {
  return kLimits;
}

const LimitInfo& info_of(Limit limit) {
  return kLimits[static_cast<std::size_t>(std::to_underlying(limit))];
}

Result<void> check_limits(const Options& options) {
  for (const std::string_view text : options.all(kLimitOption)) {
    const Setting setting = parse(text);
    if (setting.limit == nullptr) {
      std::string names;
      for (const LimitInfo& limit : kLimits) {
        if (!limit.fixed) names += (names.empty() ? "" : ", ") + std::string(limit.name);
      }
      return refuse(text, "no such limit; there are " + names);
    }
    if (setting.limit->fixed)
      return refuse(text,
                    "this one is the same in every run, " + std::to_string(setting.limit->value));
    if (!setting.value)
      return refuse(text, "expects NAME=VALUE with a whole number from 1 to 2^53");
  }
  return {};
}

std::uint64_t limit_in(const Options& options, Limit limit) {
  const LimitInfo& info = info_of(limit);
  std::uint64_t most = info.value;
  for (const std::string_view text : options.all(kLimitOption)) {
    const Setting setting = parse(text);
    if (setting.limit == &info && setting.value && !info.fixed) most = *setting.value;
  }
  return most;
}

Error over_limit(Limit limit, std::uint64_t most, const std::string& what) {
  const std::string name(info_of(limit).name);
  const std::string remedy =
      info_of(limit).fixed ? ", in every run" : " (--limit " + name + "=N changes it)";
  return {Severity::error,
          std::string(kOverLimit),
          {},
          {},
          what + "; the limit " + name + " is " + std::to_string(most) + remedy};
}

std::string limits_page() {
  return "# Limits\n\n"
         "These limits bound the work of one run, so that no small file takes hours, the memory or "
         "the disk. Input beyond a\n"
         "limit is rejected with `anmkit.LIMIT`, which names the limit, the value found, and how "
         "to raise it. `anmkit help limits`\n"
         "makes this page from the table in `src/core/limits.cpp`; do not edit it here.\n\n"
         "`--limit NAME=VALUE` sets one for a run, with every verb, as often as needed. In the "
         "library it is the option `limit`\n"
         "(`options.set(\"limit\", \"samples=1000000\")`).\n\n" +
         rows(false) +
         "\nThese are the same in every run; input beyond one is refused with the code of the "
         "part that meets it:\n\n" +
         rows(true);
}

}  // namespace anmkit
