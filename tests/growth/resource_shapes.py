"""Programs that grow in what holds memory: hooks, figures, writers, containers, models."""

from shapes import LOOP, LOSS, STEP, joined, program, repeated, shape


@shape()
def hooks_on_one_model(n):
    return program("def f(model, x):\n"
                   + repeated(n, "    model.layer@.register_forward_hook(lambda *a: print(a))\n")
                   + "    return model(x)\n")


@shape(400)
def hooks_and_runs(n):
    return program("def f(model, x):\n"
                   + repeated(n, "    seen@ = []\n    model.register_forward_hook(lambda *a: seen@.append(1))\n    model(x)\n"))


@shape()
def hooks_on_layers(n):
    return program("def f(model, x):\n"
                   + repeated(n, "    layer@ = model.layer@\n    layer@.register_forward_hook(lambda *a: print(a))\n") + "    return model(x)\n")


@shape()
def hook_handles_in_list(n):
    return program("def f(model, x):\n    handles = []\n"
                   + repeated(n, "    handles.append(model.register_forward_hook(lambda *a: print(a)))\n") + "    return model(x)\n")


@shape(400)
def hooks_that_fill_one_list(n):
    return program("def f(model, x):\n    seen = []\n"
                   + repeated(n, "    model.l@.register_forward_hook(lambda *a: seen.append(a))\n") + "    model(x)\n    return seen\n")


@shape(400)
def named_hooks(n):
    return program("def f(model, x):\n    seen = []\n"
                   + repeated(n, "    def hook@(*a):\n        seen.append(a)\n    model.l@.register_forward_hook(hook@)\n") + "    model(x)\n    return seen\n")


@shape()
def backward_hooks(n):
    return program("def f(model, x):\n"
                   + repeated(n, "    model.weight@.register_hook(lambda g: print(g))\n")
                   + "    model(x).backward()\n")


@shape(50)
def hooks_in_methods(n):
    return program("class T:\n    def __init__(self, model):\n        self.model = model\n"
                   + repeated(n, "    def f@(self, x):\n        self.model.register_forward_hook(lambda *a: print(a))\n        return self.model(x)\n"))


@shape()
def hook_installer_calls(n):
    return program("def install(model):\n    model.register_forward_hook(hook)\n"
                   + repeated(n, "for x in loader: install(model)\n"))


@shape()
def appends_to_attribute(n):
    return program("class T:\n    def fit(self, loader):\n        for batch in loader:\n            loss = self.model(batch)\n            loss.backward()\n" + repeated(n, "            self.kept@.append(loss)\n"))


@shape()
def appends_to_one_attribute(n):
    return program("class T:\n    def fit(self, loader):\n        for batch in loader:\n            loss = self.model(batch)\n            loss.backward()\n" + repeated(n, "            self.kept.append(loss)\n"))


@shape()
def appends_to_items_of_dict(n):
    return program("kept = {" + joined(n, "'k@': []", ", ") + "}\n" + LOOP + LOSS + STEP
                   + repeated(n, "    kept['k@'].append(loss)\n"))


@shape()
def appends_of_one_loss_to_function_lists(n):
    return program("def train(loader):\n" + repeated(n, "    kept@ = []\n")
                   + "    for batch in loader:\n        loss = model(batch)\n        loss.backward()\n" + repeated(n, "        kept@.append(loss)\n") + "    return " + joined(n, "kept@", ", ") + "\n")


@shape()
def writers(n):
    return program("from torch.utils.tensorboard import SummaryWriter\n"
                   + repeated(n, "w@ = SummaryWriter()\nw@.add_scalar('x', 1)\n"))


@shape()
def writer_functions(n):
    return program("from torch.utils.tensorboard import SummaryWriter\n"
                   + repeated(n, "def f@():\n    w = SummaryWriter()\n    w.add_scalar('x', 1)\n"))


@shape()
def writers_in_loop(n):
    return program("from torch.utils.tensorboard import SummaryWriter\n" + LOOP
                   + repeated(n, "    w@ = SummaryWriter()\n    w@.add_scalar('x', 1)\n"))


