# level: safe
# rule: no-grad-eval
import torch
from torch import nn

class Encoder(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        h = torch.relu(self.body(x))
        h.register_hook(lambda g: self.norms.append(float(g.norm())))

class Loader:

    def __init__(self, count, net=None):
        self.batches = [(torch.randn(3, 4), torch.randn(3, 1)) for _ in range(count)]

    def __iter__(self):
        for x, y in self.batches:
            yield (x, y)

def evaluate(net, val_loader):
    hits = 0
    for batch in val_loader:
        inputs, target = batch
        out = net(inputs)
    return [torch.tensor(float(hits))]
net = Encoder()
val_loader = Loader(3)
got = evaluate(net, val_loader)
print(torch.stack([v.mean() for v in got] or [torch.zeros(())]).mean().item())
