// Conversions between the spellings, for the command line.
#include <algorithm>

#include "formats/sm64/c_link.hpp"
#include "formats/sm64/c_write.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/pack.hpp"
#include "formats/sm64/write.hpp"

namespace anmkit::sm64 {
namespace {

using Outputs = Result<std::vector<OutputFile>>;

std::string base_name(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

// All animations of a command: of C files in byte order of their names, names resolved over all.
struct Gathered {
  std::vector<Motion> motions;
  std::vector<std::size_t> order;  // of the first table, then what it leaves out
  std::string table;               // its name
};

Result<Gathered> gather(std::span<const Input> inputs, Companions companions,
                        const Options& options, ConversionReport& report) {
  std::vector<Input> sorted(inputs.begin(), inputs.end());
  std::ranges::stable_sort(sorted, {}, [](const Input& input) { return base_name(input.path); });
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
      some = linker.link(file->file, file->is_mario(), &findings);
      for (const CTable& table : file->file.tables)
        tables.push_back(&table);
    } else if (const auto* document = as_motions(input.document)) {
      some = document->motions(companions, options);
    }
    all.motions.insert(all.motions.end(), some.begin(), some.end());
  }
  report.diagnostics.add_all(found);
  if (const Diagnostic* error = found.first_error()) return std::unexpected(*error);
  if (all.motions.empty()) return fail(std::string(kNoSuchClip), "there are no animations here");

