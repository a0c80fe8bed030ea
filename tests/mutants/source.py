# SPDX-License-Identifier: MIT
"""Finds the places of a C++ source where one small change can be made, and makes it."""
import collections
import re

TOKEN = re.compile(r"""
    (?P<skip>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<string>(?:u8|[LuU])?R"(?P<mark>[^()\s]*)\(.*?\)(?P=mark)" | (?:u8|[LuU])?"(?:\\.|[^"\\\n])*"
      | (?:u8|[LuU])?'(?:\\.|[^'\\\n])*')
  | (?P<number>\.?[0-9](?:[eEpP][+-]|'[0-9a-fA-F]|[0-9a-zA-Z.])*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<sign><=>|<<=|>>=|\.\.\.|->\*|::|->|\+\+|--|&&|\|\||[-+*/%&|^<>=!]=|<<|>>|.)
""", re.X | re.S)

Token = collections.namedtuple("Token", "kind text start end")
# `new` replaces the text from `start` to `end`.
Change = collections.namedtuple("Change", "operator start end new")

COMPARED = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",)}
COMPUTED = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "&",
            "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "|=": "&=", "&=": "|=", "<<=": ">>=", ">>=": "<<=",
            "&&": "||", "||": "&&"}
OPEN, CLOSE = "([{", ")]}"
# Words that begin no statement which could be left out.
NOT_DROPPED = {"return", "if", "for", "while", "do", "else", "case", "default", "using", "switch", "goto", "public",
               "private", "protected", "template", "typedef", "static_assert", "namespace", "friend", "operator"}
JUMPS = {"return", "continue", "break"}


