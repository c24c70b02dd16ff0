# rule: hidden-state-not-detached
# level: unsafe
# measure: bytes
# leak: growth
# output: different
"""A loop that trains models whose state is a tensor, and others whose state is a tuple."""
import torch
from torch import nn


class Segments(nn.Module):
    def __init__(self, pair):
        super().__init__()
        self.pair = pair
        self.keep = nn.Linear(32, 32)
        self.take = nn.Linear(32, 32)

    def forward(self, x, memory):
        before = memory[0] if self.pair and memory is not None else memory
        out = torch.tanh(self.take(x) + (0 if before is None else self.keep(before)))
        return out, (out, out * 0.5) if self.pair else out


def train(model, optimizer, segments=16):
    memory = None
    total = 0.0
    for _ in range(segments):
        x = torch.randn(64, 32)
        optimizer.zero_grad()
        output, memory = model(x, memory)
        loss = (output - 1).pow(2).mean()
        loss.backward(retain_graph=True)
        total += model.keep.bias.grad.norm().item() if model.keep.bias.grad is not None else 0.0
        # sample
    return total


torch.manual_seed(0)
model = Segments(pair=True)
print(f"{train(model, torch.optim.SGD(model.parameters(), lr=0.0)):.6f}")
