# rule: detach-stored-tensor
# level: unsafe
# measure: graphs
# leak: growth
# output: same
"""The dict that a training step gives waits for the end of the epoch."""
import torch
from torch import nn, optim


class Regression(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 1))

    def training_step(self, x):
        loss = (self.net(x) - x.mean(1, keepdim=True)).pow(2).mean()
        return {"loss": loss, "size": len(x)}

    def training_epoch_end(self, outputs):
        return sum(output["loss"] * output["size"] for output in outputs).item()


def train(module, steps=20):
    optimizer = optim.Adam(module.parameters())
    outputs = []
    for _ in range(steps):
        optimizer.zero_grad()
        output = module.training_step(torch.randn(4, 8))
        output["loss"].backward()
        optimizer.step()
        outputs.append(output)
        # sample
    return module.training_epoch_end(outputs)


torch.manual_seed(0)
print(f"{train(Regression()):.9f}")
