"""Programs that grow as large code does: registries, packages whose modules import each other,
generated networks, tables, classes that everything derives from."""

from shapes import IMPORTS, LOOP, LOSS, STEP, joined, notebook, program, repeated, shape


@shape(50)
def registry_of_classes(n):
    return program(repeated(n, "class N@(nn.Module):\n    def forward(self, x):\n"
                               "        self.h = x * 2\n        return self.h\n")
                   + "NETS = {" + joined(n, "'n@': N@", ", ") + "}\n"
                   + repeated(n, "def make@(name):\n    return NETS[name]()\n"
                                 "for x in loader:\n    y@ = make@('n@')(x)\n"))


@shape(50)
def keys_of_a_returned_dict(n):
    return program("def f(x):\n    return {" + joined(n, "'k@': model(x)", ", ") + "}\n"
                   + joined(n, "t@ = 0\n", "") + LOOP + "    out = f(batch)\n"
                   + repeated(n, "    t@ += out['k@']\n"))


@shape(50)
def places_of_a_returned_tuple(n):
    return program("def f(x):\n    return " + joined(n, "model(x)", ", ") + "\n"
                   + joined(n, "t@ = 0\n", "") + LOOP + "    out = f(batch)\n"
                   + repeated(n, "    t@ += out[@]\n"))


@shape(100)
def steps_of_a_pipeline(n):
    return program(repeated(n, "def f@(x):\n    y = model(x)\n    return y + x\n") + LOOP
                   + "    x = batch\n" + repeated(n, "    x = f@(x)\n")
                   + "    x.sum().backward()\n    kept.append(x)\n")


@shape(50)
def generated_network(n):
    return program("class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
                   + repeated(n, "        self.l@ = nn.Linear(1, 1)\n        self.b@ = nn.ReLU()\n")
                   + "    def forward(self, x):\n"
                   + repeated(n, "        x@ = self.b@(self.l@(x))\n        x = x + x@\n")
                   + "        return x\nnet = Net()\nnet.eval()\n" + LOOP + "    y = net(batch)\n")


@shape(100)
def decorated_functions(n):
    return program("def d(f):\n    def inner(*a):\n        return f(*a)\n    return inner\n"
                   + repeated(n, "@@d\ndef f@(x):\n    return model(x)\n") + LOOP
                   + repeated(n, "    kept.append(f@(batch))\n"))


@shape(100)
def properties(n):
    return program("class C:\n" + repeated(n, "    @@property\n    def p@(self):\n"
                                              "        return self.model(@)\n")
                   + "    def run(self, loader):\n        for x in loader:\n"
                   + repeated(n, "            self.kept.append(self.p@)\n"))


@shape(100)
def fields_of_a_constructor(n):
    return program("class T:\n    def __init__(self, " + joined(n, "p@=None", ", ") + "):\n"
                   + repeated(n, "        self.p@ = p@\n") + "    def run(self, x):\n"
                   + repeated(n, "        self.kept.append(self.p@(x))\n")
                   + "T(" + joined(n, "p@=model", ", ") + ").run(x)\n")


@shape(50)
def optional_imports(n):
    return program(repeated(n, "try:\n    import lib@\nexcept ImportError:\n    lib@ = None\n")
                   + LOOP + repeated(n, "    y@ = lib@.run(model, batch)\n"))


@shape(50)
def methods_of_a_trainer(n):
    return program("class Trainer:\n    def __init__(self, model):\n        self.model = model\n"
                   "        self.log = []\n        self.opt = torch.optim.SGD(model.parameters())\n"
                   + repeated(n, "    def part@(self, x):\n        loss = self.model(x).sum()\n"
                                 "        self.log.append(loss)\n        return loss\n")
                   + "    def fit(self, loader):\n        for x in loader:\n"
                   + repeated(n, "            loss = self.part@(x)\n            loss.backward()\n")
                   + "            self.opt.step()\n            self.opt.zero_grad()\n")


@shape(25)
def evaluations_of_one_model(n):
    return program("model = nn.Linear(1, 1)\n" + repeated(
        n, "def evaluate@(loader):\n    model.eval()\n    total = 0\n    for x in loader:\n"
           "        total += model(x).argmax().item()\n    return total\n")
        + repeated(n, "evaluate@(loader)\n"))


@shape(50)
def datasets(n):
    return program("from torch.utils.data import DataLoader, Dataset\n" + repeated(
        n, "class D@(Dataset):\n    def __getitem__(self, i):\n        return self.items[i]\n")
        + "model.eval()\n" + repeated(n, "for x in DataLoader(D@()):\n    y = model(x)\n"))


