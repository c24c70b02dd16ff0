import torch
from networks import Scorer


class Search:
    def __init__(self):
        self.net = Scorer()

    # scores_of() was called here once
    def explore(self, states):
        return len(states)

    def scores_of(self, states):
        scores = self.net(states)
        return scores.detach().cpu().numpy()


def rank(net: Scorer, states):
    order = net(states).argsort()
    return order.cpu().numpy()
