# SPDX-License-Identifier: MIT
"""Reads files with patterns for ImHex, as far as the language is used by what anmkit prints: structs
with conditions, arrays by number, by condition and up to a zero, places, the cursor, names for
expressions, `parent`, `break` and the number of an item. It knows the language's documentation and
nothing of the tables that the patterns are printed from."""
import re, struct

NUMBERS = {"u8": "B", "s8": "b", "u16": "H", "s16": "h", "u32": "I", "s32": "i", "u64": "Q", "s64": "q",
           "float": "f", "double": "d", "char": "c"}
TOKEN = re.compile(r'\s+|//[^\n]*|(?P<text>"(?:[^"\\]|\\.)*")|(?P<number>0x[0-9A-Fa-f]+|\d+)|(?P<name>[A-Za-z_]\w*(?:::\w+)*)|'
                   r"(?P<sign>\[\[|\]\]|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^<>=!?:;,.@$(){}\[\]])")
LEVELS = [["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", ">", "<=", ">="], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]]
KEYWORDS = set("""parent this in out ref const auto str bool char float double padding if else match while for break continue return try
catch struct union enum bitfield fn using namespace import as be le true false null sizeof addressof unsigned signed""".split())


class Broken(Exception):
    pass


class Leaf:
    def __init__(self, offset, kind, value):
        self.offset, self.kind, self.value = offset, kind, value
        self.size = 1 if kind == "char" else struct.calcsize(NUMBERS[kind])


class List:
    def __init__(self, offset, kind, items, size):
        self.offset, self.kind, self.items, self.size = offset, kind, items, size


class Struct:
    def __init__(self, kind, offset):
        self.kind, self.offset, self.size, self.members, self.hidden = kind, offset, 0, {}, set()


