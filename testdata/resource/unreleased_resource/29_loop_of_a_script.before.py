# At the top of a script.
import sys
import tempfile

for name in sys.argv:
    file = tempfile.NamedTemporaryFile(delete=False)  # expect: unreleased-resource[unsafe]
    file.write(name.encode())
