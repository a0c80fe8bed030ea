#include "anmkit/cs2.hpp"
#include "roundtrip.hpp"

namespace {

// Text of any script compiles back to it.
void keep_text(anmkit::ByteView bytes) {
  const auto file = anmkit::cs2::parse_anm(bytes);
  if (!file) return;
  anmkit::Diagnostics found;
  const auto again = anmkit::cs2::compile(anmkit::cs2::decompile(*file), {}, found);
  anmkit::fuzz::require(again && *again == *file, "compile(decompile(x)) == x", "cs2-anm");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 0) keep_text({reinterpret_cast<const std::byte*>(data) + 1, size - 1});
  return anmkit::fuzz::run("cs2", data, size);
}
