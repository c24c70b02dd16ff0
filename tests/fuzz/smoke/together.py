"""Runs programs at once, each of which takes a given time whatever else there is to do.

    together.py PROGRAM ARGUMENT... [-- PROGRAM ARGUMENT...]...

Prints what each of them says below its name. The exit status is 1 when one failed.
"""

import itertools
import subprocess
import sys
import tempfile


def commands(words):
    groups = itertools.groupby(words, lambda word: word == "--")
    return [list(group) for is_mark, group in groups if not is_mark]


def main():
    running = []
    for command in commands(sys.argv[1:]):
        output = tempfile.TemporaryFile()
        both = {"stdout": output, "stderr": subprocess.STDOUT}
        running.append((command[0], output, subprocess.Popen(command, **both)))
    failed = False
    for program, output, process in running:
        status = process.wait()
        output.seek(0)
        print(f"{program}: exit status {status}")
        print(output.read().decode("utf-8", "replace"), flush=True)
        failed = failed or status != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
