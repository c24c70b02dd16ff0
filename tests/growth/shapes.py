"""Programs that grow in one way each.

A shape is a function from a count to the files of a project. Each repeats one thing that
Python lets people repeat, with words in it that make rules look: what they do not look at
costs nothing, in whatever shape. SHAPES has the functions by their names; UNIT says how
often the thing is there in the smallest of the measured sizes: a hundred times, less often what
costs much each time, and more often what is refused in between; PURPOSE what is made of the
findings, as growth_driver has it.
"""

import json

SHAPES = {}
UNIT = {}
PURPOSE = {}
SQUARE = "square"  # no shape: grows a little too fast, so that a check can be checked

IMPORTS = "import gc\nimport torch\nimport torch.nn as nn\nimport matplotlib.pyplot as plt\n"
LOOP = "for batch in loader:\n"
LOSS = "    loss = criterion(model(batch))\n"
STEP = "    optimizer.zero_grad()\n    loss.backward()\n    optimizer.step()\n"


def shape(unit=100, purpose="patch"):
    def enter(function):
        SHAPES[function.__name__] = function
        UNIT[function.__name__] = unit
        PURPOSE[function.__name__] = purpose
        return function

    return enter


def program_of(name, factor):
    """The files of a shape at so many times its unit; 0 stands for one."""
    if name == SQUARE:
        return program(repeated(factor * (200 + 10 * factor) or 1, "loss@ = model(x)\n"))
    return SHAPES[name](factor * UNIT[name] or 1)


def program(body):
    return {"x.py": IMPORTS + body}


def repeated(n, line):
    """The line n times; `@` stands for the number of each, `@@` for itself."""
    return joined(n, line, "")


def joined(n, part, by):
    return by.join(part.replace("@@", "\0").replace("@", str(i)).replace("\0", "@")
                   for i in range(n))


def notebook(sources):
    cells = [
        {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None,
         "source": source.splitlines(keepends=True)}
        for source in sources
    ]
    text = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4})
    return {"x.ipynb": text}


# ---- statements of a module or of a loop ----------------------------------------------


@shape()
def statements(n):
    return program(repeated(n, "loss@ = criterion(model(x@))\nloss@.backward()\n"))


@shape()
def semicolons(n):
    return program(joined(n, "loss@ = model(x@)", "; ") + "\n")


@shape()
def semicolons_in_loop(n):
    return program("tot = 0\n" + LOOP + LOSS + STEP + "    "
                   + joined(n, "tot += loss", "; ") + "\n")


@shape(1000)
def blank_lines(n):
    return program(LOOP + LOSS + "\n" * (20 * n) + STEP)


@shape()
def comments_at_body_start(n):
    body = repeated(n, "    # loss @ is kept here\n")
    return program("def train(model, loader):\n" + body + "    " + LOOP + "        tot = model(batch)\n")


@shape()
def comments_at_module_start(n):
    return {"x.py": repeated(n, "# loss @ is kept here\n") + IMPORTS + LOOP + LOSS + STEP}


@shape()
def comments_at_module_end(n):
    return program(LOOP + LOSS + STEP + repeated(n, "# loss @ is kept here\n"))


@shape()
def comments_after_body(n):
    return program("def train(model):\n    loss = model(1)\n" + repeated(n, "    # a loss @\n")
                   + "loss = 1\n")


@shape()
def comments_less_indented(n):
    return program("def train(model):\n    loss = model(1)\n" + repeated(n, "# a loss @\n")
                   + "    loss.backward()\n")


@shape()
def comments_between_statements(n):
    return program("def train(model):\n" + repeated(n, "    # a loss @\n    loss = model(1)\n"))


@shape()
def comments_in_bodies(n):
    return program(repeated(n, "def f@(model):\n    # a loss\n    # of it\n    loss = model(1)\n"))


@shape()
def comments_in_brackets(n):
    return program("losses = [\n" + repeated(n, "    # a loss @\n    loss@,\n") + "]\n")


@shape()
def comments_behind_code(n):
    return program(repeated(n, "loss = model(x)  # loss @\n"))


@shape()
def ignore_comments(n):
    return program("tot = 0\n" + LOOP + LOSS + STEP + repeated(
        n, "    tot += loss  # mlfix: ignore[detach-accumulated-loss]\n"))


LOSSES = "losses = []\n" + LOOP + LOSS + STEP


@shape(25)
def comments_above_a_line_of_findings(n):
    return program(LOSSES + "    # mlfix: ignore[no-grad-eval]\n" * n
                   + "    " + "losses.append(loss); " * n + "\n")


@shape(25)
def comments_for_the_file_that_match_nothing(n):
    return program("# mlfix: ignore-file[no-grad-eval]\n" * n + LOSSES
                   + "    losses.append(loss)\n" * n)


@shape()
def findings_in_one_statement(n):
    return program(LOSSES + "    z = [" + ", ".join(["losses.append(loss)"] * n) + "]\n")


@shape()
def findings_in_a_function_with_a_long_name(n):
    return program("def f" + "g" * 4000 + "():\n  losses = []\n  for x in loader:\n"
                   "    loss = model(x)\n    loss.backward()\n"
                   + "    losses.append(loss)\n" * n)


@shape()
def continuations(n):
    return program("loss = model(x)" + " \\\n  + model(x)" * min(n, 150) + "\n"
                   + repeated(n, "loss = \\\n  model(x)\n"))


@shape()
def empty_continuations(n):
    return program("loss = model(x) " + "\\\n" * n + "\n" + LOOP + LOSS + STEP)


@shape()
def docstring_lines(n):
    return program("def train(model):\n    '''\n" + repeated(n, "    loss @\n") + "    '''\n"
                   + "    return model(1)\n")


@shape()
def reassignments(n):
    return program("loss = model(x)\n" + repeated(n, "loss = loss + model(x)\n") + "loss.backward()\n")


