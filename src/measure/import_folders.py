"""Prints the folders that this interpreter imports from, one a line.

Those of packages that are installed in place ("editable") included: they are on
sys.path, or known to a finder that setuptools writes.
"""

import os
import sys

for folder in sys.path:
    print(os.path.realpath(folder) if folder else "")
for name, module in list(sys.modules.items()):
    if name.startswith("__editable__"):
        for place in getattr(module, "MAPPING", {}).values():
            print(os.path.dirname(os.path.realpath(place)))
