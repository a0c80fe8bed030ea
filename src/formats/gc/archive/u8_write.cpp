// SPDX-License-Identifier: MIT
// New U8 archives (section 16).
#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "core/paths.hpp"
#include "formats/gc/archive/u8.hpp"
#include "formats/gc/findings.hpp"

namespace anmkit::gc {
namespace {

constexpr std::uint64_t kHeader = 32, kNode = 12, kGrid = 32;

// A node of the new table: a folder, or the file of an index.
struct TreeNode {
  std::string name;
  std::size_t parent = 0, end = 0;
  std::ptrdiff_t file = -1;
};

std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    parts.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// A file below a folder that is being made.
struct Waiting {
  std::vector<std::string_view> parts;
  std::ptrdiff_t file;
};

// Files of one folder follow each other; folders are where their first file is. As deep as `check`
// allows names to be.
void add(const std::vector<Waiting>& waiting, std::size_t depth, std::size_t parent,
         std::vector<TreeNode>& nodes) {
  std::map<std::string_view, std::vector<Waiting>> folders;
  for (const Waiting& one : waiting)
    if (one.parts.size() > depth + 1) folders[one.parts[depth]].push_back(one);
  for (const Waiting& one : waiting) {
    const std::string name(one.parts[depth]);
    if (one.parts.size() == depth + 1) {
      nodes.push_back({name, 0, 0, one.file});
      continue;
    }
    const auto folder = folders.extract(one.parts[depth]);
    if (folder.empty()) continue;
    const std::size_t own = nodes.size();
    nodes.push_back({name, parent, 0, -1});
    add(folder.mapped(), depth + 1, own, nodes);
    nodes[own].end = nodes.size();
  }
}

std::vector<TreeNode> tree_of(std::span<const NewFile> files) {
  std::vector<Waiting> all;
  for (std::size_t i = 0; i < files.size(); ++i)
    all.push_back({parts_of(files[i].name), static_cast<std::ptrdiff_t>(i)});
  std::vector<TreeNode> nodes(1);
  add(all, 0, 0, nodes);
  nodes.front().end = nodes.size();
  return nodes;
}

Result<void> check(std::span<const NewFile> files) {
  constexpr std::size_t kLongest = 4096, kDeepest = 64;
  std::set<std::string_view> seen;
  std::set<std::string, std::less<>> folders;
  for (const NewFile& file : files) {
    const auto parts = parts_of(file.name);
    const bool empty = std::ranges::find(parts, std::string_view()) != parts.end();
    if (!is_safe_name(file.name) || file.name.size() > kLongest || parts.size() > kDeepest ||
        empty) {
      return fail(prefixed("ARC005"), quoted(file.name) +
                                          " is not a valid name in an archive: expected 1 "
                                          "to 4096 bytes that stay inside a folder");
    }
    if (!seen.insert(file.name).second)
      return fail(prefixed("ARC006"), quoted(file.name) + " appears twice");
    for (std::size_t at = file.name.find('/'); at != std::string::npos;
         at = file.name.find('/', at + 1))
      folders.insert(file.name.substr(0, at));
  }
  for (const NewFile& file : files) {
    if (folders.contains(file.name))
      return fail(prefixed("ARC006"), quoted(file.name) + " is a file and a folder");
  }
  return {};
}

std::uint64_t aligned(std::uint64_t at) {
  return (at + kGrid - 1) / kGrid * kGrid;
}

}  // namespace

Result<Bytes> write_archive(std::span<const NewFile> files) {
  if (auto good = check(files); !good) return std::unexpected(std::move(good.error()));
  const std::vector<TreeNode> nodes = tree_of(files);
  std::uint64_t names = 0;
  for (const TreeNode& node : nodes)
    names += node.name.size() + 1;
  const std::uint64_t table = kNode * nodes.size() + names;
  std::uint64_t at = aligned(kHeader + table);
  std::uint64_t size = at;
  for (const NewFile& file : files)
    size = aligned(size) + file.data.size();
  if (size > 0xFFFFFFFFu || names > 0xFFFFFF)
    return fail(prefixed("ARC008"), "the archive would exceed 4 GiB, or its names 16 MiB");
  BigWriter out;
  out.put(kArchiveMagic);
  out.put(static_cast<std::uint32_t>(kHeader));
  out.put(static_cast<std::uint32_t>(table));
  out.put(static_cast<std::uint32_t>(at));
  out.put_bytes(Bytes(16));
  std::uint32_t name = 0;
  for (const TreeNode& node : nodes) {
    out.put((node.file < 0 ? 0x01000000 : 0u) | name);
    name += static_cast<std::uint32_t>(node.name.size() + 1);
    if (node.file < 0) {
      out.put(static_cast<std::uint32_t>(node.parent));
      out.put(static_cast<std::uint32_t>(node.end));
      continue;
    }
    const Bytes& data = files[static_cast<std::size_t>(node.file)].data;
    at = aligned(at);
    out.put(static_cast<std::uint32_t>(at));
    out.put(static_cast<std::uint32_t>(data.size()));
    at += data.size();
  }
  for (const TreeNode& node : nodes) {
    out.put_text(node.name);
    out.put(std::uint8_t{0});
  }
  for (const TreeNode& node : nodes) {
    if (node.file < 0) continue;
    out.align(kGrid);
    out.put_bytes(files[static_cast<std::size_t>(node.file)].data);
  }
  if (files.empty()) out.align(kGrid);
  return out.take();
}

}  // namespace anmkit::gc
