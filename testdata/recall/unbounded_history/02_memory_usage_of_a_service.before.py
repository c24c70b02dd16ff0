# Reported at https://github.com/Djobleezy/DeepSea-Dashboard/pull/427
# mutations: no-nesting
# The history of a monitor was not bounded; the fix is a deque.
import psutil


class MemoryMonitor:
    MAX_ENTRIES = 100

    def __init__(self):
        self.process = psutil.Process()
        self.memory_usage_history = []

    def record(self):
        info = self.process.memory_info()
        self.memory_usage_history.append(info.rss / 1024 / 1024)  # expect: unbounded-history[unsafe]

    def growth(self):
        recent = self.memory_usage_history[-10:]
        return recent[-1] - recent[0] if recent else 0.0
