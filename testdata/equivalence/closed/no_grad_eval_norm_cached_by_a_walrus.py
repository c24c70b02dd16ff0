# level: safe
# rule: no-grad-eval
import torch
from torch import nn

norm = None


def norm_of(layer):
    global norm
    if norm is None and (norm := layer.weight.norm()) > 100:
        raise ValueError("the weights are too large")
    return norm


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 1)

    def forward(self, x):
        return self.fc(x) / norm_of(self.fc)


def evaluate(model, x):
    model.eval()
    return model(x).mean().item()


model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
print(evaluate(model, torch.ones(2, 3)))
loss = model(torch.ones(5, 3)).pow(2).mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
print(model.fc.weight.tolist())
