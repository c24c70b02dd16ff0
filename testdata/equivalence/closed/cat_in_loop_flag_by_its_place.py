# level: safe
# rule: cat-in-loop
import torch, torch.nn.functional as F
torch.manual_seed(0)
out = torch.empty(0, 3)
for i in range(40):
    h = torch.randn(1, 3)
    out = torch.cat((out, h))
    F.dropout(h, 0.5, True, True)
print(out.sum())
