# SPDX-License-Identifier: MIT
"""Good files of all formats for tests about bytes: those of the vectors and examples, the archives and
pictures of the fuzz corpus, and small ones made here for formats that have no file there."""
import pathlib


def files(vectors, examples):
    """Files that are good and lie in the repository."""
    corpus = vectors.parents[1] / "fuzz/corpus"
    found = [*sorted(vectors.glob("*/good/**/*")), *sorted(examples.glob("*/*")), *sorted(corpus.glob("cs2_*/*"))]
    return [f for f in found if f.is_file() and f.parent.name != "companion" and f.suffix not in (".py", ".cpp")]


def make(vectors, folder):
    """Files that are made in a folder."""
    folder = pathlib.Path(folder)
    corpus = vectors.parents[1] / "fuzz/corpus"
    # The first byte tells the fuzz target which kind it is.
    for path in [*corpus.glob("psx/*.tim"), *corpus.glob("psx/*.pak")]:
        (folder / path.name).write_bytes(path.read_bytes()[1:])
    return sorted(folder.iterdir())
