# Set anew, cut by a slice, emptied: the list does not grow for ever.
class Logger:
    def __init__(self):
        self.epoch_losses = []
        self.recent = []
        self.pending = []

    def on_epoch_start(self):
        self.epoch_losses = []

    def update(self, loss):
        self.epoch_losses.append(loss)
        self.recent.append(loss)
        self.recent = self.recent[-100:]
        self.pending.append(loss)

    def flush(self):
        print(self.recent[-1], self.epoch_losses[-1])
        self.pending.clear()
