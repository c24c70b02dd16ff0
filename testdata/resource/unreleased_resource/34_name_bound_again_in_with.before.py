# Behind the outer `with` the name means the inner file, which is removed: no place to remove the
# outer one is seen.
import tempfile
from pathlib import Path


def convert(texts, render):
    for text in texts:
        with tempfile.NamedTemporaryFile(delete=False) as other:  # expect: unreleased-resource[report]
            with tempfile.NamedTemporaryFile(delete=False) as other:
                render(text, other.name)
        Path(other.name).unlink()
