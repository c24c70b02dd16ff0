from nets_1 import Net
from slopes_1 import Slopes


class ProbedNet(Slopes, Net):
    pass
