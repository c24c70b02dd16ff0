class Logger:
    def __init__(self, console):
        self.console = console
        self.returns = []
        self.lengths = []

    def log(self, value, length):
        self.returns.append(value)  # expect: unbounded-history[report]
        self.lengths.append(length)  # expect: unbounded-history[report]

    def print_recent(self, verbose):
        window = 5
        if verbose:
            window = 100
        self.console.info("return %.4f", sum(self.returns[-window:]) / window)

    def recent_lengths(self, window=5):
        return max(self.lengths[-window:])
