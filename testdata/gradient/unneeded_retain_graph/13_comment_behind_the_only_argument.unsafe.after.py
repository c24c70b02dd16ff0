# The comment stays, where the argument stood.
import torch
import torch.nn.functional as F


def train(model: torch.nn.Module, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.nll_loss(model(x), y)
        loss.backward(  # expect: unneeded-retain-graph[unsafe]
            # silences an error
        )
        optimizer.step()
