// SPDX-License-Identifier: MIT
// Files of real size and of all formats that `quick_check_bench.cpp` looks at, made by the
// library's writers.
#pragma once

#include <random>

#include "anmkit/craftstudio.hpp"
#include "anmkit/psx.hpp"
#include "core/png_write.hpp"
#include "formats/gc/compact/compact.hpp"
#include "formats/gc/model/layout.hpp"

namespace anmkit {

// 500 nodes and a texture of 128 KB.
inline Bytes make_cs_model() {
  std::mt19937 random(1);
  craftstudio::Model model;
  model.next_node_id = 500;
  for (std::uint16_t i = 0; i < 500; ++i) {
    auto& node = model.nodes.emplace_back();
    node.id = i;
    node.name.bytes = "Part " + std::to_string(i);
    if (i > 0) node.parent_id = static_cast<std::uint16_t>(random() % i);
    node.position = {1, static_cast<float>(i), 3};
  }
  BigWriter png;
  png.put_text("\x89PNG\r\n\x1a\n");
  BigWriter head;
  head.put(std::uint32_t{512});
  head.put(std::uint32_t{512});
  head.put_bytes(from_hex("0806000000").value());
  put_png_chunk(png, "IHDR", head.take());
  for (int chunk = 0; chunk < 16; ++chunk) {
    Bytes data(8192);
    for (std::byte& byte : data)
      byte = static_cast<std::byte>(random());
    put_png_chunk(png, "IDAT", data);
  }
  put_png_chunk(png, "IEND", {});
  model.texture = png.take();
  return craftstudio::write(model).value();
}

// 60 tracks of 300 keys: quaternions of three components by SLERP and linear translations, s16.
inline Bytes make_compact_clip() {
  gc::CompactClip clip;
  for (std::uint16_t i = 0; i < 60; ++i) {
    gc::CompactTrack& track = clip.tracks.emplace_back();
    track.anim_time = 300;
    track.track_id = i;
    track.key_count = 300;
    track.quantize_info = 0x38;
    track.keyed_parts = 0x29;
    track.interpolation_type = 0x61;
    for (std::int16_t k = 0; k < 300; ++k) {
      gc::CompactKey& key = track.keys.emplace_back();
      key.time = k;
      key.quaternion = {{0, k, 0, 16000}};
      key.translation.emplace().integers = {{k, 2, 3}};
    }
  }
  return gc::write(gc::canonical(clip).value()).value();
}

// A chain of 4,000 bones with a control each.
inline Bytes make_actor() {
  gc::Actor actor;
  actor.total_bones = 4000;
  actor.root_bone = 32;
  for (std::uint32_t i = 0; i < actor.total_bones; ++i) {
    gc::Bone& bone = actor.bones.emplace_back();
    bone.bone_id = static_cast<std::uint16_t>(i);
    if (i > 0) bone.parent = 32 + 28 * (i - 1);
    if (i + 1 < actor.total_bones) bone.first_child = 32 + 28 * (i + 1);
    bone.orientation_control = 32 + 28 * actor.total_bones + 52 * i;
    gc::Control& control = actor.controls.emplace_back();
    control.offset = bone.orientation_control;
    control.type = 13;
    control.values[6] = 1;
  }
  actor.size = 32 + 80 * std::uint64_t{actor.total_bones};
  return gc::write(actor).value();
}

// 100 objects of 400 vertices, with lists of 3 KB in six states.
inline Bytes make_geometry() {
  gc::GeometryPalette palette;
  constexpr std::uint32_t kObjects = 100, kList = 3072;
  std::uint32_t at = 20 + 8 * kObjects;
  for (std::uint32_t i = 0; i < kObjects; ++i) {
    palette.descriptors.push_back({at, 20});
    gc::DisplayObject& object = palette.objects.emplace_back();
    object.offset = at;
    object.position_header = 24;
    object.display_header = 32;
    constexpr std::uint32_t kVertices = 44 + 6 * 16;
    object.positions = {.array = kVertices, .count = 400, .quantize = 0x38, .components = 6};
    gc::Display& display = object.display.emplace();
    display.state_list = 44;
    display.state_count = 6;
    for (std::uint32_t k = 0; k < 6; ++k)
      display.states.push_back(
          {1, {}, 0, kVertices + 400 * 12 + kList / 6 * k, k < 5 ? kList / 6 : 0});
    at += kVertices + 400 * 12 + kList;
  }
  palette.size = at;
  return gc::write(palette).value();
}

// 300 lists of 60 vertices for two bones each.
inline Bytes make_skin() {
  gc::Skin skin;
  constexpr std::uint32_t kLists = 300, kCount = 60;
  skin.fraction = 8;
  skin.two_bone_offset = 36;
  std::uint32_t at = 36 + static_cast<std::uint32_t>(gc::kTwoBoneSize) * kLists;
  for (std::uint16_t i = 0; i < kLists; ++i) {
    skin.two_bone.push_back({at, at + 12 * kCount, 0, {i, 0}, kCount, 0});
    at += 14 * kCount;
  }
  skin.size = at;
  return gc::write(skin).value();
}

// 64 textures of 128 x 128 texels in CMPR.
inline Bytes make_gc_textures() {
  gc::TexturePalette palette;
  constexpr std::uint32_t kCount = 64, kTexels = 128 * 128 / 2, kHeaders = 12 + 8 * kCount;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    gc::TextureHeader& image = palette.images.emplace_back();
    image.offset = kHeaders + 36 * i;
    image.width = image.height = 128;
    image.format = 14;
    image.data = 4096 + kTexels * i;
    palette.descriptors.push_back({image.offset, 0});
  }
  palette.size = 4096 + std::uint64_t{kTexels} * kCount;
  return gc::write(palette).value();
}

