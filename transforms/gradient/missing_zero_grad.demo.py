# rule: missing-zero-grad
# level: unsafe
# measure: gradient
# leak: total
# output: different
"""A regression whose steps follow the sum of all gradients so far; the object's loop runs one step a batch."""
import torch
from torch import nn


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.05)

    def train_step(self, x, y):
        loss = nn.functional.mse_loss(self.model(x), y)
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def fit(self, batches):
        last = None
        for x, y in batches:
            last = self.train_step(x, y)
            # sample
        return last


torch.manual_seed(0)
data = [(x, x.sum(1, keepdim=True)) for x in torch.randn(60, 16, 4)]
print(f"{Trainer(nn.Linear(4, 1)).fit(data):.6f}")
