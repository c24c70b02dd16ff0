import torch
import torch.nn as nn


# A list of one call of forward() dies with it.
class LeakyModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(10, 5)

    def forward(self, x):
        replay_buffer = []

        for data in dataloader:
            output = model(data)  # Tensor on GPU
            replay_buffer.append(output)


class CleanModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(10, 5)

    def forward(self, x):
        replay_buffer = []

        with torch.no_grad():
            output = model(data).detach().cpu().numpy()
            replay_buffer.append(output)
