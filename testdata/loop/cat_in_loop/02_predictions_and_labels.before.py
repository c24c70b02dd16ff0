import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
data = TensorDataset(torch.randn(12, 4), torch.arange(12))
loader = DataLoader(data, batch_size=5)
head = nn.Linear(4, 3)
head.eval()
scores = torch.empty(0, 3)
labels = torch.empty(0, dtype=torch.long)
for x, y in loader:
    with torch.no_grad():
        score = head(x).softmax(dim=1)
        scores = torch.cat([scores, score.detach().cpu()], dim=0)  # expect: cat-in-loop[safe]
    labels = torch.cat([labels, y])  # expect: cat-in-loop[safe]
print(scores.shape, labels.tolist(), scores.requires_grad)
