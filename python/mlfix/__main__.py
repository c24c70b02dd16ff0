"""`python -m mlfix`: the program, in the place of this process."""

import os
import sys

from mlfix import program


def main() -> None:
    path = str(program())
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
