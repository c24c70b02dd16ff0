"""The same program written in other ways: each form keeps what the program does.

A form takes the files of a program and gives others, or None where it does not fit. Nothing
about it is random: `grammar/programs.py` chooses one for some programs, and `variants.py` holds
the findings of a program against those of its other forms.
"""

import ast
import builtins
import copy
import re


def parsed(files):
    return {name: ast.parse(text) for name, text in files.items() if name.endswith(".py")}


def printed(files, trees):
    texts = {
        name: ast.unparse(ast.fix_missing_locations(tree)) + "\n" for name, tree in trees.items()
    }
    return {**files, **texts}


def plain(files):
    return printed(files, parsed(files))


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


def renamed(files):
    trees = parsed(files)
    if len(trees) > 1 or any(
        "locals()" in text or "f_locals" in text for text in files.values()
    ):
        return None
    names = names_to_rename(trees)
    return printed(files, {name: Renamed(names).visit(tree) for name, tree in trees.items()})


class Swapped(ast.NodeTransformer):
    def visit_If(self, node):
        self.generic_visit(node)
        if not node.orelse or (len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)):
            return node
        return ast.If(ast.UnaryOp(ast.Not(), node.test), node.orelse, node.body)


def branches_swapped(files):
    return printed(files, {name: Swapped().visit(tree) for name, tree in parsed(files).items()})


class Commented(ast.NodeTransformer):
    """A statement that does nothing stands before each loop."""

    def visit_For(self, node):
        self.generic_visit(node)
        return [ast.Pass(), node]


