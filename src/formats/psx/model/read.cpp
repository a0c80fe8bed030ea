// SPDX-License-Identifier: MIT
// Reading TMD (sections 7.1 to 7.3).
#include <algorithm>

#include "core/bytes.hpp"
#include "core/counted.hpp"
#include "formats/psx/findings.hpp"
#include "formats/psx/model/layout.hpp"

namespace anmkit::psx {
namespace {

// Counts and places of one object as stored, before anything is allocated.
struct Row {
  std::uint32_t top[3];  // vertices, normals, primitives
  std::uint32_t count[3];
  std::int32_t scale;
};
constexpr std::string_view kTopNames[3] = {"vert_top", "normal_top", "primitive_top"};

// Objects may share their arrays, but not so often that a small file costs much.
constexpr std::uint64_t kMostReadings = 16;
constexpr std::uint64_t kAlwaysRead = 1u << 16;

class TmdReader {
 public:
  TmdReader(ByteView bytes, Diagnostics& diagnostics)
      : bytes_(bytes), diagnostics_(diagnostics), findings_(diagnostics) {}

  Result<Tmd> read() {
    if (!read_header()) return first_error(diagnostics_);
    read_table();
    for (std::size_t i = 0; i < rows_.size() && !too_much_; ++i)
      read_object(i);
    if (findings_.failed()) return first_error(diagnostics_);
    tmd_.size = static_cast<std::uint32_t>(bytes_.size());
    collect_gaps();
    return std::move(tmd_);
  }

 private:
  bool read_header() {
    LittleReader in(bytes_);
    tmd_.id = in.get<std::uint32_t>("id");
    if (in.ok() && tmd_.id != Tmd::kId) {
      findings_.error("TMD-01", "id is " + hex_number(tmd_.id) + ", expected 0x41", 0, "id");
    }
    tmd_.flags = in.get<std::uint32_t>("flags");
    count_ = in.get<std::uint32_t>("nobj");
    if (!in.ok()) {
      findings_.error(
          "TMD-03",
          "file of " + counted(bytes_.size(), "byte") + " is too short for the 12-byte header", 0);
    } else if (!fits(kTmdTable, std::uint64_t{count_} * kTmdRow, bytes_.size())) {
      findings_.error("TMD-03",
                      "table of " + counted(count_, "object") + " needs " +
                          std::to_string(kTmdTable + std::uint64_t{count_} * kTmdRow) +
                          " bytes, file has " + std::to_string(bytes_.size()),
                      8, "nobj");
    }
    if (bytes_.size() > 0xFFFFFFFFu) findings_.error("TMD-04", "file is larger than 4 GiB", 0);
    return !findings_.failed();
  }

  void read_table() {
    LittleReader in(bytes_, kTmdTable);
    rows_.resize(count_);
    tmd_.objects.resize(count_);
    for (std::size_t i = 0; i < count_; ++i) {
      Row& row = rows_[i];
      for (int part = 0; part < 3; ++part) {
        row.top[part] = in.get<std::uint32_t>(kTopNames[part]);
        row.count[part] = in.get<std::uint32_t>("count");
      }
      row.scale = in.get<std::int32_t>("scale");
      TmdObject& object = tmd_.objects[i];
      object.vert_top = row.top[0];
      object.normal_top = row.top[1];
      object.primitive_top = row.top[2];
      object.scale = row.scale;
    }
    find_base();
  }

  // Section 7.1: relocated files count from the lowest array, which follows the table.
  void find_base() {
    base_ = kTmdTable;
    if ((tmd_.flags & Tmd::kFixp) == 0) return;
    std::optional<std::uint32_t> lowest;
    for (const Row& row : rows_) {
      for (int part = 0; part < 3; ++part) {
        if (row.count[part] == 0) continue;
        lowest = std::min(lowest.value_or(row.top[part]), row.top[part]);
      }
    }
    base_ = static_cast<std::int64_t>(kTmdTable + rows_.size() * kTmdRow) -
            static_cast<std::int64_t>(lowest.value_or(0));
  }

  void refuse(std::size_t i, int part, std::string message) {
    const std::uint64_t at = kTmdTable + i * kTmdRow + static_cast<std::uint64_t>(part) * 8;
    findings_.error("TMD-04", "object " + std::to_string(i) + ": " + std::move(message), at,
                    path_of("objects", i) + "." + std::string(kTopNames[part]));
  }

