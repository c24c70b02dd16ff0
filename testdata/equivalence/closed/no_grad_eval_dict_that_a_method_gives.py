# level: safe
# rule: no-grad-eval
import torch
from torch import nn
torch.manual_seed(0)
class MoE(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(8, 4)
        self.experts = nn.ModuleList(nn.Linear(8, 8) for _ in range(4))
        self.aux = {"balance": None}
    def losses(self):
        return self.aux
    def forward(self, x):
        g = self.gate(x).softmax(-1)
        store = self.losses()
        store["balance"] = (g.mean(0) ** 2).sum()
        return sum(g[:, i:i + 1] * e(x) for i, e in enumerate(self.experts))
model = MoE()
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
    model.losses()["balance"].backward()
    opt.step()
print(model.gate.weight.sum())
