# rule: unreleased-resource
# level: unsafe
# measure: files
# leak: growth
# output: same
"""A folder for each page, of which only the page is wanted."""
import os
import tempfile


def convert(text):
    folder = tempfile.mkdtemp(dir=".")
    page = os.path.join(folder, "page.html")
    with open(page, "w") as file:
        file.write(f"<p>{text}</p>")
    return os.path.getsize(page)


def pages(count=12):
    for number in range(count):
        # sample
        print(number, convert("x" * number))


pages()
