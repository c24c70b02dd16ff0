# Its length is the number of steps.
class Meter:
    def __init__(self):
        self.value_history = []

    def update(self, value):
        self.value_history.append(value)

    def steps(self):
        return len(self.value_history), self.value_history[-1]
