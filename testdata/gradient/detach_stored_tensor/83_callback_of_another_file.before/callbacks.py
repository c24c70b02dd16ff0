class LossHistory:
    def __init__(self):
        self.losses = []
        self.steps = 0

    def on_batch_end(self, step, loss):
        self.steps = step
        self._record(loss)

    def _record(self, value):
        self.losses.append(value)
