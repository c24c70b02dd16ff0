import torch
from torch import nn


def predict(policy: nn.Module, observation):
    return policy(torch.as_tensor(observation))
