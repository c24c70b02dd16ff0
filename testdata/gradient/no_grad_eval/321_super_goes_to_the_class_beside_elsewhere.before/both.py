from parts import Encoder, Logged, Named


class Kept(Encoder):
    weight = None

    def encode(self, x):
        if self.weight is None:
            self.weight = self.layer.weight * 2
        return x @ self.weight


class LoggedKept(Logged, Kept):
    pass


class NamedKept(Named, Kept):
    pass
