# level: safe
# rule: no-grad-eval
import torch
from torch import nn

class Classifier(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        h = torch.relu(self.body(x))
        return self.head(h)

def best_of(net, data):
    best = None
    net.eval()

    def note(value):
        nonlocal best
        best = value if best is None else torch.maximum(best, value)
    for x, y in data:
        note(net(x).mean())
    return best

def run_epoch(net, optimizer, train_loader):
    data, label = next(iter(train_loader))
    pred = net(data)
    kept[0] = pred.squeeze(-1)
net = Classifier()
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
train_loader = [(torch.randn(3, 4), torch.randn(3, 1)) for _ in range(3)]
best = best_of(net, train_loader)
getattr(sum((v.mean() for v in [best])), 'back' + 'ward')()
kept = [None, None]
run_epoch(net, optimizer, train_loader)
print([bool((v > 0).any()) for v in kept[:1]])
