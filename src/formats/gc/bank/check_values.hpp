// SPDX-License-Identifier: MIT
// Findings that banks and compact clips share: track bytes and values of keys (section 7).
#pragma once

#include <string>
#include <string_view>

#include "anmkit/result.hpp"
#include "formats/gc/layout.hpp"

namespace anmkit::gc {

// Says which track and key a finding is about. Nothing is built before there is a finding.
struct TrackReport {
  void track(Severity severity, std::string_view code, const std::string& message,
             std::uint64_t member = 0) const;
  // `key` is its index in the array that `keys_path` names.
  void key(Severity severity, std::string_view code, const std::string& message, std::uint64_t key,
           std::uint64_t offset) const;

  Diagnostics& out;
  std::size_t index = 0;                          // in the track array
  std::uint16_t id = 0;                           // trackID
  std::uint64_t offset = 0;                       // of the track's record
  std::optional<std::string_view> sequence = {};  // none: orphans and compact clips
  std::uint64_t first_key = 0;                    // of the track, in the key array
  bool compact = false;                           // keys are inside the track
};

// The type bytes of a track.
struct TypeWords {
  std::uint8_t anim_type = 0, interpolation_type = 0;
  bool compact = false;  // bits 5-7 of the type and rotation mode 7 mean something (appendix B)
};
void check_types(const Layout& layout, const TypeWords& words, const TrackReport& report);

// Where the records of a key are in the file.
struct KeyPlace {
  std::uint64_t key = 0, setting = 0, interpolation = 0;
};

// The values of one track's keys, in order.
class ValueCheck {
 public:
  ValueCheck(const Layout& layout, bool compact, const TrackReport& report)
      : layout_(layout), compact_(compact), report_(report) {}
  void check(const KeyFrame& key, const KeyPlace& place);

 private:
  void add(Severity severity, std::string_view code, const std::string& message,
           std::uint64_t offset);
  double component(const Triple& triple, std::size_t k) const;
  void check_quaternion(const std::array<std::int16_t, 4>& q, std::uint64_t offset);
  void check_euler(const KeyFrame& key);
  void check_ease(const Curve& curve);

  const Layout& layout_;
  bool compact_;
  const TrackReport& report_;
  KeyPlace place_;
  // Of the key before.
  std::optional<std::array<std::int16_t, 4>> quaternion_;
  std::optional<Triple> euler_;
};

}  // namespace anmkit::gc
