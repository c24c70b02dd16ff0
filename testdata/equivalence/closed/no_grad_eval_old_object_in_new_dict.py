# level: safe
# rule: no-grad-eval
import torch
from torch import nn
torch.manual_seed(0)
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)
        self.ctx = None
        self.info = {}
        self.hist = []
    def forward(self, x):
        return torch.relu(self.fc(x))
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block(), Block()])
        self.a = Block()
        self.store = {}
        self.head = nn.Linear(8, 2)
    def forward(self, x):
        h = self.a(x)
        by = {id(l): l for l in self.blocks}
        by[id(self.blocks[0])].ctx = h
        return self.head(h)
    def penalty(self):
        return self.blocks[0].ctx.pow(2).mean()
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
    loss = model.penalty()
    print(loss.requires_grad)
    loss.backward()
    opt.step()
