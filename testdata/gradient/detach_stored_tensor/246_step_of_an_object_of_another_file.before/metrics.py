class Means:
    def __init__(self):
        self.values = {}

    def log(self, name, value, n=1):
        total, count = self.values.get(name, (0.0, 0))
        self.values[name] = (total + value * n, count + n)

    def compute(self):
        return {name: float(total) / count for name, (total, count) in self.values.items()}
