# Reported at https://github.com/jmschrei/tangermeme/pull/84
# Inputs and activations are kept on the modules after the attribution is done, as long as
# the model lives.
import torch
from torch import nn


class RecordingReLU(nn.Module):
    def __init__(self):
        super().__init__()
        self.outputs = []

    def forward(self, x):
        y = torch.relu(x)
        self.outputs.append(y.detach())  # expect: forward-attr-retention[unsafe]
        return y


model = nn.Sequential(nn.Linear(100, 100), RecordingReLU(), nn.Linear(100, 1))
for step in range(1000):
    loss = model(torch.randn(32, 100)).pow(2).mean()
    loss.backward()
print(len(model[1].outputs))
