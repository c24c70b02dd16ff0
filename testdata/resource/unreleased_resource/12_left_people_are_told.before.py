# Somebody wants to look at it.
import tempfile


def dump(text):
    with tempfile.NamedTemporaryFile("w", delete=False) as file:
        file.write(text)
    print(f"the text is in {file.name}")
