# delete=False leaves the file when the with statement ends.
from tempfile import NamedTemporaryFile
import os


class Voice:
    def speak(self, text):
        with NamedTemporaryFile(suffix=".wav", delete=False) as file:  # expect: unreleased-resource[unsafe]
            self.engine.write(text, file.name)
        sound = self.engine.convert(file.name)
        os.remove(file.name)
        return sound
