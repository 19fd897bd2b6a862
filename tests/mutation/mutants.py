"""Mutation testing, started by scripts/mutants, which says what it is for.

Every mutant of a file is compiled at once: a changed copy of the file asks at each place whether
the mutant there is the one of this run (switches.h). The copies replace the room's own files in a
program like that of the room's tests, such as hashlab_lib_tests. A first run notes which test cases
reach which places; then each mutant runs with the cases that reach it, as its own process, until
the first failure. What does not end in time, or crashes, was noticed too. A change that does not
compile is no mutant.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build/dev"
WORK = ROOT / "build/mutants"
EXPLAINED = ROOT / "tests/mutation/equivalent.txt"
ROOMS = ["lib/metrics", "lib/label_scores/knn_votes.cpp", "splits", "results/statistics"]
# Tests of a room that are not in the folder of its name: folders or files.
MORE_TESTS = {"lib/metrics": ["tests/lib/ranking"],
              "splits": ["tests/experiments/audit_splits_test.cpp",
                         "tests/experiments/given_run_test.cpp"]}
# Files of these rooms that make texts and files for commands, so that tests of the program check
# them.
LEFT_OUT = {ROOT / "lib/metrics/metric_notes.cpp", ROOT / "splits/split_file.cpp"}
SPACE = "hashlab::mutation::"
SKIPPED = 77  # what a test program ends with if every case was skipped

# ---- tokens ----

TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/|(?<![^\n])[ ]*\#(?:[^\n]*\\\n)*[^\n]*)
      |(?P<text>R"(?P<mark>[^(]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
      |(?P<number>0[xX](?:[0-9a-fA-F']|\.|[pP][-+]?)+[uUlLzZ]*
          |\.?[0-9](?:[0-9']|\.|[eE][-+]?(?=[0-9]))*[uUlLzZfF]*)
      |(?P<word>[A-Za-z_]\w*)
      |(?P<sign>->\*|<<=|>>=|<=>|\.\.\.|::|->|\+\+|--|<<|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""",
    re.VERBOSE | re.DOTALL)
CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass
class Token:
    kind: str
    text: str
    begin: int
    end: int
    mate: int = -1  # of a bracket: the index of the other one


def tokens_of(source):
    tokens, open_brackets = [], []
    for match in TOKEN.finditer(source):
        if match.lastgroup == "skip":
            continue
        kind = "text" if match.group("text") else match.lastgroup
        token = Token(kind, match.group(), match.start(), match.end())
        if kind == "sign" and token.text in CLOSING:
            open_brackets.append(len(tokens))
        elif kind == "sign" and token.text in CLOSING.values():
            token.mate = open_brackets.pop()
            tokens[token.mate].mate = len(tokens)
        tokens.append(token)
    return tokens


# ---- places ----

@dataclass
class Mutant:
    """`begin` .. `end` of the source become `before` + what was there + `after`, or `instead`."""
    begin: int
    end: int
    plain: str  # what the mutant has there
    before: str = ""
    after: str = ""
    instead: str = None  # also has @, for the number of the mutant
    kind: str = ""
    ids: int = 1
    turned: str = None  # of a comparison: what its second mutant has there


ARITHMETIC = {"+": ("plus", "-"), "-": ("difference", "+"), "*": ("times", "/"),
              "/": ("over", "*"), "%": ("remainder", "/")}
EQUALITY = {"==": ("equal", "!="), "!=": ("unequal", "==")}
ORDER = {"<": ("less", "<=", ">="), "<=": ("less_equal", "<", ">"),
         ">": ("greater", ">=", "<="), ">=": ("greater_equal", ">", "<")}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>="}
NO_EXPRESSION = {"return", "if", "for", "while", "switch", "do", "else", "case", "default", "using",
                 "const", "constexpr", "static", "auto", "struct", "class", "enum", "public",
                 "private", "template", "typename", "namespace", "try", "catch", "void", "bool",
                 "double", "explicit", "friend", "operator", "static_assert"}


