import torch
from torch import nn


class Converted(nn.Module):
    def __init__(self, model, shape):
        super().__init__()
        order = []

        def note(module, inputs, output):
            order.append(module)

        handles = []
        for module in model.children():
            handles.append(module.register_forward_hook(note))  # expect: hook-not-removed[safe]

        try:
            if len(shape) != 3:
                raise ValueError("channels first, please")

            model(torch.rand(shape).unsqueeze(0))
        finally:
            for handle in handles:
                handle.remove()
        self.widths = []
        for module in order:
            if isinstance(module, nn.Linear):
                self.widths.append(module.out_features)
