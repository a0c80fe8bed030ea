// SPDX-License-Identifier: MIT
// Runs of a walk: numbers that are one after the other in every record of a kind, which are one
// entry; and what an entry is called.
#include <algorithm>

#include "describe/walk.hpp"

namespace anmkit {
namespace {

using Kind = FieldType::Kind;

}  // namespace

void Walk::find_runs(const Record& record) {
  constexpr std::size_t kMostRecords = 255, kMostFields = 64;
  for (std::size_t i = 0; i < record.fields.size();) {
    PlainRecord run;
    std::size_t end = i;
    for (; end < record.fields.size() && end - i < kMostFields; ++end) {
      const Field& field = record.fields[end];
      const FieldType& type = compiled(field).type;
      const bool moves = !field.when.empty() || !field.at.empty() || !field.count.empty() ||
                         !field.choice.empty() || field.peek;
      if (type.kind == Kind::let) continue;
      if (moves || !type.is_number()) break;
      run.fields.push_back({run.size, &field, type, std::string(field.name)});
      run.size += type.width;
    }
    if (run.fields.size() > 1 && plain_.size() < kMostRecords) {
      Compiled& how = compiled_.at(&record.fields[i]);
      how.run = static_cast<std::uint8_t>(plain_.size());
      how.run_size = static_cast<std::uint8_t>(end - i);
      plain_.emplace_back(std::move(run));
    }
    i = std::max(end, i + 1);
  }
}

// False when not all of it is there.
bool Walk::take_run(std::uint32_t self, const Compiled& how, Region& region) {
  const std::uint32_t size = plain_[how.run]->size;
  if (size > region.end - region.at) return false;
  add({.field = how.number, .run = true, .parent = self, .offset = place(region), .length = size});
  region.at += size;
  return true;
}

FieldType Walk::type_of(const Found& found) const {
  if (found.field == 0) return {.kind = Kind::record};
  const Compiled& how = *hows_[found.field];
  if (found.run) return {.kind = Kind::record, .record = how.run};
  return how.choice ? how.choices[found.choice] : how.type;
}

std::string Walk::path_of(std::uint32_t found) const {
  std::vector<std::uint32_t> chain;
  for (std::uint32_t at = found; at != Found::kNone && at != 0; at = found_[at].parent)
    chain.push_back(at);
  std::string path;
  for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
    const Found& one = found_[*at];
    if (one.run) break;
    const bool item = one.parent != 0 && found_[one.parent].repeated;
    if (item) {
      path += '[' + std::to_string(one.index) + ']';
    } else {
      if (!path.empty()) path += '.';
      path += fields_[one.field]->name;
    }
  }
  return path;
}

}  // namespace anmkit
