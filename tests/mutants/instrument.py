"""Makes every guard of the rules one that can be switched off, in a copy of their sources.

    instrument.py ROOT TARGET SOURCE...      copies ROOT/SOURCE to TARGET/SOURCE
    instrument.py --list ROOT SOURCE...      prints the guards, and texts that are in none

A guard is what leaves code alone for a reason that is told: an `if` whose own statements give
the reason, a choice between a reason and none, or an analysis that answers whether a claim
holds. Reasons are text, so that guards are found by it and named after it:

    if (is_closed()) return "the figure is closed";
    if (guards::is_shut("rule: the figure is closed", is_closed())) return "the figure is closed";

The product's sources know nothing of this. TARGET/guards.inc lists the guards.
"""

import bisect
import json
import re
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

CALL = "mlfix::guards::"

# What says why something is left alone, or assumed, reads like a clause.
REASON = re.compile(r'"((?:[a-z]+\b|`|PyTorch|hstack)[^"\\]* [^"\\]*)"')
# Texts of that kind which go into a finding, and refuse nothing.
TELLING = re.compile(
    r"\bfinding\b|\bdiagnose\(|\.because\(|\.message\b|fmt::format|spell\(|report\(|"
    r"\bNeed\b|Switching|c\.tree\.text\(|std::string code"
)
# What a run says it has too many of; the guard gives a reason beside it.
UNANSWERED = re.compile(r'\bleave_unanswered\("[^"]*"\)')
# Parts of fixes and findings that look like reasons.
OTHER_TEXTS = {
    "for",
    "yield from",
    "evaluation loop builds a graph for every batch, which nobody uses",
    "the list grows with every call, and only its last entries are read",
    "the list grows with every call, and all that is asked of it is a figure of the whole",
    "the entries are numbers: a million of them take 40 MB",
}
REFUSING = re.compile(
    r"\breturn\b|\bcontinue\b|\babstain\(|\bleft_alone\(|\brefuse\(|\bfact = |\blower_to\("
)


@dataclass
class Guard:
    name: str
    file: str
    line: int


@dataclass
class Source:
    """One source, with its comments and texts masked so that brackets can be matched."""

    path: str
    text: str
    masked: str = ""
    edits: list = field(default_factory=list)  # (begin, end, replacement)
    guards: list = field(default_factory=list)
    covered: set = field(default_factory=set)  # where the texts of guards begin

    def __post_init__(self):
        self.masked = mask(self.text)
        self.starts = [0] + [m.end() for m in re.finditer("\n", self.text)]

    @property
    def stem(self):
        return Path(self.path).stem

    def line(self, place):
        return bisect.bisect_right(self.starts, place)

    def closing(self, place):
        """The place of the bracket that closes the one at `place`."""
        opening = self.masked[place]
        closing = {"(": ")", "{": "}", "[": "]"}[opening]
        depth = 0
        for at in range(place, len(self.masked)):
            if self.masked[at] == opening:
                depth += 1
            elif self.masked[at] == closing:
                depth -= 1
                if depth == 0:
                    return at
        raise ValueError(f"{self.path}:{self.line(place)}: no closing bracket")

    def add(self, reason, place):
        """A guard of that reason; its name is another than those of the others."""
        name = f"{self.stem}: {reason}"
        taken = {guard.name for guard in self.guards}
        number = 2
        unique = name
        while unique in taken:
            unique = f"{name} ({number})"
            number += 1
        self.guards.append(Guard(unique, self.path, self.line(place)))
        return unique

    def replace(self, begin, end, text):
        self.edits.append((begin, end, text))

    def result(self):
        text, last = [], 0
        for begin, end, new in sorted(self.edits):
            if begin < last:
                raise ValueError(f"{self.path}:{self.line(begin)}: two guards meet")
            text += [self.text[last:begin], new]
            last = end
        return "".join(text) + self.text[last:]


def mask(text):
    """The text with blanks for comments, characters and the insides of strings."""
    pattern = re.compile(r'//[^\n]*|R"\((.|\n)*?\)"|"(\\.|[^"\\\n])*"|\'(\\.|[^\'\\\n])+\'')

    def blank(match):
        return "".join(c if c == "\n" else " " for c in match[0])

    return pattern.sub(blank, text)


def statement_end(source, place):
    """The end of the statement that begins at `place` (leading blanks are allowed)."""
    masked = source.masked
    while masked[place].isspace():
        place += 1
    if masked[place] == "{":
        return place, source.closing(place) + 1
    at = place
    while masked[at] != ";":
        at = source.closing(at) + 1 if masked[at] in "({[" else at + 1
    return place, at + 1


