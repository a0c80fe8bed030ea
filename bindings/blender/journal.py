# SPDX-License-Identifier: MIT
"""What an operator has to report: in the report area, in the console, and in the text block "anmkit"."""
import contextlib

import bpy

TEXT = "anmkit"
LEVELS = ("INFO", "WARNING", "ERROR")
SEVERITIES = {"info": "INFO", "warning": "WARNING", "error": "ERROR"}
# The report area shows one line at a time; the text block has all.
MOST_REPORTS = 8


class Problem(Exception):
    """A sentence for the user: what is wrong, and what to do."""


class Journal:
    def __init__(self, title):
        self.title = title
        self.lines = []

    def add(self, level, text):
        self.lines.append((level, " ".join(str(text).split())))

    def problem(self, problem):
        self.add("ERROR", sentence_of(problem))

    def diagnostics(self, found):
        for one in found:
            place = ": ".join(part for part in (one.get("path") or "", one["code"]) if part)
            offset = "" if one.get("offset") is None else f" at byte {one['offset']}"
            self.add(SEVERITIES.get(one["severity"], "WARNING"), f"{place}{offset}: {one['message']}")

    def conversion(self, report):
        """Losses, the bones of a retargeted motion, and the largest error of each bone."""
        self.diagnostics(report.get("diagnostics", []))
        for bone in report.get("bones", []):
            self.add("INFO", f"{bone['target']} = {bone['source'] or '(keeps its pose)'} ({bone['reason']})")
        for fit in report.get("fits", []):
            self.add("INFO", f"largest error: {fit['what']}: {fit['error']:.6g} {fit['unit']}")
        if report.get("summary"):
            self.add("INFO", report["summary"])

    @property
    def failed(self):
        return any(level == "ERROR" for level, _ in self.lines)

    def finish(self, operator):
        """Gives all lines to Blender. A script gets errors as RuntimeError."""
        text = bpy.data.texts.get(TEXT) or bpy.data.texts.new(TEXT)
        text.clear()
        text.write("".join(f"{level.lower()}: {line}\n" for level, line in [("INFO", self.title), *self.lines]))
        by_level = sorted(self.lines, key=lambda line: -LEVELS.index(line[0]))
        shown = by_level[:MOST_REPORTS]
        for level, line in self.lines:
            # Without a window, Blender prints its reports.
            if not bpy.app.background or (level, line) not in shown:
                print(f"anmkit: {level.lower()}: {line}")
        for level, line in reversed(shown):
            operator.report({level}, line)
        if len(by_level) > MOST_REPORTS:
            operator.report({"INFO"}, f"{len(by_level) - MOST_REPORTS} more lines in the text block {TEXT!r}")
        return {"CANCELLED"} if self.failed else {"FINISHED"}

    @contextlib.contextmanager
    def guard(self, name=""):
        """What goes wrong inside becomes a line; the next file goes on."""
        try:
            yield
        except Exception as problem:  # pylint: disable=broad-except  # a report, never a traceback
            self.add("ERROR", f"{name}: {sentence_of(problem)}" if name else sentence_of(problem))


def sentence_of(problem):
    """One line. Operators that fail inside Blender have a whole traceback as their message."""
    if isinstance(problem, OSError) and problem.filename is not None:
        return f"{problem.filename}: {problem.strerror}"
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    if any("Traceback (most recent" in line for line in lines):
        # The error follows the calls, and Blender's "Location: ..." follows the error.
        lines = [line for line in lines if not line.startswith("Location:")][-1:]
    text = " ".join(lines) or type(problem).__name__
    return text.replace("Error: ", "", 1) if text.startswith("Error: ") else text
