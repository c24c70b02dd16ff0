import torch
from torch import nn

rnn = nn.GRU(2, 3)
optimizer = torch.optim.SGD(rnn.parameters(), lr=0.1)


def train(rnn, loader, state=None):
    for x in loader:
        if state is not None:
            state = state.detach()
        optimizer.zero_grad()
        out, state = rnn(x, state)  # expect: hidden-state-not-detached[unsafe]
        out.sum().backward(retain_graph=True)
        optimizer.step()
    return float(state.sum())


print(train(rnn, [torch.ones(1, 1, 2)] * 3))