def own_text(source, begin, end):
    """The text of a statement without those that stand under a condition or loop within it."""
    text = list(source.text[begin:end])
    pattern = r"\b(if|for|while|switch)\s*(constexpr\s*)?\("
    for match in re.finditer(pattern, source.masked[begin:end]):
        start = begin + match.start()
        inner = statement_end(source, source.closing(begin + match.end() - 1) + 1)[1]
        for at in range(start, min(inner, end)):
            text[at - begin] = " "
    return "".join(text)


def joined_reason(text, constants=None):
    """The reason that a statement gives; texts that are written in several parts are one."""
    text = re.sub(r'"\s*\n\s*"', "", text)
    text = UNANSWERED.sub("", text)
    text = re.sub(r"\bk[A-Z]\w*", lambda name: (constants or {}).get(name[0], name[0]), text)
    match = REASON.search(text)
    reason = match[1].strip() if match else ""
    return "" if reason in OTHER_TEXTS else reason


def constants_of(source):
    """Reasons that have a name."""
    return dict(re.findall(r'\b(k[A-Z]\w*)\s*=\s*("[^"]*");', source.text))


def declares(condition):
    """Is it `const auto x = f()`, which is tested by what it declares?"""
    return re.match(r"\s*(const\s+)?[\w:<>]+\s*[*&]?\s*\b(\w+)\s*=[^=]", condition)


def behind_declaration(source, begin, end):
    """Where the condition of `if (const auto x = f(); x > 1)` begins."""
    at = begin
    while at < end and source.masked[at] != ";":
        at = source.closing(at) + 1 if source.masked[at] in "({[" else at + 1
    return begin if at >= end else at + 1


def is_needed_behind(source, condition, place):
    """Is it `if (!found)`, and what follows in the function works with what was found?

    Such a guard can't be left out: there would be nothing to fix.
    """
    absent = re.fullmatch(r"!(\w+)", condition.strip())
    if not absent:
        return False
    end = source.masked.find("\n}\n", place)
    rest = source.masked[place : end if end >= 0 else len(source.masked)]
    return re.search(rf"\b{absent[1]}->|(?<![\w)\]] )\*{absent[1]}\b", rest) is not None


def guard_conditions(source):
    """if (…) return "the reason"; and all that looks like it."""
    constants = constants_of(source)
    for match in re.finditer(r"\bif \(", source.masked):
        begin = match.end()
        end = source.closing(begin - 1)
        body = statement_end(source, end + 1)
        own = own_text(source, *body)
        reason = joined_reason(own, constants)
        if not reason or not REFUSING.search(own) or TELLING.search(own):
            continue
        source.covered.update(range(*body))
        if is_needed_behind(source, source.text[begin:end], body[1]):
            continue
        last = behind_declaration(source, begin, end)
        name = json.dumps(source.add(reason, match.start()), ensure_ascii=False)
        condition = source.text[last:end]
        declared = declares(condition)
        tested = declared[2] if declared else condition
        asked = f"{CALL}is_shut({name}, static_cast<bool>({tested}))"
        source.replace(last, end, f"{condition}; {asked}" if declared else asked)


def guard_choices(source):
    """return condition ? "the reason" : ""; or the other way round."""
    for match in re.finditer(r'return ([^;?]+?) \? ("[^";]*")\s*: ("[^";]*");', source.text):
        if match.start() in source.covered:
            continue
        one, other = match[2], match[3]
        if (one == '""') == (other == '""'):
            continue
        reason = (one if other == '""' else other)[1:-1]
        if " " not in reason:
            continue
        name = json.dumps(source.add(reason, match.start()), ensure_ascii=False)
        shut = match[1] if other == '""' else f"!({match[1]})"
        source.replace(
            match.start(),
            match.end(),
            f'return {CALL}is_shut({name}, {shut}) ? "{reason}" : "";',
        )
        source.covered.update(range(match.start(), match.end()))


def guard_facts(source):
    """effects.fact = "the reason"; under no condition of its own."""
    for match in re.finditer(r'[\w.]+\bfact = "([^"]* [^"]*)";', source.text):
        if match.start() in source.covered:
            continue
        name = json.dumps(source.add(match[1], match.start()), ensure_ascii=False)
        source.replace(match.start(), match.end(), f"if ({CALL}is_shut({name}, true)) {match[0]}")
        source.covered.update(range(match.start(), match.end()))


