import torch
from parts_1 import Net


def extract(model, batches):
    kept = []
    for epoch in range(2):
        for x in batches:
            kept.extend([model(x)])
    print(max(float(v.max()) for v in kept))
    print(model.score(torch.ones(2, 4)).item())


torch.manual_seed(45)
extract(Net(), [torch.randn(3, 4) for _ in range(3)])
