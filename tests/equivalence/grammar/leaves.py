"""Backward passes whose gradients nobody wants for all weights: of an input, of a copy."""

from grammar.code import fill

ATTACK = """
def $name(net, image, label):
    $leaf
    out = net(image)
    loss = nn.functional.mse_loss(out, label)
    $reset
    loss.backward()
    $read
    return $step
"""
LEAVES = (
    "image = image.clone().requires_grad_(True)",
    "image.requires_grad = True",
    "image.requires_grad_(True)",
    "image = image.detach().clone().requires_grad_()",
)
# What is read of the weights' gradients, and by whom.
READS = (
    "",
    "",
    "print(sum(float(p.grad.abs().sum()) for p in net.parameters()))",
    "print(net.head.weight.grad is None)",
)
STEPS = (
    "(image + 0.1 * image.grad.sign()).detach()",
    "image.grad.abs().sum().item()",
    "image.grad.detach()",
)
AFTER = (
    "",
    "",
    "$opt.step()",
    "print($net.head.weight.grad is None)",
    "print([round(float(p.grad.sum()), 4) for p in $net.parameters() if p.grad is not None])",
)
CALLS = """
for x, y in $data:
    $got = $name($net, x, y)
    print($show)
    $after
"""


def input_gradient(build, world):
    name, got = build.fresh("perturb", "attack", "saliency_of"), build.fresh("moved", "slope")
    read, after = build.pick(*READS), build.pick(*AFTER)
    if read or after:
        build.tag("gradients read")
    build.define(
        ATTACK,
        name=name,
        leaf=build.pick(*LEAVES),
        reset=build.pick([], ["net.zero_grad()"], ["net.eval()"]),
        read=[read] if read else [],
        step=build.pick(*STEPS),
    )
    return fill(
        CALLS,
        data=world.data,
        got=got,
        name=name,
        net=world.net,
        show=f"round(float(torch.as_tensor({got}).sum()), 4)",
        after=fill(after, opt=world.opt, net=world.net),
    )


COPY = """
$target = copy.deepcopy($net)
$before
for x, y in $data:
    $later
    wanted = y + 0.9 * later
    loss = nn.functional.mse_loss($net(x), $wanted)
    $opt.zero_grad()
    loss.backward()
    $opt.step()
    $read
$after
"""


def target_network(build, world):
    build.need("import copy")
    target = build.fresh("target_net", "teacher", "ema_model")
    before = build.pick(
        [],
        [],
        [],
        [f"second = torch.optim.SGD({target}.parameters(), lr=0.1)"],
        [f"for p in {target}.parameters():", "    p.requires_grad_(False)"],
    )
    read = build.pick(
        [],
        [],
        [f"print({target}.head.weight.grad is None)"],
        ["print(later.requires_grad)"],
        ["second.step()"] if "second" in "".join(before) else [],
    )
    after = build.pick(
        [],
        [f"{target}.load_state_dict({world.net}.state_dict())"],
        ["later.sum().backward()"],
        [f"print({target}(torch.ones(1, 4)).sum().item())"],
        [f"print([p.grad is None for p in {target}.parameters()])"],
    )
    if read or "backward" in "".join(after) or "grad" in "".join(after):
        build.tag("gradients read")
    return fill(
        COPY,
        target=target,
        net=world.net,
        data=world.data,
        opt=world.opt,
        before=before,
        later=build.pick(f"later = {target}(x)", f"later = {target}(x).clamp(max=1.0)"),
        wanted=build.pick("wanted", "wanted", "wanted.detach()"),
        read=read,
        after=after,
    )


SCENES = (input_gradient, target_network)
