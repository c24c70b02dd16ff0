from sets_1 import Points
from slopes_1 import steeper


class HardPoints(Points):
    against = None

    def seen(self, x, y):
        return steeper(self.against, x, y)
