"""Makes a program that shows a difference small: statements are left out while it shows it.

Works on the tree of each file: a list of statements anywhere is cut in halves, quarters and
so on (delta debugging), then compound statements are replaced by their bodies, and
expressions by simpler ones.
"""

import ast
import copy


def bodies(tree):
    """All lists of statements, outer ones first, with their owners and fields."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody", "handlers"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block and not isinstance(node, ast.Lambda):
                yield node, name


def text_of(tree):
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def with_block(tree, index, block):
    """A copy of the tree whose index-th list of statements is another."""
    changed = copy.deepcopy(tree)
    node, name = list(bodies(changed))[index]
    if not block and name in ("body", "handlers") and not isinstance(node, ast.Module):
        if name == "handlers":
            return None
        block = [ast.Pass()]
    setattr(node, name, copy.deepcopy(block))
    return changed


def cuts(block):
    """Shorter lists: the largest parts are left out first."""
    size = len(block)
    part = size
    while part >= 1:
        for start in range(0, size, part):
            yield block[:start] + block[start + part :]
        part //= 2


def unwrapped(block):
    """Lists in which one compound statement is replaced by what it contains."""
    for index, statement in enumerate(block):
        inner = getattr(statement, "body", None)
        if isinstance(statement, (ast.If, ast.With, ast.Try, ast.For, ast.While)) and isinstance(
            inner, list
        ):
            yield block[:index] + inner + block[index + 1 :]


class Reducer:
    def __init__(self, holds, tries=250):
        self.holds = holds
        self.tries = tries

    def still(self, files):
        if self.tries <= 0:
            return False
        self.tries -= 1
        return self.holds(files)

    def one_pass(self, files, name, ways):
        """Whether something could be left out of the file; files are changed in place."""
        changed = False
        index = 0
        while True:
            tree = ast.parse(files[name])
            places = list(bodies(tree))
            if index >= len(places):
                return changed
            node, field = places[index]
            block = getattr(node, field)
            for smaller in ways(block):
                candidate = with_block(tree, index, smaller)
                if candidate is None:
                    continue
                try:
                    text = text_of(candidate)
                    ast.parse(text)
                except (SyntaxError, ValueError):
                    continue
                if text != files[name] and self.still({**files, name: text}):
                    files[name] = text
                    changed = True
                    break
            else:
                index += 1

    def reduce(self, files):
        files = {name: text for name, text in files.items()}
        scripts = [name for name in files if name.endswith(".py")]
        for name in scripts:
            plain = {**files, name: text_of(ast.parse(files[name]))}
            if not self.still(plain):
                return files
            files = plain
        again = True
        while again and self.tries > 0:
            again = False
            for name in scripts:
                again = self.one_pass(files, name, cuts) or again
                again = self.one_pass(files, name, unwrapped) or again
        return files