// 20 objects of 300 vertices and normals, and of 600 packets of four kinds.
inline Bytes make_tmd() {
  struct Kind {
    std::uint8_t olen, ilen, flag, mode, first;
  };
  constexpr Kind kKinds[] = {
      {4, 3, 0, 0x20, 4}, {8, 6, 0, 0x34, 12}, {6, 5, 1, 0x31, 12}, {3, 2, 1, 0x40, 4}};
  std::mt19937 random(1);
  psx::Tmd tmd;
  for (int i = 0; i < 20; ++i) {
    psx::TmdObject& object = tmd.objects.emplace_back();
    object.vertices.resize(300);
    object.normals.resize(300);
    for (std::size_t k = 0; k < 600; ++k) {
      const Kind& kind = kKinds[random() % 4];
      object.primitives.push_back({kind.olen, kind.ilen, kind.flag, kind.mode,
                                   static_cast<std::uint32_t>(tmd.packet_data.size())});
      LittleWriter data;
      data.put_bytes(Bytes(kind.first));
      while (data.size() < 4u * kind.ilen)
        data.put(static_cast<std::uint16_t>(random() % 300));
      const Bytes packet = data.take();
      tmd.packet_data.insert(tmd.packet_data.end(), packet.begin(), packet.end());
    }
  }
  psx::lay_out(tmd);
  return psx::write(tmd).value();
}

// 512 x 512 texels of a byte with a palette.
inline Bytes make_tim() {
  psx::Tim tim;
  tim.flags = 9;
  tim.clut = psx::TimBlock{12 + 512, 0, 480, 256, 1, Bytes(512), {}};
  tim.pixels = psx::TimBlock{12 + 512 * 512, 512, 0, 256, 512, Bytes(512 * 512), {}};
  return psx::write(tim).value();
}

// 300 files of 3 KB.
inline Bytes make_pak() {
  std::vector<psx::PakFile> files;
  for (int i = 0; i < 300; ++i)
    files.push_back({"MODELS/STAGE/PART" + std::to_string(1000 + i) + ".TMD", Bytes(3000)});
  return psx::build_pak(std::move(files)).value();
}

}  // namespace anmkit
