"""Compiles pairs of programs with CPython.

The folder given holds NAME.before and NAME.after. Prints one line for every
NAME whose first program compiles and whose second one does not; exits with 1
when there is one. Nothing is executed.
"""

import sys
import warnings
from pathlib import Path


def error_of(path):
    try:
        compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        return str(error)
    return None


def main():
    warnings.simplefilter("ignore")
    failures = 0
    for after in sorted(Path(sys.argv[1]).glob("*.after")):
        error = error_of(after)
        if error and not error_of(after.with_suffix(".before")):
            print(f"{after.stem}: {error}")
            failures += 1
    return 1 if failures else 0


sys.exit(main())