@shape()
def assignments_in_loop(n):
    return program(LOOP + LOSS + repeated(n, "    loss = loss + 1\n") + STEP)


@shape()
def augmented_in_loop(n):
    return program("tot = 0\n" + LOOP + LOSS + STEP + repeated(n, "    tot += loss\n"))


@shape()
def augmented(n):
    return program("acc = model(x)\n" + repeated(n, "acc += 1\n") + "acc.detach()\n")


@shape()
def accumulators(n):
    return program(repeated(n, "tot@ = 0\n") + LOOP + LOSS + STEP
                   + repeated(n, "    tot@ += loss\n"))


@shape(50)
def accumulating_loops(n):
    return program(repeated(n, "tot@ = 0\n" + LOOP + LOSS + STEP + "    tot@ += loss\n"))


@shape(25)
def accumulating_loops_of_one_name(n):
    return program("tot = 0\n" + repeated(n, LOOP + LOSS + STEP + "    tot += loss\n"))


@shape()
def attribute_accumulators(n):
    return program("class T:\n    def fit(self, loader):\n        for batch in loader:\n"
                   "            loss = self.model(batch)\n            loss.backward()\n"
                   + repeated(n, "            self.tot@ += loss\n"))


@shape()
def appends(n):
    return program("losses = []\n" + LOOP + LOSS + STEP + repeated(n, "    losses.append(loss)\n"))


@shape()
def appends_to_lists(n):
    return program(repeated(n, "kept@ = []\n") + LOOP + LOSS + STEP
                   + repeated(n, "    kept@.append(loss)\n"))


@shape(50)
def appends_of_losses(n):
    return program("losses = []\n" + LOOP + repeated(n, "    loss@ = model(batch)\n"
                                                     "    losses.append(loss@)\n"))


@shape()
def item_assignments(n):
    return program("kept = {}\n" + LOOP + LOSS + STEP + repeated(n, "    kept['k@'] = loss\n"))


@shape()
def if_statements(n):
    return program(LOOP + LOSS + repeated(n, "    if c: loss = loss + x\n") + STEP)


@shape()
def if_statements_of_module(n):
    return program("x = model(y)\n" + repeated(n, "if c: x = model(x)\n") + "x.detach()\n")


@shape()
def elif_branches(n):
    return program(LOOP + LOSS + "    if c: loss = a\n"
                   + repeated(n, "    elif c == @: loss = loss + x\n") + STEP)


@shape()
def elif_branches_of_stops(n):
    return program("def train(c):\n    if c: return model(0)\n"
                   + repeated(n, "    elif c == @: return model(@)\n") + "    return 0\n")


@shape()
def try_statements(n):
    return program(LOOP + LOSS + repeated(n, "    try: loss = model(loss)\n    except E: pass\n")
                   + STEP)


@shape()
def except_clauses(n):
    return program(LOOP + LOSS + "    try:\n        loss = model(loss)\n"
                   + repeated(n, "    except E@: loss = x\n") + STEP)


@shape()
def match_cases(n):
    return program(LOOP + LOSS + "    match c:\n"
                   + repeated(n, "        case @: loss = model(loss)\n") + STEP)


@shape()
def with_statements(n):
    return program(LOOP + repeated(n, "    with torch.no_grad(): y@ = model(batch)\n"))


@shape()
def with_items(n):
    """Eighteen at a time, as CPython takes no more than twenty."""
    return program(repeated(n // 18 + 1, "with " + joined(18, "open(model(@@)) as f@@", ", ")
                            + ":\n    loss@ = model(1)\n"))


@shape()
def break_statements(n):
    return program(LOOP + LOSS + repeated(n, "    if c: break\n") + STEP)


@shape()
def continue_statements(n):
    return program("tot = 0\n" + LOOP + LOSS + repeated(n, "    if c: continue\n") + "    tot += loss\n")


@shape()
def loops(n):
    return program("model.eval()\n" + repeated(n, "for b in loader: y@ = model(b)\n"))


@shape()
def loops_with_else(n):
    return program(repeated(n, "for b in loader:\n    y@ = model(b)\nelse:\n    y@ = 0\n"))


@shape()
def while_loops(n):
    return program("i = 0\n" + repeated(n, "while i < 5:\n    loss = model(x)\n    i += 1\n"))


@shape(2)
def nested_loops(n):
    """Sixteen in each other, as CPython takes no more than twenty."""
    loops = "".join("  " * i + f"for x{i} in loader:\n" for i in range(16))
    return program("tot = 0\n" + (loops + "  " * 16 + "tot += model(x0)\n") * n)


@shape(8)
def nested_ifs(n):
    body = "".join("  " * i + f"if c{i}:\n" for i in range(n))
    return program(LOOP + "".join("  " + l + "\n" for l in (body + "  " * n + "y = model(batch)\n").splitlines()))


@shape(8)
def nested_functions(n):
    body = "".join("  " * i + f"def f{i}(m):\n" for i in range(n))
    return program(body + "  " * n + "return m(1)\n")


@shape()
def deletions(n):
    return program(LOOP + LOSS + STEP + repeated(n, "    x@ = loss\n    del x@\n"))


@shape()
def assertions(n):
    return program(LOOP + LOSS + repeated(n, "    assert loss > @\n") + STEP)


@shape()
def global_statements(n):
    return program("".join(f"g{i} = []\n" for i in range(n)) + "def train(model):\n"
                   + repeated(n, "    global g@\n") + repeated(n, "    g@ = model(1)\n"))


@shape()
def functions_with_global(n):
    return program("tot = 0\n" + repeated(
        n, "def f@(model):\n    global tot\n    tot += model(1)\n"))


@shape()
def names_of_global_statement(n):
    return program("def train(model):\n    global " + joined(n, "g@", ", ") + "\n"
                   + repeated(n, "    g@ = model(1)\n"))


