"""Models. Each maps a batch of rows to one number a row.

A model may keep something that training, or anybody else, differentiates later: `reads`
are statements which do so, for a model of the name `$net`.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Model:
    stem: str
    # Statements of __init__ after the layers, of forward between `h` and `return`, and
    # further members.
    init: str = ""
    forward: str = ""
    output: str = "self.head(h)"
    members: str = ""
    reads: tuple = ()
    imports: tuple = ()
    # A term that the training adds to its loss.
    term: str = ""
    weight: float = 1.0
    body: str = "h = torch.relu(self.body(x))"
    about: tuple = field(default_factory=tuple)


CLASS = """
class $name(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)
        $init

    $members

    def forward(self, x):
        $body
        $forward
        return $output
"""

NAMES = ("Net", "Model", "Classifier", "Encoder", "Policy", "Regressor")

# What reads `$net.aux` and the like in need of the graph.
BACKWARD = "$net.KEPT.sum().backward()"
GRAD = "print([g.sum().item() for g in torch.autograd.grad($net.KEPT.sum(), [$net.body.weight])])"
TRACED = "print($net.KEPT.requires_grad)"


def reads_of(kept):
    return tuple(text.replace("KEPT", kept) for text in (BACKWARD, GRAD, TRACED))


PLAIN = Model("plain", weight=6)
CACHED_METHOD = """
@functools.lru_cache(maxsize=None)
def table(self, power):
    return self.body.weight.pow(power).mean()
"""
CACHED_PROPERTY = """
@functools.cached_property
def table(self):
    return self.body.weight.exp().mean()
"""
SCORE = """
def score(self, x):
    x = x.clone().requires_grad_()
    self.head(torch.relu(self.body(x))).sum().backward()
    return x.grad.abs().sum()
