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
labels_parts = [labels]
scores_parts = [scores]
for x, y in loader:
    with torch.no_grad():
        score = head(x).softmax(dim=1)
        scores_parts.append(score.detach().cpu())  # expect: cat-in-loop[safe]
    labels_parts.append(y)  # expect: cat-in-loop[safe]
scores = torch.cat(scores_parts, dim=0)
labels = torch.cat(labels_parts)
print(scores.shape, labels.tolist(), scores.requires_grad)
