class Logger:
    def __init__(self, console):
        self.console = console
        self.returns = []

    def log_return(self, value, t):
        self.returns.append((t, value))  # expect: unbounded-history[unsafe]

    def print_recent(self):
        window = 5
        recent = [value for _, value in self.returns[-window:]]
        self.console.info("return %.4f", sum(recent) / window)

    def last(self):
        return self.returns[-1][1]
