// Which skeleton belongs to a bank: files stand side by side (section 15).
#include <algorithm>
#include <string_view>

#include "formats/gc/compact.hpp"

namespace anmkit::gc {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

// The actor of the same name, else the only one in the folder.
std::vector<std::string> find_actors(const std::string& path, const Neighbourhood& around) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? std::string() : path.substr(0, slash);
  std::string stem = lower(slash == std::string::npos ? path : path.substr(slash + 1));
  stem.resize(std::min(stem.rfind('.'), stem.size()));
  std::vector<std::string> actors;
  for (const std::string& name : around.list(folder)) {
    const std::string small = lower(name);
    if (!small.ends_with(".act")) continue;
    const std::string found = slash == std::string::npos ? name : folder + "/" + name;
    if (small == stem + ".act") return {found};
    actors.push_back(found);
  }
  if (actors.size() != 1) return {};
  return actors;
}

}  // namespace

std::vector<std::string> BankDocument::find_companions(const std::string& path,
                                                       const Neighbourhood& around) const {
  return find_actors(path, around);
}
std::vector<std::string> CompactDocument::find_companions(const std::string& path,
                                                          const Neighbourhood& around) const {
  return find_actors(path, around);
}

}  // namespace anmkit::gc