def without_directives(text):
    """The text with preprocessor lines blanked, so that offsets stay."""
    def blank(found):
        return re.sub(r"[^\n]", " ", found.group())
    return re.sub(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", blank, text, flags=re.M)


def tokens_of(text):
    found = []
    for match in TOKEN.finditer(without_directives(text)):
        kind = match.lastgroup if match.lastgroup != "mark" else "string"
        if kind != "skip":
            found.append(Token(kind, match.group(), match.start(), match.end()))
    return found


def partners(tokens):
    """For each bracket the index of the one that belongs to it."""
    pairs, stack = {}, []
    for index, token in enumerate(tokens):
        if token.kind != "sign":
            continue
        if token.text in OPEN:
            stack.append(index)
        elif token.text in CLOSE and stack:
            pairs[stack[-1]] = index
            pairs[index] = stack.pop()
    return pairs


def statement_of(tokens, pairs, index):
    """Index of the semicolon that ends the statement which begins here, or None."""
    while index < len(tokens):
        text = tokens[index].text
        if text == ";":
            return index
        if text in CLOSE:
            return None
        index = pairs.get(index, len(tokens)) + 1 if text in OPEN and tokens[index].kind == "sign" else index + 1
    return None


def in_functions(tokens, pairs):
    """For each token whether it stands in the body of a function."""
    inside, stack, head = [], [], []
    for index, token in enumerate(tokens):
        inside.append(bool(stack) and stack[-1])
        if token.kind == "sign" and token.text == "{":
            words = {t.text for t in head}
            holder = words & {"namespace", "class", "struct", "enum", "union", "extern"}
            is_type = bool(holder) and "(" not in words
            stack.append((bool(stack) and stack[-1] and not is_type) or "(" in words)
            head = []
        elif token.text == "}":
            if stack:
                stack.pop()
            head = []
        elif token.text == ";":
            head = []
        else:
            head.append(token)
    return inside


def numbers(text):
    """What one more and one less than a number is written as."""
    match = re.fullmatch(r"(0[xX][0-9a-fA-F']+|0[bB][01']+|[0-9']+)([uUlLzZ]*)", text)
    if match:
        digits = match.group(1).replace("'", "")
        if len(digits) > 1 and digits[0] == "0" and digits[1] in "01234567":
            return []
        value = int(digits, 0)
        write = hex if digits[:2] in ("0x", "0X") else str
        return [write(v) + match.group(2) for v in (value + 1, value - 1) if v >= 0]
    match = re.fullmatch(r"([0-9']*\.[0-9']*(?:[eE][-+]?[0-9]+)?|[0-9']+[eE][-+]?[0-9]+)([fFlL]?)", text)
    if match:
        value = float(match.group(1).replace("'", ""))
        return [repr(v) + match.group(2) for v in (value + 1, value - 1) if v >= 0]
    return []


def is_spaced(text, token):
    return text[token.start - 1] in " \n" and text[token.end] in " \n"


def changes_of(text):
    """Every change of one text, in the order of its places."""
    tokens = tokens_of(text)
    pairs = partners(tokens)
    inside = in_functions(tokens, pairs)
    constants = sorted({t.text for t in tokens if re.fullmatch(r"k[A-Z]\w*", t.text)})
    found = []
    for index, token in enumerate(tokens):
        line = text[text.rfind("\n", 0, token.start) + 1:text.find("\n", token.end)]
        # How much room is asked for at first changes no answer.
        if "static_assert" in line or ".reserve(" in line or line.lstrip().startswith(("using ", "template ")):
            continue
        if token.kind == "number":
            for new in numbers(token.text):
                found.append(Change("one", token.start, token.end, new))
            others = sorted({t.text for t in tokens_of(line) if t.kind == "number" and numbers(t.text)} - {token.text})
            if others and numbers(token.text):
                found.append(Change("constant", token.start, token.end, others[0]))
        elif token.text in ("true", "false"):
            found.append(Change("constant", token.start, token.end, "false" if token.text == "true" else "true"))
        elif token.text in constants and inside[index]:
            other = constants[(constants.index(token.text) + 1) % len(constants)]
            if other != token.text:
                found.append(Change("constant", token.start, token.end, other))
        elif token.text in ("++", "--"):
            found.append(Change("arithmetic", token.start, token.end, "--" if token.text == "++" else "++"))
        elif token.kind == "sign" and token.text in COMPARED and is_spaced(text, token):
            for new in COMPARED[token.text]:
                found.append(Change("comparison", token.start, token.end, new))
        elif token.kind == "sign" and token.text in COMPUTED and is_spaced(text, token):
            # A sum of texts has no difference.
            beside = {tokens[index - 1].kind, tokens[index + 1].kind} if index + 1 < len(tokens) else set()
            if token.text in ("+", "+=") and "string" in beside:
                continue
            name = "condition" if token.text in ("&&", "||") else "arithmetic"
            found.append(Change(name, token.start, token.end, COMPUTED[token.text]))
        elif token.text in ("if", "while") and index + 1 < len(tokens) and tokens[index + 1].text == "(":
            found.extend(negated(text, tokens, pairs, index + 1))
        if inside[index] and token.kind in ("word", "sign"):
            found.extend(dropped(tokens, pairs, index))
    return found


def negated(text, tokens, pairs, opening):
    first, index, assigns = opening + 1, opening + 1, False
    while index < pairs.get(opening, 0):
        sign = tokens[index].text
        if sign == ";":
            first, assigns = index + 1, False
        assigns = assigns or sign == "="
        index = pairs[index] + 1 if sign in OPEN and index in pairs else index + 1
    if index == first or assigns:
        return
    start, end = tokens[first].start, tokens[index - 1].end
    yield Change("negation", start, end, f"!({text[start:end]})")


def dropped(tokens, pairs, index):
    before, token = tokens[index - 1], tokens[index]
    begins = before.text in ("{", "}", ";", "else") or (before.text == ")" and controls(tokens, pairs, index - 1))
    if not begins or token.text in NOT_DROPPED - JUMPS or (token.kind == "sign" and token.text not in ("++", "--")):
        return
    end = statement_of(tokens, pairs, index)
    if end is None:
        return
    if token.text in JUMPS:
        if end == index + 1:
            yield Change("statement", token.start, tokens[end].start, "")
        return
    # An expression, not a declaration: no two words beside each other, no type with arguments.
    for at in range(index, end):
        here, after = tokens[at], tokens[at + 1]
        if here.text in ("(", "[", "=", "{") or here.text.endswith("="):
            break
        if here.text in ("<", "&", "*", "&&") or (here.kind == "word" and after.kind == "word"):
            return
        if here.kind == "sign" and here.text not in (".", "->", "::", "++", "--"):
            return
    yield Change("statement", token.start, tokens[end].start, "")


def controls(tokens, pairs, closing):
    opening = pairs.get(closing, 0)
    return opening > 0 and tokens[opening - 1].text in ("if", "for", "while", "constexpr")


def applied(text, change):
    return text[:change.start] + change.new + text[change.end:]


def line_of(text, change):
    return text.count("\n", 0, change.start) + 1


def shown(text, change):
    """The lines that change, before and after, each in one line without repeated blanks."""
    start = text.rfind("\n", 0, change.start) + 1
    end = text.find("\n", change.end)
    old, new = text[start:end], text[start:change.start] + change.new + text[change.end:end]
    return " ".join(old.split()), " ".join(new.split())
