# The limit is a parameter that was never stored: nothing to trim to.
class Meter:
    def __init__(self, max_history=100):
        self.values = []

    def update(self, value):
        self.values.append(value)  # expect: unbounded-history[report]
