# options: minor: false
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4096, 4096)

    def forward(self, x):
        return self.head(x)


def targets(net: Net, batches):
    for batch in batches:  # expect: no-grad-eval[safe]
        yield net(batch).detach().cpu().numpy()


if __name__ == "__main__":
    print(list(targets(Net(), torch.randn(8, 4, 4096))))
