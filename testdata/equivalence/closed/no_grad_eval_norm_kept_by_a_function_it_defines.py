# level: safe
# rule: no-grad-eval
import torch
from torch import nn

torch.manual_seed(0)
norm = None


def norm_of(layer):
    global norm
    if norm is None:
        found = layer.weight.norm()

        def norm():
            return found

    return norm()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(256, 3)

    def forward(self, x):
        return self.fc(x) / norm_of(self.fc)


def evaluate(model, loader):
    model.eval()
    hits = 0
    for x, y in loader:
        hits += (model(x).argmax(1) == y).sum().item()
    return hits


data = [(torch.randn(8, 256), torch.randint(3, (8,))) for _ in range(3)]
model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
print(evaluate(model, data))
model.train()
for x, y in data[:1]:
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(x), y).backward()
    optimizer.step()
print(model.fc.weight[0, :4].tolist())
