# SPDX-License-Identifier: MIT
"""How much memory a program held at most.

Linux counts what the process was before it became the program, so a small one starts it."""
import os
import subprocess
import sys

START = """
import os, sys
child = os.fork()
if child == 0:
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    os.execv(sys.argv[1], sys.argv[1:])
_, ended, usage = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(ended), usage.ru_maxrss * 1024)
"""


def peak(program, *words, cwd=None, env=None):
    """(exit status, bytes)"""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", START, program, *map(str, words)], cwd=cwd, env=env,
                          stdout=subprocess.PIPE, check=True)
    status, size = done.stdout.split()
    return int(status), int(size)
