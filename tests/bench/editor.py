"""What one keystroke costs the language server.

    python3 editor.py MLFIX [--files N] [--lines N] [--edits N]

Makes a project of N files, opens the longest, and changes one line at a time. Prints the CPU time of the server, all threads, from the change to
the diagnostics.
"""

import argparse
import itertools
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "lsp"))

from client import Client, Text, uri_of, write  # noqa: E402

# Of ten definitions one trains, as in code that people write.
TRAINING = """\
def train_{i}(model, loader, optimizer, criterion):
    total = 0
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


"""
MODULE = """\
class Block_{i}(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width)

    def forward(self, x):
        return x + helper_{j}(self.norm(torch.relu(self.linear(x))))


"""
LEAK = """\
def run(model, loader, criterion):
    total = 0
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()
        total += loss
    return total
"""


def source(number, files, lines):
    others = [(number + step) % files for step in (1, 2, 3)]
    text = "import torch\nfrom torch import nn\n\n"
    text += "".join(f"from package.module_{o} import helper_{o}\n" for o in others)
    text += f"\n\ndef helper_{number}(x):\n    return x.mean()\n\n\n"
    i = 0
    while text.count("\n") < lines - LEAK.count("\n"):
        text += (TRAINING if i % 10 == 0 else MODULE).format(i=i, j=others[i % 3])
        i += 1
    return text + LEAK


def write_project(folder, files, lines):
    """The path of the longest file."""
    for number in range(files):
        length = lines if number == 0 else 120
        write(folder / f"package/module_{number}.py", source(number, files, length))
    return folder / "package/module_0.py"


def edit_lines(client, path, edits, after_each=lambda: None):
    """Opens the file, changes one line after the other, and waits for what is found each time."""
    text = path.read_text()
    client.open(path, text)
    while client.versions.get(uri_of(path)) != 0:
        client.read()
    after_each()
    for version in range(1, edits + 1):
        at = text.index("total += loss.item()", len(text) * version // (edits + 2))
        piece = f"x_{version} = 1; "
        span = Text(text, "utf-16").span(at, at)
        client.change(path, version, [{"range": span, "text": piece}])
        while client.versions[uri_of(path)] != version:
            client.read()
        text = text[:at] + piece + text[at:]
        assert len(client.diagnostics[uri_of(path)]) == 1
        after_each()


def cpu_ms(process):
    total = 0
    for task in Path(f"/proc/{process.pid}/task").iterdir():
        total += int((task / "schedstat").read_text().split()[0])
    return total / 1e6


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mlfix")
    parser.add_argument("--files", type=int, default=500)
    parser.add_argument("--lines", type=int, default=2000)
    parser.add_argument("--edits", type=int, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve()
        path = write_project(folder, options.files, options.lines)
        print(f"{path.read_text().count(chr(10))} lines, {options.files} files")
        client = Client(str(Path(options.mlfix).resolve()), folder, debounce=0)
        times = []
        edit_lines(client, path, options.edits, lambda: times.append(cpu_ms(client.process)))
        client.end()
    costs = [after - before for before, after in itertools.pairwise(times)]
    print(f"the first diagnostics: {times[0]:.1f} ms of CPU")
    print(
        f"a changed line: {statistics.median(costs):.1f} ms of CPU (median), "
        f"{max(costs):.1f} ms at most, of {len(costs)}"
    )


if __name__ == "__main__":
    main()
