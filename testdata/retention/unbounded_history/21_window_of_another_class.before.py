# Two classes keep a list under the same name; the window is an attribute of one of them.
class Recorder:
    def __init__(self):
        self.history = []

    def update(self, tensor):
        self.history.append(tensor)  # expect: unbounded-history


class Window:
    def __init__(self, window=5):
        self.history = []
        self.window = window

    def update(self, tensor):
        self.history.append(tensor)  # expect: unbounded-history[unsafe]

    def recent(self):
        return self.history[-self.window :]


class Monitor:
    def __init__(self, window=5):
        self.history = []
        self.window = window

    def update(self, tensor):
        self.history.append(tensor)  # expect: unbounded-history[unsafe]
