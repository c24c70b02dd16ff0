# rule: unbounded-history
# level: unsafe
# measure: instances:Tensor
# leak: growth
# output: same
"""A window that was meant to be, and a mean of the last entries."""
import torch
from torch import nn


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.grad_norm_history = []
        self.grad_norm_window = 5

    def step(self, x):
        self.optimizer.zero_grad()
        loss = self.model(x).pow(2).mean()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.grad_norm_history.append(norm)
        self.optimizer.step()
        return loss.item()

    def recent(self):
        return torch.stack(self.grad_norm_history[-5:]).mean().item()


torch.manual_seed(0)
trainer = Trainer(nn.Linear(8, 2))
for step in range(40):
    print(f"{trainer.step(torch.randn(4, 8)):.9f} {trainer.recent():.9f}")
    # sample
