# level: safe
# rule: noop-detach
import torch

def release(value: torch.Tensor):
    value.detach()
for given in (torch.ones(1), None):
    try:
        print(release(given))
    except AttributeError as error:
        pass
