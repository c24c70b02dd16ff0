import torch
import torch.nn.functional as F
from lightning.fabric import Fabric


def run(model, loader, epochs):
    fabric = Fabric(devices=1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = fabric.setup(model, optimizer)
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            loss = F.mse_loss(model(x), y)
            fabric.backward(loss)  # expect: missing-zero-grad[unsafe]
            optimizer.step()
