// SPDX-License-Identifier: MIT
// Any bytes explained as any format: each byte once, broken files too. The first byte chooses.
#include "anmkit/explain.hpp"

#include "roundtrip.hpp"

namespace {

using namespace anmkit;

const std::vector<const Format*>& explained_formats() {
  static const std::vector<const Format*> kAll = [] {
    std::vector<const Format*> all;
    for (const Family& family : families()) {
      for (const Format& format : family.formats)
        all.push_back(&format);
    }
    return all;
  }();
  return kAll;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const ByteView bytes(reinterpret_cast<const std::byte*>(data) + 1, size - 1);
  const Format& format = *explained_formats()[data[0] % explained_formats().size()];
  const auto explained = explain(bytes, format);
  if (!explained) return 0;
  std::uint64_t at = 0;
  explained->visit([&](const Leaf& leaf) {
    fuzz::require(leaf.offset == at && leaf.length > 0, "each byte is explained once", format.id);
    at += leaf.length;
    return true;
  });
  fuzz::require(at == bytes.size(), "all bytes are explained", format.id);
  return 0;
}
