# SPDX-License-Identifier: MIT
"""The reference of the Python package from its sources: signatures, types and docstrings of the names in `__all__`."""
import ast
import inspect
import sys
import textwrap

from pages import ROOT
from reference import prose

PACKAGE = ROOT / "bindings/python/anmkit"


def public(node):
    """Functions and properties of a class that programs call, fields of a tuple apart."""
    return [one for one in node.body if isinstance(one, ast.FunctionDef) and (not one.name.startswith("_") or one.name == "__init__")]


def signature(function, owner=""):
    if any(isinstance(one, ast.Name) and one.id == "property" for one in function.decorator_list):
        return f"{owner}.{function.name}: {ast.unparse(function.returns)}"
    words = function.args
    if owner:
        words.args = words.args[1:]
    name = owner if function.name == "__init__" else f"{owner}.{function.name}" if owner else f"anmkit.{function.name}"
    result = "" if function.name == "__init__" else f" -> {ast.unparse(function.returns)}"
    text = f"{name}({ast.unparse(words)}){result}"
    if len(text) <= 100:
        return text
    # Where a comma is between arguments and not inside of one.
    depth, parts, start = 0, [], 0
    inside = ast.unparse(words)
    for place, letter in enumerate(inside):
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append(inside[start:place].strip())
            start = place + 1
    return f"{name}(\n    " + ",\n    ".join([*parts, inside[start:].strip()]) + f"){result}"


def told(node):
    return prose(inspect.cleandoc(ast.get_docstring(node) or "").splitlines())


def section(level, title, code, text):
    return f"{'#' * level} {title} {{: #{title.replace('.', '-')} .declaration }}\n\n```python\n{code}\n```\n\n{text}\n"


def python(page):
    """docs/python.md, then each class and function."""
    nodes, lines = {}, {}
    for path in sorted(PACKAGE.glob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                nodes[node.name], lines[node.name] = node, text.splitlines()
            if path.name == "__init__.py" and isinstance(node, ast.Assign) and node.targets[0].id == "__all__":
                names = ast.literal_eval(node.value)
    if missing := sorted(set(names) - set(nodes)):
        sys.exit(f"bindings/python: no source has {', '.join(missing)} of __all__")
    parts = [page, "## Every name\n"]
    for name in sorted(names, key=lambda one: (isinstance(nodes[one], ast.ClassDef), one)):
        node = nodes[name]
        if isinstance(node, ast.FunctionDef):
            parts.append(section(3, f"anmkit.{name}", signature(node), told(node)))
            continue
        fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
        made = next((one for one in public(node) if one.name == "__init__"), None)
        # Clips and subjects come from files; their constructors are for the package.
        code = signature(made, name) if made and name in ("File", "Error") else f"class {name}"
        if fields:
            shown = lines[name][fields[0].lineno - 1:fields[-1].end_lineno]
            code += "\n" + textwrap.indent(textwrap.dedent("\n".join(shown)).replace("#: ", "# "), "    ")
        parts.append(section(3, f"anmkit.{name}", code, told(node)))
        for one in public(node):
            if one.name != "__init__":
                parts.append(section(4, f"{name}.{one.name}", signature(one, name), told(one)))
    return "\n".join(parts)
