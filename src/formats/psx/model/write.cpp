// SPDX-License-Identifier: MIT
// Writing TMD: at the stored places, or laid out anew (section 7.6).
#include <algorithm>
#include <cstring>

#include "formats/psx/findings.hpp"
#include "formats/psx/model/layout.hpp"
#include "formats/psx/model/packet.hpp"

namespace anmkit::psx {
namespace {

std::uint64_t packets_size(const TmdObject& object) {
  std::uint64_t size = 0;
  for (const TmdPrimitive& primitive : object.primitives)
    size += 4 + 4 * std::uint64_t{primitive.ilen};
  return size;
}

template <class T>
void store(std::byte* to, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    to[i] = static_cast<std::byte>(static_cast<std::make_unsigned_t<T>>(value) >> (8 * i) & 0xFF);
  }
}

void store_vectors(std::byte* to, const std::vector<TmdVector>& vectors) {
  for (const TmdVector& v : vectors) {
    store(to, v.x);
    store(to + 2, v.y);
    store(to + 4, v.z);
    store(to + 6, v.pad);
    to += kTmdVector;
  }
}

void store_packets(std::byte* to, const Tmd& tmd, const TmdObject& object) {
  for (const TmdPrimitive& primitive : object.primitives) {
    store(to, primitive.olen);
    store(to + 1, primitive.ilen);
    store(to + 2, primitive.flag);
    store(to + 3, primitive.mode);
    const ByteView data = tmd.data(primitive);
    if (!data.empty()) std::memcpy(to + 4, data.data(), data.size());
    to += 4 + data.size();
  }
}

void store_table(std::byte* to, const Tmd& tmd) {
  store(to, tmd.id);
  store(to + 4, tmd.flags);
  store(to + 8, static_cast<std::uint32_t>(tmd.objects.size()));
  to += kTmdTable;
  for (const TmdObject& object : tmd.objects) {
    store(to, object.vert_top);
    store(to + 4, static_cast<std::uint32_t>(object.vertices.size()));
    store(to + 8, object.normal_top);
    store(to + 12, static_cast<std::uint32_t>(object.normals.size()));
    store(to + 16, object.primitive_top);
    store(to + 20, static_cast<std::uint32_t>(object.primitives.size()));
    store(to + 24, object.scale);
    to += kTmdRow;
  }
}

}  // namespace

std::int64_t tops_base(const Tmd& tmd) {
  if ((tmd.flags & Tmd::kFixp) == 0) return static_cast<std::int64_t>(kTmdTable);
  std::optional<std::uint32_t> lowest;
  const auto consider = [&](std::uint32_t top, bool empty) {
    if (!empty) lowest = std::min(lowest.value_or(top), top);
  };
  for (const TmdObject& object : tmd.objects) {
    consider(object.vert_top, object.vertices.empty());
    consider(object.normal_top, object.normals.empty());
    consider(object.primitive_top, object.primitives.empty());
  }
  return static_cast<std::int64_t>(kTmdTable + tmd.objects.size() * kTmdRow) -
         static_cast<std::int64_t>(lowest.value_or(0));
}

std::vector<Extent> extents(const Tmd& tmd) {
  std::vector<Extent> list;
  list.reserve(3 * tmd.objects.size() + 1);
  list.push_back({0, kTmdTable + tmd.objects.size() * kTmdRow, "objects"});
  const std::int64_t base = tops_base(tmd);
  const auto add = [&](std::uint32_t top, std::uint64_t length, std::string path) {
    // Places before the file cannot come from a file; `write` refuses them.
    const std::int64_t begin = base + std::int64_t{top};
    const std::uint64_t at = begin < 0 ? ~std::uint64_t{0} / 2 : static_cast<std::uint64_t>(begin);
    if (length > 0) list.push_back({at, at + length, std::move(path)});
  };
  for (std::size_t i = 0; i < tmd.objects.size(); ++i) {
    const TmdObject& object = tmd.objects[i];
    const std::string path = path_of("objects", i);
    add(object.vert_top, object.vertices.size() * kTmdVector, path + ".vertices");
    add(object.normal_top, object.normals.size() * kTmdVector, path + ".normals");
    add(object.primitive_top, packets_size(object), path + ".primitives");
  }
  std::ranges::stable_sort(list, {}, &Extent::begin);
  return list;
}

Result<Bytes> write(const Tmd& tmd) {
  // Records and gaps cover the file without a hole, which also proves that its size is honest.
  std::vector<Extent> parts = extents(tmd);
  for (const Gap& gap : tmd.gaps)
    parts.push_back({gap.offset, gap.offset + gap.bytes.size(), "gaps"});
  std::ranges::stable_sort(parts, {}, &Extent::begin);
  std::uint64_t end = 0;
  for (const Extent& part : parts) {
    if (part.begin > end) {
      return fail(
          prefixed("TMD-04"),
          "no field covers the bytes from " + hex_number(end) + " to " + hex_number(part.begin), {},
          part.path);
    }
    end = std::max(end, part.end);
  }
  if (end != tmd.size) {
    return fail(
        prefixed("TMD-04"),
        "records end at " + hex_number(end) + ", the file's size is " + hex_number(tmd.size), {},
        "size");
  }
  Bytes bytes(tmd.size);
  for (const Gap& gap : tmd.gaps) {
    std::ranges::copy(gap.bytes, bytes.begin() + static_cast<std::ptrdiff_t>(gap.offset));
  }
  const std::int64_t base = tops_base(tmd);
  const auto at = [&](std::uint32_t top) { return bytes.data() + (base + std::int64_t{top}); };
  store_table(bytes.data(), tmd);
  for (const TmdObject& object : tmd.objects) {
    if (!object.primitives.empty()) store_packets(at(object.primitive_top), tmd, object);
    if (!object.vertices.empty()) store_vectors(at(object.vert_top), object.vertices);
    if (!object.normals.empty()) store_vectors(at(object.normal_top), object.normals);
  }
  return bytes;
}

void lay_out(Tmd& tmd) {
  tmd.id = Tmd::kId;
  tmd.flags &= ~Tmd::kFixp;
  tmd.gaps.clear();
  std::uint64_t at = tmd.objects.size() * kTmdRow;
  for (TmdObject& object : tmd.objects) {
    object.primitive_top = static_cast<std::uint32_t>(at);
    at += packets_size(object);
  }
  for (TmdObject& object : tmd.objects) {
    object.vert_top = static_cast<std::uint32_t>(at);
    at += object.vertices.size() * kTmdVector;
  }
  for (TmdObject& object : tmd.objects) {
    object.normal_top = static_cast<std::uint32_t>(at);
    at += object.normals.size() * kTmdVector;
  }
  // Objects without normals point to the end of the section.
  for (TmdObject& object : tmd.objects) {
    if (object.normals.empty()) object.normal_top = static_cast<std::uint32_t>(at);
  }
  tmd.size = static_cast<std::uint32_t>(at + kTmdTable);
}

}  // namespace anmkit::psx