class Pattern:
    def __init__(self, text):
        self.pragmas = dict(line.split(" ", 2)[1:] for line in text.splitlines() if line.startswith("#pragma"))
        text = re.sub(r"^#.*$", "", text, flags=re.M)
        self.tokens, at = [], 0
        while at < len(text):
            found = TOKEN.match(text, at)
            if not found:
                raise Broken(f"no token: {text[at:at + 40]!r}")
            at = found.end()
            if found.lastgroup:
                self.tokens.append((found.lastgroup, found.group()))
        self.tokens.append(("end", ""))
        self.at, self.structs, self.has_core = 0, {}, False
        while self.next()[0] != "end":
            self.top()

    # Reading the text.
    def next(self, ahead=0):
        return self.tokens[self.at + ahead]

    def take(self, text):
        if self.next()[1] != text or self.next()[0] == "text":
            return False
        self.at += 1
        return True

    def want(self, text):
        if not self.take(text):
            raise Broken(f"expected {text} before {' '.join(t for _, t in self.tokens[self.at:self.at + 8])}")

    def word(self):
        kind, text = self.next()
        if kind != "name" or text in KEYWORDS:
            raise Broken(f"{text} is no name")
        self.at += 1
        return text

    def type(self):
        name = self.next()[1]
        if name in NUMBERS:
            self.at += 1
        else:
            self.word()
        if name not in NUMBERS and name not in self.structs:
            raise Broken(f"{name} is no type that is before")
        return name

    def top(self):
        if self.take("import"):
            self.has_core = self.word() == "std"
            self.want("."), self.want("core"), self.want(";")
        elif self.take("struct"):
            name = self.word()
            self.want("{")
            body = self.block()
            self.want(";")
            if name in self.structs or name in NUMBERS:
                raise Broken(f"{name} is there twice")
            self.structs[name] = body
        else:
            self.root = self.type(), self.word()
            self.want("@")
            self.start = self.expression()
            self.want(";")

    def block(self):
        members = []
        while not self.take("}"):
            members.append(self.member())
        return members

    def member(self):
        if self.take("if"):
            self.want("(")
            condition = self.expression()
            self.want(")")
            yes = self.block() if self.take("{") else [self.member()]
            no = []
            if self.take("else"):
                no = self.block() if self.take("{") else [self.member()]
            return "if", condition, yes, no
        if self.take("break"):
            self.want(";")
            return ("break",)
        if self.take("$"):
            self.want("=")
            to = self.expression()
            self.want(";")
            return "move", to
        kind, name = self.type(), self.word()
        if self.take("="):
            value = self.expression()
            self.want(";")
            return "let", kind, name, value
        count = at = None
        if self.take("["):
            if self.take("]"):
                count = ("to zero",)
            elif self.take("while"):
                self.want("(")
                count = "while", self.expression()
                self.want(")"), self.want("]")
            else:
                count = "times", self.expression()
                self.want("]")
        if self.take("@"):
            at = self.expression()
        attributes = []
        if self.take("[["):
            while not self.take("]]"):
                attributes.append(self.word())
                if self.take("("):
                    if self.next()[0] != "text":
                        raise Broken("an attribute expects a text")
                    self.at += 1
                    self.want(")")
                self.take(",")
        self.want(";")
        if count and count[0] == "to zero" and kind != "char":
            raise Broken(f"{name}[] of {kind}")
        return "variable", kind, name, count, at, attributes

    def expression(self):
        condition = self.level(0)
        if not self.take("?"):
            return condition
        yes = self.expression()
        self.want(":")
        return "choose", condition, yes, self.expression()

    def level(self, depth):
        if depth == len(LEVELS):
            return self.prefix()
        left = self.level(depth + 1)
        while self.next()[1] in LEVELS[depth]:
            sign = self.next()[1]
            self.at += 1
            left = "both", sign, left, self.level(depth + 1)
        return left

    def prefix(self):
        if self.take("!"):
            return "not", self.prefix()
        if self.take("("):
            inside = self.expression()
            self.want(")")
            return inside
        kind, text = self.next()
        self.at += 1
        if kind == "number":
            return "number", int(text, 0)
        if text in ("true", "false"):
            return "truth", text == "true"
        if text == "$":
            return ("cursor",)
        if text == "sizeof":
            self.want("("), self.want("$"), self.want(")")
            return ("size",)
        if text == "std::core::array_index":
            self.want("("), self.want(")")
            if not self.has_core:
                raise Broken("std.core is not imported")
            return ("index",)
        if kind != "name" or (text in KEYWORDS and text != "parent"):
            raise Broken(f"no expression: {text}")
        path = [text]
        while True:
            if self.take("."):
                path.append(self.next()[1] if self.next()[1] == "parent" else None)
                if path[-1] is None:
                    path[-1] = self.word()
                else:
                    self.at += 1
            elif self.take("["):
                path.append(self.expression())
                self.want("]")
            else:
                return "path", path

    # Reading a file.
    def read(self, data):
        self.data, self.stack, self.index = data, [], None
        self.order = ">" if self.pragmas["endian"] == "big" else "<"
        self.cursor = self.value(self.start)
        return self.make(self.root[0])

    def number(self, expression):
        value = self.value(expression)
        if isinstance(value, bool) or not isinstance(value, int):
            raise Broken(f"{expression} is no number")
        return value

    def truth(self, expression):
        value = self.value(expression)
        if not isinstance(value, bool):
            raise Broken(f"{expression} is not true or false")
        return value

    def value(self, expression):
        kind = expression[0]
        if kind in ("number", "truth"):
            return expression[1]
        if kind == "cursor":
            return self.cursor
        if kind == "size":
            return len(self.data)
        if kind == "index":
            if self.index is None:
                raise Broken("no array")
            return self.index
        if kind == "not":
            return not self.truth(expression[1])
        if kind == "choose":
            return self.value(expression[2] if self.truth(expression[1]) else expression[3])
        if kind == "path":
            return self.follow(expression[1])
        sign = expression[1]
        if sign == "&&":
            # Both sides are asked for.
            left, right = self.truth(expression[2]), self.truth(expression[3])
            return left and right
        left, right = self.number(expression[2]), self.number(expression[3])
        if sign in ("/", "%"):
            # Towards zero; a remainder of less than zero differs between languages.
            if right <= 0 or (sign == "%" and left < 0):
                raise Broken("division")
            return abs(left) // right * (1 if left >= 0 else -1) if sign == "/" else left % right
        return {"+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right,
                "&": lambda: left & right, "|": lambda: left | right, "^": lambda: left ^ right,
                "<<": lambda: left << right, ">>": lambda: left >> right, "==": lambda: left == right,
                "!=": lambda: left != right, "<": lambda: left < right, ">": lambda: left > right,
                "<=": lambda: left <= right, ">=": lambda: left >= right}[sign]()

    def follow(self, path):
        depth = len(self.stack) - 1
        at = self.stack[depth]
        for i, part in enumerate(path):
            if part == "parent":
                depth -= 1
                if depth < 0:
                    raise Broken(f"no parent: {path}")
                at = self.stack[depth]
            elif isinstance(part, str):
                if not isinstance(at, Struct) or part not in at.members:
                    raise Broken(f"no {part} in {path}")
                at = at.members[part]
            else:
                index = self.number(part)
                if not isinstance(at, List) or not 0 <= index < len(at.items):
                    raise Broken(f"no item {index} in {path}")
                at = at.items[index]
        return at.value if isinstance(at, Leaf) else at

    def make(self, kind):
        if kind in NUMBERS:
            size = struct.calcsize(NUMBERS[kind])
            if self.cursor < 0 or self.cursor + size > len(self.data):
                raise Broken(f"{kind} at {self.cursor} beyond the end")
            leaf = Leaf(self.cursor, kind, struct.unpack_from(self.order + NUMBERS[kind], self.data, self.cursor)[0])
            self.cursor += size
            return leaf
        made = Struct(kind, self.cursor)
        self.stack.append(made)
        made.breaks = self.run(self.structs[kind], made)
        self.stack.pop()
        made.size = self.cursor - made.offset
        return made

    def run(self, members, made):
        for i, member in enumerate(members):
            if member[0] == "if":
                if self.run(member[2] if self.truth(member[1]) else member[3], made):
                    return True
            elif member[0] == "break":
                return True
            elif member[0] == "move":
                self.cursor = self.number(member[1])
            else:
                name = member[2]
                if name in made.members:
                    raise Broken(f"{name} is there twice in {made.kind}")
                if member[0] == "let":
                    made.members[name] = self.number(member[3])
                else:
                    made.members[name] = self.variable(member)
                    if "hidden" in member[5]:
                        made.hidden.add(name)
        return False

    def variable(self, member):
        _, kind, name, count, at, _ = member
        before = self.cursor
        if at is not None:
            self.cursor = self.number(at)
            if not 0 <= self.cursor <= len(self.data):
                raise Broken(f"{name} is placed at {self.cursor}")
        made = self.make(kind) if count is None else self.array(kind, count)
        if at is not None:
            self.cursor = before
        return made

    def array(self, kind, count):
        offset, items, outer = self.cursor, [], self.index
        times = self.number(count[1]) if count[0] == "times" else None
        if times is not None and times < 0:
            raise Broken(f"{times} of {kind}")
        while len(items) < times if times is not None else count[0] == "to zero" or self.truth(count[1]):
            if kind not in NUMBERS:
                self.index = len(items)
            items.append(self.make(kind))
            if isinstance(items[-1], Struct) and items[-1].breaks:
                break
            if count[0] == "to zero" and items[-1].value == b"\0":
                break
        self.index = outer
        return List(offset, kind, items, self.cursor - offset)


def leaves(value, path=""):
    """Each value with bytes of its own: path, offset, length, and the value. Lists of bytes and of
    letters are one, and each of their items, too."""
    if isinstance(value, Leaf):
        yield path, value.offset, value.size, value.value
    elif isinstance(value, List):
        if value.kind in ("u8", "char"):
            whole = bytes(item.value if value.kind == "u8" else item.value[0] for item in value.items)
            yield path, value.offset, value.size, whole
        for i, item in enumerate(value.items):
            yield from leaves(item, f"{path}[{i}]")
    elif isinstance(value, Struct):
        if value.kind == "text_with_length":
            text = value.members["text"]
            yield path, value.offset, value.size, b"".join(item.value for item in text.items)
            return
        for name, member in value.members.items():
            if isinstance(member, int) or name in value.hidden:
                continue
            if value.kind.endswith("_item") and name == "body":
                yield from leaves(member, path)
            else:
                own = name[:-1] if name[:-1] in KEYWORDS else name
                yield from leaves(member, f"{path}.{own}" if path else own)
