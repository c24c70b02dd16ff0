"""The same program written in other ways must give the same findings at the same levels.

Nothing runs here but mlfix. A variant is a transformation of the tree that keeps what the
program does; `less_known` takes files away instead, which may lower a level and never
raise it.
"""

import ast
import builtins
import copy
from collections import Counter

import assumptions
from fixing import fix_all
from grammar.programs import Program


def parsed(program):
    return {name: ast.parse(text) for name, text in program.files.items() if name.endswith(".py")}


def printed(program, trees):
    files = {
        name: ast.unparse(ast.fix_missing_locations(tree)) + "\n" for name, tree in trees.items()
    }
    return Program({**program.files, **files}, program.entry, program.tags, program.probe)


# Names without a meaning. Others, such as `loss` and `memory`, are a reason to look.
PLAIN_NAMES = {
    "x",
    "y",
    "h",
    "i",
    "q",
    "v",
    "out",
    "pred",
    "data",
    "label",
    "inputs",
    "entry",
    "kept",
}


class Renamed(ast.NodeTransformer):
    """Each plain name that the file binds by assignment or as a parameter gets a number."""

    def __init__(self, names):
        self.names = names

    def new(self, name):
        return f"{name}_2" if name in self.names else name

    def visit_Name(self, node):
        return ast.copy_location(ast.Name(self.new(node.id), node.ctx), node)

    def visit_arg(self, node):
        node.arg = self.new(node.arg)
        return node

    def visit_keyword(self, node):
        self.generic_visit(node)
        return node

    def rename_list(self, node):
        node.names = [self.new(name) for name in node.names]
        return node

    visit_Global = visit_Nonlocal = rename_list


def names_to_rename(trees):
    """Names bound in one file, that no keyword, import or other file mentions."""
    bound, fixed = set(), set(dir(builtins))
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                bound.add(node.id)
            elif isinstance(node, ast.keyword):
                fixed.add(node.arg)
            elif isinstance(node, ast.alias):
                fixed.add(node.asname or node.name)
    return bound & PLAIN_NAMES - fixed


def renamed(program):
    trees = parsed(program)
    if len(trees) > 1 or any(
        "locals()" in text or "f_locals" in text for text in program.files.values()
    ):
        return None
    names = names_to_rename(trees)
    return printed(program, {name: Renamed(names).visit(tree) for name, tree in trees.items()})


class Swapped(ast.NodeTransformer):
    def visit_If(self, node):
        self.generic_visit(node)
        if not node.orelse or (len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)):
            return node
        return ast.If(ast.UnaryOp(ast.Not(), node.test), node.orelse, node.body)


def branches_swapped(program):
    return printed(program, {name: Swapped().visit(tree) for name, tree in parsed(program).items()})


class Commented(ast.NodeTransformer):
    """A statement that does nothing stands in front of each loop."""

    def visit_For(self, node):
        self.generic_visit(node)
        return [ast.Pass(), node]


def statements_added(program):
    return printed(
        program, {name: Commented().visit(tree) for name, tree in parsed(program).items()}
    )


class Aliased(ast.NodeTransformer):
    """`import torch` as `import torch as th`, and `from torch import nn` as `nn2`."""

    NAMES = {"torch": "th", "nn": "nn2", "plt": "pyplot", "np": "numpy2"}

    def visit_Import(self, node):
        for alias in node.names:
            bound = alias.asname or alias.name
            if bound in self.NAMES:
                alias.asname = self.NAMES[bound]
        return node

    visit_ImportFrom = visit_Import

    def visit_Name(self, node):
        node.id = self.NAMES.get(node.id, node.id)
        return node


def imports_aliased(program):
    text = "".join(program.files.values())
    if "import torch." in text or "import *" in text or len(program.files) > 1:
        return None
    return printed(program, {name: Aliased().visit(tree) for name, tree in parsed(program).items()})


VARIANTS = (renamed, branches_swapped, statements_added, imports_aliased)


def level_of(finding):
    return finding["fix"]["applicability"] if finding["fix"] else "none"


def summary(findings):
    return Counter((finding["rule"], level_of(finding)) for finding in findings)


def report_of(binary, programs, folder, *options):
    """The findings of each program; nothing is written."""
    return [
        fixed.findings for fixed in fix_all(binary, [p.files for p in programs], folder, *options)
    ]


def plain(program):
    return printed(program, parsed(program))


def differences(binary, programs, folder, variants=VARIANTS):
    """For each program and variant that give other findings: program, variant, both summaries."""
    options = ("--select", "all", "--unsafe")
    programs = [plain(p) for p in programs if not p.entry.endswith(".ipynb")]
    expected = [summary(findings) for findings in report_of(binary, programs, folder, *options)]
    for variant in variants:
        pairs = [(p, e, variant(copy.deepcopy(p))) for p, e in zip(programs, expected)]
        pairs = [(p, e, v) for p, e, v in pairs if v is not None]
        if not pairs:
            continue
        found = report_of(binary, [v for _, _, v in pairs], folder, *options)
        for (program, before, other), findings in zip(pairs, found):
            if summary(findings) != before:
                yield program, variant.__name__, before, summary(findings), other


def raised_by_ignorance(binary, programs, folder):
    """Findings that are safe only as long as a file that the program imports is not there."""
    options = ("--select", "all", "--unsafe")
    programs = [p for p in programs if len(p.files) > 1]
    alone = [Program({p.entry: p.files[p.entry]}, p.entry, p.tags, p.probe) for p in programs]
    known, less = report_of(binary, programs, folder, *options), report_of(
        binary, alone, folder, *options
    )
    for program, full, partial in zip(programs, known, less):
        levels = {
            (f["rule"], f["line"]): level_of(f) for f in full if f["path"].endswith(program.entry)
        }
        for finding in partial:
            key = finding["rule"], finding["line"]
            if assumptions.holds_of_unseen_modules(finding["rule"], program.tags):
                continue
            if level_of(finding) == "safe" and levels.get(key) != "safe":
                yield program, finding, levels.get(key, "not found")


def changed_by_selection(binary, programs, folder):
    """Rules that give other findings alone than together with all others."""
    together = report_of(binary, programs, folder, "--select", "all")
    rules = sorted({f["rule"] for findings in together for f in findings})
    for rule in rules:
        alone = report_of(binary, programs, folder, "--select", rule)
        for program, all_findings, own in zip(programs, together, alone):
            before = summary([f for f in all_findings if f["rule"] == rule])
            if before != summary(own):
                yield program, rule, before, summary(own)


def shown(counts):
    return (
        ", ".join(f"{rule}[{level}] x{count}" for (rule, level), count in sorted(counts.items()))
        or "nothing"
    )


def complaints(binary, programs, folder):
    """What should be the same and is not, each with the programs."""
    for program, variant, before, after, other in differences(binary, programs, folder):
        change = f"{shown(before - after)} became {shown(after - before)}"
        yield f"== {variant}: {change}\n{program.text()}\n-- {variant}\n{other.text()}"
    for program, finding, level in raised_by_ignorance(binary, programs, folder):
        change = f"{level_of(finding)} without the other file, {level} with it"
        yield f"== line {finding['line']}: {finding['rule']} is {change}\n{program.text()}"
    for program, rule, before, after in changed_by_selection(binary, programs, folder):
        yield f"== {rule} alone: {shown(before)} became {shown(after)}\n{program.text()}"
