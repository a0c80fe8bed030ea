// SPDX-License-Identifier: MIT
// Says what this machine makes of files: a line for each file and question, with a hash of the
// answer. Lines of two machines are the same, or one of them is wrong.
//   machine_equal [PART OF] <LIST
// LIST has the path of a file on each line. With PART (from 0) and OF only about each OFth file, so
// that several processors share the work.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "anmkit/anmkit.hpp"
#include "questions.hpp"
#include "support/shelf.hpp"

namespace {

using anmkit::ByteView;

// FNV-1a.
struct Hash {
  std::uint64_t value = 14695981039346656037U, size = 0;
  void add(ByteView bytes) {
    for (const std::byte one : bytes)
      value = (value ^ std::to_integer<std::uint64_t>(one)) * 1099511628211U;
    size += bytes.size();
  }
};

bool read(const std::string& path, anmkit::Bytes& bytes) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return false;
  std::byte piece[4096];
  while (const std::size_t got = std::fread(piece, 1, sizeof piece, file))
    bytes.insert(bytes.end(), piece, piece + got);
  return std::fclose(file) == 0;
}

bool read_line(std::string& line) {
  line.clear();
  int letter = std::getchar();
  if (letter == EOF) return false;
  for (; letter != EOF && letter != '\n'; letter = std::getchar()) {
    if (letter != '\r') line.push_back(static_cast<char>(letter));
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const int part = argc > 2 ? std::atoi(argv[1]) : 0, parts = argc > 2 ? std::atoi(argv[2]) : 1;
  if (parts < 1 || part < 0 || part >= parts) {
    std::fprintf(stderr, "usage: machine_equal [PART OF] <LIST\n");
    return 2;
  }
  anmkit::Shelf shelf;
  for (std::string path; read_line(path);) {
    if (!read(path, shelf.files[path])) {
      std::fprintf(stderr, "cannot read %s\n", path.c_str());
      return 1;
    }
  }
  if (shelf.files.empty()) {
    std::fprintf(stderr, "no files were named\n");
    return 2;
  }
  // Messages about `about`.
  const auto say = [](const std::string& about, const auto& ask) {
    std::map<std::string, Hash, std::less<>> answers;
    ask([&](std::string_view question, ByteView answered) {
      answers.try_emplace(std::string(question)).first->second.add(answered);
    });
    for (const auto& [question, hash] : answers)
      std::printf("%s: %s %" PRIu64 " %016" PRIx64 "\n", about.c_str(), question.c_str(), hash.size,
                  hash.value);
    std::fflush(stdout);
  };
  if (part == 0) say("numbers", anmkit::machines::ask_about_numbers);
  int number = 0;
  for (const auto& [path, bytes] : shelf.files) {
    if (number++ % parts != part) continue;
    say(path, [&](const anmkit::machines::Answer& answer) {
      const anmkit::Opened file = anmkit::open(bytes, path, {.around = &shelf});
      anmkit::machines::ask_about_file({file, shelf}, answer);
      anmkit::machines::ask_about_scene({file, shelf}, answer);
    });
  }
  return 0;
}
