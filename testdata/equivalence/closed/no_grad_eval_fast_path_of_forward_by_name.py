# level: safe
# rule: no-grad-eval
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        layer = nn.TransformerEncoderLayer(width, 2, 8, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 1)

    def forward(self, x):
        h = torch.relu(self.body(x))
        hidden = torch.arange(len(h))[None] >= 2
        return self.encoder(h[None], src_key_padding_mask=hidden)[0]


def validate(policy, val_loader):
    policy.eval()
    for data in val_loader:
        out = policy.forward(data)
        print(len(out))


torch.manual_seed(0)
validate(Model(), [torch.randn(3, 4)])
