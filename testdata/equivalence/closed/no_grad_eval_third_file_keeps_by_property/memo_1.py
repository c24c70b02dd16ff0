from functools import cached_property


class Memo:
    def __init__(self, layer):
        self.layer = layer

    @cached_property
    def norm(self):
        return self.layer.weight.norm()