def guard_asides(source):
    """if (leave(place, "the reason") || …)"""
    for match in re.finditer(r"\bleave\(", source.masked):
        end = source.closing(match.end() - 1) + 1
        reason = joined_reason(source.text[match.start() : end])
        if not reason or match.start() in source.covered or source.masked[end:].startswith(";"):
            continue
        name = json.dumps(source.add(reason, match.start()), ensure_ascii=False)
        source.replace(
            match.start(), end, f"{CALL}is_shut({name}, {source.text[match.start():end]})"
        )
        source.covered.update(range(match.start(), end))


def guard_tables(source):
    """for (const Guard& guard : kTable) if (…) return guard.fact;"""
    for match in re.finditer(r"\bif \(([^;{}]*)\) \{\s*return guard\.fact;", source.text):
        name = f"{json.dumps(source.stem + ': ')} + std::string(guard.fact)"
        source.replace(match.start(1), match.end(1), f"{CALL}is_shut({name}, {match[1]})")
        for row in re.finditer(r'\{Effect::\w+,\s*"([^"]*)"\}', source.text):
            source.add(row[1], row.start())
            source.covered.update(range(row.start(), row.end()))


def guard_rows(source):
    """find_if(kReasons, [&](const auto& entry) { return …; }) over a table of reasons."""
    table = re.search(r"kReasons\[\] = \{", source.masked)
    asked = re.search(
        r"find_if\(kReasons, \[&\]\(const auto& entry\) \{ return ([^;]*); \}", source.text
    )
    if not table or not asked:
        return
    name = f"{json.dumps(source.stem + ': ')} + std::string(entry.second)"
    source.replace(asked.start(1), asked.end(1), f"{CALL}is_shut({name}, {asked[1]})")
    rows = source.text[table.end() : source.closing(table.end() - 1)]
    met = set()
    for row in re.finditer(r'\{[\w:]+,\s*"([^"]*)"\}', rows):
        if row[1] not in met:
            source.add(row[1], table.end() + row.start())
        met.add(row[1])
    source.covered.update(range(table.start(), source.closing(table.end() - 1)))


def guard_ends_of_loops(source):
    """return {place, "the reason"}; at the end of a loop, after what goes on with the next."""
    for match in re.finditer(r'return \{[\w.]+, "([^"]* [^"]*)"\};\s*\}', source.text):
        opening = source.masked.rfind("{", 0, match.start())
        depth = 0
        for opening in range(match.start() - 1, -1, -1):
            depth += {"}": 1, "{": -1}.get(source.masked[opening], 0)
            if depth < 0:
                break
        head = source.masked.rfind("\n", 0, opening)
        if match.start() in source.covered or " for (" not in source.masked[head:opening]:
            continue
        name = json.dumps(source.add(match[1], match.start()), ensure_ascii=False)
        source.replace(match.start(), match.start(), f"if ({CALL}is_shut({name}, true)) ")
        source.covered.update(range(match.start(), match.end()))


def guard_worth(source):
    """if (is_too_minor(c, n, few ? "the reason" : "")) return;"""
    for match in re.finditer(r"\bis_too_minor\(", source.masked):
        end = source.closing(match.end() - 1) + 1
        call = source.text[match.start() : end]
        reason = joined_reason(call)
        if not reason or match.start() in source.covered:
            continue
        name = json.dumps(source.add(reason, match.start()), ensure_ascii=False)
        source.replace(match.start(), end, f"{CALL}is_shut({name}, {call})")
        source.covered.update(range(match.start(), end))


def guard_last_reasons(source):
    """if (condition) return {}; return {place, "the reason"}; and what reads like it."""
    patterns = (
        r'if \(([^;{}]*)\) return \{\};\s*return \{\w+, "([^"]* [^"]*)"\};',
        r'return (\w+) \? \w+\{\} : \w+\{\w+, "([^"]* [^"]*)"\};',
        r'if \(([^;{}]*)\)\s*return true;\s*return c\.abstain\(\w+, "([^"]* [^"]*)"',
    )
    for match in (m for pattern in patterns for m in re.finditer(pattern, source.text)):
        if match.start(2) in source.covered:
            continue
        name = json.dumps(source.add(match[2], match.start(2)), ensure_ascii=False)
        fine = f"({match[1]}) || !{CALL}is_shut({name}, !({match[1]}))"
        source.replace(match.start(1), match.end(1), fine)
        source.covered.update(range(match.start(), match.end()))


