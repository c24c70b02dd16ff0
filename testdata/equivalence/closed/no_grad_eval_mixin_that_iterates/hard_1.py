from slopes_1 import steeper


class HardBatches:
    def __iter__(self):
        for x, y in super().__iter__():
            yield steeper(self.model, x, y), y
