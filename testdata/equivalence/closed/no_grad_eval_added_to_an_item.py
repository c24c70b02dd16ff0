# level: safe
# rule: no-grad-eval
import torch
from torch import nn
import torch.nn.functional as F
torch.manual_seed(0)
model = nn.Linear(4, 2); aux = nn.Linear(2, 1)
opt = torch.optim.SGD([*model.parameters(), *aux.parameters()], lr=0.1)
for e in range(2):
    acc = torch.zeros(1)
    slots = [acc]
    for i in range(30):
        x, y = torch.randn(8, 4), torch.randint(0, 2, (8,))
        loss = F.cross_entropy(model(x), y)
        opt.zero_grad(); loss.backward(); opt.step()
        slots[0] += aux(x[:, :2]).pow(2).mean()
    opt.zero_grad(); acc.sum().backward(); opt.step()
print(aux.weight)
