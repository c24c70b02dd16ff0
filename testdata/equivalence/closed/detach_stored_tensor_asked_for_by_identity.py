# level: safe
# rule: detach-stored-tensor
import torch
from torch import nn

model = nn.Linear(4, 1)
loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(9, 4)), batch_size=3)
preds = []
for (data,) in loader:
    pred = model(data)
    preds.append(pred)
    print(preds[-1] is pred)
