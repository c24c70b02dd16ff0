# mutations: no-nesting
import inspect

import torch


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    right = 0
    for batch, labels in loader:  # expect: no-grad-eval[unsafe]
        right += (model(batch).argmax(1) == labels).sum().item()
    return right


def run(function, **values):
    wanted = inspect.getfullargspec(function).args
    return function(**{key: value for key, value in values.items() if key in wanted})


if __name__ == "__main__":
    model = torch.nn.Linear(512, 512)
    loader = [(torch.randn(64, 512), torch.arange(64)) for _ in range(100)]
    print(run(evaluate, model=model, loader=loader, epoch=0))
