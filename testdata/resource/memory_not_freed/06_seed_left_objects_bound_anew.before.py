# The seed says that memory grows; binding the name anew frees what it held.
import torch
from torch import nn

for batch in range(100):
    x = torch.randn(1000, 1000)
    model = nn.Linear(1000, 10)
    loss = model(x).mean()
    loss.backward()
