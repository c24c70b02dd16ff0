import torch
import torch.nn.functional as F
import torchmetrics
from torch.nn.parallel import DistributedDataParallel


def run(rank, model, train_loader, test_loader):
    model = DistributedDataParallel(model.to(rank))
    optimizer = torch.optim.Adam(model.parameters())
    accuracy = torchmetrics.Accuracy(task="multiclass", num_classes=10).to(rank)
    for x, y in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    for x, y in test_loader:
        out = model(x)  # expect: no-grad-eval[unsafe]
        accuracy(out.softmax(dim=-1), y)
    print(accuracy.compute())
