# A tree of names costs nothing worth a word.
class Entry:
    def __init__(self, name: str):
        self.name = name
        self.entries = []
        self.folder = None

    def add(self, entry):
        self.entries.append(entry)
        entry.folder = self
