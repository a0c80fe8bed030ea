// SPDX-License-Identifier: MIT
// `anmkit explain --as`: descriptions of formats for other programs.
#include <fmt/format.h>

#include <algorithm>

#include "anmkit/registry.hpp"
#include "cli/explain/explain.hpp"
#include "cli/files/output.hpp"
#include "cli/report.hpp"

namespace anmkit::cli {
namespace {

Result<std::string> description_of(const Format& format, const Arguments& arguments) {
  return arguments.explain.as == "imhex" ? imhex_description(format) : kaitai_description(format);
}

int write_text(const std::string& path, const std::string& text, const Arguments& arguments) {
  const auto written = write_output(path, in_one_piece(as_bytes(text)), wishes_of(arguments));
  if (written) return kGood;
  print_diagnostic(path, written.error());
  return kSystem;
}

// One file for each format that has a table.
int write_descriptions(const Arguments& arguments) {
  if (!arguments.output.ends_with('/') || !arguments.files.empty() || !arguments.format.empty()) {
    print_error(fmt::format("--as {} with --all expects -o FOLDER/ and no other option",
                            arguments.explain.as),
                fmt::format("anmkit explain --as {} --all -o descriptions/", arguments.explain.as));
    return kUsage;
  }
  for (const Family& family : families()) {
    for (const Format& format : family.formats) {
      const auto text = description_of(format, arguments);
      if (!text) continue;
      std::string name(format.id);
      std::ranges::replace(name, '-', '_');
      name += arguments.explain.as == "imhex" ? ".hexpat" : ".ksy";
      const int status = write_text(arguments.output + name, *text, arguments);
      if (status != kGood) return status;
    }
  }
  return kGood;
}

// One file for all formats, because `file` asks for their signatures together.
int write_magic(const Arguments& arguments) {
  if (!arguments.explain.all || !arguments.files.empty() || !arguments.format.empty() ||
      arguments.output.ends_with('/')) {
    print_error(
        "--as magic makes one file for all formats: it expects --all, and optionally -o FILE",
        "anmkit explain --as magic --all -o anmkit.magic");
    return kUsage;
  }
  const std::string text = file_magic();
  if (arguments.output.empty()) return print_result(text) ? kGood : kSystem;
  return write_text(arguments.output, text, arguments);
}

}  // namespace

int explain_format(const Arguments& arguments) {
  if (arguments.explain.as == "magic") return write_magic(arguments);
  if (arguments.explain.all) return write_descriptions(arguments);
  const Format* format = find_format(arguments.format);
  if (format == nullptr || !arguments.files.empty()) {
    print_error(
        "--as expects --format ID, or --all and -o FOLDER/ for the descriptions of all, and no "
        "file",
        fmt::format("anmkit explain --as {} --format psx-anm", arguments.explain.as));
    return kUsage;
  }
  const auto text = description_of(*format, arguments);
  if (!text) {
    print_diagnostic(arguments.format, text.error());
    return kUsage;
  }
  if (arguments.output.empty()) return print_result(*text) ? kGood : kSystem;
  return write_text(arguments.output, *text, arguments);
}

}  // namespace anmkit::cli
