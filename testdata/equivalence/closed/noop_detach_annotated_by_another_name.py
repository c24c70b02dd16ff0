# level: safe
# rule: noop-detach
import torch


def finish(value: torch.Tensor):
    same = value
    same.detach()
    return 0


for given in (torch.ones(1), None):
    try:
        print(finish(given))
    except AttributeError as error:
        print("no tensor")
