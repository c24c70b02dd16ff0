"""Fails where a header of the semantic layer is compiled by too many sources.

    python3 audience.py ROOT [--table]

Who touches a header waits for all sources that include it, straight or through others. A third of
them is the most, for the façade as well: who needs only the tree or the bindings is given those.
"""

import re
import sys
from collections import Counter
from functools import cache
from pathlib import Path

MOST = 1 / 3
FACADE = "src/semantic/semantic_model.h"
INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.M)
FOLDERS = ("src", "transforms", "tests", "tools")


def main(root, with_table):
    @cache
    def included_by(path):
        near = (root / "src", root / "tests", root, path.parent)
        names = INCLUDE.findall(path.read_text(errors="replace"))
        found = (next((folder / name for folder in near if (folder / name).is_file()), None)
                 for name in names)
        return [header.resolve() for header in found if header]

    def audience_of(source):
        seen, left = set(), [source]
        while left:
            new = [header for header in included_by(left.pop()) if header not in seen]
            seen.update(new)
            left += new
        return seen

    sources = [path for folder in FOLDERS for path in (root / folder).rglob("*.cc")]
    counts = Counter(str(header.relative_to(root)) for source in sources
                     for header in audience_of(source) if root in header.parents)
    headers = {name: count / len(sources) for name, count in counts.items()
               if name.startswith("src/semantic/")}
    if FACADE not in headers or len(headers) < 50:
        sys.exit(f"audience: the includes of {root} were not found")
    for name, part in sorted(headers.items(), key=lambda one: -one[1]):
        if with_table:
            print(f"{part:6.1%}  {name}")
    broad = [f"{name}: {part:.1%} of {len(sources)} sources include it"
             for name, part in headers.items() if part > MOST]
    sys.exit("\n".join(broad) or 0)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), "--table" in sys.argv[2:])
