import torch
from acting import predict
from torch import nn


def fit(policy: nn.Module, batches, optimizer):
    for observation, target in batches:
        loss = nn.functional.cross_entropy(policy(observation), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(predict(policy, observation).argmax(1))
