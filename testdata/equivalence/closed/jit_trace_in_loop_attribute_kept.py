# level: safe
# rule: jit-trace-in-loop
import torch
from torch import nn

kept = []


class Runner:
    def __init__(self):
        self.net, self.fast = nn.Linear(4, 1).eval(), None

    def run(self):
        x = torch.ones(2, 4)
        for step in range(3):
            print(self.fast is None)
            self.fast = torch.jit.trace(self.net, x)
            print(self.fast(x).sum().item())


torch.manual_seed(0)
Runner().run()