@shape()
def writes_of_one_writer(n):
    return program("from torch.utils.tensorboard import SummaryWriter\ndef f():\n    w = SummaryWriter()\n" + repeated(n, "    w.add_scalar('x', model(@))\n"))


@shape()
def globals_filled(n):
    return program(repeated(n, "G@ = []\n") + "def f(x):\n"
                   + repeated(n, "    G@.append(model(x))\n"))


@shape()
def global_filled_by_functions(n):
    return program("G = []\n" + repeated(n, "def f@(x):\n    G.append(model(x))\n"))


@shape()
def attributes_read_in_forward(n):
    return program("class C(nn.Module):\n    def __init__(self):\n"
                   + repeated(n, "        self.a@ = None\n")
                   + "    def forward(self, x):\n        self.h = x\n"
                   + repeated(n, "        x = x + self.a@\n") + "        return x\n")


@shape()
def attributes_kept_in_forward(n):
    return program("class C(nn.Module):\n    def forward(self, x):\n"
                   + repeated(n, "        self.a@ = self.f(x)\n")
                   + "        return x\n    def use(self):\n"
                   + repeated(n, "        y = self.a@.mean()\n"))


@shape(10)
def functions_that_call_all(n):
    return program("".join((f"def f{i}(m):\n    m.eval()\n"
                   + repeated(n, "    f@(m)\n") for i in range(n))))


@shape(10)
def methods_that_call_all(n):
    return program("class C(nn.Module):\n"
                   + "".join((f"    def f{i}(self, m):\n        m.eval()\n"
                   + repeated(n, "        self.f@(m)\n") for i in range(n))))


@shape()
def figures_closed(n):
    return program("def f():\n"
                   + repeated(n, "    fig@ = plt.figure()\n    plt.plot([1])\n    plt.close(fig@)\n"))


@shape()
def figures_in_function(n):
    return program("def f():\n"
                   + repeated(n, "    fig@, ax@ = plt.subplots()\n    ax@.plot([1])\n    fig@.savefig('x@')\n"))


@shape()
def axes_of_one_figure(n):
    return program("def f():\n    fig = plt.figure()\n"
                   + repeated(n, "    ax@ = fig.add_subplot(@)\n    ax@.plot([1])\n")
                   + "    fig.savefig('x')\n")


@shape()
def draws_of_one_figure(n):
    return program("def f():\n    plt.figure()\n" + repeated(n, "    plt.plot([@])\n")
                   + "    plt.savefig('x')\n")


@shape()
def saves_in_loop(n):
    return program("for i in range(9):\n"
                   + repeated(n, "    plt.plot([i])\n    plt.savefig('x@.png')\n"))


@shape()
def frees_in_function(n):
    return program("def f(c):\n"
                   + repeated(n, "    m@ = nn.Linear(1, 1).cuda()\n    del m@\n    torch.cuda.empty_cache()\n"))


@shape()
def target_networks(n):
    return program("import copy\n" + repeated(n, "t@ = copy.deepcopy(m@)\n") + LOOP
                   + repeated(n, "    q@ = t@(batch)\n"))


@shape(50)
def lists_kept_and_read(n):
    return program("class T:\n    def __init__(self):\n" + repeated(n, "        self.l@ = []\n")
                   + "    def step(self, x):\n        loss = self.model(x)\n        loss.backward()\n" + repeated(n, "        self.l@.append(loss)\n") + "    def show(self):\n" + repeated(n, "        print(sum(self.l@))\n"))


@shape()
def functions_given_losses(n):
    return program(repeated(n, "def f@(loss, kept):\n    kept.append(loss)\n") + LOOP + LOSS
                   + repeated(n, "    f@(loss, kept)\n") + STEP)


@shape()
def meters(n):
    return program("class M:\n    def __init__(self):\n        self.sum = 0\n    def update(self, x):\n        self.sum += x\n" + repeated(n, "m@ = M()\n") + LOOP + LOSS + STEP + repeated(n, "    m@.update(loss)\n"))


@shape(50)
def meter_classes(n):
    return program(repeated(n, "class M@:\n    def __init__(self):\n        self.sum = 0\n    def update(self, x):\n        self.sum += x\n") + repeated(n, "m@ = M@()\n") + LOOP + LOSS + STEP + repeated(n, "    m@.update(loss)\n"))