class Places:
    """The mutants of one file. Layout by clang-format tells an operator, which has a space on both
    sides, from a bracket of a template, a pointer or a sign."""

    def __init__(self, source):
        self.source, self.tokens, self.found = source, tokens_of(source), []
        self.after_header = {}  # index of the `)` that ends the head of an if, a for, a while
        for i, token in enumerate(self.tokens[:-1]):
            if token.text in ("if", "for", "while", "switch") and self.tokens[i + 1].text == "(":
                self.after_header[self.tokens[i + 1].mate] = token.text
        i = 0
        while i < len(self.tokens):
            if self.tokens[i].text in ("static_assert", "using", "enum", "case"):
                while self.tokens[i].text not in (";", ":"):  # the compiler has to know its values
                    i += 1
            self.look_at(i)
            i += 1

    def spaced(self, i):
        token = self.tokens[i]
        around = self.source[token.begin - 1] + self.source[token.end:token.end + 1]
        return len(around) == 2 and around.isspace()

    def add(self, first, last, plain, **what):
        """A mutant of the tokens first .. last."""
        self.found.append(Mutant(self.tokens[first].begin, self.tokens[last].end, plain, **what))

    def look_at(self, i):
        token = self.tokens[i]
        text = token.text
        if token.kind == "sign" and self.spaced(i):
            if text in ARITHMETIC or text in EQUALITY:
                name, other = {**ARITHMETIC, **EQUALITY}[text]
                self.add(i, i, other, instead=f"{text} {SPACE}{name}<@> {text}", kind="operator")
            elif text in ORDER:
                name, bound, opposite = ORDER[text]
                self.add(i, i, bound, instead=f"{text} {SPACE}{name}<@> {text}", kind="operator",
                         ids=2, turned=opposite)
            elif text in ("&&", "||"):
                self.leave_out_operands(i)
            elif text == "?":
                first = self.backwards(i)
                self.turn_round(first, i - 1)
        elif text == "!":
            self.add(i, i, "", instead=f"{SPACE}negated<@> ->* ", kind="operator")
        elif text == "-" and not self.source[token.end].isspace():
            self.add(i, i, "", instead=f"{SPACE}minus<@> ->* ", kind="operator")
        elif token.kind == "number" or text in ("true", "false"):
            self.change_literal(i)
        elif text == "std" and self.tokens[i + 2].text in ("min", "max"):
            self.swap_extremes(i)
        elif text == "(" and i > 0 and self.tokens[i - 1].text in ("if", "while"):
            self.turn_round(i + 1, token.mate - 1)
        if self.begins_statement(i):
            self.leave_out_statement(i)

    # An operand of && or || ends where something binds less tightly.
    def forwards(self, i):
        i += 1
        while self.tokens[i].text not in ("&&", "||", "?", ":", ",", ";", ")", "]", "}"):
            i = self.tokens[i].mate if self.tokens[i].mate > i else i
            i += 1
        return i - 1

    def backwards(self, i):
        i -= 1
        while (self.tokens[i].text not in ("&&", "||", "?", ":", ",", ";", "(", "[", "{", "return",
                                           "<<") and self.tokens[i].text not in ASSIGNMENTS):
            i = self.tokens[i].mate if 0 <= self.tokens[i].mate < i else i
            i -= 1
        return i + 1

    def leave_out_operands(self, i):
        operator = self.tokens[i].text
        before, rest = "(%son(@) || (", "true"
        if operator == "||":
            before, rest = "(!%son(@) && (", "false"
        spans = [(i + 1, self.forwards(i))]
        first = self.backwards(i)
        if self.tokens[first - 1].text not in ("&&", "||"):
            spans.append((first, i - 1))
        for first, last in spans:
            self.add(first, last, rest, before=before % SPACE, after="))", kind="operator")

    def turn_round(self, first, last):
        """A condition without operators of its own becomes its opposite."""
        condition = self.tokens[first:last + 1]
        if any(t.text in ("&&", "||", "!", "=", ";") or t.text in EQUALITY or
               t.text in ORDER and self.spaced(first + k) for k, t in enumerate(condition)):
            return
        text = self.source[condition[0].begin:condition[-1].end]
        self.add(first, last, f"!({text})", before=f"({SPACE}on(@) != static_cast<bool>(",
                 after="))", kind="operator")

    def change_literal(self, i):
        token = self.tokens[i]
        before, after = self.tokens[i - 1].text, self.tokens[i + 1].text
        if before == "<" and not self.spaced(i - 1) or after == ">" and not self.spaced(i + 1):
            return  # argument of a template
        if token.kind == "number":
            value = re.sub(r"(?i)(?<!x)[uzl]+$", "", token.text.replace("'", ""))
            value = float.fromhex(value) if value.startswith("0x") else float(value.rstrip("fF"))
            suffix = re.search(r"[uUlLzZ]*$", token.text).group()
            point = "." in token.text
            plain = {0.0: "1.0" if point else "1" + suffix,
                     1.0: "0.0" if point else "0" + suffix}.get(value, f"({token.text} + 1)")
        else:
            plain = "false" if token.text == "true" else "true"
        self.add(i, i, plain, instead=f"{SPACE}literal<@>({token.text})", kind="literal")

    def swap_extremes(self, i):
        following = self.tokens[i + 3].text
        name = {"min": "least", "max": "most"}[self.tokens[i + 2].text]
        other = {"min": "std::max", "max": "std::min"}[self.tokens[i + 2].text]
        if following == "(":
            self.add(i, i + 2, other, instead=f"{SPACE}{name}<@>", kind="operator")
        elif following == "<":
            self.add(i, i + 3, other + "<", instead=f"{SPACE}{name}<@, ", kind="operator")

    def begins_statement(self, i):
        if i == 0:
            return False
        before = self.tokens[i - 1]
        return (before.text in (";", "{", "}", "else", "do") or before.text == ":" and
                self.tokens[i - 2].text == "default" or
                before.text == ")" and self.after_header.get(i - 1, "switch") != "switch")

    def leave_out_statement(self, i):
        head, last, assigns = self.tokens[i].text, i, False
        words = 0
        while self.tokens[last].text not in (";", "}", ")", "]"):
            token = self.tokens[last]
            if token.text in ASSIGNMENTS and not assigns:
                assigns, chain = True, words
            words += token.kind == "word" and self.tokens[last - 1].kind == "word" and last > i
            last = token.mate if token.mate > last else last
            last += 1
        if self.tokens[last].text != ";":
            return
        statement = self.source[self.tokens[i].begin:self.tokens[last].end]
        guard = dict(before=f"{{ if (!{SPACE}on(@)) ", after=" }", kind="statement")
        if head == "return":
            value = self.source[self.tokens[i].end:self.tokens[last].begin].strip()
            if not re.fullmatch(r"(\{\}|std::nullopt|nullptr|true|false|\"\"|0(\.0)?)?", value):
                self.add(i, last, "return {};", before=f"{{ if ({SPACE}on(@)) return {{}}; ",
                         after=" }", kind="return")
        elif head in ("throw", "continue", "break") or head in ("++", "--"):
            self.add(i, last, ";", **guard)
        elif head in ("(", "*") or self.tokens[i].kind == "word" and head not in NO_EXPRESSION:
            is_call = self.tokens[last - 1].text == ")" and words == 0
            if (chain == 0 if assigns else is_call) and not re.match(
                    r"[\w:]+(<[^;=]*>)?[&*]* \w", statement):
                self.add(i, last, ";", **guard)


