// SPDX-License-Identifier: MIT
// The distance of written blocks from the surface that they represent.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "anmkit/registry.hpp"
#include "formats/craftstudio/findings.hpp"
#include "formats/craftstudio/model/body.hpp"

namespace anmkit::craftstudio {

class Measure {
 public:
  // `written` is of the bytes that were written, read again.
  Measure(const Body& body, const RestModel& written, bool pixels);
  void say(ConversionReport& report) const;
  void warn(Findings& findings) const;

 private:
  double worst() const;
  void add(const BodyNode& node, const Box& box);

  const Body& body_;
  std::string unit_;
  double exact_ = 0;
  std::size_t exact_count_ = 0;
  std::vector<std::pair<std::string, double>> fitted_;
};

}  // namespace anmkit::craftstudio
