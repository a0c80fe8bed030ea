// SPDX-License-Identifier: MIT
// Resources of Windows programs: three levels of directories, by type, name and language.
#include "formats/cs2/archive/game_key.hpp"

#include <optional>
#include <vector>

#include "core/bytes.hpp"
#include "formats/cs2/archive/blowfish.hpp"
#include "formats/cs2/findings.hpp"

namespace anmkit::cs2 {
namespace {

class Program {
 public:
  explicit Program(ByteView bytes) : bytes_(bytes) {
    const auto header = word(0x3C);
    if (!text_at(0, "MZ") || !header || !text_at(*header, {"PE\0\0", 4})) return;
    const std::uint64_t optional = *header + 24;
    const auto magic = half(optional);
    if (magic != 0x10B && magic != 0x20B) return;  // 32 and 64 bits
    read_sections(*header + 6, optional + half(*header + 20).value_or(0));
    // The third of the data directories.
    const auto place = word(optional + (magic == 0x10B ? 96 : 112) + 16);
    if (place && *place != 0) resources_ = offset_of(*place);
  }

  bool has_resources() const { return resources_.has_value(); }

  // The contents of the first language of a resource.
  std::optional<ByteView> resource(std::string_view type, std::string_view name) const {
    const auto types = resources_ ? child(0, type) : std::nullopt;
    const auto names = types ? child(*types, name) : std::nullopt;
    const auto entry = names ? child(*names, {}) : std::nullopt;
    if (!entry) return std::nullopt;
    const auto place = word(*resources_ + *entry), size = word(*resources_ + *entry + 4);
    const auto at = place ? offset_of(*place) : std::nullopt;
    if (!at || !size || !fits(*at, *size, bytes_.size())) return std::nullopt;
    return bytes_.subspan(static_cast<std::size_t>(*at), *size);
  }

 private:
  struct Section {
    std::uint64_t address, size, offset;
  };
  static constexpr std::uint32_t kHigh = 0x80000000;

  template <class Number>
  std::optional<Number> number(std::uint64_t at) const {
    if (!fits(at, sizeof(Number), bytes_.size())) return std::nullopt;
    return load<Number, std::endian::little>(bytes_.data() + at);
  }
  std::optional<std::uint32_t> word(std::uint64_t at) const { return number<std::uint32_t>(at); }
  std::optional<std::uint16_t> half(std::uint64_t at) const { return number<std::uint16_t>(at); }
  bool text_at(std::uint64_t at, std::string_view text) const {
    return fits(at, text.size(), bytes_.size()) && as_text(bytes_).substr(at, text.size()) == text;
  }

  void read_sections(std::uint64_t count_at, std::uint64_t at) {
    for (int left = half(count_at).value_or(0); left > 0; --left, at += 40) {
      const auto address = word(at + 12), size = word(at + 16), offset = word(at + 20);
      if (!address || !size || !offset) return;
      sections_.push_back({*address, *size, *offset});
    }
  }
  std::optional<std::uint64_t> offset_of(std::uint64_t address) const {
    for (const Section& section : sections_) {
      if (address >= section.address && address - section.address < section.size)
        return section.offset + (address - section.address);
    }
    return std::nullopt;
  }

  // Where the entry of a name leads, counted from the resources; the first entry for no name.
  std::optional<std::uint64_t> child(std::uint64_t directory, std::string_view name) const {
    const std::uint64_t at = *resources_ + directory;
    const std::uint32_t all = std::uint32_t{half(at + 12).value_or(0)} + half(at + 14).value_or(0);
    for (std::uint32_t i = 0; i < all; ++i) {
      const auto key = word(at + 16 + 8 * std::uint64_t{i});
      const auto value = word(at + 20 + 8 * std::uint64_t{i});
      if (!key || !value) return std::nullopt;
      if (name.empty() || ((*key & kHigh) != 0 && is_called(*key & ~kHigh, name)))
        return *value & ~kHigh;
    }
    return std::nullopt;
  }
  bool is_called(std::uint64_t at, std::string_view name) const {
    if (half(*resources_ + at) != name.size()) return false;
    for (std::size_t i = 0; i < name.size(); ++i) {
      if (half(*resources_ + at + 2 + 2 * i) != static_cast<unsigned char>(name[i])) return false;
    }
    return true;
  }

  ByteView bytes_;
  std::vector<Section> sections_;
  std::optional<std::uint64_t> resources_;
};

}  // namespace

Result<std::string> v_code2_of(ByteView bytes) {
  const Program program(bytes);
  if (!program.has_resources()) {
    return fail(
        prefixed("KIF-PROGRAM"),
        "the file of --key is not a Windows program with resources; expected the game's .exe, "
        "or its V_CODE2 text");
  }
  const auto code = program.resource("V_CODE2", "DATA");
  if (!code || code->size() < 8) {
    return fail(prefixed("KIF-PROGRAM"),
                "the program of --key has no resource V_CODE2; expected the game's own .exe, not "
                "packed");
  }
  const ByteView plain = as_bytes("windmill");
  Bytes key(plain.begin(), plain.end());
  if (const auto own = program.resource("KEY_CODE", "KEY"); own && !own->empty()) {
    key.assign(own->begin(), own->end());
    for (std::byte& one : key)
      one ^= std::byte{0xCD};
  }
  const Bytes text = Blowfish(key).decipher(*code);
  return std::string(as_text(text).substr(0, as_text(text).find('\0')));
}

}  // namespace anmkit::cs2
