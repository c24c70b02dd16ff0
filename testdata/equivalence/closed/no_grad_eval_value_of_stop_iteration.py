# level: safe
# rule: no-grad-eval
from torch import nn
import torch.utils.data
import operator

class Relu(torch.autograd.Function):

    @staticmethod
    def forward(ctx, x):
        return x.clamp(min=0)

class Model(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        h = Relu.apply(self.body(x))
        return self.head(h)

def stop_with(value):
    return value
    yield

def predict(model, loader):
    losses = []
    for step, (data, label) in enumerate(loader):
        out = model(data)
        try:
            next(stop_with(out.sum(0)))
        except StopIteration as stop:
            losses.append(stop.value)
    return losses
model = Model()
loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(9, 4), torch.randn(9, 1)), batch_size=3, shuffle=True)
got = predict(model, loader)
try:
    list(map(operator.methodcaller('backward'), [v.sum() for v in got]))
except RuntimeError as error:
    print(type(error).__name__)