# ---- files ----

@dataclass
class File:
    path: str  # from the root
    source: str
    mutants: list
    constants: bool = True  # may constants be mutants, too?
    first_id: int = 0

    def copy(self):
        return WORK / "source" / self.path

    def numbered(self):
        """(number, mutant), twice for a comparison."""
        every = [m for m in self.mutants for _ in range(m.ids)]
        return list(enumerate(every, self.first_id))

    def write(self):
        """The copy with all mutants, in the same lines as the source."""
        opening, closing, instead = collections.defaultdict(list), collections.defaultdict(list), {}
        number = self.first_id
        for m in self.mutants:
            text = lambda s: s.replace("@", str(number))
            if m.instead is not None:
                instead[m.begin] = (m.end, text(m.instead))
            else:
                opening[m.begin].append((-m.end, text(m.before)))
                closing[m.end].append((-m.begin, text(m.after)))
            number += m.ids
        pieces, i = [], 0
        while i <= len(self.source):
            pieces += [text for _, text in sorted(closing[i], key=lambda c: c[0])]
            pieces += [text for _, text in sorted(opening[i], key=lambda c: c[0])]
            end, text = instead.get(i, (i + 1, self.source[i:i + 1]))
            pieces.append(text)
            i = end
        copy = "".join(pieces)
        if self.constants:  # their values then are known when the program begins
            copy = re.sub(r"\bconstexpr\b(?=[^(){}]*[={])", lambda m: "const", copy)
        self.copy().parent.mkdir(parents=True, exist_ok=True)
        self.copy().write_text(copy)

    def line(self, position):
        return self.source.count("\n", 0, position) + 1

    def described(self, m, second):
        """The lines of a mutant as they are, and as the mutant has them."""
        begin = self.source.rfind("\n", 0, m.begin) + 1
        end = self.source.find("\n", m.end)
        end = len(self.source) if end < 0 else end
        squeezed = lambda text: " ".join(re.sub(r"//[^\n]*", "", text).split())
        plain = m.turned if second else m.plain
        return (squeezed(self.source[begin:end]),
                squeezed(self.source[begin:m.begin] + plain + self.source[m.end:end]))


