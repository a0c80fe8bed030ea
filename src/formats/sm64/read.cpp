// From bytes to documents.
#include <algorithm>

#include "formats/sm64/document.hpp"
#include "formats/sm64/findings.hpp"

namespace anmkit::sm64 {
namespace {

// Where known versions have Mario's table (section 1.6), to be verified by the signature.
constexpr std::uint64_t kRomAddresses[] = {0x4EC000, 0x4E9FA0, 0x4CE710, 0x4C6E20, 0x4D8B60};
constexpr std::byte kSignature[] = {std::byte{0}, std::byte{0}, std::byte{0},    std::byte{0xD1},
                                    std::byte{0}, std::byte{0}, std::byte{0},    std::byte{0},
                                    std::byte{0}, std::byte{0}, std::byte{6},    std::byte{0x90},
                                    std::byte{0}, std::byte{0}, std::byte{0x0B}, std::byte{0x40}};

bool signature_at(ByteView bytes, std::uint64_t at) {
  return fits(at, sizeof kSignature, bytes.size()) &&
         std::equal(std::begin(kSignature), std::end(kSignature),
                    bytes.begin() + static_cast<std::ptrdiff_t>(at));
}

bool looks_like_rom(ByteView bytes) {
  return bytes.size() >= 0x400000 && bytes[0] == std::byte{0x80} && bytes[1] == std::byte{0x37};
}

// Bytes that the entries of a table reach.
std::uint64_t table_size(ByteView bytes) {
  const std::uint64_t count = load<std::uint32_t, std::endian::big>(bytes.data());
  std::uint64_t end = 8 + 8 * count;
  if (end > bytes.size()) return bytes.size();
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::byte* from = bytes.data() + 8 + 8 * i;
    const std::uint64_t last = std::uint64_t{load<std::uint32_t, std::endian::big>(from)} +
                               load<std::uint32_t, std::endian::big>(from + 4);
    end = std::max(end, last);
  }
  return std::min<std::uint64_t>(end, bytes.size());
}

}  // namespace

std::string title_of(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
  const std::size_t dot = path.find('.');
  return std::string(dot == 0 ? path : path.substr(0, dot));
}

std::string folder_of(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash + 1));
}

std::string dma_name(std::size_t id) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string digits;
  for (; id != 0 || digits.size() < 2; id >>= 4)
    digits.insert(digits.begin(), kDigits[id & 15]);
  return "anim_" + digits;
}

const MotionDocument* as_motions(const Document* document) {
  if (document == nullptr) return nullptr;
  const std::string_view id = document->format();
  return id == kCId || id == kDmaId || id == kAnimId ? static_cast<const MotionDocument*>(document)
                                                     : nullptr;
}

bool CDocument::is_mario() const {
  std::string folder = "/" + folder_of(path);
  std::ranges::replace(folder, '\\', '/');
  return folder.ends_with("/assets/anims/");
}

DocumentPtr parse_c_document(const Source& source, const Options&, Diagnostics& diagnostics) {
  auto parsed = parse_c(as_text(source.bytes), diagnostics);
  if (!parsed) return nullptr;
  auto document =
      std::make_unique<CDocument>(std::string(as_text(source.bytes)), std::move(*parsed));
  document->path = source.path;
  return document;
}

std::optional<std::uint64_t> find_dma_in_rom(ByteView bytes) {
  if (!looks_like_rom(bytes)) return {};
  for (const std::uint64_t at : kRomAddresses) {
    if (signature_at(bytes, at)) return at;
  }
  // ROM hacks move the table; segments begin at multiples of 16.
  for (std::uint64_t at = 0; at + sizeof kSignature <= bytes.size(); at += 16) {
    if (signature_at(bytes, at)) return at;
  }
  return {};
}

DocumentPtr parse_dma_document(const Source& source, const Options&, Diagnostics& diagnostics) {
  ByteView bytes = source.bytes;
  ByteView before, after;
  if (const auto at = find_dma_in_rom(bytes)) {
    const std::uint64_t size = table_size(bytes.subspan(*at));
    before = bytes.first(*at);
    after = bytes.subspan(*at + size);
    bytes = bytes.subspan(*at, size);
  }
  auto parsed = parse_dma(bytes);
  if (!parsed) {
    diagnostics.add(parsed.error());
    return nullptr;
  }
  auto document = std::make_unique<DmaDocument>(std::move(*parsed));
  document->before.assign(before.begin(), before.end());
  document->after.assign(after.begin(), after.end());
  document->path = source.path;
  return document;
}

bool is_insertable(ByteView bytes) {
  if (bytes.size() < 16) return false;
  const auto word = [&](std::size_t at) {
    return std::uint64_t{load<std::uint32_t, std::endian::big>(bytes.data() + at)};
  };
  const bool type = word(0) == 2 || word(0) == 4 || word(0) == 5;
  return type && word(8) == 0 && 16 + 4 * word(12) + word(4) == bytes.size();
}

DocumentPtr parse_anim_document(const Source& source, const Options& options,
                                Diagnostics& diagnostics) {
  std::unique_ptr<AnimDocument> document;
  if (!options.has("header") && !options.has("table") && is_insertable(source.bytes)) {
    auto parsed = parse_insertable(source.bytes);
    if (!parsed) {
      diagnostics.add(parsed.error());
      return nullptr;
    }
    document = std::make_unique<AnimDocument>(std::move(*parsed));
  } else {
    auto parsed = parse_segment(source, options);
    if (!parsed) {
      diagnostics.add(parsed.error());
      return nullptr;
    }
    document = std::make_unique<AnimDocument>(std::move(*parsed));
  }
  document->path = source.path;
  return document;
}

}  // namespace anmkit::sm64
