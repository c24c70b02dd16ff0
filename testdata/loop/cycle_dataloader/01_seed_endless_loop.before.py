# Nothing ends the loop; how many passes are meant is not to be seen.
import itertools

import torch
from torch.utils.data import DataLoader, TensorDataset

data = torch.randn(100, 10)
labels = torch.randint(0, 2, (100,))
dataset = TensorDataset(data, labels)
loader = DataLoader(dataset, batch_size=16)

for batch in itertools.cycle(loader):  # expect: cycle-dataloader[report]
    # Training logic here
    pass
