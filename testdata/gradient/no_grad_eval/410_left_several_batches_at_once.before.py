# The pass of a target gets as many states as a batch has steps for each of them.
import torch


def targets(network, states):
    shape = states.shape
    states = states.view(shape[0] * shape[1], *shape[2:])
    values = network(states)  # expect: no-grad-eval[unsafe]
    values = values.view(shape[0], shape[1]).max(1)[0].detach()
    return values


def train(network, target, optimizer, criterion, batches):
    for states, after in batches:
        optimizer.zero_grad()
        criterion(network(states), targets(target, after)).backward()
        optimizer.step()
