// SPDX-License-Identifier: MIT
// Conversions between the spellings, for the command line.
#include <algorithm>

#include "core/paths.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/source/gather.hpp"
#include "formats/sm64/source/profiles.hpp"

namespace anmkit::sm64 {
namespace {

using Outputs = Result<std::vector<OutputFile>>;

Outputs one(Result<Bytes> bytes) {
  if (!bytes) return std::unexpected(std::move(bytes.error()));
  std::vector<OutputFile> files;
  files.push_back({"", std::move(*bytes)});
  return files;
}

Result<Bytes> table_of(const Gathered& all, const Options& options) {
  const double buffer = options.number("buffer", kDmaBuffer);
  return make_dma(all.motions, buffer > 0 ? static_cast<std::uint64_t>(buffer) : kDmaBuffer);
}

// The table that an insertable binary of type 5 is, as it stands there.
Outputs unwrapped(const AnimDocument& document) {
  Bytes bytes = write(*document.insertable);
  const std::size_t own = 16 + 4 * document.insertable->relocations.size();
  bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(own));
  return one(std::move(bytes));
}

Outputs to_dma(const ConversionRequest& request, const Context& context, ConversionReport& report) {
  const auto inputs = request.inputs;
  const Options& options = context.options;
  const auto* anim = as<AnimDocument>(inputs.front().document, kAnimId);
  const bool wrapped = anim != nullptr && anim->insertable && anim->insertable->type == 5;
  if (wrapped && inputs.size() == 1 && !options.has("optimize")) return unwrapped(*anim);
  OwnTables own;
  const auto all = gather(request, context, report, own, Pools::own);
  if (!all) return std::unexpected(all.error());
  return one(table_of(*all, options));
}

Outputs to_anim(const ConversionRequest& request, const Context& context,
                ConversionReport& report) {
  const Options& options = context.options;
  OwnTables own;
  const Pools pools = options.has("dma-table") ? Pools::own : Pools::kept;
  const auto all = gather(request, context, report, own, pools);
  if (!all) return std::unexpected(all.error());
  if (!options.has("dma-table")) return one(make_insertable(all->motions, all->order));
  const auto table = table_of(*all, options);
  if (!table) return std::unexpected(table.error());
  return one(make_insertable_dma(*table));
}

Outputs dma_to_c(const ConversionRequest& request, const Context& context,
                 ConversionReport& report) {
  const Options& options = context.options;
  OwnTables own;
  const auto all = gather(request, context, report, own, Pools::own);
  if (!all) return std::unexpected(all.error());
  const Profile profile = asked_profile(options, request.output, Profile::mario_dma);
  if (is_made(profile, request.output)) return spec_of(profile).make(*all, "anims", report);
  if (profile == Profile::mario_dma) return make_mario_files(all->motions);
  const auto file = make_c(all->motions, "anims");
  if (!file) return std::unexpected(file.error());
  return one(to_bytes(write_c(*file, {}, profile)));
}

Outputs anim_to_c(const ConversionRequest& request, const Context& context,
                  ConversionReport& report) {
  const auto inputs = request.inputs;
  const Options& options = context.options;
  OwnTables own;
  const Profile profile = asked_profile(options, request.output, Profile::vanilla_actor);
  const bool apart = is_made(profile, request.output) || profile == Profile::mario_dma;
  const auto all = gather(request, context, report, own, apart ? Pools::own : Pools::kept);
  if (!all) return std::unexpected(all.error());
  const std::string title = inputs.empty() ? "anims" : title_of(inputs.front().path) + "_anims";
  if (is_made(profile, request.output)) return spec_of(profile).make(*all, title, report);
  const auto file = make_c(all->motions, title);
  if (!file) return std::unexpected(file.error());
  return one(to_bytes(write_c(*file, {}, profile)));
}

// Lua and Saturn's JSON become C when a profile of C is named, or a file called .c.
bool becomes_c(const CFile& file, const Options& options, std::string_view output) {
  return file.spelling != Spelling::c &&
         (options.has("profile") || spelling_of_output(output) == Spelling::c);
}

// The text of one file, optimised and in another profile when that is asked for.
Result<std::string> c_again(const CDocument& document, const Options& options,
                            std::string_view output) {
  std::string text = document.source;
  CFile file = document.file;
  if (options.has("optimize")) {
    auto smaller = optimized(document, compress_options(options));
    if (!smaller) return std::unexpected(smaller.error());
    file = std::move(*smaller);
    auto edited = edited_source(file, document.source);
    if (!edited) return edited;
    text = std::move(*edited);
  }
  auto profile = profile_named(options.text("profile"));
  if (becomes_c(file, options, output)) {
    if (file.headers.empty())
      return fail("sm64.E-CINIT",
                  "expected an animation to write as C: none can be read; anmkit "
                  "check lists the reasons");
    if (!profile) profile = Profile::vanilla_actor;
  }
  const bool any = !file.headers.empty() || !file.arrays.empty() || !file.tables.empty();
  if (!profile || !any) return text;
  if (file.spelling == Spelling::c) return write_c(file, document.source, *profile);
  const auto made = make_c(motions_of(file), title_of(document.path) + "_anims");
  if (!made) return std::unexpected(made.error());
  return write_c(*made, {}, *profile);
}

Outputs c_to_c(const ConversionRequest& request, const Context& context, ConversionReport& report) {
  const auto inputs = request.inputs;
  const Options& options = context.options;
  const Profile profile = asked_profile(options, request.output, Profile::vanilla_actor);
  if (is_made(profile, request.output)) {
    OwnTables own;
    const auto all = gather(request, context, report, own, Pools::own);
    if (!all) return std::unexpected(all.error());
    return spec_of(profile).make(*all, title_of(inputs.front().path) + "_anims", report);
  }
  std::vector<OutputFile> files;
  for (const Input& input : inputs) {
    const auto* document = as<CDocument>(input.document, kCId);
    if (document == nullptr) return fail(std::string(kUnsupported), input.path + " is not sm64-c");
    auto text = c_again(*document, options, request.output);
    if (!text) return std::unexpected(std::move(text.error()));
    const bool renamed = becomes_c(document->file, options, request.output);
    std::string name =
        renamed ? title_of(input.path) + ".inc.c" : std::string(file_name(input.path));
    files.push_back({inputs.size() == 1 && !renamed ? "" : std::move(name), to_bytes(*text)});
  }
  return files;
}

// The same format again; compressed when asked.
Outputs dma_again(const ConversionRequest& request, const Context& context,
                  ConversionReport& report) {
  const auto inputs = request.inputs;
  const Options& options = context.options;
  if (options.has("optimize")) return to_dma(request, context, report);
  std::vector<OutputFile> files;
  for (const Input& input : inputs) {
    const auto* table = as<DmaDocument>(input.document, kDmaId);
    const bool inner = table != nullptr && options.has("table-only");
    auto bytes = inner ? write(table->table) : input.document->write();
    if (!bytes) return std::unexpected(bytes.error());
    files.push_back(
        {std::string(inputs.size() == 1 ? "" : file_name(input.path)), std::move(*bytes)});
  }
  return files;
}
Outputs anim_again(const ConversionRequest& request, const Context& context,
                   ConversionReport& report) {
  const Options& options = context.options;
  if (options.has("optimize") || options.has("dma-table")) {
    return to_anim(request, context, report);
  }
  return dma_again(request, context, report);
}

}  // namespace

std::vector<Conversion> conversions() {
  return {
      {kCId, kDmaId, &to_dma},     {kCId, kAnimId, &to_anim},    {kDmaId, kCId, &dma_to_c},
      {kDmaId, kAnimId, &to_anim}, {kAnimId, kCId, &anim_to_c},  {kAnimId, kDmaId, &to_dma},
      {kCId, kCId, &c_to_c},       {kDmaId, kDmaId, &dma_again}, {kAnimId, kAnimId, &anim_again}};
}

}  // namespace anmkit::sm64
