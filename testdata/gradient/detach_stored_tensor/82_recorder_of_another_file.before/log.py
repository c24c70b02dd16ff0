class History:
    def __init__(self):
        self.values = []

    def add(self, value):
        self.values.append(value)