def top_room(folder):
    return folder.split("/")[0]


def compiler(room):
    """How CMake compiles the united file of a room, without that file."""
    commands = json.loads((BUILD / "compile_commands.json").read_text())
    top = top_room(room)
    for entry in commands:
        words = shlex.split(entry["command"])
        if os.path.basename(words[0]) == "ccache":
            del words[0]
        output = words[words.index("-o") + 1]
        if f"hashlab_{top}.dir/Unity/" in output:
            del words[words.index("-o"):]
            return [w for w in words if w != "-Werror"]
    sys.exit(f"mutants: {BUILD.name} has no room '{top}', expected lib, hashers, splits, ...")


def compiled(command, file, *arguments):
    command = command + ["-w", "-Wno-narrowing", "-include", "tests/mutation/switches.h",
                         "-fmax-errors=0", "-fdiagnostics-color=never", *arguments, str(file)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def without_those_that_do_not_compile(file, command):
    """Takes away the mutants that the compiler refuses: those that it names by their number, else
    one kind after the other of those at the lines that it names."""
    place = re.escape(str(file.copy())) + r":(\d+)"
    while True:
        file.write()
        result = compiled(command, file.copy(), "-fsyntax-only")
        if result.returncode == 0:
            return
        said = result.stderr
        ids = {int(n) for line in said.splitlines() if "In instantiation of" in line
               for n in re.findall(r"unsigned int id = (\d+)", line)}
        refused = [m for id, m in file.numbered() if id in ids]
        for lines in (re.findall(place + r":\d+: error", said), re.findall(place, said)):
            for kind in ("return", "statement", "literal", "operator"):
                refused = refused or [m for m in file.mutants if m.kind == kind and any(
                    file.line(m.begin) <= int(n) <= file.line(m.end) for n in lines)]
        if refused:
            file.mutants = [m for m in file.mutants if not any(m is r for r in refused)]
        elif file.constants:
            file.constants = False
        else:
            sys.exit(f"mutants: the changed copy of {file.path} does not compile:\n{said}")


def prepared(path, command):
    source = (ROOT / path).read_text()
    file = File(path, source, Places(source).found)
    without_those_that_do_not_compile(file, command)
    return file


def compiled_copies(files, commands):
    """The objects of the changed copies, and that of switches.cpp."""
    objects = [WORK / "source" / (f.path + ".o") for f in files] + [WORK / "switches.o"]
    sources = [f.copy() for f in files] + [ROOT / "tests/mutation/switches.cpp"]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda i: compiled(commands[min(i, len(commands) - 1)], sources[i], "-c",
                                              "-o", str(objects[i])), range(len(objects)))
        for source, result in zip(sources, results):
            if result.returncode != 0:
                sys.exit(f"mutants: {source} does not compile:\n{result.stderr}")
    return objects


def linked(top, name, objects):
    """The test program `name` with these objects of the room `top`, which stand before the
    archives."""
    link = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", name], check=True,
                          capture_output=True, text=True).stdout.splitlines()[-1]
    program = WORK / f"{name}_of_{top}"
    link = link.replace(f"-o tests/{name}", f"-o {program}")
    # With whole archives the copies would be second definitions.
    link = re.sub(r"-Wl,--whole-archive .*?-Wl,--no-whole-archive", "", link)
    first = " tests/CMakeFiles/"
    link = link.replace(first, f" {shlex.join(map(str, objects))}{first}", 1)
    subprocess.run(link, shell=True, cwd=BUILD, check=True)
    return program


# ---- runs ----

@dataclass
class Case:
    program: Path
    name: str
    seconds: float
    reached: set


