"""Batches: lists, loaders, generators, and some that do more than give data."""

BATCHES = "[(torch.randn(3, 4), torch.randn(3, 1)) for _ in range($count)]"
DATASET = "torch.utils.data.TensorDataset(torch.randn($rows, 4), torch.randn($rows, 1))"

GENERATOR = """
def $name(count):
    for _ in range(count):
        yield torch.randn(3, 4), torch.randn(3, 1)
"""
LOADER_CLASS = """
class $name:
    def __init__(self, count, net=None):
        self.batches = [(torch.randn(3, 4), torch.randn(3, 1)) for _ in range(count)]
        self.net = net

    def __len__(self):
        return len(self.batches)

    def __iter__(self):
        for x, y in self.batches:
            $body
            yield x, y
"""
ITEM_CLASS = """
class $name:
    def __init__(self, count, net=None):
        self.batches = [(torch.randn(3, 4), torch.randn(3, 1)) for _ in range(count)]
        self.net = net

    def __len__(self):
        return len(self.batches)

    def __getitem__(self, index):
        x, y = self.batches[index]
        $body
        return x, y
"""
# Batches moved along the gradient of the model: iterating differentiates.
ATTACK = """
x = x.clone().requires_grad_()
self.net(x).sum().backward()
x = (x + 0.1 * x.grad.sign()).detach()
"""
ATTACK_BY_GRAD = """
x = x.clone().requires_grad_()
x = (x + 0.1 * torch.autograd.grad(self.net(x).sum(), x)[0]).detach()
"""
COLLATE = """
def $name(rows):
    x = torch.stack([row[0] for row in rows]).requires_grad_()
    y = torch.stack([row[1] for row in rows])
    (slope,) = torch.autograd.grad($net(x).pow(2).sum(), x)
    return (x + slope).detach(), y
"""


def plain_list(build, count, net):
    build.need("import torch")
    return BATCHES.replace("$count", str(count))


def tensor_loader(build, count, net):
    build.need("import torch", "import torch.utils.data")
    dataset = DATASET.replace("$rows", str(3 * count))
    shuffle = build.pick("", ", shuffle=True")
    return f"torch.utils.data.DataLoader({dataset}, batch_size=3{shuffle})"


def generator(build, count, net):
    name = build.fresh("batches_of", "stream", "draw")
    build.define(GENERATOR, name=name)
    return f"list({name}({count}))"


def loader_class(build, count, net):
    name = build.fresh("Batches", "Loader", "Stream")
    build.define(LOADER_CLASS, name=name, body=[])
    return f"{name}({count})"


def attacking(build, count, net):
    """Iterating over it differentiates; see ATTACK."""
    build.tag("data attack")
    name = build.fresh("Attacked", "Hard", "Adversary")
    body = build.pick(ATTACK, ATTACK_BY_GRAD).strip().split("\n")
    build.define(build.pick(LOADER_CLASS, ITEM_CLASS), name=name, body=body)
    return f"{name}({count}, {net})"


def attacking_collate(build, count, net):
    build.tag("data collate")
    build.need("import torch", "import torch.utils.data")
    name = build.fresh("collate", "make_batch")
    build.define(COLLATE, name=name, net=net)
    dataset = DATASET.replace("$rows", str(3 * count))
    return f"torch.utils.data.DataLoader({dataset}, batch_size=3, collate_fn={name})"


KINDS = ((plain_list, 5), (tensor_loader, 6), (generator, 1), (loader_class, 1))
ODD_KINDS = ((attacking, 1), (attacking_collate, 1))


def choose_data(build, net, count=3, odd=0.06):
    """An expression for what is iterated over for batches of `x, y`."""
    kinds = ODD_KINDS if build.is_risked(odd) else KINDS
    make = build.rng.choices([k for k, _ in kinds], [w for _, w in kinds])[0]
    return make(build, count, net)
