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
    print($function(x))
"""
USES = (
    [],
    ["if x.sum() > 3:", "    return 0"],
    ["seen = os.listdir(folder)", "print(seen)"],
    ["shutil.rmtree(folder)", "return 1"],
    ["folders.append(folder)"],
    ["print(len(folder))"],
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
    return fill(
        FOLDER,
        function=build.fresh("convert", "store", "render"),
        use=build.lean(USES, 2),
        end=build.pick(*ENDS).split("\n"),
        data=world.data,
    ), True


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
