// SPDX-License-Identifier: MIT
// `anmkit explain --html`: one page without anything from elsewhere; a field that the pointer is on
// lights up on both sides.
#include <fmt/format.h>

#include "cli/explain/explain.hpp"
#include "core/counted.hpp"
#include "json_reports/json_text.hpp"

namespace anmkit::cli {
namespace {

constexpr std::string_view kHead = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>)";
constexpr std::string_view kStyle = R"(</title><style>
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
body { margin: 1rem; display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1rem }
h1, p { grid-column: 1 / -1; margin: 0 }
#bytes { font: 13px/1.6 ui-monospace, monospace; overflow-wrap: anywhere }
#bytes, #fields { overflow: auto; max-height: 85vh }
#bytes span, #fields tr { cursor: pointer }
.padding, .unused { opacity: .5 }
.unknown { background: repeating-linear-gradient(45deg, #c334 0 4px, #0000 4px 8px) }
.lit { background: #fd08; outline: 1px solid #b80 }
table { border-collapse: collapse; width: 100% }
td { padding: 0 .5em; vertical-align: top; overflow-wrap: anywhere }
td:first-child { font-family: ui-monospace, monospace }
@media (max-width: 50rem) { body { grid-template-columns: minmax(0, 1fr) } }
</style></head><body>
)";
constexpr std::string_view kScript = R"(</table></section><script>
const light = (event, scroll) => {
  const at = event.target.closest("[data-i]");
  if (!at) return;
  document.querySelectorAll(".lit").forEach((e) => e.classList.remove("lit"));
  document.querySelectorAll(`[data-i="${at.dataset.i}"]`).forEach((e) => {
    e.classList.add("lit");
    if (scroll && e !== at) e.scrollIntoView({ block: "nearest" });
  });
};
addEventListener("click", (event) => light(event, true));
addEventListener("mouseover", (event) => light(event, false));
</script></body></html>
)";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : json_safe(text)) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return out;
}

std::string bytes_of(const Leaf& leaf, ByteView bytes, std::size_t number) {
  std::string text = fmt::format("<span class=\"{}\" data-i=\"{}\">", kind_name(leaf.kind), number);
  for (const std::byte byte : bytes.subspan(leaf.offset, leaf.length))
    text += fmt::format("{:02x} ", static_cast<unsigned>(byte));
  text.pop_back();
  return text + "</span> ";
}

std::string row_of(const Leaf& leaf, std::size_t number) {
  const std::string shown =
      leaf.shown.empty() ? std::string() : fmt::format(" = {}", escaped(leaf.shown));
  return fmt::format(
      "<tr class=\"{}\" data-i=\"{}\"><td>{:x}</td><td>{}</td><td>{}{}</td><td>{}</td></tr>\n",
      kind_name(leaf.kind), number, leaf.offset,
      leaf.path.empty() ? std::string(kind_name(leaf.kind)) : escaped(leaf.path),
      escaped(leaf.value), shown, escaped(leaf.meaning));
}

}  // namespace

bool write_explained_page(const Explained& explained, const Sink& sink) {
  bool good = true;
  const auto put = [&](std::string_view text) {
    good = good && sink(as_bytes(text));
    return good;
  };
  const Coverage& all = explained.what.coverage();
  const std::string name = escaped(explained.file);
  put(kHead);
  put(name);
  put(kStyle);
  put(fmt::format(
      "<h1>{}</h1>\n<p>{}: {}, {} of fields, {} unknown</p>\n"
      "<section id=\"bytes\" aria-label=\"Bytes\">",
      name, explained.format, counted(explained.bytes.size(), "byte"), all.field, all.unknown));
  std::size_t number = 0;
  explained.what.visit(
      [&](const Leaf& leaf) { return put(bytes_of(leaf, explained.bytes, number++)); });
  put("</section>\n<section id=\"fields\" aria-label=\"Fields\"><table>\n");
  number = 0;
  explained.what.visit([&](const Leaf& leaf) { return put(row_of(leaf, number++)); });
  put(kScript);
  return good;
}

}  // namespace anmkit::cli