"""

MODELS = (
    PLAIN,
    Model("dropout", init="self.drop = nn.Dropout(0.5)", forward="h = self.drop(h)", weight=2),
    Model(
        "batch_norm", init="self.norm = nn.BatchNorm1d(width)", forward="h = self.norm(h)", weight=2
    ),
    Model(
        "aux",
        init="self.aux = None",
        forward="self.aux = h.pow(2).mean()",
        reads=reads_of("aux"),
        term="0.1 * $net.aux",
    ),
    Model(
        "features",
        init="self.features = None",
        forward="self.features = h",
        reads=reads_of("features"),
    ),
    Model(
        "activations",
        init="self.activations = []",
        forward="self.activations.append(h)",
        reads=reads_of("activations[-1]"),
    ),
    Model(
        "activations_by_name",
        init="self.seen = {}",
        forward='self.seen["h"] = h',
        reads=reads_of('seen["h"]'),
    ),
    Model(
        "helper_stores",
        init="self.last = None",
        members="def remember(self, h):\n    self.last = h.mean()\n    return h",
        forward="h = self.remember(h)",
        reads=reads_of("last"),
    ),
    Model(
        "stores_by_name",
        init="self.mean = None",
        forward='setattr(self, "mean", h.mean())',
        reads=reads_of("mean"),
    ),
    Model(
        "buffer_of_rows",
        init='self.register_buffer("rows", torch.zeros(4, width))',
        forward="self.rows = self.rows.clone()\nself.rows[0] = h.mean(0)",
        reads=reads_of("rows"),
    ),
    Model(
        "lazy_weight",
        init="self.scale = nn.Parameter(torch.ones(width))\nself._w = None",
        forward="if self._w is None:\n    self._w = self.scale.exp()\nh = h * self._w",
        weight=1.5,
    ),
    Model(
        "lazy_weight_in_dict",
        init="self.scale = nn.Parameter(torch.ones(width))\nself.cache = {}",
        forward='if "w" not in self.cache:\n    self.cache["w"] = self.scale.exp()\nh = h * self.cache["w"]',
    ),
    Model(
        "hasattr_weight",
        init="self.scale = nn.Parameter(torch.ones(width))",
        forward='if not hasattr(self, "w"):\n    self.w = self.scale.exp()\nh = h * self.w',
    ),
    Model(
        "lru_cache",
        members=CACHED_METHOD,
        forward="h = h * self.table(2)",
        imports=("import functools",),
    ),
    Model(
        "cached_property",
        members=CACHED_PROPERTY,
        forward="h = h * self.table",
        imports=("import functools",),
    ),
    Model(
        "state",
        init="self.state = torch.zeros(1)",
        forward="h = h + self.state * 0.1\nself.state = h.mean().reshape(1)",
        reads=reads_of("state"),
    ),
    Model(
        "detached_state",
        init="self.state = torch.zeros(1)",
        forward="h = h + self.state * 0.1\nself.state = h.mean().reshape(1).detach()",
    ),
    Model(
        "spectral",
        init="self.body = nn.utils.spectral_norm(self.body)",
    ),
    Model(
        "weight_norm",
        init="self.body = nn.utils.weight_norm(self.body)",
        reads=("$net.body.weight.sum().backward()", "print($net.body.weight.requires_grad)"),
    ),
    Model(
        "switch",
        forward="if torch.is_grad_enabled():\n    h = h * 2",
    ),
    Model(
        "reads_needs_grad",
        forward="if h.requires_grad:\n    h = h + 1",
    ),
    Model(
        "hook_on_hidden",
        init="self.norms = []",
        forward="if h.requires_grad:\n    h.register_hook(lambda g: self.norms.append(float(g.norm())))",
    ),
    Model(
        "hook_always",
        init="self.norms = []",
        forward="h.register_hook(lambda g: self.norms.append(float(g.norm())))",
    ),
    Model(
        "random",
        forward="h = h + 0.01 * torch.randn_like(h)",
    ),
    Model(
        "attacks_in_score",
        members=SCORE,
        reads=("print($net.score(torch.ones(2, 4)).item())",),
    ),
    Model(
        "differentiates_in_forward",
        body="x = x.clone().requires_grad_()\nh = torch.relu(self.body(x))",
        init="self.slope = None",
        forward="if self.training or h.requires_grad:\n"
        "    self.slope = torch.autograd.grad(h.sum(), x, retain_graph=True)[0]",
    ),
    Model(
        "checkpoint",
        body="h = checkpoint(self.body, x.clone().requires_grad_())",
        imports=("from torch.utils.checkpoint import checkpoint",),
        weight=0.5,
    ),
    Model(
        "gru",
        init="self.rnn = nn.GRU(width, width, batch_first=True)",
        forward="h = self.rnn(h.unsqueeze(1))[0][:, 0]",
    ),
    Model(
        "gru_state",
        init="self.rnn = nn.GRUCell(width, width)\nself.buf = None",
        forward="self.buf = self.rnn(h, self.buf if self.buf is not None and len(self.buf) == len(h) else None)\n"
        "h = self.buf",
        reads=reads_of("buf"),
        weight=0.5,
    ),
    Model(
        "attention",
        init="self.att = nn.MultiheadAttention(width, 2, batch_first=True)",
        forward="h = h + self.att(h[None], h[None], h[None])[0][0]",
    ),
    Model(
        "padded",
        init="layer = nn.TransformerEncoderLayer(width, 2, 8, dropout=0.0, batch_first=True)\n"
        "self.encoder = nn.TransformerEncoder(layer, 1)",
        forward="hidden = torch.arange(len(h))[None] >= 2\n"
        "h = self.encoder(h[None], src_key_padding_mask=hidden)[0]",
    ),
    Model("prints", forward='print("forward", h.shape)'),
    Model("shared", init="self.again = self.body", forward="h = h + self.again(x)"),
    Model("counts", init="self.calls = 0", forward="self.calls += 1", weight=2),
)
# Those that compute, and neither keep a graph nor ask for one.
COMPUTING = {"plain", "dropout", "batch_norm", "spectral", "random", "gru", "shared", "counts"}

FUNCTION = """
class $name(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        $body
        ctx.save_for_backward(x)
        return x.clamp(min=0)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x > 0)
"""


def custom_function(build):
    """A model that runs a custom autograd function."""
    name = build.fresh("Relu", "Clip", "Gate")
    body = build.pick([], ["if not ctx.needs_input_grad[0]:", "    return x.clamp(min=0) + 1"])
    build.define(FUNCTION, name=name, body=body)
    return Model("custom_function", body=f"h = {name}.apply(self.body(x))")


def choose_model(build):
    """Defines the class of a model and gives its name and description."""
    if build.is_risked(0.04):
        model = custom_function(build)
    else:
        models = MODELS if build.is_risked(1) else [m for m in MODELS if m.stem in COMPUTING]
        model = build.rng.choices(models, [m.weight for m in models])[0]
    name = build.fresh(*NAMES)
    build.need("import torch", "from torch import nn", *model.imports)
    parts = {
        part: getattr(model, part).split("\n") if getattr(model, part) else []
        for part in ("init", "forward", "members", "body")
    }
    build.define(CLASS, name=name, output=model.output, **parts)
    build.tag(f"model {model.stem}")
    return name, model
