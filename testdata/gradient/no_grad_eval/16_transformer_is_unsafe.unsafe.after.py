import torch
from torch import nn

encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 2), 2)
encoder.eval()
with torch.no_grad():
    for x in loader:  # expect: no-grad-eval[unsafe]
        print(encoder(x).mean().item())
