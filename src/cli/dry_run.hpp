// SPDX-License-Identifier: MIT
// The planned outputs of a conversion, listed and not written.
#pragma once

#include <string>
#include <vector>

#include "anmkit/convert.hpp"

namespace anmkit::cli {

// The outputs of one step.
struct Planned {
  std::string from;
  struct File {
    std::string name, format;
    std::size_t bytes = 0;
    std::vector<ClipInfo> clips;
  };
  std::vector<File> files;
  std::vector<BoneLine> bones;
  std::vector<FitLine> fits;
};

// The files are opened to list their clips.
Planned planned(const std::string& from, const std::vector<OutputFile>& files,
                const ConversionReport& report);
std::string plan_text(const Planned& planned);
// {"conversions":[...]}
std::string plan_json(const std::vector<Planned>& all);

// Which bone drives which node, a line each.
std::string bones_text(const std::vector<BoneLine>& bones);

}  // namespace anmkit::cli
