"""What guards of rules look for, one by one: a leak beside which one thing speaks against the fix.

Campaigns with mutants (`mutants.py`) say which guards the rest of the grammar does not meet. A
look-alike is a short program text: `$f` and `$k` are a function and a class with fresh names,
the other parts those of the world around. A harmless twin comes with most, so that the leak
itself is met, too.
"""

import textwrap
from dataclasses import dataclass

from grammar.code import fill


@dataclass
class Lookalike:
    rule: str
    body: str
    define: str = ""
    imports: tuple = ()
    tags: tuple = ()
    top_level: bool = False
    # Ways to write the part $way: the first one is harmless.
    ways: tuple = ("",)
    # The kinds of assumptions that all ways but the first break, and those that the body does.
    breaks: tuple = ()
    always_breaks: tuple = ()


LOOKALIKES = (
    # Tensors that a loop makes longer.
    Lookalike(
        "cat-in-loop",
        """
        $all = torch.zeros(0, 1)
        $f($data)
        print($all.shape)
        """,
        """
        def $f(data):
            global $all
            for x, y in data:
                $all = torch.cat(($all, torch.rand(2, 1)))
                $way


        def note_$f():
            print(len($all))
        """,
        top_level=True,
        ways=("", "note_$f()"),
    ),
    Lookalike(
        "cat-in-loop",
        """
        $all = torch.zeros(0, 1)
        for x, y in $data:
            part = torch.full((2, 1), float(x.sum()))
            $all = torch.cat(($all, part))
            $way
        print($all.sum().item())
        """,
        ways=("", "part.mul_(2)", "part += 1", "part[0] = 5", "part.zero_()"),
        breaks=("not-changed-in-place",),
    ),
    Lookalike(
        "cat-in-loop",
        """
        $all, axis = torch.zeros(2, 2), 0
        for x, y in $data:
            $all = torch.cat(($all, torch.rand(2, 2)), dim=axis)
            $way
        print($all.shape)
        """,
        ways=("", "axis = 0", "axis = 1 if x.shape[0] == 0 else 0"),
    ),
    Lookalike(
        "cat-in-loop",
        """
        $all, axis, left = torch.zeros(2, 2), 0, len(list($data))
        for x, y in $data:
            $all = torch.cat(($all, torch.rand(2, 2)), dim=axis)
            left -= 1
            axis = 0 if left else 1
        print($all.shape)
        """,
    ),
    Lookalike(
        "cat-in-loop",
        "print($f($data))",
        """
        def $f(data):
            $all = torch.zeros(0, 1)
            for x, y in data:
                $all = torch.cat(($all, torch.rand(2, 1)))
                $way
            return $all.shape
        """,
        ways=("", "print(eval('$all').shape)", "print(len(locals()['$all']))"),
        breaks=("names-bound-plainly",),
    ),
    Lookalike(
        "cat-in-loop",
        """
        scale = torch.ones(2, 1, requires_grad=True)
        $all = torch.zeros(0, 1)
        for x, y in $data:
            part = scale * 2
            with $way:
                $all = torch.cat(($all, part))
        print($all.requires_grad)
        """,
        ways=("torch.enable_grad()", "torch.no_grad()", "torch.set_grad_enabled(False)"),
        breaks=("mode-not-observed",),
    ),
    Lookalike(
        "cat-in-loop",
        """
        $all = torch.zeros(0, 1)
        with $k():
            for x, y in $data:
                $all = torch.cat(($all, torch.rand(2, 1)))
                $way
        print($all.shape)
        """,
        """
        class $k:
            def __enter__(self):
                return self

            def __exit__(self, kind, error, trace):
                return True
        """,
        ways=("", "1 / (len(x) - 3)", "[][len(x) - 3]", "raise ValueError('stop')"),
        breaks=("error-not-awaited",),
    ),
    Lookalike(
        "cat-in-loop",
        """
        $all = $way
        for x, y in list($data)[:$few]:
            $all = torch.vstack(($all, torch.rand(2, 1)))
        print($all.shape)
        """,
        ways=("torch.zeros(0, 1)", "torch.zeros(1)", "torch.tensor([1.0])"),
        breaks=("expected-value", "loop-runs"),
    ),
    Lookalike(
        "cat-in-loop",
        """
        $all = $way
        for x, y in list($data)[:$few]:
            $all = torch.hstack(($all, torch.rand(2)))
        print($all.shape)
        """,
        ways=("torch.zeros(0)", "torch.tensor(1.0)", "torch.as_tensor(2.0)"),
        breaks=("expected-value", "loop-runs"),
    ),
    Lookalike(
        "cat-in-loop",
        """
        buffer = torch.zeros(2, 1)
        $all = torch.zeros(0, 1)
        for x, y in $data:
            $way
            $all = torch.cat(($all, buffer))
        print($all.sum().item())
        """,
        ways=("buffer = torch.rand(2, 1)", "buffer += 1", "buffer.copy_(x[:2, :1])", "$f(buffer)"),
        define="""
        def $f(tensor):
            tensor.add_(1)
        """,
        breaks=("not-changed-in-place",),
    ),
    # Graphs that a second backward pass needs.
    Lookalike(
        "unneeded-retain-graph",
        """
        for x, y in $data:
            $opt.zero_grad()
            loss = $net(x).pow(2).mean()
            $f(loss)
            $way
            $opt.step()
        """,
        """
        def $f(loss):
            loss.backward(retain_graph=True)
        """,
        ways=("", "$f(loss)", "loss.backward()", "$f(loss * 2)"),
    ),
    Lookalike(
        "unneeded-retain-graph",
        """
        $k = $net(torch.ones(2, 4)).pow(2).mean()
        for i in range($count):
            $f()
        print($net.head.weight.grad is None)
        """,
        """
        def $f():
            $k.backward(retain_graph=True)
        """,
        top_level=True,
    ),
    Lookalike(
        "unneeded-retain-graph",
        """
        loss = $net(torch.ones(2, 4)).pow(2).mean()
        for i in range($count):
            $opt.zero_grad()
            loss.backward(retain_graph=True)
        print($net.head.weight.grad is None)
        """,
    ),
    Lookalike(
        "unneeded-retain-graph",
        """
        for x, y in $data:
            out = $net(x).exp()
            $way
        print($net.head.weight.grad is None)
        """,
        ways=(
            "out.mean().backward(retain_graph=True)",
            "for part in out:\n    part.sum().backward(retain_graph=True)",
            "parts = [out.mean(), out.sum()]\nparts[0].backward(retain_graph=True)\nparts[1].backward()",
            "again = lambda: out.mean().backward(retain_graph=True)\nagain()\nagain()",
            "holder.loss = out.mean()\nfor k in range(2):\n    holder.loss.backward(retain_graph=True)",
            "for loss in [out.mean(), out.sum()]:\n    loss.backward(retain_graph=True)",
            "(g,) = torch.autograd.grad(out.sum(), $net.head.weight, create_graph=True, "
            "retain_graph=True)\nprint(g.requires_grad)\ng.pow(2).sum().backward()",
            "out.mean().backward(retain_graph=True, create_graph=True)\n"
            "$net.head.weight.grad.pow(2).sum().backward()\n$opt.zero_grad()",
        ),
        define="""
        class holder:
            pass
        """,
    ),
    Lookalike(
        "unneeded-create-graph",
        """
        $way
        for x, y in $data:
            $opt.zero_grad()
            loss = $net(x).pow(2).mean()
            loss.backward(create_graph=True)
            $use
            $opt.step()
        print($net.head.weight.grad is None)
        """,
        ways=("", "hessian = None", "order = 2"),
    ),
    # Work that a loop makes once more in each iteration.
    Lookalike(
        "jit-trace-in-loop",
        """
        model, example = $k(), torch.ones(2, 4)
        for i in range($count):
            $way
        print("traced")
        """,
        """
        class $k(nn.Module):
            def forward(self, x):
                print("forward", bool(x.sum() > 0))
                return x * 2
        """,
        ways=(
            "fast = torch.jit.trace(model, example)",
            "if i == 1:\n    fast = torch.jit.trace(model, example)",
            "if i < 5:\n    continue\nfast = torch.jit.trace(model, example)",
            "if i == 0:\n    break\nfast = torch.jit.trace(model, example)",
            "fast = torch.jit.trace(model, example)\nfast = None\nprint(fast)",
        ),
        breaks=("loop-runs",),
        always_breaks=("one-serves-all",),
    ),
    Lookalike(
        "jit-trace-in-loop",
        """
        layers, example = nn.Sequential(nn.Linear(4, 3), nn.ReLU()), torch.ones(2, 4)
        for i in range($count):
            $way
        """,
        ways=(
            "fast = torch.jit.trace(layers, example)",
            "fast = torch.jit.trace(layers, example)\nprint(hasattr(fast, 'seen'))\nfast.seen = i",
            "fast = torch.jit.trace(layers, example)\nprint(len(kept))\nkept.add(id(fast))",
            "fast = torch.jit.trace(layers, example)\nfast.eval() if i else fast.train()\n"
            "print(fast.training)",
            "fast = torch.jit.trace(layers, example)\nprint(fast.training)\nfast.eval()",
            "$k.fast = torch.jit.trace(layers, example)\nprint($k.fast is None)\n$k.fast = None",
            "fast = torch.jit.trace(layers, example)\nprint(fast(example).shape)\ndel fast",
            "with torch.no_grad():\n    fast = torch.jit.trace(layers, example)\n"
            "    next(fast.parameters()).add_(1)\nprint(fast(example).sum().item())",
        ),
        define="""
        kept = set()


        class $k:
            fast = None
        """,
        breaks=("one-serves-all",),
    ),
    Lookalike(
        "jit-trace-in-loop",
        """
        layers, example, fast = nn.Sequential(nn.Linear(4, 3)), torch.ones(2, 4), None
        for i in range($zero):
            fast = torch.jit.trace(layers, example)
        print(fast is None)
        """,
    ),
    Lookalike(
        "new-group-in-loop",
        """
        if not dist.is_initialized():
            dist.init_process_group('gloo', store=dist.HashStore(), rank=0, world_size=1)
        group = None
        for i in range($zero):
            $way
        print(group is None)
        """,
        imports=("import torch.distributed as dist",),
        ways=(
            "group = dist.new_group([0])",
            "if i == 7:\n    group = dist.new_group([0])",
            "group = dist.new_group([0])\nprint(id(group) in kept)\nkept.add(id(group))\n"
            "alive.append(group)",
            "group = dist.new_group([0])\nprint(hasattr(group, 'tag'))\ngroup.tag = i",
            "group = dist.new_group([0])\ngroup = None",
            "group = dist.new_group([0])\ndist.all_reduce(torch.ones(1), group=group)\ndel group\n"
            "group = 1",
        ),
        define="""
        kept = set()


        alive = []
        """,
        breaks=("one-serves-all", "loop-runs"),
    ),
    # Values that are detached.
    Lookalike(
        "detach-accumulated-loss",
        """
        $k = torch.ones(3, requires_grad=True)
        total = $f($data)
        $way
        print($k.grad.tolist())
        """,
        """
        def $f(data):
            total = 0
            for x, y in data:
                loss = ($k - y.mean()).sum()
                loss.backward()
                total = total + loss
            return total
        """,
        top_level=True,
        ways=("print(float(total))", "total.backward()"),
        breaks=("caller-needs-no-graph",),
    ),
    Lookalike(
        "detach-accumulated-loss",
        """
        total = $k(0.0)
        for i in range(3):
            loss = $k(float(i))
            total = total + loss
            loss.backward()
            $way
        print(total.v)
        """,
        """
        class $k:
            def __init__(self, v):
                self.v = v

            def backward(self):
                print("backward", round(self.v, 4))

            def __add__(self, other):
                return $k(self.v + other.v)
        """,
        ways=("", "print(loss.v > 0)"),
    ),
    Lookalike(
        "detach-accumulated-loss",
        """
        total, $k = {"run": $f}["run"]($data)
        $way
        print($k.grad.tolist())
        """,
        """
        def $f(data):
            weight = torch.ones(3, requires_grad=True)
            total = 0
            for x, y in data:
                loss = (weight - y.mean()).sum()
                loss.backward()
                total = total + loss
            return total, weight
        """,
        ways=("print(float(total))", "total.backward()", "print(total.requires_grad)"),
        breaks=("caller-needs-no-graph", "mode-not-observed"),
    ),
    Lookalike(
        "detach-accumulated-loss",
        """
        $k = $f(nn.Linear(4, 1))
        loader = torch.utils.data.DataLoader(torch.randn(6, 4), batch_size=2)
        loss = $k(loader)
        $way
        print($k.layer.weight.grad is None)
        """,
        """
        class $f(nn.Module):
            def __init__(self, layer):
                super().__init__()
                self.layer = layer
                self.total = 0

            def forward(self, batches):
                total = 0
                for batch in batches:
                    total = total + self.layer(batch).pow(2).mean()
                return total
        """,
        imports=("import torch.utils.data",),
        ways=("print(float(loss))", "loss.backward()"),
        breaks=("caller-needs-no-graph",),
    ),
    Lookalike(
        "detach-stored-tensor",
        """
        $k = $f()
        for x in torch.utils.data.DataLoader(torch.randn(6, 4), batch_size=2):
            $k.note(x)
        $way
        print($k.layer.weight.grad is None)
        """,
        """
        class $f(nn.Module):
            def __init__(self):
                super().__init__()
                self.layer = nn.Linear(4, 1)
                self.terms = []

            def note(self, x):
                for row in torch.utils.data.DataLoader(x, batch_size=1):
                    self.terms.append(self.layer(row).mean())
        """,
        imports=("import torch.utils.data",),
        ways=("print(len($k.terms))", "sum($k.terms).backward()"),
        breaks=("caller-needs-no-graph",),
    ),
    Lookalike(
        "noop-detach",
        """
        for i in range(3):
            if $way:
                value_of_$f = torch.ones(2) * 2
            try:
                value_of_$f.detach()
            except NameError:
                print("not there")
        """,
        ways=("True", "i > 0", "i > 5"),
        breaks=("expected-value",),
    ),
    Lookalike(
        "noop-detach",
        """
        value = $way
        try:
            value.detach()
        except AttributeError:
            print("no tensor")
        """,
        ways=("torch.ones(2)", "[torch.ones(2)][0]", "$f(2.0)", "{'a': None}['a']"),
        define="""
        def $f(tensor):
            return tensor
        """,
        breaks=("expected-value",),
    ),
    # Figures.
    Lookalike(
        "figure-not-closed",
        """
        figures = []
        for i in range(3):
            fig = plt.figure()
            fig.gca().plot([1, i])
            fig.savefig(f'step_{i}.png')
            $way
        for kept in figures:
            plt.figure(kept)
            plt.title('end')
        print(len(plt.get_fignums()))
        """,
        imports=("import matplotlib.pyplot as plt",),
        ways=("", "figures.append(fig)", "figures += [fig]", "figures.insert(0, fig)"),
        always_breaks=("figure-not-awaited",),
    ),
    Lookalike(
        "figure-not-closed",
        """
        keeper = $k()
        for i in range(3):
            keeper.draw(i)
            $way
        print(len(plt.get_fignums()))
        """,
        """
        class $k:
            def draw(self, i):
                self.figure, axes = plt.subplots()
                axes.plot([1, i])
                self.figure.savefig(f'step_{i}.png')
        """,
        imports=("import matplotlib.pyplot as plt",),
        ways=("", "plt.figure(keeper.figure.number)", "print(plt.fignum_exists(keeper.figure.number))"),
        always_breaks=("figure-not-awaited",),
    ),
    Lookalike(
        "figure-not-closed",
        """
        keepers = []
        for i in range(3):
            fig, axes = plt.subplots()
            axes.plot([1, i])
            fig.savefig(f'step_{i}.png')
            $way
        print([plt.fignum_exists(kept.folder.number) for kept in keepers])
        """,
        imports=("import matplotlib.pyplot as plt", "import zoo"),
        ways=("", "keepers.append(zoo.Keeper(fig))", "zoo.last = zoo.Keeper(fig)", "fig.show()"),
        always_breaks=("figure-not-awaited",),
    ),
    Lookalike(
        "figure-not-closed",
        """
        for i in range(3):
            $f(i)
        $use
        """,
        """
        class $k:
            figure = None


        seen = []


        def $f(i):
            $way
            plt.plot([1, i])
            plt.savefig(f'step_{i}.png')
            $then
        """,
        imports=("import matplotlib.pyplot as plt",),
        ways=("fig = plt.figure()",),
    ),
    # Hooks.
    Lookalike(
        "hook-not-removed",
        """
        $k = nn.Sequential(nn.Linear(4, 3), nn.Linear(3, 1))
        print($f($k, torch.ones(2, 4)))
        $again
        """,
        """
        def $f(layers, x):
            store = []
            $define
            layers[$which].register_forward_hook(hook)
            layers(x)
            return len(store)
        """,
    ),
    Lookalike(
        "hook-not-removed",
        """
        $k = nn.Sequential(nn.Linear(4, 3), nn.Linear(3, 1))
        out = $f($k, torch.ones(2, 4))
        out.sum().backward()
        print($k[0].weight.grad.sum().item())
        """,
        """
        def $f(layers, x):
            def hook(m, given, got):
                print("backward")

            $way
            return layers(x)
        """,
        ways=(
            "layers[0].register_forward_hook(hook)",
            "layers[0].register_full_backward_hook(hook)",
            "layers.register_full_backward_hook(hook)",
        ),
        always_breaks=("hook-not-awaited",),
    ),
    Lookalike(
        "hook-not-removed",
        """
        $k = nn.Sequential(nn.Linear(4, 3), nn.Linear(3, 1))
        print($f($k, torch.ones(2, 4)))
        """,
        """
        def $f(layers, x):
            store = []
            first = layers[0]
            first.register_forward_hook(lambda m, i, o: store.append(1))
            first(x)
            $way
            return len(store)
        """,
        ways=("print(len(store))", "layers(x)", "print(layers(x).shape)", "out = layers.forward(x)"),
        breaks=("hook-not-awaited",),
    ),
    # Statistics.
    Lookalike(
        "running-stat-grad",
        """
        $k = $f()
        opt = torch.optim.SGD($k.parameters(), lr=0.1)
        for x in torch.randn(3, 2, 4):
            opt.zero_grad()
            loss = $k(x).pow(2).mean()
            loss.backward()
            opt.step()
        print($k.weight.tolist(), $k.alpha.tolist())
        """,
        """
        class $f(nn.Module):
            def __init__(self):
                super().__init__()
                self.weight = nn.Parameter(torch.ones(4))
                self.alpha = nn.Parameter(torch.tensor(0.5))
                self.register_buffer("running_mean", torch.zeros(4))

            def forward(self, x):
                x = x * self.weight
                mean = x.mean(0)
                $way
                return x - self.running_mean.detach() $plus
        """,
        ways=(
            "self.running_mean = 0.9 * self.running_mean.detach() + 0.1 * mean",
            "self.running_mean = self.alpha * self.running_mean.detach() + (1 - self.alpha) * mean",
        ),
        breaks=("caller-needs-no-graph",),
    ),
    # Networks that follow others.
    Lookalike(
        "target-network-gradient",
        """
        $k = copy.deepcopy($net)
        extra = torch.ones(2, 4, requires_grad=True)
        for x, y in $data:
            $way
            loss = ($net(x) - 0.9 * later).pow(2).mean()
            $opt.zero_grad()
            loss.backward()
            $opt.step()
        print(extra.grad is None)
        $use
        """,
        imports=("import copy",),
        ways=(
            "later = $k(x)",
            "later = $k(x * extra[:1])",
            "scale = extra.mean()\nlater = $k(x) * scale",
            "with torch.no_grad():\n    later = $k(x)",
        ),
    ),
    Lookalike(
        "target-network-gradient",
        """
        $k = copy.deepcopy($net)
        $way
        for x, y in $data:
            loss = ($net(x) - 0.9 * $k(x)).pow(2).mean()
            $opt.zero_grad()
            loss.backward()
            $opt.step()
            second.step()
        print($k.head.weight.sum().item())
        """,
        imports=("import copy",),
        ways=(
            "second = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1)",
            "weights = list($k.parameters())\nsecond = torch.optim.SGD(weights, lr=0.1)",
            "both = nn.ModuleList([$net, $k])\nsecond = torch.optim.SGD(both.parameters(), lr=0.1)",
            "second = torch.optim.SGD($k.head.parameters(), lr=0.1)",
        ),
    ),
    # Gradients of an input.
    Lookalike(
        "input-gradient-backward",
        """
        $way
        for x, y in $data:
            x = x.clone().requires_grad_(True)
            loss = $net(x).pow(2).mean()
            loss.backward($how)
            print(round(float(x.grad.sum()), 4))
            $use
        """,
        ways=(
            "",
            "$net.body.requires_grad_(False)",
            "for p in $net.head.parameters():\n    p.requires_grad_(False)",
        ),
    ),
    # Histories.
    Lookalike(
        "unbounded-history",
        """
        $k = $f()
        for x, y in $data:
            $k.add(float(x.sum()))
        print(round(float($k.recent()), 4))
        $use
        """,
        """
        class Base$f:
            def oldest(self):
                return self.history[0]


        class $f($way):
            def __init__(self):
                self.history = []

            def add(self, value):
                self.history.append(value)

            def recent(self):
                return sum(self.history[-2:])
        """,
        ways=("object", "Base$f"),
    ),
    # Dimensions.
    Lookalike(
        "needless-keepdim",
        """
        for x, y in $data:
            $way
            print(kept.shape)
        """,
        ways=(
            "kept = x.mean(1, keepdim=True).squeeze(1)",
            "kept = x.mean(1, keepdim=True)\nprint(kept.shape)\nkept = kept.squeeze(1)",
            "kept = x.mean(1, keepdim=True)\nwide = x - kept\nkept = kept.squeeze(1) + wide[:, 0]",
            "kept = x[:1].mean(1, keepdim=True).squeeze(0)",
            "kept = x[:, :1].mean(0, keepdim=True).squeeze(1)",
        ),
    ),
    # Evaluation.
    Lookalike(
        "no-grad-eval",
        """
        for x, y in $data:
            $way
        print($net.head.weight.grad is None)
        """,
        """
        def $f(net, x):
            net.eval()
            return net(x)
        """,
        ways=(
            "print(float($f($net, x).sum()))",
            "$f($net, x).sum().backward()",
            "loss = ($f($net, x) - y).pow(2).mean()\nloss.backward()\n$opt.step()",
        ),
        breaks=("caller-needs-no-graph",),
    ),
    Lookalike(
        "no-grad-eval",
        """
        for x, y in $data:
            $way
        print($net.head.weight.grad is None)
        """,
        """
        def $ask(net, x):
            return net(x)
        """,
        ways=(
            "print(float($ask($net, x).sum()))",
            "$ask($net, x).sum().backward()",
            "loss = ($ask($net, x) - y).pow(2).mean()\nloss.backward()\n$opt.step()",
            "with torch.no_grad():\n    print(float($ask($net, x).sum()))",
        ),
        breaks=("caller-needs-no-graph",),
    ),
    Lookalike(
        "no-grad-eval",
        """
        got_of_$f = $reached($net, $data)
        $way
        print($net.head.weight.grad is None)
        """,
        """
        def $f(net, data):
            net.eval()
            kept = []
            for x, y in data:
                kept.append(net(x))
            return kept
        """,
        ways=(
            "print(len(got_of_$f))",
            "sum(v.sum() for v in got_of_$f).backward()",
            "torch.stack([v.mean() for v in got_of_$f]).sum().backward()\n$opt.step()",
            "print([v.requires_grad for v in got_of_$f])",
        ),
        breaks=("caller-needs-no-graph", "mode-not-observed"),
    ),
    Lookalike(
        "no-grad-eval",
        """
        model_of_$f = $k($net)
        model_of_$f.eval()
        for x, y in $data:
            out = model_of_$f(x)
            print(round(float(out), 4))
        """,
        """
        class $k:
            def __init__(self, inner):
                self.inner = inner

            def eval(self):
                return self

            def __call__(self, x):
                x = x.clone().requires_grad_(True)
                $way
        """,
        ways=(
            "return self.inner(x).sum()",
            "return torch.autograd.grad(self.inner(x).sum(), x)[0].sum()",
            "self.inner(x).sum().backward()\nreturn x.grad.sum()",
        ),
    ),
    Lookalike(
        "hidden-state-not-detached",
        """
        cell = nn.GRUCell(4, 5)
        adam = torch.optim.SGD(cell.parameters(), lr=0.1)
        state = torch.zeros(3, 5)
        for x, y in $data:
            adam.zero_grad()
            $way
            state = cell(x, state)
            loss = state.pow(2).mean()
            loss.backward($how)
            adam.step()
        print(round(float(cell.weight_hh.sum()), 5))
        """,
        ways=("", "state = state.detach()", "state = state.data", "state.detach_()"),
    ),
    Lookalike(
        "anomaly-mode",
        """
        debug = $flag
        if debug:
            torch.autograd.set_detect_anomaly(True)
        for x, y in $data:
            $net(x).mean().backward()
        $way
        print(torch.is_anomaly_enabled())
        """,
        ways=("", "torch.autograd.set_detect_anomaly(False)", "torch.autograd.set_detect_anomaly(debug)"),
    ),
    # Guards that nothing above meets.
    Lookalike(
        "hook-not-removed",
        """
        $k = nn.Sequential(nn.Linear(4, 3), nn.Linear(3, 1))
        store = []
        for turn in range(2):
            $k[0].register_forward_hook(lambda m, i, o: store.append(turn))
            $k(torch.ones(2, 4))
        $way
        """,
        ways=("", "print(len(store))", "$k(torch.ones(2, 4))\nprint(len(store))"),
        breaks=("hook-not-awaited",),
    ),
    Lookalike(
        "hook-not-removed",
        """
        $k = nn.Sequential(nn.Linear(4, 3), nn.Linear(3, 1))
        for count in $f($k, torch.ones(2, 4)):
            $way
            print(count)
        """,
        """
        def $f(layers, x):
            store = []
            layers[0].register_forward_hook(lambda m, i, o: store.append(1))
            layers(x)
            yield len(store)
            layers(x)
            yield len(store)
        """,
        ways=("pass", "$k(torch.ones(2, 4))"),
        breaks=("hook-not-awaited",),
    ),
    Lookalike(
        "hook-not-removed",
        """
        class $k:
            def __init__(self, layers):
                self.seen = []
                layers.register_forward_hook(self.hook)

            def hook(self, m, i, o):
                self.seen.append(tuple(o.shape))


        stack_of_$f = nn.Linear(4, 3)
        watchers = []
        for turn in range(3):
            watcher = $k(stack_of_$f)
            $way
            stack_of_$f(torch.ones(2, 4))
        print(len(watcher.seen))
        print([len(one.seen) for one in watchers])
        """,
        ways=("", "watchers.append(watcher)"),
        breaks=("hook-not-awaited",),
    ),
    Lookalike(
        "hook-not-removed",
        """
        $k = nn.Sequential(nn.Linear(4, 3), nn.Linear(3, 1))
        print($f($k, torch.ones(2, 4), Sink$f()))
        $again
        """,
        """
        class Sink$f:
            def __init__(self):
                self.rows = []

            def put(self, row):
                print("put", len(self.rows))
                self.rows.append(row)


        table_of_$f = {"twice": lambda m, i, o: o * 2, "keep": lambda m, i, o: None}


        def $f(layers, x, sink):
            def hook(m, i, o):
                $way

            layers[0].register_forward_hook($picked)
            layers(x)
            return len(sink.rows)
        """,
        ways=("pass", "sink.put(1)", "setattr(m, 'seen', o)", "i[0].last = o", "delattr(m, 'seen')"),
        breaks=("hook-not-awaited",),
    ),
    Lookalike(
        "input-gradient-backward",
        """
        scaler = torch.cuda.amp.GradScaler(enabled=False)
        for x, y in $data:
            x = x.clone().requires_grad_(True)
            loss = $net(x).pow(2).mean()
            $way
            print(round(float(x.grad.sum()), 4))
            $use
        """,
        ways=(
            "loss.backward()",
            "scaler.scale(loss).backward()",
            "loss.backward(create_graph=True)",
            "$net.body.weight.register_hook(lambda grad: print('hook'))\nloss.backward()",
        ),
    ),
    Lookalike(
        "missing-zero-grad",
        """
        $way
        for x, y in $data:
            $inner
            loss = $net(x).pow(2).mean()
            loss.backward()
            own.step()
        print([round(float(p.sum()), 5) for p in $net.parameters()])
        """,
        """
        class $k(torch.optim.SGD):
            def step(self):
                super().step()
                self.zero_grad()
        """,
        ways=("own = torch.optim.SGD($net.parameters(), lr=0.1)", "own = $k($net.parameters(), lr=0.1)"),
        tags=("gradients read",),
    ),
    Lookalike(
        "missing-zero-grad",
        """
        for x, y in list($data)[:$few]:
            $f($net, x)
        $f($net, torch.ones(2, 4))
        print([round(float(p.sum()), 5) for p in $net.parameters()])
        """,
        """
        def $f(net, x):
            own = torch.optim.SGD(net.parameters(), lr=0.1)
            $way
            net(x).pow(2).mean().backward()
            own.step()
        """,
        ways=("", "own.zero_grad()"),
        tags=("gradients read",),
    ),
    Lookalike(
        "unneeded-create-graph",
        """
        own = $k($net.parameters(), lr=0.1)
        for x, y in $data:
            own.zero_grad()
            $net(x).pow(2).mean().backward(create_graph=True)
            own.step()
        print($net.head.weight.grad is None)
        """,
        """
        class $k(torch.optim.SGD):
            def step(self):
                $way
                super().step()
        """,
        ways=(
            "pass",
            "print([p.grad.requires_grad for group in self.param_groups for p in group['params']])",
        ),
        breaks=("caller-needs-no-graph",),
    ),
    Lookalike(
        "unneeded-create-graph",
        """
        own = AdaHessian($net.parameters(), lr=0.1)
        for x, y in $data:
            own.zero_grad()
            $net(x).pow(2).mean().backward(create_graph=True)
            own.step()
        print($net.head.weight.grad is None)
        """,
        """
        class AdaHessian(torch.optim.SGD):
            def step(self):
                for group in self.param_groups:
                    for p in group["params"]:
                        (curve,) = torch.autograd.grad(
                            p.grad.sum(), p, retain_graph=True, allow_unused=True
                        )
                        print(curve is None)
                super().step()
        """,
    ),
    Lookalike(
        "target-network-gradient",
        """
        $k = $f($net)
        second = torch.optim.SGD($k.parameters(), lr=0.1)
        for x, y in $data:
            loss = $k.loss(x)
            $opt.zero_grad()
            loss.backward()
            $way
        print(round(float($k.target_net.head.weight.sum()), 5))
        """,
        """
        class $f(nn.Module):
            def __init__(self, net):
                super().__init__()
                self.net = net
                self.target_net = copy.deepcopy(net)

            def loss(self, x):
                return (self.net(x) - 0.9 * self.target_net(x)).pow(2).mean()
        """,
        imports=("import copy",),
        ways=("$opt.step()", "second.step()"),
        breaks=("caller-needs-no-graph", "not-read-elsewhere"),
    ),
    Lookalike(
        "forward-attr-retention",
        """
        $k = $f()
        own = torch.optim.SGD($k.parameters(), lr=0.1)
        for x in torch.randn(3, 2, 4):
            own.zero_grad()
            $k(x).pow(2).mean().backward()
            own.step()
        $use
        """,
        """
        class $f(nn.Module):
            def __init__(self):
                super().__init__()
                self.layer = nn.Linear(4, 3)
                self.kept = None

            def forward(self, x):
                h = self.layer(x).exp()
                $way
                return h
        """,
        ways=(
            "self.kept = h",
            "if not self.training:\n    self.kept = h",
            "self.kept = h\nh = self.kept * 2",
            "with torch.no_grad():\n    self.kept = self.layer(x)",
            "self.aux_loss = h.pow(2).mean()\nself.kept = self.aux_loss",
        ),
        breaks=("caller-needs-no-graph",),
    ),
    Lookalike(
        "figure-not-closed",
        """
        for i in range(3):
            $way
            $f(i)
        print(len(plt.get_fignums()))
        """,
        """
        def $f(i):
            plt.plot([1, i])
            plt.savefig(f'step_{i}.png')
        """,
        imports=("import matplotlib.pyplot as plt",),
        ways=("plt.figure()", "", "plt.clf()", "plt.figure(i)"),
        always_breaks=("figure-not-awaited",),
    ),
    Lookalike(
        "figure-not-closed",
        """
        for title in $f():
            $way
        print(len(plt.get_fignums()))
        """,
        """
        def $f():
            for i in range(3):
                fig = plt.figure()
                plt.plot([1, i])
                yield str(i)
                plt.savefig(f'step_{i}.png')
        """,
        imports=("import matplotlib.pyplot as plt",),
        ways=("print(title)", "plt.title(title)", "plt.plot([5, 6])"),
        always_breaks=("figure-not-awaited",),
    ),
    Lookalike(
        "figure-not-closed",
        """
        $k = plt.figure()
        for i in range(3):
            fig = $way
            fig.gca().plot([1, i])
            fig.savefig(f'step_{i}.png')
        $k.gca().set_title('end')
        $k.savefig('end.png')
        print(len(plt.get_fignums()))
        """,
        imports=("import matplotlib.pyplot as plt",),
        ways=("plt.figure()", "plt.figure() if i else $k", "[plt.figure(), $k][0]", "$k or plt.figure()"),
        always_breaks=("figure-not-awaited",),
    ),
    Lookalike(
        "hidden-state-not-detached",
        """
        cell = nn.LSTM(4, 5)
        adam = torch.optim.SGD(cell.parameters(), lr=0.1)
        state = None
        for x, y in $data:
            adam.zero_grad()
            out, state = cell(x[None], state)
            $way
            loss = out.pow(2).mean()
            loss.backward($how)
            adam.step()
        print(round(float(cell.weight_hh_l0.sum()), 5))
        """,
        ways=("", "state = tuple(part.detach() for part in state)", "state = [state[0], state[1]]"),
    ),
    Lookalike(
        "unbounded-history",
        """
        $k = $f()
        for x, y in $data:
            $k.add(x.mean())
        print(round(float($k.recent()), 4))
        $use
        """,
        """
        class $f($way):
            def __init__(self):
                super().__init__()
                self.history = []

            def add(self, value):
                self.history.append(value)

            def recent(self):
                return 0.0
        """,
        imports=("import collections",),
        ways=("object", "collections.UserList", "nn.Module"),
    ),
    Lookalike(
        "replay-buffer-graph",
        """
        $k = $f()
        total = $k(torch.ones(2, 4))
        $way
        print(round(float($k(torch.zeros(2, 4)).sum()), 4), len($k.memory))
        """,
        """
        class $f(nn.Module):
            def __init__(self):
                super().__init__()
                self.layer = nn.Linear(4, 3)
                self.memory = []

            def forward(self, x):
                q = self.layer(x).exp()
                self.memory.append(q)
                return torch.stack(self.memory[-2:]).sum(0)
        """,
        ways=("print(total.shape)", "total.sum().backward()\nprint($k.layer.weight.grad.sum().item())"),
        breaks=("caller-needs-no-graph",),
    ),
    # Deletions.
    Lookalike(
        "pointless-del",
        """
        for count in (9, $few):
            try:
                print($f(count))
            except NameError:
                print("not there")
        """,
        """
        class Last$f:
            def __del__(self):
                print("gone")


        def $f(count):
            value = float(count)
            $way
            del part
            return value
        """,
        ways=(
            "part = torch.zeros(2)",
            "if count > 5:\n    part = torch.zeros(2)",
            "part = Last$f()",
            "part = [Last$f()]\nprint(len(part))",
        ),
        breaks=("memory-not-awaited", "expected-value"),
    ),
    # Code that is reached in ways that nobody follows.
    Lookalike(
        "no-grad-eval",
        """
        $net.eval()
        for x, y in $data:
            out = $net(x)
            print(round(float(out.sum()), 4))
            $way
        print($net.head.weight.grad is None)
        """,
        """
        def $f(net, x):
            net(x).pow(2).mean().backward()
        """,
        ways=(
            "print(len(x))",
            "$reached($net, x)",
            "getattr(out.sum(), 'back' + 'ward')()",
            "next(iter([$f]))($net, x)",
        ),
        breaks=("callee-keeps-no-graph", "caller-needs-no-graph"),
    ),
    Lookalike(
        "no-grad-eval",
        """
        runner_of_$f = $k($net)
        for x, y in $data:
            $way
        print($net.head.weight.grad is None)
        """,
        """
        class $k:
            def __init__(self, net):
                self.net = net
                self.last = None

            def look(self, x):
                self.net.eval()
                self.last = self.net(x)
                return float(self.last.sum())

            def learn(self):
                self.last.sum().backward()
        """,
        ways=(
            "print(runner_of_$f.look(x))",
            "runner_of_$f.look(x)\nrunner_of_$f.learn()",
            "runner_of_$f.look(x)\ngetattr(runner_of_$f, 'learn')()",
            "runner_of_$f.look(x)\nrunner_of_$f.last.mean().backward()",
        ),
        breaks=("caller-needs-no-graph",),
    ),
    # Hooks that do more than note something.
    Lookalike(
        "hook-not-removed",
        """
        $k = nn.Sequential(nn.Linear(4, 3), nn.Linear(3, 1))
        print($f($k, torch.ones(2, 4)))
        $again
        """,
        """
        class Sink$f:
            rows = []


        kept_of_$f = {}


        def $f(layers, x):
            store = []

            def hook(m, i, o):
                store.append(1)
                $way

            layers[0].register_forward_hook(hook)
            layers(x)
            return len(store)
        """,
        ways=(
            "pass",
            "Sink$f.rows.append(len(store))\nprint(Sink$f.rows)",
            "kept_of_$f[len(kept_of_$f)] = 1\nprint(len(kept_of_$f))",
            "vars(Sink$f)['rows'].append(1)\nprint(len(Sink$f.rows))",
            "print('hook', len(store))",
            "m.bias.data.add_(1)",
            "torch.relu_(o)",
            "o.data.zero_()",
            "i[0].mul_(2)",
        ),
        breaks=("hook-not-awaited",),
    ),
    # Figures that others made, or keep.
    Lookalike(
        "figure-not-closed",
        """
        class $k:
            for i in range(3):
                fig = plt.figure()
                fig.gca().plot([1, i])
                fig.savefig(f'step_{i}.png')
            $way

        print(len(plt.get_fignums()))
        """,
        imports=("import matplotlib.pyplot as plt",),
        ways=("last = 3", "title = fig.gca().get_title()"),
        always_breaks=("figure-not-awaited",),
    ),
    Lookalike(
        "figure-not-closed",
        """
        for i in range(3):
            $f($way)
        plt.title('end')
        plt.savefig('end.png')
        print(len(plt.get_fignums()))
        """,
        """
        def $f(fig=None):
            fig = fig or plt.figure()
            fig.gca().plot([1, 2])
            fig.savefig('step.png')
        """,
        imports=("import matplotlib.pyplot as plt",),
        ways=("", "plt.gcf()", "plt.figure(1)"),
        always_breaks=("figure-not-awaited",),
    ),
    # Optimizers, copies and groups whose makers are not seen.
    Lookalike(
        "missing-zero-grad",
        """
        own = {'own': $k}['own']($net.parameters(), lr=0.1)
        for x, y in $data:
            loss = $net(x).pow(2).mean()
            loss.backward()
            $way
        print([round(float(p.sum()), 5) for p in $net.parameters()])
        """,
        """
        class $k(torch.optim.SGD):
            def step(self):
                super().step()
                self.zero_grad()
        """,
        ways=("own.step()", "own.step()\nown.zero_grad()", "getattr(own, 'step')()"),
    ),
    Lookalike(
        "target-network-gradient",
        """
        $k = copy.deepcopy($net)
        for x, y in $data:
            $way
            loss = ($net(x) - 0.9 * later).pow(2).mean()
            $opt.zero_grad()
            loss.backward()
            $opt.step()
        print([p.grad is None for p in $k.parameters()][:1])
        """,
        imports=("import copy",),
        ways=(
            "later = $k(x)",
            "with torch.set_grad_enabled(bool(len(x))):\n    later = $k(x)",
            "later = $k($net.body(x).detach()[:, :4])",
            "later = $k(x) * $net.head.bias",
        ),
        breaks=("caller-needs-no-graph",),
        always_breaks=("not-read-elsewhere",),
    ),
    Lookalike(
        "new-group-in-loop",
        """
        if not dist.is_initialized():
            dist.init_process_group('gloo', store=dist.HashStore(), rank=0, world_size=1)
        for i in range(3):
            group = dist.new_group([0])
            $way
        print(dist.is_initialized())
        """,
        imports=("import torch.distributed as dist",),
        ways=(
            "print(dist.get_world_size(group))",
            "dist.destroy_process_group(group)",
            "dist.all_reduce(torch.ones(1), group=group)\n"
            "if i == 1:\n    dist.destroy_process_group()\n"
            "    dist.init_process_group('gloo', store=dist.HashStore(), rank=0, world_size=1)",
        ),
        breaks=("one-serves-all",),
    ),
    Lookalike(
        "jit-trace-in-loop",
        """
        layers, example = nn.Sequential(nn.Linear(4, 3), nn.ReLU()), torch.ones(2, 4)
        own = torch.optim.SGD(layers.parameters(), lr=0.5)
        for i in range($count):
            fast = torch.jit.trace(layers, example)
            print(round(float(fast(example).sum()), 4))
            $way
        """,
        ways=(
            "example.sum()",
            "layers(example).sum().backward()\nown.step()",
            "layers[0].weight.data.add_(1)",
            "layers[0] = nn.Linear(4, 3)",
            "layers.load_state_dict({k: v + 1 for k, v in layers.state_dict().items()})",
        ),
        breaks=("one-serves-all",),
        always_breaks=("loop-runs",),
    ),
)
# Parts that several look-alikes draw from; the first of each is harmless.
PARTS = {
    "reached": (
        "$f",
        "{'run': $f}['run']",
        "[$f][0]",
        "(lambda function: function)($f)",
        "vars(__import__('sys').modules[__name__])['$f']",
    ),
    "inner": ("", "own = torch.optim.SGD($net.parameters(), lr=0.1)"),
    "picked": ("hook", "table_of_$f['keep']", "table_of_$f['twice']"),
    "count": ("3", "2", "0", "1"),
    "few": ("0", "0", "2"),
    "zero": ("3", "0", "2"),
    "flag": ("True", "False"),
    "how": ("", "", "retain_graph=True", "create_graph=True"),
    "plus": ("", "+ 0 * self.running_mean.sum()", "+ self.running_mean.mean()"),
    "which": ("0", "1"),
    "then": (
        "",
        "$k.figure = plt.gcf()",
        "seen.append(plt.gcf())",
        "return plt.gcf()",
        "seen.append(lambda: plt.gca())",
        "plt.gcf().clf()",
    ),
    "again": (
        "",
        "print(round(float($k(torch.ones(1, 4)).sum()), 4))",
        "print(round(float($k[0](torch.ones(1, 4)).sum()), 4))",
        "$k(torch.ones(1, 4)).sum().backward()\nprint($k[0].weight.grad.sum().item())",
        "print($f($k, torch.ones(2, 4)))",
        "print(getattr($k, 'last', None) is None)\n$k(torch.ones(1, 4))\nprint($k.last.shape)",
    ),
    "define": (
        "def hook(m, i, o):\n    store.append(1)",
        "def hook(m, i, o):\n    store.append(1)\n    layers.calls = getattr(layers, 'calls', 0) + 1",
        "def hook(m, i, o):\n    store.append(1)\n    return o * 2",
        "def hook(m, i, o):\n    store.append(1)\n    o.mul_(2)",
        "def hook(m, i, o):\n    store.append(1)\n    o += 1",
        "def hook(m, i, o):\n    store.append(1)\n    o[0] = 0",
        "def hook(m, i, o):\n    store.append(1)\n    nn.functional.relu(o, inplace=True)",
        "def hook(m, i, o):\n    store.append(1)\n    m.weight.data.mul_(0.5)",
        "def hook(m, i, o):\n    store.append(1)\n    if len(store) > 1:\n        raise ValueError('twice')",
        "def hook(m, i, o):\n    layers.last = o\n    store.append(1)",
        "def hook(m, i, o):\n    store.append(1)\n    torch.add(o, 1, out=o)",
        "hook = lambda m, i, o: o * 2",
        "hook = lambda m, i, o: store.append(1)",
        "def keep(rows, m, i, o):\n    rows.append(1)\n    return o * 3\n\n\nimport functools\n"
        "hook = functools.partial(keep, store)",
        "def twice(f):\n    return lambda *given: given[-1] * 2\n\n\n@twice\ndef hook(m, i, o):\n"
        "    store.append(1)",
    ),
}
USES = {
    "unneeded-create-graph": (
        "",
        "sum(p.grad.pow(2).sum() for p in $net.parameters()).backward()",
        "penalty = $net.head.weight.grad.norm()\npenalty.backward()",
        "slopes = [p.grad for p in $net.parameters()]\nsum(s.pow(2).sum() for s in slopes).backward()",
        "(second,) = torch.autograd.grad($net.head.weight.grad.sum(), $net.head.weight, "
        "allow_unused=True)\nprint(second is None)",
    ),
    "figure-not-closed": (
        "",
        "print(len(plt.get_fignums()))",
        "plt.figure($k.figure) if $k.figure else None\nprint(len(plt.get_fignums()))",
        "plt.title('end')\nplt.savefig('end.png')",
    ),
    "target-network-gradient": (
        "",
        "print($k.head.weight.grad is None)",
        "torch.optim.SGD($k.parameters(), lr=0.1).step()\nprint($k.head.weight.sum().item())",
    ),
    "input-gradient-backward": (
        "",
        "$opt.step()",
        "print(torch.nn.utils.clip_grad_norm_($net.parameters(), 1.0) > 0)",
        "x.grad.pow(2).sum().backward() if x.grad.requires_grad else None\n"
        "print($net.head.weight.grad is None)",
    ),
    "unbounded-history": ("", "print($k.oldest() if hasattr($k, 'oldest') else 0)", "print(len($k.history))"),
}
GRADIENTS_READ = {"input-gradient-backward", "target-network-gradient"}
# The kinds of assumptions that the harmful ones of these parts break.
BROKEN_BY_PART = {
    "plus": ("caller-needs-no-graph",),
    "then": ("figure-not-awaited",),
    "again": ("hook-not-awaited",),
    "define": ("hook-not-awaited",),
    "picked": ("hook-not-awaited",),
}
# Parts that say how often a loop runs.
COUNTS = ("count", "few", "zero")
BROKEN_BY_USE = {
    "figure-not-closed": ("figure-not-awaited",),
    "unbounded-history": ("not-read-elsewhere",),
}


