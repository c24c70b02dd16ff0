import torch
from torch import nn

encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 2), 2)
encoder.eval()
for x in loader:  # expect: no-grad-eval[unsafe]
    print(encoder(x).mean().item())
