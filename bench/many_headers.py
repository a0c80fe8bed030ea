#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""C source of COUNT animations that share one pool of samples: many_headers.py COUNT"""
import sys

count = int(sys.argv[1])
out = ["const s16 v[] = { " + ", ".join(str(i // 2) for i in range(200)) + " };"]
for i in range(count):
    index = ", ".join(f"2, {2 * ((i * k) % 100)}" for k in range(1, 7))
    out.append(f"const u16 i{i}[] = {{ {index} }};")
    out.append(f"const struct Animation a{i} = {{ 0, 0, 0, 0, 2, 1, v, i{i}, 0 }};")
print("\n".join(out))
