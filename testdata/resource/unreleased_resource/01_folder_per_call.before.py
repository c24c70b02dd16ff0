# A folder for each call, of which only its own lines know.
import os
import tempfile


def convert(text, render):
    folder = tempfile.mkdtemp()  # expect: unreleased-resource[unsafe]
    page = os.path.join(folder, "page.html")
    with open(page, "w") as file:
        file.write(text)
    render(page)
