# Reported at https://github.com/isds-neu/PeRCNN/issues/3
# A recurrent network is trained chunk by chunk on its own last state, with retain_graph
# to silence the error.
import torch
from torch import nn


class RCNNCell(nn.Module):
    def __init__(self):
        super().__init__()
        self.filter = nn.Conv2d(2, 2, 5, padding=2, padding_mode="circular")

    def forward(self, h):
        return h + 0.01 * self.filter(h)


def train(n_iters, time_batch_size, init_state, truth):
    model = RCNNCell()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    state = init_state
    for epoch in range(n_iters):
        optimizer.zero_grad()
        for _ in range(time_batch_size):
            state = model(state)  # expect: hidden-state-not-detached[unsafe]
        loss = (state - truth[epoch]).pow(2).mean()
        loss.backward(retain_graph=True)
        optimizer.step()
