# rule: hidden-state-not-detached
"""The state is a tuple, which a helper packs anew without its graph."""
import torch
from torch import nn


def repackage(state):
    if isinstance(state, torch.Tensor):
        return state.detach()
    return tuple(repackage(part) for part in state)


torch.manual_seed(0)
model = nn.LSTM(3, 4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
state = (torch.zeros(1, 2, 4), torch.zeros(1, 2, 4))
for batch in torch.randn(6, 5, 2, 3):
    state = state.detach()
    optimizer.zero_grad()
    output, state = model(batch, state)
    loss = output.pow(2).mean()
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.6f}")
