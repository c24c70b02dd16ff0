class Terms:
    def __init__(self, gate):
        self.gate = gate
        self.noted = []

    def note(self):
        self.noted.append(self.gate.abs().sum())

    def total(self):
        total = sum(self.noted)
        self.noted.clear()
        return total
