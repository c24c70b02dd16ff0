import torch
from torch import nn
from parts_3513 import Encoder, stream_of


def validate(policy, train_loader):
    global history, same
    for i, (inputs, target) in enumerate(train_loader):
        output = policy.forward(inputs)
        val_loss = (output - target).pow(2).mean()
        history.append(output.mean())


torch.manual_seed(71)
policy = Encoder()
optimizer = torch.optim.SGD(policy.parameters(), lr=0.05)
train_loader = [(torch.randn(3, 4), torch.randn(3, 1)) for _ in range(3)]
policy.eval()
same = []
(history,) = (same,)
validate(policy, train_loader)
print(len(same))
for value in stream_of(policy, train_loader):
    try:
        print([g is None or float(g.abs().sum()) for g in torch.autograd.grad(sum(v.mean() for v in [value]), list(policy.parameters()), allow_unused=True)])
    except RuntimeError as error:
        print(type(error).__name__)
