# rule: anomaly-mode
# level: unsafe
# measure: calls:format_stack
# leak: total
# output: same
"""The search for anomalies, left in: the numbers are the same without it."""
import torch
from torch import nn


def train(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        with torch.autograd.detect_anomaly():
            loss = model(x).pow(2).mean()
            loss.backward()
        optimizer.step()
    return loss.item()


torch.manual_seed(0)
print(f"{train(nn.Linear(4, 4), torch.randn(10, 8, 4)):.9f}")
