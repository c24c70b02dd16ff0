# A model hands the state of its LSTM through; the first one is made in the loop.
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(8, 16)
        self.head = nn.Linear(16, 3)

    def forward(self, x, hidden):
        out, hidden = self.lstm(x, hidden)
        return self.head(out), hidden

    def first_state(self):
        return torch.zeros(1, 4, 16), torch.zeros(1, 4, 16)


def train(loader, criterion, epochs):
    model = Tagger()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(epochs):
        hidden = None
        for x, y in loader:
            optimizer.zero_grad()
            if hidden is None:
                hidden = model.first_state()
            out, hidden = model(x, hidden)  # expect: hidden-state-not-detached[unsafe]
            loss = criterion(out, y)
            loss.backward(retain_graph=True)
            optimizer.step()
