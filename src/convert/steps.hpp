// SPDX-License-Identifier: MIT
// The kinds of steps, one function each.
#pragma once

#include "anmkit/convert.hpp"

namespace anmkit {

using Outputs = Result<std::vector<OutputFile>>;

// to_gltf.cpp: one .glb or .gltf of all inputs together.
Result<Bytes> make_gltf(const step::ToGltf& step, const std::string& output,
                        const ConvertRequest& request, CompanionPool& companions,
                        ConversionReport& report);

// from_gltf.cpp
Result<Bytes> make_from_gltf(const step::FromGltf& step, const std::string& output,
                             const ConvertRequest& request, CompanionPool& companions,
                             ConversionReport& report);

}  // namespace anmkit