def guard_cases(source):
    """case Kind::ExceptClause: return "the reason"; in a switch that other kinds leave."""
    for match in re.finditer(r'case [\w:]+:\s*(return "([^"]* [^"]*)";)', source.text):
        rest = re.search(r"\bdefault:\s*(\w+)", source.masked[match.end() :])
        if match.start(1) in source.covered or not rest or rest[1] != "break":
            continue
        name = json.dumps(source.add(match[2], match.start(1)), ensure_ascii=False)
        source.replace(
            match.start(1), match.end(1), f"if ({CALL}is_shut({name}, true)) {match[1]}\nbreak;"
        )
        source.covered.update(range(match.start(1), match.end(1)))


def guard_claims(source):
    """Answer<Claim::X> f(…) { … }: the claim always holds."""
    names = dict(re.findall(r"using (\w+) = Answer<Claim::(\w+)>;", source.text))
    wrapped = r"using (\w+) = tl::expected<(\w+), std::string_view>;"
    for other, inner in re.findall(wrapped, source.text):
        if inner in names:
            names[other] = names[inner]
    kinds = "|".join(names) or "(?!)"
    pattern = rf"^(?:(?:Answer|std::optional<Proof)<Claim::(\w+)>>?|({kinds})) [\w:]+\("
    for match in re.finditer(pattern, source.masked, re.M):
        claim = match[1] or names[match[2]]
        end = source.closing(match.end() - 1) + 1
        rest = re.match(r"\s*(const\s*)?\{", source.masked[end:])
        prover = re.compile(rf"class Prover<Claim::{claim}>")
        if not rest or not prover.search(source.text):
            continue
        name = f"claim: {claim}"
        if all(guard.name != name for guard in source.guards):
            source.guards.append(Guard(name, source.path, source.line(match.start())))
        at = end + rest.end()
        proof = f"Prover<Claim::{claim}>::proven()"
        answer = f"{match[2]}({proof})" if match[2] else proof
        source.replace(at, at, f"\n  if ({CALL}is_granted({json.dumps(name)})) return {answer};")


def instrument(root, path):
    source = Source(path, (root / path).read_text(encoding="utf-8"))
    guard_conditions(source)
    guard_tables(source)
    guard_choices(source)
    guard_facts(source)
    guard_asides(source)
    guard_rows(source)
    guard_ends_of_loops(source)
    guard_worth(source)
    guard_last_reasons(source)
    guard_cases(source)
    guard_claims(source)
    if source.edits:
        first = re.search(r'^#include "', source.text, re.M).start()
        source.replace(first, first, '#include "tests/mutants/guards.h"\n')
    return source


def uncovered(source):
    """Reasons that are in no guard, for those who look after this file."""
    for match in REASON.finditer(source.text):
        if match.start() not in source.covered and not source.masked[match.start()].strip():
            yield source.line(match.start()), match[1]


def included(root, path, known):
    """The headers of the rules and of what they know that a source includes, directly or not."""
    if path not in known:
        known[path] = set()
        for name in re.findall(r'^#include "([^"]+)"', (root / path).read_text("utf-8"), re.M):
            for place in (Path(name), Path("src") / name):
                if (root / place).exists():
                    known[path] |= {place.as_posix()} | included(root, place.as_posix(), known)
    return known[path]


def rules_by_source(root, sources):
    """By source the rules that its code is a part of: those whose files include its header."""
    known, rules = {}, defaultdict(set)
    parts = {path: path.removesuffix(".cc") + ".h" for path in sources}
    for rule in (path for path in sources if (root / path).with_suffix(".md").exists()):
        open_files, reached = [rule], set()
        while open_files:
            path = open_files.pop()
            if path in reached:
                continue
            reached.add(path)
            headers = included(root, path, known)
            open_files += [source for source, header in parts.items() if header in headers]
        for path in reached:
            rules[path].add(Path(rule).stem.replace("_", "-"))
    return rules


def write_if_new(path, text):
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def main(arguments):
    if arguments[0] == "--list":
        for path in arguments[2:]:
            source = instrument(Path(arguments[1]), path)
            for guard in source.guards:
                print(f"{guard.file}:{guard.line}: {guard.name}")
            for line, text in uncovered(source):
                print(f"{path}:{line}: in no guard: {text}")
        return
    root, target = Path(arguments[0]), Path(arguments[1])
    guards = []
    for path in arguments[2:]:
        source = instrument(root, path)
        guards += source.guards
        write_if_new(target / path, source.result())
    rules = rules_by_source(root, arguments[2:])
    rows = "".join(
        f"{{{json.dumps(g.name, ensure_ascii=False)}, {json.dumps(g.file)},"
        f" {json.dumps(','.join(sorted(rules[g.file])))}}},\n"
        for g in guards
    )
    write_if_new(target / "guards.inc", rows)


if __name__ == "__main__":
    main(sys.argv[1:])