class Block(list):
    """Lines, which stand in a line of their own, or in one if they are no more than one."""

    def __str__(self):
        return " ".join(self)


def expanded(text, names):
    """The text with its parts put in, which may have parts themselves."""
    lines = fill(text, **names)
    for _ in range(3):
        if not any("$" in line for line in lines):
            break
        lines = fill("\n".join(lines), **names)
    return lines


def kinds_broken(lookalike, names):
    """The kinds of assumptions that what was chosen for the parts breaks."""
    kinds = list(lookalike.always_breaks)
    if names["way"] != lookalike.ways[0]:
        kinds += lookalike.breaks
    text = lookalike.body + lookalike.define
    for part, broken in BROKEN_BY_PART.items():
        if f"${part}" in text and names[part] != PARTS[part][0]:
            kinds += broken
    if any(f"${part}" in text and names[part] == "0" for part in COUNTS):
        kinds.append("loop-runs")
    if "$use" in text and names["use"]:
        kinds += BROKEN_BY_USE.get(lookalike.rule, ())
    return kinds


def write(build, world, lookalike):
    names = {
        "net": world.net,
        "opt": world.opt,
        "data": world.data,
        "f": build.fresh("compute", "step_of", "collect"),
        "k": build.fresh("Keeper", "Part", "Thing"),
        "all": build.fresh("rows", "collected"),
        "ask": build.fresh("predict", "embed", "get_action"),
    }
    names |= {part: build.lean(ways, 1) for part, ways in PARTS.items()}
    names["use"] = build.lean(USES.get(lookalike.rule, ("",)), 1)
    names["way"] = build.lean(lookalike.ways, 1, 0.3)
    blocks = {name: Block(text.split("\n") if text else ()) for name, text in names.items()}
    build.need(*lookalike.imports)
    for text in textwrap.dedent(lookalike.define).strip("\n").split("\n\n\n"):
        if text:
            build.definitions.append(expanded(text, blocks))
    if lookalike.rule in GRADIENTS_READ:
        build.tag("gradients read")
    build.tag(*lookalike.tags, *(f"breaks {kind}" for kind in kinds_broken(lookalike, names)))
    return expanded(lookalike.body, blocks), lookalike.top_level


def scene_of(rule):
    own = [lookalike for lookalike in LOOKALIKES if lookalike.rule == rule]

    def scene(build, world):
        return write(build, world, build.pick(*own))

    scene.__name__ = "lookalike_" + rule.replace("-", "_")
    return scene


BY_RULE = {rule: scene_of(rule) for rule in dict.fromkeys(each.rule for each in LOOKALIKES)}
SCENES = tuple(BY_RULE.values())
