class Recorder:
    def __init__(self):
        self.handles = []

    def close(self):
        for handle in self.handles:
            handle.remove()
