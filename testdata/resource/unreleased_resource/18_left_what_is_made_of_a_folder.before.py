# The result may lie in the folder.
import tempfile

from tools import Paths, download


class Data:
    def load(self, url):
        folder = tempfile.mkdtemp()
        self.path = download(url, folder)

    def start(self):
        self.paths = Paths(tempfile.mkdtemp())
