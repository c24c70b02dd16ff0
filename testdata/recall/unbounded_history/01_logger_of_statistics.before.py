# Reported at https://github.com/oxwhirl/pymarl/pull/73
# The logger of a long training keeps all values, and prints only the last few.
from collections import defaultdict

import numpy as np


class Logger:
    def __init__(self, console):
        self.console = console
        self.returns = []

    def log_return(self, value, t):
        self.returns.append((t, value))  # expect: unbounded-history[unsafe]

    def print_recent(self):
        window = 5
        item = np.mean([x[1] for x in self.returns[-window:]])
        self.console.info("return %.4f", item)
