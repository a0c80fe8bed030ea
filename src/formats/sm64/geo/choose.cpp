// SPDX-License-Identifier: MIT
// The layout of a file that is shown, and the user's choices.
#include <algorithm>
#include <charconv>

#include "core/nearest.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/geo/geo.hpp"

namespace anmkit::sm64 {
namespace {

std::vector<const GeoLayout*> roots_of(std::span<const GeoLayout> layouts) {
  std::vector<const GeoLayout*> roots, all;
  for (const GeoLayout& layout : layouts) {
    all.push_back(&layout);
    if (!layout.branch) roots.push_back(&layout);
  }
  return roots.empty() ? all : roots;
}

}  // namespace

std::vector<std::string> root_layouts(const std::vector<GeoLayout>& layouts) {
  std::vector<std::string> names;
  for (const GeoLayout* layout : roots_of(layouts))
    names.push_back(layout->name);
  return names;
}

std::vector<std::size_t> switch_cases(const Options& options) {
  std::vector<std::size_t> cases;
  for (std::string_view list : options.all("switch")) {
    while (!list.empty()) {
      const std::size_t comma = list.find(',');
      const std::string_view one = list.substr(0, comma);
      std::size_t value = 0;
      std::from_chars(one.data(), one.data() + one.size(), value);
      cases.push_back(value);
      list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
    }
  }
  return cases;
}

Result<void> check_named(std::span<const GeoLayout> layouts, const Options& options) {
  const std::string_view wanted = options.text("geo");
  std::vector<std::string_view> known;
  std::string names;
  for (const GeoLayout& layout : layouts) {
    if (layout.name == wanted) return {};
    known.push_back(layout.name);
    if (names.size() < 300) names += " " + layout.name;
  }
  if (wanted.empty()) return {};
  std::string message = "--geo: no layout is called " + quoted(wanted);
  if (const std::string_view meant = nearest(wanted, known); !meant.empty()) {
    message += "; did you mean " + quoted(meant) + "?";
  } else {
    message += names.empty() ? "; no file with layouts is given" : "; there are" + names;
  }
  return fail(std::string(kBadOption), std::move(message));
}

const GeoLayout* choose_layout(std::span<const GeoLayout> layouts, const Options& options,
                               std::size_t parts) {
  const std::string_view wanted = options.text("geo");
  if (!wanted.empty()) {
    const auto named = std::ranges::find(layouts, wanted, &GeoLayout::name);
    if (named != layouts.end()) return &*named;
  }
  const auto cases = switch_cases(options);
  const GeoLayout* best = nullptr;
  std::size_t most = 0;
  for (const GeoLayout* layout : roots_of(layouts)) {
    const std::size_t count = build_skeleton(*layout, cases).parts.size();
    if (parts > 0 && count == parts) return layout;
    if (best == nullptr || count > most) {
      best = layout;
      most = count;
    }
  }
  return best;
}

}  // namespace anmkit::sm64