def sources_of(room):
    """The files of a folder except those that are left out, or the one that `room` names."""
    path = ROOT / room
    return [path] if path.is_file() else sorted(set(path.rglob("*.cpp")) - LEFT_OUT)


def beside(room):
    """The files that are not changed but compiled together with those of `room`, so that the object
    in the archive would define these again: the others of the folder if `room` names a file, else
    those that are left out."""
    path = ROOT / room
    if path.is_file():
        return sorted(set(path.parent.glob("*.cpp")) - {path})
    return sorted(LEFT_OUT & set(path.rglob("*.cpp")))


def tests_of(room):
    """Test program -> the folders and files of a room's tests in it: the folder of the same name,
    or that above, and others."""
    folder = Path("tests") / room
    while not (ROOT / folder).is_dir() or not any((ROOT / folder).glob("**/*_test.cpp")):
        folder = folder.parent
    tests = collections.defaultdict(list)
    for path in [str(folder)] + MORE_TESTS.get(room, []):
        tests[f"hashlab_{path.split('/')[1]}_tests"].append(path)
    return tests


def started(program, arguments, environment, seconds):
    """The exit status; None if the time was up."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory(dir=WORK) as scratch:
        try:
            return subprocess.run(
                [program, "--test-suite-exclude=slow", *arguments], cwd=ROOT, preexec_fn=limit,
                env={**os.environ, **environment, "TMPDIR": scratch}, timeout=20 * seconds,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL).returncode
        except subprocess.TimeoutExpired:
            return None


def pattern(name):
    """What selects a test case: a comma parts patterns, a backslash quotes; ? is any character."""
    return "--test-case=" + re.sub(r'[,\\"]', "?", name)


def cases_of(program, paths):
    """Each case runs alone, so that it is seen to reach, too, what static objects compute once."""
    files = "--source-file=" + ",".join(
        f"*/{path}" if path.endswith(".cpp") else f"*/{path}/*" for path in paths)
    listed = subprocess.run([program, files, "--list-test-cases", "--test-suite-exclude=slow"],
                            capture_output=True, text=True, check=True).stdout
    names = [line for line in listed.splitlines() if line[:1] not in "[=" and ": " in line]

    def case(name):
        notes = WORK / f"reached-{program.name}-{names.index(name)}.txt"
        status = started(program, [files, pattern(name)], {"HASHLAB_REACHED": str(notes)}, 300)
        if status not in (0, SKIPPED):
            sys.exit(f"mutants: '{name}' fails without any mutant (status {status})")
        lines = [line.split("\t") for line in notes.read_text().splitlines()]
        return Case(program, name, sum(float(line[0]) for line in lines),
                    {int(id) for line in lines for id in line[2].split()})

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [c for c in pool.map(case, names) if c.reached]


def survives(id, cases):
    """Does no case notice the mutant? The quick ones are asked first."""
    quick, slow, total = [], [], 0.0
    for case in sorted(cases, key=lambda c: c.seconds):
        total += case.seconds
        (quick if total < 0.1 else slow).append(case)
    programs = sorted({case.program for case in cases})
    for asked in ([c for c in some if c.program == p] for some in (quick, slow) for p in programs):
        if not asked:
            continue
        limit = 2 + int(4 * sum(c.seconds for c in asked))
        status = started(asked[0].program, ["--abort-after=1", ",".join(
            [pattern(asked[0].name)] + [pattern(c.name)[len(pattern("")):] for c in asked[1:]])],
                         {"HASHLAB_MUTANT": str(id)}, limit)
        if status not in (0, SKIPPED):
            return False
    return True


def survivors(ids, cases):
    """Of `ids` those that no case notices, and those that none reaches."""
    reaching = {id: [c for c in cases if id in c.reached] for id in ids}
    left = set()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        survived = pool.map(lambda id: survives(id, reaching[id]), ids)
        for done, (id, it_did) in enumerate(zip(ids, survived), 1):
            if it_did:
                left.add(id)
            print(f"\r{done} of {len(ids)}, {len(left)} survive ", end="", file=sys.stderr)
    print("\r", end="", file=sys.stderr)
    return left, {id for id in left if not reaching[id]}


# ---- what is explained ----

def explanations():
    """(file, line, mutant) -> how many times it is explained."""
    count = collections.Counter()
    if not EXPLAINED.exists():
        return count
    file = original = None
    for n, line in enumerate(EXPLAINED.read_text().splitlines(), 1):
        if line.startswith("#"):
            continue
        if line.startswith("- "):
            original = line[2:]
        elif line.startswith("+"):
            if file is None or original is None:
                sys.exit(f"{EXPLAINED.name}:{n}: a mutant without its file and its line before")
            count[(file, original, line[2:])] += 1
            original = None
        elif re.fullmatch(r"[\w/]+\.cpp", line):
            file = line
    return count


def report(rooms, every, only):
    begun = time.time()
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    per_room = {room: [str(p.relative_to(ROOT)) for p in sources_of(room)] for room in rooms}
    paths = [(path, compiler(room)) for room in rooms for path in per_room[room]]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        files = list(pool.map(lambda p: prepared(*p), paths))
    next_id = 1
    for file in files:
        file.first_id = next_id
        file.write()
        next_id += len(file.numbered())
    for room in rooms:
        for path in beside(room):
            unchanged = File(str(path.relative_to(ROOT)), path.read_text(), [], constants=False)
            if unchanged.path not in [f.path for f in files]:
                unchanged.write()
                files.append(unchanged)
                paths.append((unchanged.path, compiler(room)))
    *objects, switches = compiled_copies(files, [command for _, command in paths])
    # Each with the changed copies of its own room only: those of others need not be in it.
    programs = {}
    for top, name in sorted({(top_room(room), name) for room in rooms for name in tests_of(room)}):
        own = [o for f, o in zip(files, objects) if top_room(f.path) == top]
        programs[top, name] = linked(top, name, own + [switches])
    changed = sum(bool(file.mutants) for file in files)
    print(f"{next_id - 1} mutants in {changed} files, compiled in {time.time() - begun:.0f} s",
          flush=True)

    explained, unexplained_total = explanations(), 0
    for room in rooms:
        start = time.time()
        mutants = {}  # id -> (file, mutant, second)
        for file in files:
            if file.path not in per_room[room]:
                continue
            previous = None
            for id, m in file.numbered():
                mutants[id] = (file, m, m is previous)
                previous = m
        ids = [id for id in sorted(mutants) if only in mutants[id][0].path][::every]
        cases = [case for name, paths in tests_of(room).items()
                 for case in cases_of(programs[top_room(room), name], paths)]
        left, unreached = survivors(ids, cases)
        unexplained = 0
        for id in sorted(left):
            file, m, second = mutants[id]
            original, mutant = file.described(m, second)
            key = (file.path, original, mutant)
            if explained[key] > 0:
                explained[key] -= 1
                continue
            unexplained += 1
            print(f"\n{file.path}:{file.line(m.begin)}: survives"
                  f"{', no test comes here' if id in unreached else ''}\n- {original}\n+ {mutant}",
                  flush=True)
        if every == 1 and not only:
            for (path, original, mutant), times in explained.items():
                if times > 0 and path in per_room[room]:
                    print(f"\n{EXPLAINED.name} explains what does not survive, in {path}\n"
                          f"- {original}\n+ {mutant}")
        killed = len(ids) - len(left)
        print(f"\n{room}: {len(ids)} of {len(mutants)} mutants, {killed} killed "
              f"({100 * killed / max(1, len(ids)):.1f} %), {len(left) - unexplained} survivors "
              f"explained, {unexplained} unexplained, {time.time() - start:.0f} s", flush=True)
        unexplained_total += unexplained
    print(f"{time.time() - begun:.0f} s")
    return 1 if unexplained_total else 0


def main():
    parser = argparse.ArgumentParser(prog="scripts/mutants", description=__doc__)
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--only", default="", metavar="PART_OF_A_PATH")
    parser.add_argument("rooms", nargs="*", metavar="ROOM")
    arguments = parser.parse_args()
    rooms = [room.rstrip("/") for room in arguments.rooms] or ROOMS
    for room in rooms:
        if not sources_of(room):
            sys.exit(f"mutants: '{room}' is neither a folder with .cpp files nor a file")
    tests = sorted({name for room in rooms for name in tests_of(room)})
    subprocess.run(["cmake", "--build", BUILD, "--target", *tests], check=True)
    return report(rooms, max(1, arguments.every), arguments.only)


if __name__ == "__main__":
    sys.exit(main())
