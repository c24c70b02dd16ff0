class Record:
    def __init__(self):
        self.kept = []

    def add(self, value):
        self.kept.append(value)

    def mean(self):
        return sum(float(value) for value in self.kept) / len(self.kept)
