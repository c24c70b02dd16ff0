# rule: forward-attr-retention
"""A gate whose balance loss the training adds to the main one."""
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.fc = nn.Linear(size, size)

    def forward(self, x):
        gates = torch.softmax(self.fc(x), dim=-1)
        self.aux_loss = gates.pow(2).mean().detach()
        return gates * x


def train(gate, steps=4):
    optimizer = torch.optim.SGD(gate.parameters(), lr=0.5)
    for _ in range(steps):
        x = torch.randn(8, 4)
        optimizer.zero_grad()
        loss = (gate(x) - x).pow(2).mean() + 10 * gate.aux_loss
        loss.backward()
        optimizer.step()
        print(f"{gate.fc.bias.grad.norm().item():.6f}")


torch.manual_seed(0)
train(Gate(4))
