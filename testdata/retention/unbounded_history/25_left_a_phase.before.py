"""What a warm-up collects has an end."""


class Offloader:
    def __init__(self):
        self._warming_up = True
        self._pending = []
        self._pushed = []
        self._seen = []

    def finish_warm_up(self):
        self._warming_up = False

    def prepare(self, handler):
        if not self._warming_up:
            return
        self.push(handler)
        self.flush()

    def flush(self):
        for handler in range(2):
            self.push(handler)

    def push(self, handler):
        self._pushed.append(handler.detach())

    def look(self, batch):
        self._seen.append(batch.detach())  # expect: unbounded-history[report]

    def note(self, batch):
        if self._warming_up and batch is not None:
            self._pending.append(batch.detach())
