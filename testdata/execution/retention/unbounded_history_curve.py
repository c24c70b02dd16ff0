# rule: unbounded-history
"""The window smooths the curve; the whole of it is what is written in the end."""
import json


class Curve:
    def __init__(self, window):
        self.window = window
        self.losses = []

    def update(self, loss):
        self.losses.append(loss)
        return sum(self.losses[-self.window:]) / min(len(self.losses), self.window)

    def save(self):
        return json.dumps(self.losses)


curve = Curve(window=3)
for step in range(6):
    print(f"{curve.update(step * step):.3f}")
print(curve.save())
