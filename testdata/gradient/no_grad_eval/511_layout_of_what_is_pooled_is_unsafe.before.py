# Without gradients max_pool1d() gives other strides, and view() may refuse them.
import torch
from torch import nn
from torch.nn import functional as F


class Words(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(16, 8)
        self.head = nn.Linear(40, 3)

    def forward(self, x):
        h = self.embed(x)
        h = F.max_pool1d(h.transpose(1, 2), 2).transpose(1, 2)
        return self.head(h.view(h.size(0), -1))


def evaluate(model, data):
    model.eval()
    hits = 0
    for x, y in data:  # expect: no-grad-eval[unsafe]
        hits += (model(x).argmax(1) == y).sum().item()
    return hits


print(evaluate(Words(), [(torch.randn(4, 10, 16), torch.zeros(4)) for _ in range(20)]))
