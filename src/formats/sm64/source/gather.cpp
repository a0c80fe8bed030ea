// SPDX-License-Identifier: MIT
// Animations of every input, with their tables and names.
#include "formats/sm64/source/gather.hpp"

#include <algorithm>
#include <map>

#include "core/counted.hpp"
#include "core/paths.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/motion/channels.hpp"
#include "formats/sm64/source/c_link.hpp"

namespace anmkit::sm64 {
namespace {

Result<Gathered> gather_all(const ConversionRequest& request, const Context& context,
                            ConversionReport& report) {
  const auto inputs = request.inputs;
  const auto& [companions, options] = context;
  std::vector<Input> sorted(inputs.begin(), inputs.end());
  std::ranges::stable_sort(sorted, {}, [](const Input& input) { return file_name(input.path); });
  CLinker linker;
  for (const Input& input : sorted) {
    if (const auto* file = as<CDocument>(input.document, kCId)) linker.add(file->file);
  }
  for (const Companion& companion : companions) {
    if (const auto* file = as<CDocument>(companion.document, kCId)) linker.add(file->file);
  }
  Gathered all;
  Diagnostics found;
  Findings findings(found);
  std::vector<const CTable*> tables;
  for (const Input& input : sorted) {
    std::vector<Motion> some;
    if (const auto* file = as<CDocument>(input.document, kCId)) {
      some = linker.link(file->file, file->is_mario(), options.has("coopdx"), &findings);
      // A table of headers that other sources define.
      if (some.empty()) some = file->motions(companions, options);
      for (const CTable& table : file->file.tables)
        tables.push_back(&table);
    } else if (const auto* document = as_motions(input.document)) {
      some = document->motions(companions, options);
    }
    all.motions.insert(all.motions.end(), some.begin(), some.end());
  }
  report.diagnostics.add_all(found);
  if (const Diagnostic* error = found.first_error()) return std::unexpected(*error);
  for (const Motion& motion : all.motions) {
    if (auto known = check_channels(motion); !known) return std::unexpected(known.error());
  }
  if (all.motions.empty()) return fail(std::string(kNoSuchClip), "found no animations");

  std::vector<bool> listed(all.motions.size());
  const auto add = [&](std::size_t i) {
    all.order.push_back(i);
    listed[i] = true;
  };
  if (!tables.empty()) {
    all.table = tables.front()->name;
    for (const std::string& name : tables.front()->elements) {
      const auto found_at = std::ranges::find(all.motions, name, &Motion::name);
      const bool known = found_at != all.motions.end();
      all.slots.push_back(known ? found_at - all.motions.begin() : -1);
      if (known) add(static_cast<std::size_t>(all.slots.back()));
    }
  }
  for (std::size_t i = 0; i < all.motions.size(); ++i) {
    if (!listed[i]) add(i);
  }
  return all;
}

// Samples in all pools together.
std::size_t stored(const std::vector<Motion>& motions) {
  std::map<const std::uint16_t*, std::size_t> pools;
  for (const Motion& motion : motions)
    pools[motion.values.data()] = motion.values.size();
  std::size_t samples = 0;
  for (const auto& [pool, size] : pools)
    samples += size;
  return samples;
}

}  // namespace

CompressOptions compress_options(const Options& options) {
  return {!options.has("no-trim"), options.has("clear-low-bits")};
}

Result<Gathered> gather(const ConversionRequest& request, const Context& context,
                        ConversionReport& report, OwnTables& own, Pools pools) {
  const Options& options = context.options;
  auto all = gather_all(request, context, report);
  if (!all || !options.has("optimize")) return all;
  const std::size_t before = stored(all->motions);
  if (auto done = optimize(all->motions, own, compress_options(options), pools); !done) {
    return std::unexpected(done.error());
  }
  report.summary = counted(before, "sample") + " became " + std::to_string(stored(all->motions)) +
                   ", every frame the same";
  return all;
}

}  // namespace anmkit::sm64
