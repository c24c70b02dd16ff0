class Watcher:
    def __init__(self):
        self.losses = []

    def update(self, loss):
        self.losses.append(loss)

    def last(self):
        return self.losses[-1]
