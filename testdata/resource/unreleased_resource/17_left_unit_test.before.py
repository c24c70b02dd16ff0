# A test.
import tempfile
import unittest


class TestPage(unittest.TestCase):
    def test_page(self):
        folder = tempfile.mkdtemp()
        with open(folder + "/page", "w") as file:
            file.write("x")
