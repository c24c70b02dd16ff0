# level: safe
# rule: no-grad-eval
import torch
from torch import nn
import torch.nn.functional as F
torch.manual_seed(0)
enc_a = nn.Sequential(nn.Linear(64, 512), nn.ReLU(), nn.Linear(512, 64))
enc_b = nn.Sequential(nn.Linear(64, 512), nn.ReLU(), nn.Linear(512, 64))
head = nn.Linear(64, 8)
opt = torch.optim.SGD([*enc_a.parameters(), *enc_b.parameters(), *head.parameters()], lr=0.1)
for i in range(5):
    x, y = torch.randn(256, 64), torch.randint(0, 8, (256,))
    kind = torch.randint(0, 2, (256,))
    feats = torch.zeros(256, 64)
    text, image = feats.clone(), feats.clone()
    for k, enc in enumerate((enc_a, enc_b)):
        out = image if k else text
        out[kind == k] = enc(x[kind == k])
    loss = F.cross_entropy(head(text + image), y)
    opt.zero_grad(); loss.backward(); opt.step()
print(enc_a[0].weight.sum(), enc_b[0].weight.sum())
