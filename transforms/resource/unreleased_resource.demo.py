# rule: unreleased-resource
# level: unsafe
# measure: files
# leak: growth
# output: same
"""A file for each page, of which only the size is wanted."""
import tempfile


def convert(text):
    with tempfile.NamedTemporaryFile("w", dir=".", delete=False) as file:
        file.write(f"<p>{text}</p>")
    with open(file.name) as page:
        size = len(page.read())
    return size


def pages(count=12):
    for number in range(count):
        # sample
        print(number, convert("x" * number))


pages()