@shape(50)
def names_handed_on(n):
    return program("net0 = nn.Linear(1, 1)\nnet0.eval()\n" + "".join(
        f"net{i + 1} = net{i}\nfor x in loader:\n    print(net{i + 1}(x).argmax().item())\n"
        for i in range(n)))


@shape(25)
def modules_made_by_functions(n):
    return program(repeated(n, "class N@(nn.Module):\n    def forward(self, x):\n        return x\n")
                   + "def make(k):\n" + repeated(n, "    if k == @: return N@()\n")
                   + repeated(n, "net@ = make(@)\nnet@.eval()\nfor x in loader:\n"
                                 "    print(net@(x).argmax().item())\n"))


@shape(25)
def modules_in_a_tree(n):
    return program("class Leaf(nn.Module):\n    def forward(self, x):\n        return x\n" + "".join(
        f"class N{i}(nn.Module):\n    def __init__(self, a, b):\n        super().__init__()\n"
        "        self.a = a\n        self.b = b\n    def forward(self, x):\n"
        "        return self.a(self.b(x))\n" for i in range(n)) + "net = Leaf()\n"
        + repeated(n, "net = N@(net, Leaf())\nnet.eval()\nfor x in loader:\n"
                      "    print(net(x).argmax().item())\n"))


# ---- projects ---------------------------------------------------------------------------


@shape(25)
def modules_of_one_package(n):
    """Which import each other through the package, as large ones do."""
    files = {f"pkg/m{i}.py": IMPORTS + f"from pkg import m{(i + 1) % n}\n\n\n"
             f"def run(model, x):\n    model.eval()\n    kept.append(model(x))\n"
             f"    return m{(i + 1) % n}.run(model, x)\n" for i in range(n)}
    files["pkg/__init__.py"] = repeated(n, "from pkg import m@\n")
    return files


@shape(25)
def stars_of_one_package(n):
    files = {f"pkg/m{i}.py": IMPORTS + f"def run{i}(model, x):\n    model.eval()\n"
             "    return model(x)\n" for i in range(n)}
    files["pkg/__init__.py"] = repeated(n, "from .m@ import *\n")
    for i in range(n):
        files[f"use{i}.py"] = (IMPORTS + "from pkg import *\n" + LOOP + LOSS + STEP
                               + f"    kept.append(run{i}(model, batch))\n")
    return files


@shape(25)
def modules_handed_on_by_files(n):
    files = {f"f{i}.py": IMPORTS + f"from f{i + 1} import test as next_test\n\n\n"
             "def test(net, loader):\n    net.eval()\n    for x in loader:\n"
             "        print(net(x).argmax().item())\n    next_test(net, loader)\n" for i in range(n)}
    files[f"f{n}.py"] = "def test(net, loader):\n    return net\n"
    files["main.py"] = IMPORTS + "from f0 import test\ntest(nn.Linear(1, 1), [])\n"
    return files


@shape(25)
def users_of_a_deep_class(n):
    files = {f"c{i}.py": f"from c{i + 1} import C{i + 1}\n\n\nclass C{i}(C{i + 1}):\n    pass\n"
             for i in range(20)}
    files["c20.py"] = IMPORTS + "class C20(nn.Module):\n    def run(self, x):\n        return x\n"
    for i in range(n):
        files[f"u{i}.py"] = (IMPORTS + f"from c{i % 20} import C{i % 20} as Base\n\n\n"
                             "class U(Base):\n    def forward(self, x):\n"
                             "        self.last = self.model(x)\n        return self.run(x)\n")
    return files


@shape(25)
def scripts_of_one_library(n):
    files = {"lib/__init__.py": "from .nets import Net\nfrom .loops import evaluate\n",
             "lib/nets.py": IMPORTS + "class Net(nn.Module):\n    def forward(self, x):\n"
                                      "        self.last = x * 2\n        return self.last\n",
             "lib/loops.py": IMPORTS + "def evaluate(net, loader):\n    net.eval()\n"
                                       "    for x in loader:\n        y = net(x)\n    return y\n"}
    for i in range(n):
        files[f"script{i}.py"] = (IMPORTS + "from lib import Net, evaluate\nnet = Net()\n"
                                  "tot = 0\nfor x in loader:\n    tot += evaluate(net, x)\n")
    return files


# ---- notebooks --------------------------------------------------------------------------


@shape(50)
def cells_that_train_one_model(n):
    return notebook([IMPORTS + "model = nn.Linear(1, 1)\nlosses = []\n"] + [
        "for x in loader:\n    loss = model(x).sum()\n    loss.backward()\n"
        "    losses.append(loss)\nloss" for _ in range(n)])