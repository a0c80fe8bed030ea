// SPDX-License-Identifier: MIT
// The limit `samples` of a clip.
#include "convert/sample_limit.hpp"

#include <algorithm>
#include <set>

#include "core/counted.hpp"
#include "core/limits.hpp"
#include "core/number_text.hpp"

namespace anmkit {

Result<void> check_samples(const Clip& clip, const Options& options) {
  std::set<std::uint32_t> moved;
  for (const Track& track : clip.tracks)
    moved.insert(track.node);
  const std::uint64_t most = limit_in(options, Limit::samples);
  const double nodes = static_cast<double>(std::max<std::size_t>(1, moved.size()));
  if (!((clip.duration + 1) * nodes > static_cast<double>(most))) return {};
  return std::unexpected(over_limit(Limit::samples, most,
                                    "the clip '" + clip.name + "' has " +
                                        number_text(clip.duration) + " frames, in which " +
                                        counted(moved.size(), "node moves", "nodes move")));
}

}  // namespace anmkit
