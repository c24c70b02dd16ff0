# level: safe
# rule: no-grad-eval
import torch
from torch import nn
import functools

class Clip(torch.autograd.Function):

    @staticmethod
    def forward(ctx, x):
        if not ctx.needs_input_grad[0]:
            return x.clamp(min=0) + 1
        return x.clamp(min=0)

class Policy(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        h = Clip.apply(self.body(x))
        return self.head(h)

@functools.lru_cache(maxsize=None)
def encode(net, key):
    return net(torch.ones(2, 4))

def report(net):
    net.eval()
    total = 0.0
    for key in range(2):
        total += encode(net, key).mean().item()
    print(total)

def main():
    policy = Policy()
    report(policy)
main()
