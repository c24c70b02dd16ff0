from collections import defaultdict


class Log:
    def __init__(self):
        self.by_name = defaultdict(list)

    def update(self, **values):
        for name, value in values.items():
            self.by_name[name].append(value)
