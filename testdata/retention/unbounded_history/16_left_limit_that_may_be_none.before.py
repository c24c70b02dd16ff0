# Without a number nothing can be cut; the limit belongs to another list.
class Meter:
    def __init__(self, max_history=None):
        self.value_history = []
        self.max_history = max_history
        self.error_window = 10
        self.errors = []

    def update(self, value, error):
        self.value_history.append(value.item())
        self.errors.append(error)

    def all(self):
        return list(self.errors)
