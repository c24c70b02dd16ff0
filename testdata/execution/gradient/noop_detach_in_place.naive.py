# rule: noop-detach
"""detach_() changes the tensor itself, so it is no statement without effect."""
import torch
from torch import nn

torch.manual_seed(0)
cell = nn.GRUCell(3, 4)
state = torch.zeros(2, 4)
for batch in torch.randn(4, 2, 3):
    state = cell(batch, state)
    state.pow(2).mean().backward()
print(f"{cell.weight_hh.grad.norm().item():.6f}")
