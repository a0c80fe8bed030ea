// SPDX-License-Identifier: MIT
// Plain records, and the offsets of their fields.
#include "describe/plain.hpp"

#include <algorithm>
#include <charconv>

namespace anmkit {
namespace {

constexpr int kDeepest = 8;
constexpr std::uint32_t kMostFields = 64;

// How often a field is there, where that is the same in every file.
std::optional<std::uint32_t> fixed_count(const Field& field) {
  if (field.count.empty()) return 1;
  std::uint32_t count = 0;
  const char* const end = field.count.data() + field.count.size();
  const auto [read, fault] = std::from_chars(field.count.data(), end, count);
  if (fault != std::errc{} || read != end || count == 0 || count > kMostFields) return std::nullopt;
  return count;
}

class Flattening {
 public:
  explicit Flattening(const Description& description) : description_(description) {}

  std::optional<PlainRecord> of(const Record& record) {
    made_ = {};
    if (!add(record, "", 0) || made_.fields.empty()) return std::nullopt;
    return std::move(made_);
  }

 private:
  bool add(const Record& record, const std::string& path, int depth) {
    return depth < kDeepest &&
           std::ranges::all_of(
               record.fields, [&](const Field& field) { return add(field, path, depth); });
  }
  bool add(const Field& field, const std::string& path, int depth) {
    const bool moves = !field.when.empty() || !field.at.empty() || !field.size.empty() ||
                       !field.choice.empty() || !field.until.empty() || field.peek;
    const auto type = type_of(description_, field.type);
    const auto count = fixed_count(field);
    if (moves || !type || !count) return false;
    for (std::uint32_t i = 0; i < *count; ++i) {
      std::string own = path + std::string(field.name);
      if (!field.count.empty()) own += '[' + std::to_string(i) + ']';
      if (type->kind == FieldType::Kind::record) {
        if (!add(description_.records[type->record], own + ".", depth + 1)) return false;
        continue;
      }
      if (!type->is_number() || made_.fields.size() >= kMostFields) return false;
      made_.fields.push_back({made_.size, &field, *type, std::move(own)});
      made_.size += type->width;
    }
    return true;
  }

  const Description& description_;
  PlainRecord made_;
};

}  // namespace

std::size_t PlainRecord::at(std::uint32_t offset) const {
  const auto after = std::ranges::upper_bound(fields, offset, {}, &PlainField::offset);
  return static_cast<std::size_t>(after - fields.begin()) - 1;
}

std::vector<std::optional<PlainRecord>> plain_records(const Description& description) {
  std::vector<std::optional<PlainRecord>> all;
  for (const Record& record : description.records)
    all.push_back(Flattening(description).of(record));
  return all;
}

}  // namespace anmkit
