# level: safe
# rule: no-grad-eval
import torch
from torch import nn
torch.manual_seed(0)
class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Linear(8, 8)
        self.out = nn.Linear(8, 8)
        del self.out.weight
        self.scale = nn.Parameter(torch.ones(()))
        self.tie()
    def tie(self):
        self.out.weight = self.emb.weight * self.scale
    def forward(self, x):
        if not self.training:
            self.tie()
        return self.out(self.emb(x))
model = Tied()
opt = torch.optim.SGD(model.parameters(), lr=.1)
def evaluate(loader):
    model.eval()
    right = 0
    for x, y in loader:
        right += (model(x).argmax(1) == y).sum().item()
    model.train()
    return right
data = [(torch.randn(64, 8), torch.randint(0, 8, (64,))) for _ in range(40)]
for e in range(2):
    print(evaluate(data))
    opt.zero_grad()
    sum(nn.functional.cross_entropy(model(x), y) for x, y in data[:4]).backward()
    opt.step()
print(model.scale)
