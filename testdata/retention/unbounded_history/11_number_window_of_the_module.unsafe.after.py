# mutations: no-nesting
# A constant of the module, nested lists, tabs would do as well.
import torch

LOSS_WINDOW = 50


class Monitor(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.loss_history = {"train": [], "val": []}

    def observe(self, phase, loss):
        self.loss_history["train"].append(loss)  # expect: unbounded-history[unsafe]
        del self.loss_history["train"][:-LOSS_WINDOW]
        self.loss_history["val"] += [loss]  # expect: unbounded-history[unsafe]
        del self.loss_history["val"][:-LOSS_WINDOW]

    def forget(self):
        self.loss_scale = 1
