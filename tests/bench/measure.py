"""Whole-process CPU time and peak memory; scripts/benchmark says of what."""

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

UNIT_BYTES = 1_200_000


def run_once(command):
    """CPU seconds (user and system) and peak memory in MB of one process."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1, 2):
        sys.exit(f"{command[0]} ended with status {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def measure(commands, runs):
    """The commands in turn, so that a change of the machine's speed hits all."""
    samples = [[] for _ in commands]
    for _ in range(runs + 1):
        for command, results in zip(commands, samples):
            results.append(run_once(command))
    return [list(zip(*results[1:])) for results in samples]


def report(names, samples):
    yardstick = samples[0][0]
    for name, (cpu, memory) in zip(names, samples):
        ratio = statistics.median(own / base for own, base in zip(cpu, yardstick))
        print(
            f"  {name:22} {statistics.median(cpu):7.2f} s  x{ratio:4.2f}"
            f"  {max(memory):6.0f} MB"
        )


def commands_for(build, path, *names):
    mlfix = [f"{build}/mlfix", "--no-config", "--quiet"]
    every = {
        "tree-sitter alone": [f"{build}/parse_only", path],
        "parsing of mlfix": [f"{build}/parse_only", "--flatten", path],
        "mlfix, one thread": [*mlfix, "--jobs=1", path],
        "mlfix, all cores": [*mlfix, path],
    }
    return [every[name] for name in names]


def compare(build, path, runs, *names):
    report(names, measure(commands_for(build, path, *names), runs))


def joined(folder):
    """A text of UNIT_BYTES or a little more, of whole files, the largest first."""
    text = b""
    files = sorted(Path(folder).rglob("*.py"), key=lambda f: (-f.stat().st_size, f))
    for file in files:
        part = file.read_bytes()
        if part.startswith(b"\xef\xbb\xbf") or b"__future__" in part:
            continue
        text += part + b"\n"
        if len(text) >= UNIT_BYTES:
            break
    return text


def main():
    build, folder, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])
    counted = subprocess.run([f"{build}/parse_only", folder], capture_output=True, text=True)
    print(f"folder: {counted.stdout.strip()}")
    compare(
        build,
        folder,
        runs,
        "tree-sitter alone",
        "parsing of mlfix",
        "mlfix, one thread",
        "mlfix, all cores",
    )
    unit = joined(folder)
    with tempfile.TemporaryDirectory() as scratch:
        for copies in (1, 2, 4, 8):
            path = Path(scratch) / "one.py"
            path.write_bytes(unit * copies)
            print(f"one file of {len(unit) * copies / 1e6:.1f} MB")
            compare(build, str(path), max(1, runs // 2), "tree-sitter alone", "mlfix, one thread")


main()
