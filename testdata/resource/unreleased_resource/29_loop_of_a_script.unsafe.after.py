# At the top of a script.
import sys
import tempfile
import os

for name in sys.argv:
    file = tempfile.NamedTemporaryFile(delete=False)  # expect: unreleased-resource[unsafe]
    file.write(name.encode())
    os.remove(file.name)