def statements_added(files):
    return printed(
        files, {name: Commented().visit(tree) for name, tree in parsed(files).items()}
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


def imports_aliased(files):
    text = "".join(files.values())
    if "import torch." in text or "import *" in text or len(files) > 1:
        return None
    return printed(files, {name: Aliased().visit(tree) for name, tree in parsed(files).items()})


def mentioned(node):
    """All names that the tree mentions."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def statement(text):
    return ast.parse(text).body[0]


class WithoutFor(ast.NodeTransformer):
    """`for` over a range as `while` over a counter, which runs ahead so that `continue` may stay."""

    def __init__(self):
        self.counters = 0

    def end_of(self, loop):
        call = loop.iter
        plain = isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        if not plain or call.func.id != "range" or len(call.args) != 1 or call.keywords:
            return None
        return call.args[0] if isinstance(call.args[0], ast.Constant) else None

    def visit_For(self, node):
        self.generic_visit(node)
        end = self.end_of(node)
        if end is None or not isinstance(node.target, ast.Name):
            return node
        self.counters += 1
        counter = f"turn_{self.counters}"
        head = [statement(f"{node.target.id} = {counter}"), statement(f"{counter} += 1")]
        test = ast.Compare(ast.Name(counter), [ast.Lt()], [end])
        return [statement(f"{counter} = 0"), ast.While(test, head + node.body, node.orelse)]


def for_as_while(files):
    return printed(
        files, {name: WithoutFor().visit(tree) for name, tree in parsed(files).items()}
    )


# Code that would see names that a variant adds.
READS_NAMES = re.compile(r"\b(locals|globals|vars|eval|exec|f_locals|dir)\b")


def reads_names(files):
    return any(READS_NAMES.search(text) for text in files.values())


class ValuesAliased(ast.NodeTransformer):
    """What a name is given gets another name first: `loss = f(x)` as `loss_1 = f(x)`."""

    def visit_ClassDef(self, node):
        node.body = [self.visit(each) if isinstance(each, ast.FunctionDef) else each for each in node.body]
        return node

    def visit_Assign(self, node):
        self.generic_visit(node)
        target = node.targets[0]
        plain = len(node.targets) == 1 and isinstance(target, ast.Name)
        if not plain or not isinstance(node.value, ast.Call):
            return node
        alias = f"{target.id}_1"
        first = ast.Assign([ast.Name(alias, ast.Store())], node.value, lineno=node.lineno)
        node.value = ast.Name(alias, ast.Load())
        return [first, node]


def values_aliased(files):
    if reads_names(files):
        return None
    return printed(
        files, {name: ValuesAliased().visit(tree) for name, tree in parsed(files).items()}
    )


def is_independent(first, second):
    """Whether two statements give names what nothing can tell apart in the other order."""
    pair = (first, second)
    if not all(isinstance(each, ast.Assign) for each in pair):
        return False
    if not all(isinstance(target, ast.Name) for each in pair for target in each.targets):
        return False
    if not all(isinstance(each.value, (ast.Constant, ast.List, ast.Dict)) for each in pair):
        return False
    bound = [{target.id for target in each.targets} for each in pair]
    used = [mentioned(each.value) for each in pair]
    return not (bound[0] & (bound[1] | used[1]) or bound[1] & used[0])


class Reordered(ast.NodeTransformer):
    """Neighbours that have nothing to do with each other change places."""

    def generic_visit(self, node):
        super().generic_visit(node)
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                for i in range(0, len(block) - 1):
                    if is_independent(block[i], block[i + 1]):
                        block[i], block[i + 1] = block[i + 1], block[i]
        return node


def reordered(files):
    return printed(
        files, {name: Reordered().visit(tree) for name, tree in parsed(files).items()}
    )


class ParametersAliased(ast.NodeTransformer):
    """Plain parameters get another name first, and are used by that."""

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        given = [argument.arg for argument in node.args.args if argument.arg != "self"]
        inner = [each for each in ast.walk(node) if each is not node]
        scopes = (ast.FunctionDef, ast.Lambda, ast.Global, ast.Nonlocal, ast.Yield, ast.ClassDef)
        stored = {n.id for n in inner if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        if not given or stored & set(given) or any(isinstance(each, scopes) for each in inner):
            return node
        aliases = {name: f"{name}_1" for name in given if name in mentioned(node)}
        values = {name: ast.Name(alias, ast.Load()) for name, alias in aliases.items()}
        body = [Substituted(values).visit(each) for each in node.body]
        node.body = [statement(f"{alias} = {name}") for name, alias in aliases.items()] + body
        return node


def parameters_aliased(files):
    if reads_names(files):
        return None
    return printed(
        files, {name: ParametersAliased().visit(tree) for name, tree in parsed(files).items()}
    )


class CallsExtracted(ast.NodeTransformer):
    """`net(x)`, of a name that is no function of the file, as a call of a helper that runs it."""

    def __init__(self, callees):
        self.callees = callees
        self.helpers = {}

    def visit_Call(self, node):
        self.generic_visit(node)
        plain = isinstance(node.func, ast.Name) and not node.keywords and len(node.args) == 1
        if not plain or node.func.id not in self.callees or not isinstance(node.args[0], ast.Name):
            return node
        names = node.func.id, node.args[0].id
        helper = self.helpers.setdefault(names, f"apply_{len(self.helpers) + 1}")
        return ast.Call(ast.Name(helper), [node.func, node.args[0]], [])

    def definitions(self):
        return [
            statement(f"def {helper}({callee}, {given}):\n    return {callee}({given})")
            for (callee, given), helper in self.helpers.items()
        ]


def is_import(node):
    return isinstance(node, (ast.Import, ast.ImportFrom))


def calls_extracted(files):
    if reads_names(files):
        return None
    trees = parsed(files)
    for tree in trees.values():
        made = {
            target.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        extracted = CallsExtracted(made)
        extracted.visit(tree)
        place = next((i for i, node in enumerate(tree.body) if not is_import(node)), 0)
        tree.body[place:place] = extracted.definitions()
    return printed(files, trees)


class Substituted(ast.NodeTransformer):
    def __init__(self, values):
        self.values = values

    def visit_Name(self, node):
        return copy.deepcopy(self.values.get(node.id, node))


class Inlined(ast.NodeTransformer):
    """Calls of functions that only return an expression of their parameters."""

    def __init__(self, functions):
        self.functions = functions

    def visit_Call(self, node):
        self.generic_visit(node)
        function = self.functions.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if function is None or node.keywords or not all(isinstance(a, ast.Name) for a in node.args):
            return node
        names = [argument.arg for argument in function.args.args]
        if len(names) != len(node.args):
            return node
        return Substituted(dict(zip(names, node.args))).visit(copy.deepcopy(function.body[0].value))


def is_an_expression(function):
    given = function.args
    plain = not (given.vararg or given.kwarg or given.kwonlyargs or given.defaults)
    one = len(function.body) == 1 and isinstance(function.body[0], ast.Return)
    if not plain or function.decorator_list or not one or function.body[0].value is None:
        return False
    scopes = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Yield)
    if any(isinstance(each, scopes) for each in ast.walk(function.body[0])):
        return False
    return mentioned(function.body[0].value) <= {a.arg for a in given.args} | MODULES


# Names that mean the same in all functions.
MODULES = {"torch", "nn", "np", "plt", *dir(builtins)}


def helpers_inlined(files):
    trees = parsed(files)
    for tree in trees.values():
        functions = {
            node.name: node
            for node in tree.body
            if isinstance(node, ast.FunctionDef) and is_an_expression(node)
        }
        Inlined(functions).visit(tree)
    return printed(files, trees)


def defined_by(node):
    return node.name if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else None


def moved(files):
    """Functions and classes that need nothing else of the file stand in a file of their own."""
    trees = parsed(files)
    if len(trees) != 1 or reads_names(files):
        return None
    (tree,) = trees.values()
    own = {defined_by(node): node for node in tree.body if defined_by(node)}
    if any(isinstance(node, (ast.Global, ast.Nonlocal)) for node in ast.walk(tree)):
        return None
    bound = names_bound_by(tree)
    while True:
        stays = [name for name, node in own.items() if mentioned(node) & (bound - set(own))]
        if not stays:
            break
        own = {name: node for name, node in own.items() if name not in stays}
    if not own:
        return None
    (entry,) = trees
    number = entry.rpartition("_")[2].removesuffix(".py")
    imports = [node for node in tree.body if is_import(node)]
    other = ast.Module([*imports, *own.values()], [])
    line = statement(f"from parts_{number} import {', '.join(own)}")
    kept = [node for node in tree.body if node not in [*imports, *own.values()]]
    main = ast.Module([*imports, line, *kept], [])
    return printed(files, {entry: main, f"parts_{number}.py": other})


def names_bound_by(tree):
    """What the statements of a module bind, but for its imports."""
    found = {defined_by(node) for node in tree.body} - {None}
    for node in tree.body:
        if not defined_by(node):
            stores = (n for n in ast.walk(node) if isinstance(n, ast.Name))
            found |= {n.id for n in stores if isinstance(n.ctx, ast.Store)}
    return found


# Ways that give the same findings: what a rule goes by is there as before.
SAME_FINDINGS = (
    renamed,
    branches_swapped,
    statements_added,
    imports_aliased,
    reordered,
    helpers_inlined,
    moved,
)
# Ways that hide something that rules go by: the loop, the call, the name, the parameter.
HARDER = (for_as_while, values_aliased, parameters_aliased, calls_extracted)
FORMS = SAME_FINDINGS + HARDER
