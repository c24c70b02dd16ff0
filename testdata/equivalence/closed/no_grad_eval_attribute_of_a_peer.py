# level: safe
# rule: no-grad-eval
import torch
from torch import nn
import torch.nn.functional as F
torch.manual_seed(0)
class Enc(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)
        self.feat = None
    def forward(self, x, peer=None):
        self.feat = torch.relu(self.fc(x))
        if peer is not None:
            return self.feat + peer.feat.mean(0)
        return self.feat
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = Enc()
        self.b = Enc()
        self.head = nn.Linear(8, 2)
    def forward(self, x):
        if not self.training:
            return self.head(self.b(x))
        return self.head(self.a(x, self.b))
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
    loss = F.cross_entropy(model(data[0][0]), data[0][1])
    print(loss.requires_grad)
    loss.backward()
    opt.step()
    print([round(float(p.grad.norm()), 4) if p.grad is not None else None for p in model.parameters()])
