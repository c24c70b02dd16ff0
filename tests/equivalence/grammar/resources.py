"""Files that nobody removes, or somebody does, results that wait until a loop has ended, and those
that a loop keeps in case somebody asks."""

from grammar.code import fill

FOLDER = """
def $function(x):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "x")
    torch.save(x, path)
    $use
    $end


for x, y in $data:
    $call
"""
CALLS = ("print($function(x))", "$function(x)")
# What becomes of the folder: the first ones leave it to nobody, the others to somebody who looks.
USES = (
    [],
    ["if x.sum() > 3:", "    return 0"],
    ["seen = os.listdir(folder)", "print(seen)"],
    ["shutil.rmtree(folder)", "return 1"],
    ["folders.append(folder)", "print(sum(os.path.exists(each) for each in folders))"],
    ["print(len(folder))"],
    ["print(os.path.basename(os.path.dirname(path)) == '')"],
    ["os.environ['SEEN'] = folder"],
    ["keep = zoo.Keeper(folder)", "keeps.append(keep)"],
)
# Where the folder comes from, instead of a new one.
MERGED = "if x.sum() > 0:\n    os.makedirs('kept', exist_ok=True)\n    folder = 'kept'"
RETURNED = """
def $function(x):
    folder = tempfile.mkdtemp()
    torch.save(x, os.path.join(folder, "x"))
    return folder


for x, y in $data:
    print(os.listdir($function(x)))
"""
OPENED = """
def $function(x):
    torch.save(x, "part")
    file = open("part", "rb")
    $use
    return $end


for x, y in $data:
    print($function(x))
"""
FILES = (
    ([], "len(file.read()) > 0"),
    (["with file:", "    size = len(file.read())"], "size > 0"),
    (["files.append(file)"], "sum(not each.closed for each in files)"),
    (["if x.sum() > 100:", "    file = sys.stdout"], "len(file.name) > 0"),
)
ENDS = (
    "return torch.load(path).sum().item()",
    "return os.path.getsize(path)",
    "size = len(os.listdir(folder))\nreturn size",
    "for name in os.listdir(folder):\n    size = len(name)\nreturn size",
)
COLLECTED = """
$all = []
with torch.no_grad():
    for x, y in $data:
        part = $part
        $all.append(part)
        $read
print($after)
"""
PARTS = ("$net(x)", "$net(x) * 2", "(x * 2).relu()", "x", "y", "$net(x).argmax(1)")
READS = ([], [], ["x = x + len($all)"], ["part += 1"], ["part = part + 1"], ["print($all[-1].sum())"])
AFTER = (
    "torch.cat($all).cpu().sum()",
    "torch.cat($all).detach().cpu().numpy().shape",
    "torch.cat($all).sum().cpu()",
    "sum(x.cpu().sum().item() for x in $all)",
    "[$all[i].cpu().shape for i in range(len($all))]",
)
UNASKED = """
@torch.no_grad()
def $function(x, steps, $flag=$default):
    $all = []
    for step in range(steps):
        x = $part
        $between
        $all.append($kept)
        $behind
    $end


for x, y in $data:
    print($call)
"""
STEPS = ("x * 0.5 + $net(x)", "(x + $net(x).mean()).relu()", "x.roll(1, 1) * 0.9")
KEPT = ("x", "x", "x", "x.clone()", "x[:1]")
# What else the loop does with the list or the flag: mostly nothing.
BETWEEN = ([], [], [], ["$flag = $flag or step > 8"], ["if $flag:", "    x = x + 1"])
BEHIND = ([], [], [], ["x = x + 1"], ["x += 1"], ["x = x + len($all)"], ["$all[-1].mul_(2)"])
ASKED_ENDS = (
    ["return torch.stack($all).sum().item() if $asked else x.sum().item()"],
    ["if $asked:", "    return torch.cat($all).sum().item()", "return x.sum().item()"],
    ["if not $asked:", "    return x.sum().item()", "return torch.stack($all).mean().item()"],
    ["return len($all) + (torch.stack($all).sum().item() if $asked else 0)"],
    [
        "shown = [k.sum().item() for k in $all]",
        "return torch.stack($all).sum().item() if $asked else shown",
    ],
)
ASKING = (
    "$function(x, 200)",
    "$function(x, 200)",
    "$function(x, 200, $flag=True)",
    "$function(x, 200, False)",
)


def unasked_results(build, world):
    flag = build.fresh("everything", "return_all", "only_last")
    names = {
        "function": build.fresh("sample", "refine", "relax"),
        "all": build.fresh("images", "states"),
        "flag": flag,
        "asked": f"not {flag}" if flag.startswith("only") else flag,
        "net": world.net,
        "data": world.data,
    }

    def drawn(options):
        return fill("\n".join(build.pick(*options)), **names)

    end = [line.replace("not not ", "") for line in drawn(ASKED_ENDS)]
    return fill(
        UNASKED,
        default="True" if flag.startswith("only") else "False",
        part=fill(build.pick(*STEPS), **names)[0],
        between=drawn(BETWEEN),
        kept=build.pick(*KEPT),
        behind=drawn(BEHIND),
        end=end,
        call=fill(build.pick(*ASKING), **names)[0],
        **names,
    ), True


def temporary_folder(build, world):
    build.need("import os")
    build.need("import shutil")
    build.need("import tempfile")
    build.define("folders = []")
    names = {"function": build.fresh("convert", "store", "render"), "data": world.data}
    kind = build.pick("folder", "folder", "folder", "merged", "returned", "file")
    if kind == "returned":
        return fill(RETURNED, **names), True
    if kind == "file":
        build.need("import sys")
        build.define("files = []")
        use, end = build.lean(FILES, 1)
        return fill(OPENED, use=use, end=end, **names), True
    use = MERGED.split("\n") if kind == "merged" else build.lean(USES, 2)
    if "zoo" in "".join(use):
        build.need("import zoo")
        build.define("keeps = []")
    call = fill(build.lean(CALLS, 1), **names)[0]
    lines = fill(FOLDER, use=use, end=build.pick(*ENDS).split("\n"), call=call, **names)
    if kind == "merged":
        lines += ["print(os.path.exists('kept'))"]
    return lines, True


def collected_results(build, world):
    names = {"all": build.fresh("outputs", "features", "results"), "net": world.net}
    read = fill("\n".join(build.pick(*READS)), **names)
    return fill(
        COLLECTED,
        part=fill(build.pick(*PARTS), **names)[0],
        read=read,
        after=fill(build.pick(*AFTER), **names)[0],
        data=world.data,
        **names,
    )


SCENES = (temporary_folder, collected_results, unasked_results)
