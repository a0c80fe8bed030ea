// SPDX-License-Identifier: MIT
// Names of C files resolved across a folder (section 4.1, "Aggregation").
#pragma once

#include <map>
#include <vector>

#include "formats/sm64/document.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/source/c_expression.hpp"

namespace anmkit::sm64 {

class CLinker {
 public:
  void add(const CFile& file);
  // The headers of a file, in order. Names that do not resolve are reported when `findings` is
  // there; their tables are empty. `coopdx`: the user says that they are sm64coopdx's; a script is,
  // and a header whose flags and tables prove it.
  std::vector<Motion> link(const CFile& file, bool mario, bool coopdx, Findings* findings) const;
  void check_tables(const CFile& file, std::string_view source, Findings& findings) const;

 private:
  // A file's own arrays win over those of one name in other files: they are static.
  const CArray* find(const CFile& file, std::string_view name) const;
  void resolve(const CHeader& header, Header& to) const;
  void report(const CHeader& header, std::string_view field, const std::string& name,
              const std::string& path, Findings& findings) const;

  std::map<std::string_view, const CArray*> arrays_;
  // Arrays whose name another file had before.
  std::map<std::pair<const CFile*, std::string_view>, const CArray*> more_arrays_;
  std::map<std::string_view, const CHeader*> headers_;
  std::map<std::string_view, std::string_view> opaque_;
  Symbols symbols_;
};

// A linker that knows a document and the C files among its companions.
CLinker linker_of(const CDocument& document, Companions companions);

}  // namespace anmkit::sm64
