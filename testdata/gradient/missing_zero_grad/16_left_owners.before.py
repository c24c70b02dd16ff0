# Frameworks and engines reset by themselves, or are asked to.
import deepspeed
import pytorch_lightning as pl
import torch
import torch.distributed.autograd as dist_autograd
from accelerate import Accelerator


class Manual(pl.LightningModule):
    def training_step(self, batch, index):
        optimizer = self.optimizers()
        for part in batch:
            loss = self.model(part).sum()
            loss.backward()
            optimizer.step()


def with_accelerate(model, optimizer, loader):
    accelerator = Accelerator()
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x in loader:
        loss = model(x).sum()
        accelerator.backward(loss)
        optimizer.step()


def with_deepspeed(model, loader, config):
    engine, optimizer, _, _ = deepspeed.initialize(model=model, config=config)
    for x in loader:
        loss = engine(x)
        engine.backward(loss)
        engine.step()


def with_rpc(model, loader, optimizer):
    for x in loader:
        with dist_autograd.context() as context:
            loss = model(x).sum()
            dist_autograd.backward(context, [loss])
            optimizer.step(context)
