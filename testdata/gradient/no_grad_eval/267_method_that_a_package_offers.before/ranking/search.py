# options: minor: false
import torch
from .networks import Scorer


class Search:
    def __init__(self):
        self.net = Scorer()

    # scores_of() was called here once
    def explore(self, states):
        return len(states)

    def scores_of(self, states):
        scores = self.net(states)  # expect: no-grad-eval[safe]
        return scores.detach().cpu().numpy()


def rank(net: Scorer, states):
    order = net(states).argsort()  # expect: no-grad-eval[unsafe]
    return order.cpu().numpy()