  // The array's file offset, when `count` records of `size` bytes are inside the file.
  std::optional<std::uint64_t> place(std::size_t i, int part, std::uint64_t size) {
    const Row& row = rows_[i];
    if (row.count[part] == 0) return std::nullopt;
    // Never negative: the base is that of the lowest array, after the table.
    const auto offset = static_cast<std::uint64_t>(base_ + std::int64_t{row.top[part]});
    const std::uint64_t length = row.count[part] * size;
    if (!fits(offset, length, bytes_.size())) {
      refuse(i, part,
             std::to_string(row.count[part]) + " records of at least " + counted(size, "byte") +
                 " at " + hex_number(offset) + " do not fit into the file of " +
                 hex_number(bytes_.size()) + " bytes");
      return std::nullopt;
    }
    read_ += length;
    if (read_ > kMostReadings * bytes_.size() + kAlwaysRead) {
      too_much_ = true;
      refuse(i, part,
             "arrays overlap so often that they claim " + counted(read_, "byte") +
                 " of a file of " + std::to_string(bytes_.size()));
      return std::nullopt;
    }
    return offset;
  }

  void read_vectors(std::size_t i, int part, std::vector<TmdVector>& to) {
    const auto at = place(i, part, kTmdVector);
    if (!at) return;
    to.resize(rows_[i].count[part]);
    const std::byte* from = bytes_.data() + *at;
    for (TmdVector& v : to) {
      v.x = load<std::int16_t, std::endian::little>(from);
      v.y = load<std::int16_t, std::endian::little>(from + 2);
      v.z = load<std::int16_t, std::endian::little>(from + 4);
      v.pad = load<std::int16_t, std::endian::little>(from + 6);
      from += kTmdVector;
    }
  }

  void read_primitives(std::size_t i) {
    constexpr int kPart = 2;
    const auto begin = place(i, kPart, 4);
    if (!begin) return;
    TmdObject& object = tmd_.objects[i];
    object.primitives.reserve(rows_[i].count[kPart]);
    std::uint64_t at = *begin;
    for (std::uint32_t k = 0; k < rows_[i].count[kPart]; ++k) {
      const std::uint64_t left = bytes_.size() - at;
      const std::uint64_t length =
          left >= 2 ? 4 + 4 * std::uint64_t{static_cast<std::uint8_t>(bytes_[at + 1])} : 4;
      if (length > left) {
        findings_.error("TMD-06",
                        "object " + std::to_string(i) + ", primitive " + std::to_string(k) +
                            " at " + hex_number(at) + ": needs " + counted(length, "byte") +
                            " but only " + std::to_string(left) + " remain in the file",
                        at, path_of("objects", i) + "." + path_of("primitives", k));
        return;
      }
      add_primitive(object, at, length);
      at += length;
    }
    read_ += at - *begin;
    if (read_ > kMostReadings * bytes_.size() + kAlwaysRead) {
      too_much_ = true;
      refuse(i, kPart,
             "arrays overlap so often that they claim " + counted(read_, "byte") +
                 " of a file of " + std::to_string(bytes_.size()));
    }
  }

  void add_primitive(TmdObject& object, std::uint64_t at, std::uint64_t length) {
    TmdPrimitive& primitive = object.primitives.emplace_back();
    primitive.olen = static_cast<std::uint8_t>(bytes_[at]);
    primitive.ilen = static_cast<std::uint8_t>(bytes_[at + 1]);
    primitive.flag = static_cast<std::uint8_t>(bytes_[at + 2]);
    primitive.mode = static_cast<std::uint8_t>(bytes_[at + 3]);
    primitive.data = static_cast<std::uint32_t>(tmd_.packet_data.size());
    const ByteView data = bytes_.subspan(at + 4, length - 4);
    tmd_.packet_data.insert(tmd_.packet_data.end(), data.begin(), data.end());
  }

  void read_object(std::size_t i) {
    read_vectors(i, 0, tmd_.objects[i].vertices);
    read_vectors(i, 1, tmd_.objects[i].normals);
    if (!too_much_) read_primitives(i);
  }

  void collect_gaps() {
    std::uint64_t at = 0;
    for (const Extent& extent : extents(tmd_)) {
      add_gap(at, extent.begin);
      at = std::max(at, extent.end);
    }
    add_gap(at, bytes_.size());
  }
  void add_gap(std::uint64_t begin, std::uint64_t end) {
    if (begin >= end) return;
    const ByteView gap = bytes_.subspan(begin, end - begin);
    tmd_.gaps.push_back({static_cast<std::uint32_t>(begin), Bytes(gap.begin(), gap.end())});
  }

  ByteView bytes_;
  Diagnostics& diagnostics_;
  Findings findings_;
  Tmd tmd_;
  std::uint32_t count_ = 0;
  std::int64_t base_ = kTmdTable;
  std::vector<Row> rows_;
  std::uint64_t read_ = 0;
  bool too_much_ = false;
};

}  // namespace

Result<Tmd> parse_tmd(ByteView bytes, Diagnostics& diagnostics) {
  return with_own_findings(diagnostics,
                           [&](Diagnostics& own) { return TmdReader(bytes, own).read(); });
}

}  // namespace anmkit::psx
