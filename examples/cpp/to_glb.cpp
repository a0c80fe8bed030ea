// SPDX-License-Identifier: MIT
// Makes the same .glb as `anmkit convert FILE... -o OUT.glb`: clips merged, companions found next
// to the files, the originals inside for the import.
//   to_glb OUT.glb FILE...
#include <anmkit/anmkit.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace {

// The folders of the disk. A browser would answer from what was dropped, a game from its archives.
class Disk final : public anmkit::Neighbourhood {
 public:
  std::vector<std::string> list(const std::string& folder) const override {
    std::vector<std::string> names;
    std::error_code error;
    const std::filesystem::directory_iterator all(folder.empty() ? "." : folder, error);
    for (const auto& entry : all)
      names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
  }
  anmkit::Result<anmkit::Bytes> read(const std::string& path) const override {
    std::ifstream file(path, std::ios::binary);
    if (!file) return anmkit::fail("example.READ", "cannot read " + path);
    return anmkit::to_bytes(std::string{std::istreambuf_iterator<char>(file), {}});
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const Disk disk;
  std::vector<anmkit::Opened> inputs;
  for (int i = 2; i < argc; ++i) {
    auto bytes = disk.read(argv[i]);
    if (!bytes) return 1;
    inputs.push_back(anmkit::open(std::move(*bytes), argv[i]));
  }

  const anmkit::ConvertRequest request{.output = argv[1]};
  const auto plan = anmkit::plan_conversion(inputs, request);
  if (!plan) {
    std::printf("%s\n", plan.error().message.c_str());
    return 1;
  }
  anmkit::CompanionPool companions(disk);
  for (const anmkit::Step& step : plan->steps) {
    anmkit::ConversionReport report;
    const auto files = apply(step, request, companions, report);
    for (const anmkit::Diagnostic& finding : report.diagnostics.finish())
      std::printf("%s\n", finding.message.c_str());
    if (!files) {
      std::printf("%s\n", files.error().message.c_str());
      return 1;
    }
    for (const anmkit::OutputFile& file : *files) {
      std::ofstream out(file.name, std::ios::binary);
      const std::string_view text = anmkit::as_text(file.bytes);
      out.write(text.data(), static_cast<std::streamsize>(text.size()));
    }
  }
  return 0;
}
