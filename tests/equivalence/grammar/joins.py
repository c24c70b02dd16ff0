"""Tensors that a loop makes longer, read in the meantime or not."""

from grammar.code import fill

STARTS = (
    "torch.empty(0, 1)",
    "torch.zeros(0, 1)",
    "torch.tensor([])",
    "torch.zeros(1, 1)",
    "None",
    "torch.empty((0, 1), dtype=torch.float64)",
    "torch.zeros(0)",
    "torch.ones(1, 1, requires_grad=True)",
    "torch.empty(0, 1).requires_grad_()",
)
PARTS = (
    "torch.rand(2, 1)",
    "torch.full((2, 1), 3.0)",
    "(torch.ones(2, 1) * 2).relu()",
    "(weight * 2).unsqueeze(0)",
    "$net(x)",
    "$net(x).detach()",
    "x[:, :1]",
    "y",
    "(x[:, :1] > 0)",
    "y.long()",
    "$buffer",
    "x[:, :1].mul_(1.0)",
)
JOINS = (
    "torch.cat(($all, $part))",
    "torch.cat([$all, $part], dim=0)",
    "torch.cat([$part, $all])",
    "torch.vstack((\n    $all, $part))",
    "torch.concat(($all, $part), 0)",
    "torch.hstack(($all, $part))",
    "torch.cat((\n    $all,\n    $part,\n), dim=-2)",
)
READS = (
    [],
    ["print($all.shape)"],
    ["if len($all) > 5:", "    break"],
    ["snapshots.append($all)"],
    ["$all = $all[-4:]"],
    ["if x.sum() > 3:", "    continue"],
    ["$all = $all * 1.0"],
    ["last = lambda: $all"],
    ["x = x + len($all)"],
    ["same = $all"],
    ["locals()"],
)
AFTER = (
    "print($all.shape, $all.sum().item())",
    "print($all)",
    "print($all.dtype, $all.mean())",
    "$all.sum().backward()",
    "print($all.requires_grad, $all.is_leaf)",
    "print($all[:2].tolist())",
    "print(len($all))",
    "print($all.is_contiguous(), $all.stride())",
    "print('done')",
    "try:\n    $all.mean().backward()\nexcept RuntimeError as error:\n    print('no graph')",
    "print($all._version)",
    "$all += 1\nprint($all.sum().item())",
    "print(first is $all)",
)
LOOP = """
$snapshots
$all = $start
$first
$buffer = torch.zeros(2, 1)
for x, y in $data:
    $other
    $join
    $read
$ending
$after
"""
FIRST = """
$all = None
for x, y in $data:
    part = $part
    $all = part if $all is None else torch.cat(($all, part))
    $read
$after
"""
TRIED = """
$all = $start
try:
    for x, y in $data:
        $join
        if y.sum() > $limit:
            raise ValueError("stop")
except ValueError:
    print("stopped")
print($all.shape)
"""
SEVERAL = """
$all, $second = torch.empty(0, 1), torch.empty(0, 1)
for x, y in $data:
    $all = torch.cat(($all, $part))
    $second = torch.cat(($second, y))
print($all.shape, $second.sum().item())
$after
"""
ARRAYS = """
$all = np.empty((0, 1))
for x, y in $data:
    $all = $join
    $read
print($all.shape, $all.sum(), $all.dtype)
"""
ARRAY_JOINS = (
    "np.concatenate(($all, y.numpy()))",
    "np.append($all, y.numpy(), axis=0)",
    "np.append($all, y.numpy())",
    "np.vstack(($all, y.numpy()))",
    "np.concatenate([$all, $net(x).detach().numpy()])",
)
NAMES = ("preds", "outputs", "results", "all_rows", "targets", "seen")


def parts_of(build, world, with_buffer=False):
    name = build.fresh(*NAMES)
    text = build.lean(PARTS, 4)
    part = fill(
        "y" if "buffer" in text and not with_buffer else text, net=world.net, buffer="buffer"
    )[0]
    names = {"all": name, "data": world.data, "net": world.net}
    if "weight" in part and "weight" not in build.taken:
        build.taken.add("weight")
        build.define("weight = torch.ones(1, requires_grad=True)")
    return name, part, names


def growing_tensor(build, world):
    name, part, names = parts_of(build, world, with_buffer=True)
    join = f"{name} = " + "\n".join(fill(build.pick(*JOINS), all=name, part=part))
    read = fill("\n".join(build.lean(READS, 1)), **names)
    start = build.lean(STARTS, 3)
    if start == "None" and part != "buffer":
        return fill(
            FIRST, part=part, read=read, after=fill(build.pick(*AFTER[:10]), **names), **names
        )
    start = "torch.zeros(0, 1)" if start == "None" else start
    after = fill(build.lean(AFTER, 3), **names)
    other = build.pick([], [], ["buffer += 1"], ["buffer = buffer + 1"], ["x.add_(1)"])
    ending = build.pick([], [], [], ["else:", f"    print({name}.shape)"], ["print(x.shape)"])
    if "+= 1" in " ".join(other) or "_(1" in " ".join([part, *other]):
        build.tag("changed in place")
    return fill(
        LOOP,
        snapshots=["snapshots = []"] if "snapshots.append" in " ".join(read) else [],
        first=[f"first = {name}"] if "first is" in " ".join(after) else [],
        start=start,
        other=other,
        join=join.split("\n"),
        read=read,
        ending=ending,
        buffer="buffer",
        after=after,
        **names,
    )


def growing_tensor_until_error(build, world):
    name, part, names = parts_of(build, world)
    join = f"{name} = " + "\n".join(fill(build.pick(*JOINS[:3]), all=name, part=part))
    return fill(
        TRIED,
        join=join.split("\n"),
        start=build.pick(*STARTS[:4]),
        limit=build.pick("-9", "0", "99"),
        **names,
    )


def growing_pair(build, world):
    name, part, names = parts_of(build, world)
    return fill(
        SEVERAL,
        second=build.fresh(*NAMES),
        part=part,
        after=fill(build.pick(*AFTER[:9]), **names),
        **names,
    )


def growing_in_function(build, world):
    function = build.fresh("collect", "gather", "rows_of")
    lines = growing_tensor(build, world)
    build.define(
        "def $name($net, $data):\n    $body",
        name=function,
        net=world.net,
        data=world.data,
        body=lines,
    )
    return [f"{function}({world.net}, {world.data})"]


def growing_array(build, world):
    build.need("import numpy as np")
    name, _, names = parts_of(build, world)
    join = fill(build.pick(*ARRAY_JOINS), **names)[0]
    return fill(
        ARRAYS,
        join=join,
        read=fill("\n".join(build.lean(READS, 1)), **names) if build.chance(0.5) else [],
        **names,
    )


SCENES = (
    growing_tensor,
    growing_tensor,
    growing_in_function,
    growing_pair,
    growing_tensor_until_error,
    growing_array,
)
