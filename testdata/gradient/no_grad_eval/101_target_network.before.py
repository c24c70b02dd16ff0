import torch
from torch import nn


def loss_of(batch, net, target_net, gamma):
    states, actions, rewards, next_states = batch
    values = net(states).gather(1, actions)
    next_values = target_net(next_states).max(1)[0]  # expect: no-grad-eval[unsafe]
    expected = next_values.detach() * gamma + rewards
    return nn.functional.mse_loss(values, expected)
