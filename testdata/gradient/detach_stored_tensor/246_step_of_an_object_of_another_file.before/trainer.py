# The methods of callbacks are read by names that are computed, and called at once: no tensor is.
import torch
from metrics import Means


class Trainer:
    def __init__(self, optimizer, callbacks):
        self.optimizer = optimizer
        self.callbacks = callbacks
        self.metrics = Means()

    def call(self, name, *args):
        for callback in self.callbacks:
            getattr(callback, name)(self, *args)

    def fit(self, module, loader):
        for batch in loader:
            out = module.training_step([one.to(torch.float32) for one in batch])
            self.optimizer.zero_grad()
            out["loss"].backward()
            self.optimizer.step()
            for name, value in out.items():
                self.metrics.log(name, value)  # expect: detach-stored-tensor[unsafe]
            self.call("on_step")
        print(self.metrics.compute())
