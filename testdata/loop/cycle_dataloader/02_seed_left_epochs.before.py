# The seed's own cure: an epoch loop over the loader.
from torch.utils.data import DataLoader, TensorDataset
import torch

data = torch.randn(100, 10)
labels = torch.randint(0, 2, (100,))
dataset = TensorDataset(data, labels)
loader = DataLoader(dataset, batch_size=16, shuffle=True)

for epoch in range(5):
    for batch in loader:
        pass
