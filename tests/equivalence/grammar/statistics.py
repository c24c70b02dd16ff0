"""Statistics that a module gathers while it runs, and the ways in which they are read."""

from grammar.code import fill

LAYER = """
class $name(nn.Module$base):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))
        $init

    $members

    def forward(self, x):
        $early
        x = x * self.weight
        mean = $mean
        $branch
        return $output
"""
INITS = (
    "self.running_mean = torch.zeros(4)",
    'self.register_buffer("running_mean", torch.zeros(4))',
    "self.running_mean = None",
)
UPDATES = (
    "self.running_mean = 0.9 * self.running_mean + 0.1 * mean",
    "self.running_mean = mean",
    "self.running_mean += 0.1 * (mean - self.running_mean)",
    "self.running_mean = self.running_mean.lerp(mean, 0.1)",
    "self.running_mean.mul_(0.9).add_(0.1 * mean)",
    "self.running_mean.copy_(mean)",
    "self.running_mean = self.running_mean * 0.9 + mean * (1 - 0.9)",
    "self.running_mean.lerp_(mean, 0.1)",
    "self.running_mean[:] = mean",
)
MEANS = ("x.mean(0)", "x.mean(dim=0)", "x.abs().mean(0)", "x.var(0)")
OUTPUTS = (
    "x - mean",
    "x",
    "x - mean",
    "x - mean",
    "x - self.running_mean",
    "x - (mean if self.training else self.running_mean)",
    "x - getattr(self, 'running_' + 'mean')",
    "x - getattr(self, 'running_mean')",
    "x - dict(self.named_buffers()).get('running_mean', mean)",
    "x - next(iter(self.buffers()), mean)",
    "x - vars(self).get('running_mean', mean)",
    "x - self.__dict__.get('running_mean', mean)",
    "x - self.stat()",
    "x - operator.attrgetter('running_mean')(self)",
    "x - sum(self.buffers())",
    "x - self.state_dict(keep_vars=True).get('running_mean', mean)",
    "x - (self.get_buffer('running_mean') if self._buffers else mean)",
)
TRAIN = """
$name = $kind()
$opt = torch.optim.SGD($name.parameters(), lr=0.1)
for $x in [torch.randn(3, 4) for _ in range(3)]:
    $opt.zero_grad()
    $first
    loss = $name($x).pow(2).mean()$term
    $guarded
    $opt.step()
print($name.weight.tolist())
$later
"""
GUARDED = """
try:
    loss.backward()
except RuntimeError as error:
    print("backward failed")
"""
TERMS = (
    "",
    "",
    "",
    " + $name.running_mean.pow(2).mean()",
    " + getattr($name, 'running_mean').sum()",
    " + sum(b.sum() for b in $name.buffers())",
    " + vars($name).get('running_mean', torch.zeros(1)).sum()",
)
LATER = (
    "",
    "",
    "print($name.running_mean)",
    "print($name.running_mean.sum().item())",
    "$name.eval()\nprint($name(torch.ones(2, 4)).sum().item())",
    "$name.eval()\n$name(torch.ones(2, 4)).sum().backward()\nprint($name.weight.grad.tolist())",
    "$name.running_mean.sum().backward()",
    "print($name.running_mean.requires_grad)",
    "copy.deepcopy($name)",
    "print([float(v.sum()) for v in $name.state_dict().values()])",
    "torch.autograd.grad($name.running_mean.sum(), $name.weight)",
    "try:\n    copy.deepcopy($name)\nexcept RuntimeError as error:\n    print('no copy')",
)


def running_statistic(build, world):
    kind, name = build.fresh("Norm", "Centre", "Whiten"), build.fresh("norm", "layer")
    output = build.lean(OUTPUTS, 2)
    init, update = build.pick(*INITS), build.pick(*UPDATES)
    if init.endswith("None"):
        update = "self.running_mean = mean if self.running_mean is None else 0.9 * self.running_mean + 0.1 * mean"
    branch = build.pick(
        [update],
        [update],
        ["if self.training:", "    " + update],
        ["if self.training:", "    " + update, "else:", "    mean = self.running_mean"],
        ["with torch.no_grad():", "    " + update],
        ["self.update(mean)"],
        ["mean = mean.detach()", update],
    )
    members = []
    if "self.stat()" in output:
        members += ["def stat(self):", "    return self.running_mean"]
    if branch == ["self.update(mean)"]:
        members += [""] * bool(members) + ["def update(self, mean):", "    " + update]
    if "attrgetter" in output:
        build.need("import operator")
    reading = ["if not self.training:", "    return x - self.running_mean"]
    early = reading if build.is_risked(0.2) else []
    build.define(
        LAYER,
        name=kind,
        base="",
        init=[init],
        members=members,
        early=early,
        mean=build.pick(*MEANS),
        branch=branch,
        output=output,
    )
    child = None
    if build.is_risked(0.15):
        child = build.fresh("Special", "Child")
        build.define(
            "class $child($kind):\n    def forward(self, x):\n        return super().forward(x) - self.running_mean",
            child=child,
            kind=kind,
        )
        kind = child
    later = fill(build.lean(LATER, 4), name=name)
    if any("copy." in line for line in later):
        build.need("import copy")
        build.tag("statistic copied")
    first = build.pick([], [], [], [f"{name}.eval()"])
    backward = fill(GUARDED) if build.chance(0.3) else ["loss.backward()"]
    build.need("import torch", "from torch import nn")
    term = build.lean(TERMS, 1)
    if term or later or output not in ("x", "x - mean") or kind == child:
        build.tag("statistic read")
    return fill(
        TRAIN,
        name=name,
        kind=kind,
        opt=build.fresh("sgd", "opt_norm"),
        x="x",
        first=first,
        term=" ".join(["", *fill(term, name=name)]),
        guarded=backward,
        later=later,
    )


SCENES = (running_statistic, running_statistic)