@shape()
def nonlocal_functions(n):
    return program("def outer(model):\n    tot = 0\n" + repeated(
        n, "    def f@():\n        nonlocal tot\n        tot += model(1)\n    f@()\n"))


# ---- expressions ------------------------------------------------------------------------


@shape()
def targets(n):
    return program("tot = 0\n" + LOOP + "    " + joined(n, "a@", " = ") + " = model(batch)\n"
                   "    tot += a0\n")


@shape()
def targets_of_containers(n):
    return program(joined(n, "a@", " = ") + " = []\n" + LOOP + LOSS + "    a0.append(loss)\n")


@shape()
def tuple_targets(n):
    return program(LOOP + "    " + joined(n, "a@", ", ") + " = model(batch)\n" + STEP)


@shape()
def tuple_values(n):
    return program(LOOP + "    " + joined(n, "a@", ", ") + " = " + joined(n, "model(b@)", ", ")
                   + "\n")


@shape()
def nested_calls(n):
    return program("y = " + "f(" * n + "loss" + ")" * n + "\n" if n <= 60 else
                   repeated(n // 60, "y = " + "f(" * 60 + "loss" + ")" * 60 + "\n"))


@shape(35)
def deep_calls(n):
    return program("y = " + "f(" * n + "loss" + ")" * n + "\n")


@shape(35)
def deep_lists(n):
    return program("tot = []\n" + LOOP + LOSS + "    tot.append(" + "[" * n + "loss" + "]" * n
                   + ")\n")


@shape(20)
def chained_calls(n):
    return program("y = x" + ".cpu()" * n + "\n")


@shape(20)
def chained_calls_of_layers(n):
    return program(LOOP + "    y = model(batch)" + ".relu()" * n + "\n    y.backward()\n")


@shape(20)
def attribute_chain(n):
    return program(LOOP + "    y = self" + ".model" * n + "(batch)\n    y.backward()\n")


@shape(20)
def subscript_chain(n):
    return program(LOOP + LOSS + "    kept" + "['a']" * n + " = loss\n")


@shape(20)
def sum_of_terms(n):
    return program("tot = []\n" + LOOP + LOSS + "    tot.append(" + joined(n, "loss", " + ") + ")\n")


@shape(20)
def boolean_terms(n):
    return program(LOOP + LOSS + "    if " + joined(n, "loss > @", " or ") + ": loss = 0\n" + STEP)


@shape(20)
def comparisons(n):
    return program(LOOP + LOSS + "    c = " + joined(n, "loss", " < ") + "\n" + STEP)


@shape(20)
def conditional_terms(n):
    return program(LOOP + LOSS + "    loss = " + repeated(n, "loss if c else ") + "0\n" + STEP)


@shape()
def arguments(n):
    return program(LOOP + "    loss = model(" + joined(n, "x@", ", ") + ")\n" + STEP)


@shape()
def keyword_arguments(n):
    return program(LOOP + "    loss = model(" + joined(n, "k@=x@", ", ") + ")\n" + STEP)


@shape()
def arguments_of_local_function(n):
    return program("def f(" + joined(n, "p@", ", ") + "):\n    return p0\n" + LOOP + LOSS
                   + "    kept.append(f(" + joined(n, "loss", ", ") + "))\n")


@shape()
def splat_arguments(n):
    return program(LOOP + "    loss = model(" + joined(n, "*x@", ", ") + ")\n" + STEP)


@shape()
def parameters(n):
    return program("def train(" + joined(n, "p@=model(@)", ", ") + "):\n    return p0\n")


@shape()
def annotated_parameters(n):
    return program("def train(" + joined(n, "p@: torch.Tensor", ", ") + "):\n    return p0\n")


@shape()
def calls_of_a_function(n):
    return program("def f(loss):\n    kept.append(loss)\n" + LOOP + LOSS
                   + repeated(n, "    f(loss)\n"))


@shape()
def list_items(n):
    return program("losses = [" + joined(n, "model(x@)", ", ") + "]\n")


@shape()
def tuple_items(n):
    return program(LOOP + LOSS + "    kept.append((" + joined(n, "loss", ", ") + "))\n")


@shape()
def dictionary_items(n):
    return program(LOOP + LOSS + "    kept.append({" + joined(n, "'k@': loss", ", ") + "})\n")


@shape()
def strings(n):
    return program("losses = (" + joined(n, "'loss @'", "\n  ") + ")\n")


@shape()
def f_strings(n):
    return program(LOOP + LOSS + repeated(n, "    print(f'{loss} of {batch}')\n") + STEP)


@shape()
def f_string_parts(n):
    return program(LOOP + LOSS + "    print(f'" + joined(n, "{loss}", " ") + "')\n" + STEP)


@shape()
def percent_formats(n):
    return program(LOOP + LOSS + repeated(n, "    print('%s' % loss)\n") + STEP)


@shape()
def lambdas(n):
    return program(LOOP + repeated(n, "    f@ = lambda x: model(x)\n"))


@shape()
def comprehensions(n):
    return program("model.eval()\n" + repeated(n, "y@ = [model(x) for x in loader]\n"))


@shape()
def comprehension_clauses(n):
    return program("y = [model(x0) " + joined(min(n, 100), "for x@ in loader", " ")
                   + "]\n" + repeated(n, "y = [model(x) for x in loader if x]\n"))


@shape()
def walruses(n):
    return program(LOOP + repeated(n, "    if (loss := model(batch)) > @: pass\n") + STEP)


@shape()
def subscripts(n):
    return program(LOOP + LOSS + repeated(n, "    y = loss[@]\n") + STEP)


@shape()
def detach_statements(n):
    return program(LOOP + LOSS + repeated(n, "    loss.detach()\n") + STEP)


@shape()
def backward_calls(n):
    return program(LOOP + LOSS + repeated(n, "    loss.backward(retain_graph=True)\n"))


@shape()
def gradient_reads(n):
    return program("x = torch.zeros(1, requires_grad=True)\n" + LOOP + repeated(
        n, "    loss = model(x)\n    loss.backward()\n    y@ = x.grad.sign()\n"))


@shape()
def create_graph_calls(n):
    return program(LOOP + LOSS + repeated(n, "    loss.backward(create_graph=True)\n")
                   + "    optimizer.step()\n")


@shape(25)
def graph_loops(n):
    return program(repeated(n, LOOP + LOSS + "    loss.backward(create_graph=True, retain_graph=True)\n"
                            "    optimizer.step()\n"))


@shape(50)
def training_loops_without_zero(n):
    return program("optimizer = torch.optim.SGD(model.parameters(), 1)\n"
                   + repeated(n, LOOP + LOSS + "    loss.backward()\n    optimizer.step()\n"))


@shape(50)
def training_functions_without_zero(n):
    return program(repeated(n, "def train@(model, loader):\n"
                            "    optimizer = torch.optim.SGD(model.parameters(), 1)\n"
                            "    for x in loader:\n        loss = model(x).sum()\n"
                            "        loss.backward()\n        optimizer.step()\n"))


@shape()
def concatenations(n):
    return program("out = torch.zeros(1)\n" + LOOP
                   + repeated(n, "    out = torch.cat([out, model(batch)])\n"))


@shape(25)
def concatenating_loops(n):
    return program("out = torch.zeros(0)\n"
                   + repeated(n, LOOP + "    out = torch.cat([out, model(batch)])\n"))


@shape()
def constant_sums(n):
    return program("x = torch.zeros(" + joined(n, "1", " + ") + ")\ny = x @ x\n")


@shape()
def matrix_products(n):
    return program("a = torch.zeros(9000, 9000, device='cuda')\n" + repeated(n, "b@ = a @@ a\n"))


@shape()
def cache_calls_in_loop(n):
    return program(LOOP + LOSS + STEP + repeated(n, "    torch.cuda.empty_cache()\n"))


@shape()
def cycled_loaders(n):
    return program("from itertools import cycle\nloader = torch.utils.data.DataLoader(d)\n"
                   + repeated(n, "for x in cycle(loader): y = model(x)\n"))


@shape(25)
def traces_in_loop(n):
    return program("m = nn.Linear(1, 1)\nx = torch.zeros(1)\n" + LOOP
                   + repeated(n, "    t@ = torch.jit.trace(m, x)\n"))


@shape(25)
def groups_in_loop(n):
    return program("import torch.distributed as dist\n" + LOOP
                   + repeated(n, "    g@ = dist.new_group([0, @])\n"))


@shape()
def keepdims(n):
    return program(repeated(n, "y@ = x.sum(1, keepdim=True).squeeze(1)\n"))


@shape()
def buffers(n):
    return program(LOOP + "    q = model(batch)\n" + repeated(n, "    memory.push(batch, q, @)\n"))


@shape(50)
def hidden_states(n):
    return program("rnn = nn.LSTM(1, 1)\n" + repeated(
        n, "h = None\nfor x in loader:\n    y, h = rnn(x, h)\n    y.sum().backward()\n"))


@shape()
def keras_models_in_loop(n):
    return program("from tensorflow import keras\n" + LOOP
                   + repeated(n, "    m@ = keras.Sequential()\n    m@.fit(batch)\n"))


# ---- figures and hooks --------------------------------------------------------------------


@shape(50)
def figures_in_loop(n):
    return program("for i in range(9):\n" + repeated(n, "    fig@ = plt.figure()\n    plt.plot([i])\n"
                                                     "    plt.savefig('x@.png')\n"))


@shape()
def figure_loops(n):
    return program(repeated(n, "for i in range(9):\n    plt.figure()\n    plt.plot([i])\n"
                            "    plt.savefig('x@.png')\n"))


@shape()
def figures(n):
    return program(repeated(n, "fig@, ax@ = plt.subplots()\nax@.plot([1])\nfig@.savefig('x@')\n"))


@shape(50)
def figure_functions(n):
    return program(repeated(n, "def plot@(x):\n    fig = plt.figure()\n    plt.plot(x)\n"
                            "    fig.savefig('x')\n"))


@shape()
def figure_then_names(n):
    return program("def plot(x):\n    v0 = plt.figure()\n" + "".join(
        f"    v{i + 1} = v{i}\n" for i in range(n)))


@shape()
def hook_functions(n):
    return program(repeated(n, "def f@(model, x):\n    model.register_forward_hook(lambda *a: None)\n"
                            "    return model(x)\n"))


@shape()
def hooks_in_loop(n):
    return program(LOOP + repeated(n, "    model.register_forward_hook(hook)\n") + LOSS)


@shape()
def hooks_of_class(n):
    return program("class M(nn.Module):\n    def __init__(self):\n"
                   + repeated(n, "        self.h@ = self.register_forward_hook(f)\n"))


# ---- functions, methods and classes ---------------------------------------------------------


@shape()
def functions(n):
    return program(repeated(n, "def f@(x):\n    return x\n"))


@shape(50)
def evaluating_functions(n):
    return program(repeated(n, "def test@(model, loader):\n    model.eval()\n    for x in loader:\n"
                            "        y = model(x)\n"))


@shape(50)
def training_functions(n):
    return program(repeated(n, "def train@(model, loader):\n    model.train()\n    tot = 0\n"
                            "    for x in loader:\n        loss = model(x)\n        loss.backward()\n"
                            "        tot += loss\n    return tot\n"))


@shape(25)
def evaluating_methods(n):
    return program("class T:\n    def __init__(self, model):\n        self.model = model\n" + repeated(
        n, "    def test@(self, loader):\n        self.model.eval()\n        for x in loader:\n"
           "            y = self.model(x)\n"))


@shape(50)
def called_evaluating_functions(n):
    return program(repeated(n, "def test@(model, loader):\n    model.eval()\n    for x in loader:\n"
                            "        y = model(x)\n    return y\n")
                   + repeated(n, "test@(model, loader)\n"))


@shape(50)
def modules_by_argument(n):
    return program("class Net(nn.Module):\n    def forward(self, x):\n        return x\n\n"
                   + repeated(n, "def test@(net, loader):\n    for x in loader:\n"
                                 "        print(net(x).argmax().item())\n")
                   + repeated(n, "test@(Net(), [])\n"))


@shape(50)
def modules_handed_on(n):
    return program("class Net(nn.Module):\n    def forward(self, x):\n        return x\n\n"
                   + "".join(f"def test{i}(net, loader):\n    for x in loader:\n"
                             f"        print(net(x).argmax().item())\n    test{i + 1}(net, loader)\n"
                             for i in range(n))
                   + "test0(Net(), [])\n")


@shape(50)
def modules_in_one_container(n):
    return program("parts = []\n" + repeated(n, "parts.append(nn.Linear(4, 4))\n")
                   + "net = nn.Sequential(*parts)\n"
                   + repeated(n, "for x in loader@:\n    print(net(x).argmax().item())\n"))


@shape(50)
def modules_under_one_attribute(n):
    return program("class T:\n" + repeated(
        n, "    def test@(self, loader):\n        self.net = nn.Linear(4, 4)\n"
           "        for x in loader:\n            print(self.net(x).argmax().item())\n"))


@shape(unit=20)
def modules_given_by_files(n):
    files = {f"user{i}.py": "from torch import nn\nfrom evaluation import test\n"
                            "test(nn.Linear(4, 4), [])\n" for i in range(n)}
    return {"evaluation.py": "import torch\n\n\ndef test(net, loader):\n    for x in loader:\n"
                             "        print(net(x).argmax().item())\n", **files}


@shape()
def function_chain(n):
    return program("".join(f"def f{i}(m):\n    m.eval()\n    return f{i + 1}(m(1))\n" for i in range(n))
                   + f"def f{n}(m):\n    gc.collect()\n    return m\n")


@shape()
def function_chain_run(n):
    return program("".join(f"def f{i}(m):\n    f{i + 1}(m)\n" for i in range(n))
                   + f"def f{n}(m):\n    gc.collect()\n" + LOOP + LOSS + STEP + "    f0(model)\n")


@shape()
def function_chain_backwards(n):
    return program(f"def f{n}(m):\n    gc.collect()\n"
                   + "".join(f"def f{i}(m):\n    for x in m: f{i + 1}(x)\n    return m.eval()\n"
                             for i in reversed(range(n))))


@shape()
def function_cycle(n):
    return program("".join(f"def f{i}(loss):\n    kept.append(loss)\n    f{(i + 1) % n}(loss)\n"
                           for i in range(n)) + LOOP + LOSS + "    f0(loss)\n" + STEP)


@shape()
def function_tree(n):
    return program("".join(f"def f{i}(m):\n    m.eval()\n    f{2 * i + 1}(m)\n    f{2 * i + 2}(m)\n"
                           for i in range(n)) + repeated(2 * n + 1, "def f@(m): return m(1)\n"))


@shape()
def all_call_one(n):
    return program("def g(m):\n    return m(1)\n" + repeated(n, "def f@(m):\n    m.eval()\n    return g(m)\n"))


@shape()
def one_calls_all(n):
    return program(repeated(n, "def f@(m):\n    return m(1)\n") + "def g(m):\n    m.eval()\n"
                   + repeated(n, "    f@(m)\n"))


@shape()
def value_chain(n):
    return program("".join(f"def f{i}(x):\n    return f{i + 1}(x)\n" for i in range(n))
                   + f"def f{n}(x):\n    return x\n" + LOOP + LOSS + "    kept.append(f0(loss))\n" + STEP)


@shape()
def name_chain(n):
    return program("v0 = plt.figure()\n" + "".join(f"v{i + 1} = v{i}\n" for i in range(n)))


@shape()
def name_chain_of_losses(n):
    return program(LOOP + "    v0 = model(batch)\n"
                   + "".join(f"    v{i + 1} = v{i}\n" for i in range(n))
                   + f"    kept.append(v{n})\n    v{n}.backward()\n")


@shape()
def name_chain_of_lists(n):
    return program("v0 = []\n" + "".join(f"v{i + 1} = v{i}\n" for i in range(n))
                   + LOOP + LOSS + f"    v{n}.append(loss)\n")


@shape()
def self_calls(n):
    return program("def f(x):\n" + repeated(n, "    f(model(x))\n") + "    return f(x)\n")


@shape()
def decorators_of_function(n):
    return program(repeated(n, "@@decorate(model(@))\n") + "def f(m):\n    m.eval()\n    return m(1)\n")


@shape()
def decorated_functions(n):
    return program(repeated(n, "@@torch.no_grad()\ndef f@(m):\n    m.eval()\n    return m(1)\n"))


@shape()
def cached_methods(n):
    return program("from functools import lru_cache\nclass A:\n"
                   + repeated(n, "    @@lru_cache(None)\n    def f@(self, x):\n        return x\n"))


@shape()
def return_statements(n):
    return program("def f(model, c):\n" + repeated(n, "    if c == @: return model(@)\n"))


@shape()
def yields(n):
    return program("def f(model):\n    model.eval()\n" + repeated(n, "    yield model(@)\n"))


@shape()
def classes(n):
    return program(repeated(n, "class C@(nn.Module):\n    def forward(self, x):\n        return x\n"))


@shape()
def class_instances(n):
    return program(repeated(n, "class C@(nn.Module):\n    def forward(self, x):\n        return x\n")
                   + "def train():\n" + repeated(n, "    c@ = C@()\n    y@ = c@(x)\n    y@.backward()\n"))


@shape()
def class_parameters(n):
    return program(repeated(n, "class Agent@(nn.Module):\n    def forward(self, x):\n        return x\n"
                            "def use@(agent@, x):\n    return agent@(x)\n"))


@shape()
def class_chain(n):
    return program("class C0(nn.Module):\n    def forward(self, x):\n        return self.run(x)\n"
                   + "".join(f"class C{i + 1}(C{i}):\n    def run(self, x):\n        self.last = x\n"
                             "        return self.model(x)\n" for i in range(n)))


@shape(50)
def class_chain_shared(n):
    return program("class C0:\n    def __init__(self):\n        self.losses = []\n"
                   + "".join(f"class C{i + 1}(C{i}):\n    def run(self, x):\n"
                             "        self.losses.append(self.model(x))\n" for i in range(n)))


@shape()
def class_chain_backwards(n):
    return program("".join(f"class C{i}(C{i + 1}):\n    def forward(self, x):\n        self.last = x\n"
                           "        return x\n" for i in range(n))
                   + f"class C{n}(nn.Module):\n    pass\n")


@shape()
def class_cycle(n):
    return program("".join(f"class C{i}(C{(i + 1) % n}):\n    def forward(self, x):\n"
                           "        self.kept = self.model(x)\n        return x\n" for i in range(n)))


@shape()
def base_classes(n):
    return program(repeated(n, "class B@(nn.Module): pass\n") + "class C(" + joined(n, "B@", ", ")
                   + "):\n    def forward(self, x):\n        self.last = x\n        return self.f(x)\n")


@shape()
def subclasses(n):
    return program("class Base(nn.Module):\n    def __init__(self):\n        self.losses = []\n"
                   + repeated(n, "class C@(Base):\n    def run(self, x):\n"
                              "        self.losses.append(self.model(x))\n"))


@shape()
def subclasses_with_own(n):
    return program("class Base:\n    pass\n"
                   + repeated(n, "class C@(Base):\n    def __init__(self):\n        self.losses = []\n"
                              "    def run(self, x):\n        self.losses.append(self.model(x))\n"))


@shape()
def unrelated_classes(n):
    return program(repeated(n, "class C@:\n    def __init__(self):\n        self.losses = []\n"
                            "    def run(self, x):\n        self.losses.append(self.model(x))\n"))


@shape()
def methods(n):
    return program("class C(nn.Module):\n" + repeated(n, "    def f@(self, x):\n        return x\n"))


@shape(50)
def methods_on_one_list(n):
    return program("class C:\n    def __init__(self):\n        self.losses = []\n" + repeated(
        n, "    def f@(self, x):\n        loss = self.model(x)\n        loss.backward()\n"
           "        self.losses.append(loss)\n"))


@shape()
def methods_of_one_name(n):
    return program(repeated(n, "class C@:\n    def step(self, x):\n        return x.step(x)\n")
                   + LOOP + LOSS + repeated(n, "    kept.append(x@.step(loss))\n"))


@shape()
def operators_of_classes(n):
    return program(repeated(n, "class V@:\n    def __add__(self, other):\n"
                            "        self.kept.append(other)\n        return self\n")
                   + LOOP + LOSS + STEP + repeated(n, "    tot@ = meter@ + loss\n"))


@shape(50)
def forwards_of_class_chain(n):
    return program("class C0(nn.Module):\n    pass\n" + "".join(
        f"class C{i + 1}(C{i}):\n    def forward(self, x):\n        y = self.f(x)\n"
        "        self.kept = y\n        return y\n" for i in range(n)))


@shape()
def method_chain(n):
    return program("class C(nn.Module):\n" + "".join(
        f"    def f{i}(self, x):\n        self.eval()\n        return self.f{i + 1}(x)\n"
        for i in range(n)) + f"    def f{n}(self, x):\n        return self(x)\n")


@shape()
def calls_of_methods(n):
    return program("class C:\n" + repeated(n, "    def f@(self, x):\n        return x\n")
                   + "    def run(self, loader):\n        for x in loader:\n"
                   + repeated(n, "            self.kept.append(self.f@(x))\n"))


@shape()
def attributes(n):
    return program("class C(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
                   + repeated(n, "        self.layer@ = nn.Linear(1, 1)\n")
                   + "    def forward(self, x):\n" + repeated(n, "        x = self.layer@(x)\n")
                   + "        return x\n")


@shape()
def forward_attributes(n):
    return program("class C(nn.Module):\n    def forward(self, x):\n        y = self.f(x)\n"
                   + repeated(n, "        self.kept@ = y\n") + "        return y\n")


@shape()
def attribute_stores(n):
    return program("class C(nn.Module):\n    def forward(self, x):\n        y = self.f(x)\n"
                   + repeated(n, "        self.kept = y\n") + "        return y\n")


@shape()
def attribute_reads(n):
    return program("class C:\n    def run(self, x):\n        self.loss = self.model(x)\n"
                   + repeated(n, "        y = self.loss + 1\n"))


@shape()
def running_statistics(n):
    return program("class C(nn.Module):\n    def forward(self, x):\n        mean = self.f(x).mean()\n"
                   + repeated(n, "        self.running_mean@ = 0.9 * self.running_mean@ + 0.1 * mean\n")
                   + "        return x\n")


@shape()
def statistics_of_one_chain(n):
    return program("class C(nn.Module):\n    def forward(self, x, m):\n" + repeated(
        n, "        m, rest = m + x, m\n        for y in x:\n            m = m * y\n"
           "        self.running_mean@ = 0.9 * self.running_mean@ + 0.1 * (m + rest)\n")
        + "        return x\n")


@shape()
def statistics_of_helpers_that_call_each_other(n):
    return program("def f0(a, b):\n    return b, a\n" + "".join(
        f"def f{i + 1}(a, b):\n    c, d = f{i}(a, b)\n    return d + b, c\n" for i in range(n))
        + "class C(nn.Module):\n    def forward(self, x):\n" + repeated(
        n, "        mean, rest = f@(x, 1)\n"
           "        self.running_mean@ = 0.9 * self.running_mean@ + 0.1 * mean\n")
        + "        return x\n")


@shape()
def statistics_of_entries(n):
    return program("class C(nn.Module):\n    def forward(self, x):\n        means = {\n"
                   + repeated(n, "            'm@': x.mean(@),\n") + "        }\n" + repeated(
        n, "        self.running_mean@ = 0.9 * self.running_mean@ + 0.1 * means['m@']\n")
        + "        return x\n")


@shape(50)
def class_variables(n):
    return program("class C(nn.Module):\n" + repeated(n, "    kept@ = []\n")
                   + "    def run(self, x):\n" + repeated(n, "        self.kept@.append(self(x))\n"))


@shape()
def registered_buffers(n):
    return program("class C(nn.Module):\n    def __init__(self):\n"
                   + repeated(n, "        self.register_buffer('b@', torch.zeros(1))\n")
                   + "    def forward(self, x):\n" + repeated(n, "        x = x + self.b@\n")
                   + "        return x\n")


@shape(50)
def autograd_functions(n):
    return program(repeated(n, "class F@(torch.autograd.Function):\n    @@staticmethod\n"
                            "    def forward(ctx, x):\n        y = x.exp()\n        ctx.y = y\n"
                            "        return y\n    @@staticmethod\n    def backward(ctx, g):\n"
                            "        return g * ctx.y\n"))


@shape(10)
def context_attributes(n):
    return program("class F(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n"
                   + repeated(n, "        y@ = x.exp()\n        ctx.y@ = y@\n")
                   + "        return y0\n    @staticmethod\n    def backward(ctx, g):\n"
                   + repeated(n, "        g = g * ctx.y@\n") + "        return g\n")


@shape()
def histories(n):
    return program("history = []\n" + repeated(
        n, "def step@(x):\n    y = model(x)\n    history.append(y)\n    return y\n"))


@shape()
def history_lists(n):
    return program(repeated(n, "history@ = []\ndef step@(x):\n    history@.append(model(x))\n"))


@shape()
def windows(n):
    return program("class T:\n    def __init__(self):\n" + repeated(n, "        self.history@ = []\n")
                   + "    def step(self, x):\n" + repeated(
                       n, "        self.history@.append(x)\n        y@ = self.history@[-5:]\n"))


@shape()
def reference_cycles(n):
    return program(repeated(n, "class N@:\n    def __init__(self, parent):\n        self.parent = parent\n"
                            "        self.me = self\n        parent.child = self\n"))


@shape()
def anomaly_switches(n):
    return program(repeated(n, "with torch.autograd.detect_anomaly():\n    loss = model(x)\n"))


@shape()
def grad_switches(n):
    return program(LOOP + repeated(n, "    torch.set_grad_enabled(@ % 2)\n    y@ = model(batch)\n"))


@shape()
def grad_switches_first(n):
    return program(repeated(n, "torch.set_grad_enabled(False)\n") + repeated(n, "y@ = model(x)\n"))


@shape()
def eval_calls(n):
    return program(LOOP + repeated(n, "    model.eval()\n    y@ = model(batch)\n    model.train()\n"))


@shape(50)
def models(n):
    return program(repeated(n, "m@ = nn.Linear(1, 1)\nm@.eval()\ny@ = m@(x)\n"))


@shape()
def forwards(n):
    return program("model.eval()\n" + LOOP + repeated(n, "    y@ = model(batch)\n"))


@shape()
def forwards_of_functions(n):
    return program("def test(model):\n    model.eval()\n" + repeated(n, "    y@ = model(x)\n"))


@shape()
def dynamic_names(n):
    return program("globals()['x'] = 1\n" + repeated(n, "tot@ = 0\n") + LOOP + LOSS
                   + repeated(n, "    tot@ += loss\n"))


# ---- imports ----------------------------------------------------------------------------------


@shape()
def imports(n):
    return program(repeated(n, "import package@\n") + LOOP + repeated(n, "    y = package@.run(model)\n"))


@shape()
def imported_names(n):
    return program("from package import (" + joined(n, "name@", ", ") + ")\n" + LOOP
                   + repeated(n, "    y = name@(model)\n"))


@shape()
def aliases(n):
    return program(repeated(n, "import torch as t@\n") + repeated(n, "y@ = t@.zeros(model)\n"))


@shape()
def module_aliases(n):
    return program("t0 = torch\n" + "".join(f"t{i + 1} = t{i}\n" for i in range(n))
                   + repeated(n, "y@ = t@.zeros(model)\n"))


# ---- notebooks ----------------------------------------------------------------------------------


CELL_OF_FIXES = ("tot = 0\nfor b in loader:\n    loss = criterion(model(b))\n    loss.backward()\n"
                 "    tot += loss\nkept = []\nfor b in loader:\n    loss = criterion(model(b))\n"
                 "    loss.backward()\n    kept.append(loss)\nmodel.eval()\nfor b in loader:\n"
                 "    y = model(b)\n")


@shape(10)
def notebook_of_fixes(n):
    return notebook([IMPORTS] + [CELL_OF_FIXES.replace("tot", f"tot{i}").replace("kept", f"kept{i}")
                                 for i in range(n)])


@shape(10)
def module_of_fixes(n):
    return program("".join(CELL_OF_FIXES.replace("tot", f"tot{i}").replace("kept", f"kept{i}")
                           for i in range(n)))


@shape()
def notebook_cells(n):
    return notebook([IMPORTS] + [f"loss{i} = model(x)\nloss{i}" for i in range(n)])


@shape()
def notebook_cells_of_one_name(n):
    return notebook([IMPORTS] + ["loss = model(loss)\nkept.append(loss)\nloss" for i in range(n)])


@shape()
def notebook_figures(n):
    return notebook([IMPORTS] + ["plt.figure()\nplt.plot(x)\nplt.savefig('x')" for i in range(n)])


@shape()
def notebook_magics(n):
    return notebook([IMPORTS] + ["%time y = model(x)\n!ls\nloss = model(x)\n" for i in range(n)])


@shape()
def notebook_lines(n):
    return notebook([IMPORTS, repeated(n, "loss = model(x)\n%magic\n")])


@shape()
def notebook_outputs(n):
    return notebook([IMPORTS] + ["model(x)" for i in range(n)])


# ---- projects -------------------------------------------------------------------------------------


@shape(25)
def files(n):
    return {f"f{i}.py": IMPORTS + LOOP + LOSS + STEP + "    tot += loss\n" for i in range(n)}


@shape(25)
def import_chain(n):
    result = {f"f{i}.py": IMPORTS + f"from f{i + 1} import run as next_run\n\n\ndef run(model, x):\n"
              "    model.eval()\n    kept.append(model(x))\n    return next_run(model, x)\n"
              for i in range(n)}
    result[f"f{n}.py"] = "import gc\n\n\ndef run(model, x):\n    gc.collect()\n    return model(x)\n"
    return result


@shape(25)
def import_cycle(n):
    return {f"f{i}.py": IMPORTS + f"from f{(i + 1) % n} import run{(i + 1) % n}\n\n\n"
            f"def run{i}(model, x):\n    model.eval()\n    kept.append(model(x))\n"
            f"    return run{(i + 1) % n}(model, x)\n" for i in range(n)}


@shape(25)
def reexport_chain(n):
    result = {f"f{i}.py": f"from f{i + 1} import run\n" for i in range(n)}
    result[f"f{n}.py"] = "import gc\n\n\ndef run(model, x):\n    gc.collect()\n    return model(x)\n"
    result["main.py"] = IMPORTS + "from f0 import run\n" + LOOP + LOSS + STEP + "    run(model, loss)\n"
    return result


@shape(25)
def reexport_users(n):
    result = {f"f{i}.py": IMPORTS + f"from f{i + 1} import run\n" + LOOP + LOSS + STEP
              + "    tot += loss\n    run(model, loss)\n" for i in range(n)}
    result[f"f{n}.py"] = "import gc\n\n\ndef run(model, x):\n    gc.collect()\n    return model(x)\n"
    return result


@shape(25)
def star_imports(n):
    result = {f"f{i}.py": f"from f{i + 1} import *\n" for i in range(n)}
    result[f"f{n}.py"] = "import gc\n\n\ndef run(model, x):\n    gc.collect()\n    return model(x)\n"
    result["main.py"] = IMPORTS + "from f0 import *\n" + LOOP + LOSS + STEP + "    run(model, loss)\n"
    return result


@shape(25)
def star_imports_of_one(n):
    result = {f"f{i}.py": f"def run{i}(model):\n    return model(1)\n" for i in range(n)}
    result["main.py"] = (IMPORTS + repeated(n, "from f@ import *\n") + LOOP + LOSS + STEP
                         + repeated(n, "    run@(model)\n"))
    return result


@shape(25)
def class_chain_of_files(n):
    result = {f"f{i}.py": IMPORTS + f"from f{i + 1} import C{i + 1}\n\n\nclass C{i}(C{i + 1}):\n"
              "    def forward(self, x):\n        self.last = self.model(x)\n        self.eval()\n"
              "        return self.run(x)\n" for i in range(n)}
    result[f"f{n}.py"] = IMPORTS + f"class C{n}(nn.Module):\n    def run(self, x):\n        return x\n"
    return result


@shape(25)
def class_cycle_of_files(n):
    return {f"f{i}.py": IMPORTS + f"from f{(i + 1) % n} import C{(i + 1) % n}\n\n\n"
            f"class C{i}(C{(i + 1) % n}):\n"
            "    def forward(self, x):\n        self.last = self.model(x)\n        self.eval()\n"
            "        return self.run(x)\n" for i in range(n)}


@shape(25)
def subclasses_in_files(n):
    result = {f"f{i}.py": IMPORTS + f"from base import Base\n\n\nclass C{i}(Base):\n"
              "    def step(self, x):\n        loss = self.model(x)\n        loss.backward()\n"
              "        self.losses.append(loss)\n" for i in range(n)}
    result["base.py"] = "class Base:\n    def __init__(self):\n        self.losses = []\n"
    return result


@shape(25)
def users_of_one_file(n):
    result = {f"f{i}.py": IMPORTS + f"from base import evaluate\n\n\n"
              "def run(model, loader):\n    model.train()\n    evaluate(model, loader)\n"
              for i in range(n)}
    result["base.py"] = IMPORTS + ("def evaluate(model, loader):\n    model.eval()\n"
                                   "    for x in loader:\n        y = model(x)\n")
    return result


@shape(25)
def user_of_all_files(n):
    result = {f"f{i}.py": IMPORTS + f"def evaluate{i}(model, loader):\n    model.eval()\n"
              "    for x in loader:\n        y = model(x)\n    return y\n" for i in range(n)}
    result["main.py"] = (IMPORTS + repeated(n, "from f@ import evaluate@\n")
                         + repeated(n, "evaluate@(model, loader)\n"))
    return result


@shape(25)
def functions_used_by_one_file(n):
    return {"base.py": IMPORTS + repeated(
        n, "def evaluate@(model, loader):\n    model.eval()\n    for x in loader:\n        y = model(x)\n"),
        "main.py": IMPORTS + "import base\n" + repeated(n, "base.evaluate@(model, loader)\n")}


@shape(25)
def packages(n):
    path = ""
    result = {}
    for i in range(min(n, 200)):
        path += f"p{i % 10}/" if i < 20 else ""
        result[f"{path}__init__.py"] = "from . import deep\n"
        result[f"{path}m{i}.py"] = IMPORTS + "from . import run\n" + LOOP + LOSS + STEP + "    run(loss)\n"
    return result
