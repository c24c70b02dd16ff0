# level: safe
# rule: no-grad-eval
import torch
from torch import nn
torch.manual_seed(0)
class Slot:
    def __set_name__(self, o, n): self.n = '_' + n
    def __get__(self, o, t=None): return o.d[self.n]
    def __set__(self, o, v): o.d[self.n] = v
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)
        self.head = nn.Linear(8, 2)
        self.hist = []
        self.d = {}
    feat = Slot()
    def forward(self, x):
        h = self.fc(x)
        self.feat = h
        return self.head(h)
model = Net()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
def evaluate(model, loader):
    model.eval()
    correct = 0
    for x, y in loader:
        out = model(x)
        correct += (out.argmax(1) == y).sum().item()
    return correct
data = [(torch.randn(16, 8), torch.randint(0, 2, (16,))) for _ in range(50)]
for e in range(2):
    print(evaluate(model, data))
    model.train()
    opt.zero_grad()
    loss = model.d['_feat'].mean()
    print(loss.requires_grad)
    loss.backward()
    opt.step()
    print([round(float(p.grad.norm()), 4) if p.grad is not None else None for p in model.parameters()])
