# SPDX-License-Identifier: MIT
"""clang-tidy over many sources, some of them put together into one.

Most of clang-tidy's time goes into headers, which every source includes again. Sources are
therefore joined into larger ones, where no two of them define the same name for themselves. Where something
is found, the sources concerned are checked again alone, and that is what is told: what comes from joining
alone, such as names that clash after all, is no finding.

usage: tidy.py BUILD_FOLDER [-j JOBS] [--folder FOLDER] [--most-lines N] [--alone] [--except REGEX]
BUILD_FOLDER has a compile_commands.json; FOLDER (src) is what is checked."""
import argparse, concurrent.futures, json, os, re, shlex, subprocess, sys

from joined import Source, grouped


def sources_of(build, folder):
    found = []
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    for entry in entries:
        path = os.path.relpath(os.path.join(entry["directory"], entry["file"]))
        if not path.startswith(folder + "/"):
            continue
        words = shlex.split(entry["command"])
        while not re.search(r"(clang|g|c)\+\+[-0-9]*$", words[0]):
            words.pop(0)  # ccache
        flags, skip = [], False
        for word in words[1:]:
            if skip or word in ("-c", "-MD"):
                skip = False
            elif word in ("-o", "-MT", "-MF"):
                skip = True
            elif os.path.relpath(word) != path:
                flags.append(word)
        found.append(Source(path, flags))
    return sorted(found, key=lambda source: source.path)


def joined(group, place):
    """Writes the sources behind each other; where each one begins."""
    starts, line = [], 1
    with open(place, "w", encoding="utf-8") as out:
        for source in group:
            starts.append((line, source.path))
            out.write(source.text + "\n")
            line += source.lines
    return starts


def concerned(text, place, starts):
    """The sources that findings in a joined source are about."""
    found = re.findall(re.escape(os.path.abspath(place)) + r":(\d+):\d+: (?:error|warning):", text)
    return {max(one for one in starts if one[0] <= int(line))[1] for line in found}


def run(place, flags):
    done = subprocess.run(["clang-tidy-19", "--quiet", place, "--", *flags], capture_output=True, text=True)
    noise = re.compile(r"^(\d+ warnings? .*generated\.|Suppressed .*|Use -header-filter.*)$\n?", re.M)
    return done.returncode, done.stdout + noise.sub("", done.stderr)


def check(group, folder):
    """(good, what was found, how many sources were checked alone)"""
    if len(group) == 1:
        status, text = run(group[0].path, group[0].flags)
        return status == 0, text, 1
    place = os.path.join(folder, re.sub(r"\W", "_", group[0].path[:-4]) + ".cpp")
    starts = joined(group, place)
    status, text = run(place, group[0].flags)
    if status == 0:
        return True, "", 0
    paths = concerned(text, place, starts)
    parts = [[source] for source in group if source.path in paths]
    rest = [source for source in group if source.path not in paths]
    if parts:
        parts.append(rest)
    else:  # in a header
        parts = [rest[:len(rest) // 2], rest[len(rest) // 2:]]
    results = [check(part, folder) for part in parts if part]
    return all(r[0] for r in results), "".join(r[1] for r in results), sum(r[2] for r in results)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--folder", default="src")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("--most-lines", type=int, default=4000)
    parser.add_argument("--alone", action="store_true", help="every source alone")
    parser.add_argument("--except", dest="elsewhere", default="$^", metavar="REGEX",
                        help="sources of other systems, which this build does not compile")
    options = parser.parse_args()
    sources = sources_of(options.build, options.folder)
    missing = {os.path.join(root, name) for root, _, names in os.walk(options.folder) for name in names
               if name.endswith(".cpp")} - {source.path for source in sources}
    missing = {path for path in missing if not re.match(options.elsewhere, path)}
    folder = os.path.join(options.build, "tidy")
    os.makedirs(folder, exist_ok=True)
    groups = [[s] for s in sources] if options.alone else grouped(sources, options.most_lines)
    groups.sort(key=lambda group: -sum(source.lines for source in group))
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        results = list(pool.map(lambda group: check(group, folder), groups))
    for _, text, _ in results:
        sys.stdout.write(text)
    for path in sorted(missing):
        print(f"{path}: no compile command, not checked")
    print(f"{len(sources)} sources in {len(groups)} groups, {sum(r[2] for r in results)} checked alone")
    return 0 if sources and not missing and all(result[0] for result in results) else 1


sys.exit(main())
