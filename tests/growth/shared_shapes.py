"""Programs in which many places ask the same of what they have in common.

Whoever asks it anew for each place takes the square of them. Most of these were found by an
attack on the program, or by sweep.py, which multiplies every golden case; their units are
large, so that a square with a small constant shows.
"""

import json

from shapes import IMPORTS, LOOP, LOSS, STEP, joined, notebook, program, repeated, shape


@shape(100)
def networks_trained_in_turn(n):
    return program("def run(data):\n" + repeated(
        n, "    net@ = nn.Linear(2, 1)\n    optim@ = torch.optim.SGD(net@.parameters(), 0.1)\n"
           "    for x in data:\n        net@(x).sum().backward()\n        optim@.step()\n"))


@shape(200)
def networks_with_given_optimizers(n):
    names = joined(n, "optim@", ", ")
    return program(f"def run(data, {names}):\n" + repeated(
        n, "    for x in data:\n        net@(x).sum().backward()\n        optim@.step()\n"
           "        optim@.zero_grad()\n"))


@shape(50)
def adversaries_in_one_loop(n):
    return program(repeated(n, "D@ = nn.Linear(1, 1)\nG@ = nn.Linear(1, 1)\n"
                               "oD@ = torch.optim.Adam(D@.parameters())\n"
                               "oG@ = torch.optim.Adam(G@.parameters())\n")
                   + "for b in loader:\n" + repeated(
        n, "    oD@.zero_grad(); fake@ = G@(b); D@(fake@.detach()).backward(); oD@.step()\n"
           "    oG@.zero_grad(); D@(fake@).backward(retain_graph=True); oG@.step()\n"))


@shape(100)
def regions_of_evaluation(n):
    return program("def f(model, loader):\n    model.eval()\n" + repeated(
        n, "    for x in loader:\n        y@ = model(x)\n        print(y@.argmax())\n"))


@shape(50)
def regions_in_a_loop_that_keeps(n):
    return program("def f(model, loader, memory):\n    for x in loader:\n" + repeated(
        n, "        y@ = model(x)\n        memory.append((x, y@, y@.max()))\n"))


@shape(200)
def frozen_networks(n):
    return program("def f(loader):\n" + repeated(
        n, "    net@ = nn.Linear(2, 2)\n    net@.requires_grad_(False)\n    net@.eval()\n"
           "    for x in loader:\n        y@ = net@(x)\n"))


@shape(200)
def heavy_objects_of_one_loop(n):
    return program("kept = []\nfor width in widths:\n" + repeated(
        n, "    model@ = nn.Linear(width, @)\n    kept.append(model@)\n"))


@shape(25)
def hidden_states_of_one_loop(n):
    return program("for b in loader:\n" + repeated(n, "    o, h@ = rnn@(b, h@)\n")
                   + "    loss = o.sum()\n    loss.backward()\n")


@shape(400)
def statistics_of_one_name(n):
    return program("class B(nn.Module):\n    def forward(self, x):\n" + repeated(
        n, "        self.running_mean = 0.9 * self.running_mean + 0.1 * x.mean()\n")
        + "        return x\n")


@shape(50)
def tensor_joined_in_loops(n):
    return program("out = torch.zeros(0)\n" + repeated(
        n, "for x in l@:\n    out = torch.cat([out, model(x)])\n"))


@shape(200)
def keys_of_a_dict(n):
    return program("d = {}\n" + LOOP + LOSS + repeated(n, "    d['k@'] += loss\n") + STEP)


@shape(100)
def keys_of_a_dict_read_by_get(n):
    return program("d = {}\n" + LOOP + LOSS
                   + repeated(n, "    d['k@'] = d.get('k@', 0) + loss\n") + STEP)


@shape(200)
def keys_of_an_attribute(n):
    return program("class T:\n" + repeated(
        n, "    def f@(self, b):\n        loss = self.m(b)\n        loss.backward()\n"
           "        self.d['k@'] = loss\n"))


@shape(400)
def targets_of_one_pattern(n):
    return program("for " + joined(n, "a@", ", ") + " in zip(loader):\n    loss = model(a0)\n"
                   "    loss.backward()\n" + repeated(n, "    tot += a@\n"))


@shape(200)
def names_of_one_tuple(n):
    return program(joined(n, "a@", ", ") + " = " + joined(n, "model(x@)", ", ") + "\n"
                   + repeated(n, "print(a@.item())\n"))


