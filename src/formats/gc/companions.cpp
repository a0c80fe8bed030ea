// SPDX-License-Identifier: MIT
// Which files belong together: they stand side by side (section 15).
#include <algorithm>
#include <iterator>
#include <string_view>

#include "core/letters.hpp"
#include "formats/gc/bank/canonical.hpp"
#include "formats/gc/compact/compact.hpp"
#include "formats/gc/document.hpp"
#include "formats/gc/model/scene.hpp"

namespace anmkit::gc {
namespace {

std::string stem_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
  return lowered(path.substr(0, path.rfind('.')));
}

// The folder of a file, listed once.
class Beside {
 public:
  Beside(const std::string& path, const Neighbourhood& around) : stem_(stem_of(path)) {
    const std::size_t slash = path.rfind('/');
    if (slash != std::string::npos) folder_ = path.substr(0, slash + 1);
    names_ = around.list(slash == std::string::npos ? std::string() : path.substr(0, slash));
  }

  // The file of a name, in any case. Empty when there is none.
  std::string find_named(std::string_view name) const {
    const auto at =
        std::ranges::find(names_, name, [](const std::string& n) { return lowered(n); });
    return at == names_.end() ? std::string() : folder_ + *at;
  }
  // The file of an extension that has one of the wanted stems, the first best; else the file's own
  // stem; else the only one of that extension. Empty when there is none.
  std::string find(std::string_view extension, const std::vector<std::string>& stems = {}) const {
    std::vector<std::string> all;
    for (const std::string& name : names_) {
      if (lowered(name).ends_with(extension)) all.push_back(name);
    }
    const auto of_stem = [&](const std::string& stem) {
      const auto at = std::ranges::find(all, stem, [](const std::string& n) { return stem_of(n); });
      return at == all.end() ? std::string() : folder_ + *at;
    };
    for (const std::string& stem : stems) {
      if (std::string found = of_stem(stem); !found.empty()) return found;
    }
    if (std::string found = of_stem(stem_); !found.empty()) return found;
    return all.size() == 1 ? folder_ + all.front() : std::string();
  }

 private:
  std::string stem_, folder_;
  std::vector<std::string> names_;
};

std::vector<std::string> existing(std::vector<std::string> paths) {
  std::erase(paths, std::string());
  return paths;
}

// The texture palettes that meshes name, as far as they are there; else one by the rules of `find`.
std::vector<std::string> textures_of(const GeometryPalette& palette, ByteView bytes,
                                     const Beside& beside, const std::vector<std::string>& stems) {
  std::vector<std::string> paths;
  for (const std::string& name : texture_files(palette, bytes))
    paths.push_back(beside.find_named(name));
  paths = existing(std::move(paths));
  if (paths.empty()) paths = existing({beside.find(".tpl", stems)});
  return paths;
}

}  // namespace

std::vector<std::string> BankDocument::find_companions(const std::string& path,
                                                       const Neighbourhood& around) const {
  return existing({Beside(path, around).find(".act")});
}
std::vector<std::string> CompactDocument::find_companions(const std::string& path,
                                                          const Neighbourhood& around) const {
  return existing({Beside(path, around).find(".act")});
}

// An actor names its palette; a skin has the palette's name (section 10).
std::vector<std::string> ActorDocument::find_companions(const std::string& path,
                                                        const Neighbourhood& around) const {
  const Actor& actor = file;
  const Beside beside(path, around);
  const std::string palette = text_at(actor.geo_palette_name, actor.gaps, actor.size);
  std::vector<std::string> stems;
  if (!palette.empty()) stems.push_back(stem_of(palette));
  std::vector<std::string> paths =
      existing({beside.find(".gpl", stems), beside.find(".skn", stems)});
  GeometryPalette meshes;
  Bytes bytes;
  if (!paths.empty() && lowered(paths.front()).ends_with(".gpl")) {
    if (auto read = around.read(paths.front())) {
      Diagnostics unused;
      if (auto parsed = parse_geometry(*read, unused)) meshes = std::move(*parsed);
      bytes = std::move(*read);
    }
  }
  std::ranges::move(textures_of(meshes, bytes, beside, stems), std::back_inserter(paths));
  return paths;
}
// Textures first: a palette alone is shown without its skin.
std::vector<std::string> GeometryDocument::find_companions(const std::string& path,
                                                           const Neighbourhood& around) const {
  const Beside beside(path, around);
  const auto bytes = write();
  auto paths = textures_of(file, bytes ? ByteView(*bytes) : ByteView(), beside, {});
  std::ranges::move(existing({beside.find(".skn")}), std::back_inserter(paths));
  return paths;
}

}  // namespace anmkit::gc