  std::vector<bool> listed(all.motions.size());
  const auto add = [&](std::size_t i) {
    all.order.push_back(i);
    listed[i] = true;
  };
  if (!tables.empty()) {
    all.table = tables.front()->name;
    for (const std::string& name : tables.front()->elements) {
      const auto found_at = std::ranges::find(all.motions, name, &Motion::name);
      if (found_at != all.motions.end()) {
        add(static_cast<std::size_t>(found_at - all.motions.begin()));
      }
    }
  }
  for (std::size_t i = 0; i < all.motions.size(); ++i) {
    if (!listed[i]) add(i);
  }
  return all;
}

CompressOptions compress_options(const Options& options) {
  return {!options.has("no-trim"), options.has("clear-low-bits")};
}

std::size_t stored(const std::vector<Motion>& motions) {
  std::size_t samples = 0;
  for (const SharedRun& run : shared_runs(motions))
    samples += motions[run.first].values.size();
  return samples;
}

// Gathers, and compresses when --optimize asks for it.
Result<Gathered> prepare(std::span<const Input> inputs, Companions companions,
                         const Options& options, ConversionReport& report, OwnTables& own) {
  auto all = gather(inputs, companions, options, report);
  if (!all || !options.has("optimize")) return all;
  const std::size_t before = stored(all->motions);
  if (auto done = optimize(all->motions, own, compress_options(options)); !done) {
    return std::unexpected(done.error());
  }
  report.summary = std::to_string(before) + " samples became " +
                   std::to_string(stored(all->motions)) + ", every frame the same";
  return all;
}

Outputs one(Result<Bytes> bytes) {
  if (!bytes) return std::unexpected(std::move(bytes.error()));
  std::vector<OutputFile> files;
  files.push_back({"", std::move(*bytes)});
  return files;
}

Outputs to_dma(std::span<const Input> inputs, Companions companions, const Options& options,
               ConversionReport& report) {
  OwnTables own;
  const auto all = prepare(inputs, companions, options, report, own);
  if (!all) return std::unexpected(all.error());
  const double buffer = options.number("buffer", kDmaBuffer);
  return one(make_dma(all->motions, buffer > 0 ? static_cast<std::uint64_t>(buffer) : kDmaBuffer));
}

Outputs to_anim(std::span<const Input> inputs, Companions companions, const Options& options,
                ConversionReport& report) {
  OwnTables own;
  const auto all = prepare(inputs, companions, options, report, own);
  if (!all) return std::unexpected(all.error());
  return one(make_insertable(all->motions, all->order));
}

Outputs dma_to_c(std::span<const Input> inputs, Companions companions, const Options& options,
                 ConversionReport& report) {
  OwnTables own;
  const auto all = prepare(inputs, companions, options, report, own);
  if (!all) return std::unexpected(all.error());
  const auto profile = profile_named(options.text("profile", "mario-dma"));
  if (profile == Profile::mario_dma) return make_mario_files(all->motions);
  const auto file = make_c(all->motions, "anims");
  if (!file) return std::unexpected(file.error());
  return one(to_bytes(write_c(*file, {}, profile.value_or(Profile::vanilla_actor))));
}

Outputs anim_to_c(std::span<const Input> inputs, Companions companions, const Options& options,
                  ConversionReport& report) {
  OwnTables own;
  const auto all = prepare(inputs, companions, options, report, own);
  if (!all) return std::unexpected(all.error());
  const auto profile = profile_named(options.text("profile", "vanilla-actor"));
  const std::string title = inputs.empty() ? "anims" : title_of(inputs.front().path) + "_anims";
  const auto file = make_c(all->motions, title);
  if (!file) return std::unexpected(file.error());
  return one(to_bytes(write_c(*file, {}, profile.value_or(Profile::vanilla_actor))));
}

// Compresses the tables of one C file where they stand.
Result<CFile> optimized(const CDocument& document, const CompressOptions& options) {
  CFile file = document.file;
  CLinker linker;
  linker.add(document.file);
  const auto all = linker.link(document.file, document.is_mario(), nullptr);
  std::map<std::string_view, int> users;
  for (const Motion& motion : all)
    users[motion.values_name] |= 1;
  for (const auto& [values, unused] : users) {
    // All index tables that read these values share one pool.
    std::vector<PackInput> sets;
    std::vector<std::string_view> names;
    for (const Motion& motion : all) {
      if (motion.values_name != values || motion.index.empty() || motion.values.empty()) continue;
      if (std::ranges::find(names, motion.index_name) != names.end()) continue;
      names.push_back(motion.index_name);
      sets.push_back({motion.index, motion.values, motion.bone_trans});
    }
    if (sets.empty()) continue;
    auto packed = pack(sets, options);
    if (!packed) return std::unexpected(packed.error());
    const auto replace = [&](std::string_view name, std::vector<std::uint16_t>& elements) {
      const auto found = std::ranges::find(file.arrays, name, &CArray::name);
      if (found != file.arrays.end()) found->elements = std::move(elements);
    };
    for (std::size_t i = 0; i < names.size(); ++i)
      replace(names[i], packed->indices[i]);
    replace(values, packed->values);
  }
  return file;
}

Outputs c_to_c(std::span<const Input> inputs, Companions, const Options& options,
               ConversionReport&) {
  std::vector<OutputFile> files;
  for (const Input& input : inputs) {
    const auto* document = as<CDocument>(input.document, kCId);
    if (document == nullptr) return fail(std::string(kUnsupported), input.path + " is not sm64-c");
    std::string text = document->source;
    CFile file = document->file;
    if (options.has("optimize")) {
      auto smaller = optimized(*document, compress_options(options));
      if (!smaller) return std::unexpected(smaller.error());
      file = std::move(*smaller);
      auto edited = edited_text(file, document->source);
      if (!edited) return std::unexpected(edited.error());
      text = std::move(*edited);
    }
    const bool any = !file.headers.empty() || !file.arrays.empty() || !file.tables.empty();
    if (const auto profile = profile_named(options.text("profile")); profile && any) {
      text = write_c(file, document->source, *profile);
    }
    files.push_back({inputs.size() == 1 ? "" : base_name(input.path), to_bytes(text)});
  }
  return files;
}

// The same format again; compressed when asked.
Outputs dma_again(std::span<const Input> inputs, Companions companions, const Options& options,
                  ConversionReport& report) {
  if (options.has("optimize")) return to_dma(inputs, companions, options, report);
  std::vector<OutputFile> files;
  for (const Input& input : inputs) {
    auto bytes = input.document->write();
    if (!bytes) return std::unexpected(bytes.error());
    files.push_back({inputs.size() == 1 ? "" : base_name(input.path), std::move(*bytes)});
  }
  return files;
}
Outputs anim_again(std::span<const Input> inputs, Companions companions, const Options& options,
                   ConversionReport& report) {
  if (options.has("optimize")) return to_anim(inputs, companions, options, report);
  return dma_again(inputs, companions, options, report);
}

}  // namespace

std::vector<Conversion> conversions() {
  return {
      {kCId, kDmaId, &to_dma},     {kCId, kAnimId, &to_anim},    {kDmaId, kCId, &dma_to_c},
      {kDmaId, kAnimId, &to_anim}, {kAnimId, kCId, &anim_to_c},  {kAnimId, kDmaId, &to_dma},
      {kCId, kCId, &c_to_c},       {kDmaId, kDmaId, &dma_again}, {kAnimId, kAnimId, &anim_again}};
}

}  // namespace anmkit::sm64
