// SPDX-License-Identifier: MIT
// Reading the primitive encodings of section 1 with this family's diagnostics.
#pragma once

#include <algorithm>

#include "anmkit/craftstudio.hpp"
#include "core/bytes.hpp"
#include "formats/craftstudio/asset_type.hpp"
#include "formats/craftstudio/findings.hpp"

namespace anmkit::craftstudio {

// A LittleReader that reports. After the first failure every read gives zero and nothing more is
// reported. `path` functions are called only when something is wrong.
class RecordReader {
 public:
  RecordReader(ByteView bytes, Diagnostics& diagnostics) : in_(bytes), findings_(diagnostics) {}

  // Where messages place the fields that follow: path and the node's name.
  struct Context {
    std::string_view list;  // "nodes", empty for the header
    std::size_t index = 0;
    std::string_view name;   // of the node, when it is known
    std::string_view track;  // "position", empty outside tracks
    std::size_t key = 0;
  };
  Context context;

  template <class T>
  T get(std::string_view field) {
    if (!ok()) return T{};
    const T value = in_.get<T>(field);
    if (!in_.ok()) report_truncated(field);
    return value;
  }
  template <class T, std::size_t N>
  void get(std::array<T, N>& values, std::string_view field) {
    for (T& value : values)
      value = get<T>(field);
  }
  ByteView get_bytes(std::uint64_t count, std::string_view field);
  Text get_text(std::string_view field);
  // Whether `count` records of `size` bytes are ahead; reports nothing.
  bool has_records(std::uint64_t count, std::uint64_t size) const {
    return ok() && fits(in_.offset(), count * size, in_.all().size());
  }
  // How many records a broken count can truly have: what may be allocated for it.
  std::size_t bounded(std::uint64_t count, std::uint64_t smallest_record) const {
    return static_cast<std::size_t>(std::min(count, in_.left() / smallest_record));
  }
  // Reads and compares the first byte and the version; reports E-ASSET-TYPE and E-VERSION.
  std::uint16_t get_header(AssetType wanted, std::uint16_t oldest, std::uint16_t newest);

  bool ok() const { return in_.ok() && !refused_; }
  std::uint64_t offset() const { return in_.offset(); }
  Bytes rest() const {
    const ByteView rest = in_.rest();
    return Bytes(rest.begin(), rest.end());
  }
  void refuse(std::string_view code, std::string message, std::uint64_t offset, std::string path) {
    refused_ = true;
    findings_.error(code, std::move(message), offset, std::move(path));
  }
  std::string path(std::string_view field) const;

 private:
  void report_truncated(std::string_view field);

  LittleReader in_;
  Findings findings_;
  bool refused_ = false;
};

}  // namespace anmkit::craftstudio
