# A base class that is not seen runs before_step.
import torch
from base import BaseTrainer


class Trainer(BaseTrainer):
    def before_step(self):
        self.optimizer.zero_grad()

    def run(self, loader):
        for x in loader:
            self.model(x).sum().backward()
            self.optimizer.step()


class Other(BaseTrainer):
    def run(self, loader):
        for x in loader:
            self.call_hook("before_iteration")
            self.model(x).sum().backward()
            self.optimizer.step()
