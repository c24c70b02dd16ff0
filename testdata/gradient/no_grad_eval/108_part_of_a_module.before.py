import torch
from torch import nn


def divergence(net, target_net, states):
    _, probs = target_net.both(states)  # expect: no-grad-eval[unsafe]
    return probs.data.cpu().numpy()