@shape(400)
def late_global_statements(n):
    return program("def f(x):\n" + repeated(n, "    global g@\n    g@ = model(x)\n"))


@shape(100)
def members_of_members(n):
    return program("class C0(nn.Module):\n    def forward(self, x):\n        return x\n" + "".join(
        f"class C{i + 1}(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        f"        self.c = C{i}()\n    def forward(self, x):\n        self.h = self.c(x)\n"
        "        return self.h\n" for i in range(n)))


@shape(50)
def members_of_members_in_files(n):
    files = {"c0.py": IMPORTS + "class C0(nn.Module):\n    def forward(self, x):\n"
                                "        return x\n"}
    for i in range(n):
        files[f"c{i + 1}.py"] = (
            IMPORTS + f"from c{i} import C{i}\nclass C{i + 1}(nn.Module):\n"
            f"    def __init__(self):\n        super().__init__()\n        self.c = C{i}()\n"
            "    def forward(self, x):\n        self.h = self.c(x)\n        return self.h\n")
    return files


@shape(200)
def methods_that_keep_one_attribute(n):
    return program("class M(nn.Module):\n" + repeated(
        n, "    def p@(self, x):\n        self.f = x\n        return x\n")
        + "    def forward(self, x):\n" + repeated(n, "        x = self.p@(x)\n")
        + "        return x\n")


@shape(50)
def files_that_differentiate_attributes(n):
    files = {f"m{i}.py": "import torch\nfrom b import T\ndef g(t):\n"
                         f"    t.h{i}[0].backward()\n" for i in range(n)}
    files["b.py"] = IMPORTS + "class T:\n    def f(self, x):\n" + repeated(
        n, "        self.l@ = self.m(x)\n        self.l@.backward()\n"
           "        self.h@.append(self.l@)\n")
    return files


@shape(50)
def classes_of_one_name_in_files(n):
    return {f"m{i}.py": IMPORTS + f"from m{(i + 1) % n} import Net as B\nclass Net(B):\n"
            "    def forward(self, x):\n        self.h = x\n        return super().forward(x)\n"
            for i in range(n)}


@shape(200)
def cells_that_show_and_delete(n):
    return notebook([IMPORTS] + [f"o{i} = model(x)\no{i}" for i in range(n)]
                    + [f"del o{i}" for i in range(n)])


@shape(200)
def outer_names_of_one_function(n):
    return program("def best_of(net, data):\n    best = None\n\n" + repeated(
        n, "    def note(value):\n        nonlocal best\n"
           "        best = value if best is None else best + value\n\n"
           "    for x in data:\n        note(net(x).max())\n") + "    return best\n")


@shape(200)
def imports_and_findings(n):
    return program(repeated(n, "import lib@\n") + "tot = 0\n" + LOOP + LOSS + STEP
                   + repeated(n, "    tot += loss\n"))


# ---- what is made of many findings -----------------------------------------------------


FINDING = "tot@ = 0\n" + LOOP + LOSS + STEP + "    tot@ += loss\nprint(tot@.item())\n"


@shape(25, purpose="reports")
def findings_in_reports(n):
    return program(repeated(n, FINDING))


@shape(12, purpose="reports")
def findings_of_a_notebook_in_reports(n):
    return notebook([IMPORTS] + [FINDING.replace("@", str(i)) for i in range(n)])


@shape(25, purpose="ignore")
def findings_that_are_silenced(n):
    return program(repeated(n, FINDING))


@shape(25, purpose="ignore")
def findings_that_are_silenced_on_long_lines(n):
    return program(repeated(n, FINDING.replace("loss\nprint", f"loss; x = '{'e' * 200}'\nprint")))


@shape(2000, purpose="baseline")
def unknown_keys_of_a_baseline(n):
    return {"baseline.json": json.dumps({"version": 1, "findings": [],
                                         **{f"k{i}": 1 for i in range(n)}})}


@shape(500, purpose="baseline")
def entries_of_a_baseline(n):
    return {"baseline.json": json.dumps({"version": 1, "findings": [
        {"path": f"f{i}.py", "rule": "noop-detach", "scope": "", "statement": "x",
         "fingerprint": f"{i:x}"} for i in range(n)]})}
