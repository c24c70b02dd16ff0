# A function of the file that only uses it.
import tempfile


def write(folder, text):
    with open(folder + "/page", "w") as file:
        file.write(text)


def convert(texts):
    for text in texts:
        folder = tempfile.mkdtemp()  # expect: unreleased-resource[unsafe]
        write(folder, text)
