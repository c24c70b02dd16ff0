"""Files that nobody removes, or somebody does, and results that wait until a loop has ended."""

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


SCENES = (temporary_folder, collected_results)
