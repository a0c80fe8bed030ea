// SPDX-License-Identifier: MIT
// The kinds of steps, one function each.
#pragma once

#include "anmkit/convert.hpp"
#include "exchange/gltf/write.hpp"

namespace anmkit {

using Outputs = Result<std::vector<OutputFile>>;

// to_gltf.cpp: one .glb or .gltf of all inputs together.
Result<void> make_gltf(const step::ToGltf& step, const std::string& output,
                       const ConvertRequest& request, CompanionPool& companions,
                       ConversionReport& report, const TakePieces& take);

// to_bvh.cpp: files of the step's target, one per clip where the output is a folder.
Outputs make_bvh(const step::ToGltf& step, const std::string& output, const ConvertRequest& request,
                 CompanionPool& companions, ConversionReport& report);

// draw.cpp: the images inside a file.
Outputs make_pictures(const step::Draw& step, const std::string& output,
                      const ConvertRequest& request, CompanionPool& companions,
                      ConversionReport& report);
// film.cpp: the images of a script, as an animation or a sprite sheet.
Outputs make_film(const step::Film& step, const std::string& output, const ConvertRequest& request,
                  CompanionPool& companions, ConversionReport& report);
// from_pictures.cpp: a file that shows images, and those that it needs.
Outputs make_from_pictures(const step::FromPictures& step, const std::string& output,
                           const ConvertRequest& request, CompanionPool& companions,
                           ConversionReport& report);

// open.cpp: whether a glTF file specifies how large its units are, as exports do.
bool tells_unit(ByteView bytes);

// companion_pool.cpp: PNG or JPEG, by its first bytes.
bool is_picture(ByteView bytes);

// from_gltf.cpp
Result<Bytes> make_from_gltf(const step::FromGltf& step, const std::string& output,
                             const ConvertRequest& request, CompanionPool& companions,
                             ConversionReport& report);

}  // namespace anmkit
