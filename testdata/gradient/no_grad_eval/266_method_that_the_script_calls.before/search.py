# options: minor: false
import torch
from networks import Scorer


class Search:
    def __init__(self):
        self.net = Scorer()

    def scores_of(self, states):
        scores = self.net(states)  # expect: no-grad-eval[safe]
        return scores.detach().cpu().numpy()


def rank(net: Scorer, states):
    order = net(states).argsort()  # expect: no-grad-eval[unsafe]
    return order.cpu().numpy()
