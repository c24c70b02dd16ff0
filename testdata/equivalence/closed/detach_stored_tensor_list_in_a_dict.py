# level: safe
# rule: detach-stored-tensor
import torch
from torch import nn
import torch.nn.functional as F
torch.manual_seed(0)
model = nn.Linear(4, 2); aux = nn.Linear(2, 1)
opt = torch.optim.SGD([*model.parameters(), *aux.parameters()], lr=0.1)

for e in range(2):
    even, odd = [], []
    lists = {0: even, 1: odd}
    for i in range(30):
        x, y = torch.randn(8, 4), torch.randint(0, 2, (8,))
        loss = F.cross_entropy(model(x), y)
        opt.zero_grad(); loss.backward(); opt.step()
        extra = aux(x[:, :2]).pow(2).mean()
        lists[i % 2].append(extra)
    opt.zero_grad(); sum(even + odd).backward(); opt.step()
print(aux.weight)
