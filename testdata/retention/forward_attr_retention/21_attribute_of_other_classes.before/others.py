from net import Net


class Unrelated:
    def __init__(self):
        self.lower_part = 1

    def get(self):
        return self.lower_part


class Heir(Net):
    def loss(self):
        return self.shared_part.sum()


def show(net):
    return net.shown_part.sum()
